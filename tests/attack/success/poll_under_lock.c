// shows: a worker that polls a queue under its lock leaves its turn to the thread that waits for that lock: no livelock; how many
//   jobs it took before the stop is printed, and may differ
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs, done, early, stop;

static void *Work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (jobs > 0) {
      --jobs;
      ++done;
      if (!stop) ++early;
    } else if (stop) {
      pthread_mutex_unlock(&lock);
      return unused;
    }
    pthread_mutex_unlock(&lock);
  }
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, Work, NULL);
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    ++jobs;
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  stop = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(worker, NULL);
  printf("%d of %d early\n", early, done);
  assert(done == 2);
}
