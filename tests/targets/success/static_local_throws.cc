// shows: a static local whose constructor threw is tried again by the next thread
#include <cassert>
#include <pthread.h>

static int attempts, failures;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct FailsOnce {
  int value;
  FailsOnce() : value(7) {
    if (++attempts == 1) throw 1;
  }
};

static void* Use(void*) {
  try {
    static FailsOnce instance;
    assert(instance.value == 7);
  } catch (int) {
    pthread_mutex_lock(&lock);
    failures++;
    pthread_mutex_unlock(&lock);
  }
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Use, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(attempts == 2 && failures == 1);
}
