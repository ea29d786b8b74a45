// shows: the main thread frees the queue when everything was read; a worker still looks whether something is left
// set: tune
// args: 1
// args: 4
#include <pthread.h>
#include <sched.h>

#include "bug.h"

struct Queue {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int blocks[32];
  int head = 0, tail = 0;
};
Queue* queue;
std::atomic<bool> all_read{false};
std::atomic<int> written{0};
void* Worker(void*) {
  for (int turn = 0; turn < 6; ++turn) {
    pthread_mutex_lock(&queue->mutex);
    const bool empty = queue->head == queue->tail;
    if (!empty) ++queue->head;
    pthread_mutex_unlock(&queue->mutex);
    if (!empty) ++written;
    else if (all_read) return nullptr;
    else sched_yield();
  }
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  queue = new Queue;
  std::vector<pthread_t> threads(static_cast<unsigned>(n));
  for (pthread_t& t : threads) pthread_create(&t, nullptr, Worker, nullptr);
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&queue->mutex);
    queue->blocks[queue->tail++] = i;
    pthread_mutex_unlock(&queue->mutex);
  }
  all_read = true;
  for (int turn = 0; turn < 20 && written < 2; ++turn) sched_yield();
  if (written == 2) {
    Queue* old = queue;
    queue = nullptr;
    delete old;
  }
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
