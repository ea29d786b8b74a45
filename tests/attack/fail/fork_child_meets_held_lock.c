// shows: fork while another thread may hold a lock; the child needs it
// kind: timeout
// subkind: outside
// needs: exec
// flags: --run-timeout 500ms
// replays: 3
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void* Work(void* arg) {
  pthread_mutex_lock(&lock);
  n++;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Work, 0);
  pid_t child = fork();
  if (child == 0) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    _exit(0);
  }
  waitpid(child, 0, 0);
  pthread_join(t, 0);
}
