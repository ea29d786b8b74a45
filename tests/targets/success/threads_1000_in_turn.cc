// shows: 1,000 threads created and joined one after the other
// schedules: 20
#include <assert.h>
#include <pthread.h>

static int counter;

static void* Increment(void*) {
  counter++;
  return nullptr;
}

int main() {
  for (int i = 0; i < 1000; i++) {
    pthread_t thread;
    assert(pthread_create(&thread, nullptr, Increment, nullptr) == 0);
    pthread_join(thread, nullptr);
  }
  assert(counter == 1000);
}
