// shows: the fork handler takes the locks in the other order than the threads
// kind: deadlock
// needs: exec
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void Prepare(void) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
}
static void After(void) {
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
}
static void* Work(void* p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_atfork(Prepare, After, After);
  pthread_create(&t, 0, Work, 0);
  pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, 0, 0);
  pthread_join(t, 0);
  return 0;
}
