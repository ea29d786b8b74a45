// shows: the main thread gives back the queue's lock when the count is zero; the consumer still leaves it
// set: last
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

struct Queue {
  pthread_mutex_t lock;
  int left;
};
Queue* queue;
std::atomic<bool> finished;
void* Consume(void*) {
  for (;;) {
    pthread_mutex_lock(&queue->lock);
    const int left = queue->left > 0 ? --queue->left : 0;
    if (left == 0) finished.store(true);
    pthread_mutex_unlock(&queue->lock);
    if (left == 0) return nullptr;
  }
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  queue = new Queue{.lock = PTHREAD_MUTEX_INITIALIZER, .left = 2};
  std::vector<pthread_t> t(n);
  for (pthread_t& x : t) pthread_create(&x, nullptr, Consume, nullptr);
  if (finished.load()) {
    pthread_mutex_destroy(&queue->lock);
    delete queue;
    queue = nullptr;
  }
  for (pthread_t x : t) pthread_join(x, nullptr);
}
