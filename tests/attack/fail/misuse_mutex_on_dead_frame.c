// shows: a thread locks a mutex on the stack of a function that has returned
// kind: heap
// subkind: use-after-return
#include <pthread.h>
struct Job {
  pthread_mutex_t m;
  int value;
};
static pthread_t thread;
static void* Work(void* arg) {
  struct Job* job = arg;
  pthread_mutex_lock(&job->m);
  pthread_mutex_unlock(&job->m);
  return 0;
}
static __attribute__((noinline)) int Start(void) {
  struct Job job = {PTHREAD_MUTEX_INITIALIZER, 1};
  pthread_create(&thread, 0, Work, &job);
  pthread_mutex_lock(&job.m);
  int value = job.value;
  pthread_mutex_unlock(&job.m);
  return value;  // forgot to join
}
int main(void) {
  int value = Start();
  pthread_join(thread, 0);
  return value != 1;
}
