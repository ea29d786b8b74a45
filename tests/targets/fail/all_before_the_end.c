// shows: what is wrong only after all of the threads that nobody joins, in half of their orders; a random schedule puts the end of
// the process off until they are done
// kind: assert
// schedules: 5
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { kThreads = 12 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done, first_at, second_at;

static void* Work(void* place) {
  pthread_mutex_lock(&mutex);
  ++done;
  if (place) *(int*)place = done;
  assert(done < kThreads || first_at < second_at);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  int* places[] = {&first_at, &second_at};
  for (int i = 0; i < kThreads; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, Work, i < 2 ? places[i] : NULL) != 0) return 1;
    pthread_detach(thread);
  }
  return 0;
}
