// shows: handlers of fork hold the lock over it, so that the child can take it
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void Hold(void) { pthread_mutex_lock(&m); }
static void Release(void) { pthread_mutex_unlock(&m); }

static void* Change(void* arg) {
  pthread_mutex_lock(&m);
  value = 1;
  value = 2;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_atfork(Hold, Release, Release);
  pthread_t thread;
  pthread_create(&thread, NULL, Change, NULL);
  pid_t child = fork();
  if (child == 0) {
    pthread_mutex_lock(&m);
    _exit(value == 1 ? 9 : 0);
  }
  int status;
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  pthread_join(thread, NULL);
  return 0;
}
