// shows: the last worker says under the lock that it is done; the main thread frees the lock before the worker has released it
// set: held
// args: 1
// args: 4
#include <pthread.h>

#include "bug.h"

struct Batch {
  std::mutex m;
  std::atomic<int> left{0};
};
Batch* batch;
void* Work(void*) {
  batch->m.lock();
  batch->left.fetch_sub(1);
  batch->m.unlock();
  return nullptr;
}
void* Free(void*) {
  if (batch->left.load() == 0) delete batch, batch = nullptr;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  batch = new Batch;
  batch->left = n;
  std::vector<pthread_t> threads(static_cast<unsigned>(n) + 1);
  pthread_create(&threads[0], nullptr, Free, nullptr);
  for (unsigned i = 1; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, Work, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
