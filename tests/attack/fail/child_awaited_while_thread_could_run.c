// shows: the child must have ended although the other thread, which holds the lock, could run: a replay waits for the child
// kind: assert
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int reaped;
static void* Hold(void* arg) {
  pthread_mutex_lock(&m);
  assert(__atomic_load_n(&reaped, __ATOMIC_SEQ_CST) == 0);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Hold, 0);
  pid_t child = fork();
  if (child == 0) {
    usleep(25000);
    _exit(0);
  }
  waitpid(child, 0, 0);
  __atomic_store_n(&reaped, 1, __ATOMIC_SEQ_CST);
  pthread_join(t, 0);
  return 0;
}
