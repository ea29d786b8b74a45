// shows: fork while another thread holds a lock that pthread_atfork takes: the child can use it
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pairs[2];
static void Take(void) { pthread_mutex_lock(&lock); }
static void Give(void) { pthread_mutex_unlock(&lock); }
static void* Work(void* arg) {
  pthread_mutex_lock(&lock);
  pairs[0]++;
  pairs[1]++;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_atfork(Take, Give, Give);
  pthread_t t;
  pthread_create(&t, 0, Work, 0);
  pid_t child = fork();
  if (child == 0) {
    pthread_mutex_lock(&lock);
    _exit(pairs[0] == pairs[1] ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  pthread_join(t, 0);
}
