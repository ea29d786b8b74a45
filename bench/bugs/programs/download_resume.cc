// shows: parts of a download count what they wrote; a thread that is told to stop saves the state of them while they go on
// set: tune
// args: 2
// args: 6
#include <pthread.h>

#include "bug.h"

struct Part {
  long offset = 0, written = 0;
};
Part parts[16];
long total;
bool stop;
int n;
pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
void* Get(void* argument) {
  Part& part = parts[reinterpret_cast<long>(argument)];
  for (int i = 0; i < 2 && !stop; ++i) {
    part.offset += 10;
    pthread_mutex_lock(&total_lock);
    total += 10;
    pthread_mutex_unlock(&total_lock);
    part.written += 10;
  }
  return nullptr;
}
void* Interrupt(void*) {
  stop = true;
  pthread_mutex_lock(&total_lock);
  const long all = total;
  pthread_mutex_unlock(&total_lock);
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += parts[i].offset;
  assert(sum <= all);  // what is asked for again covers what is missing
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 2);
  std::vector<pthread_t> threads(static_cast<unsigned>(n));
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, Get, reinterpret_cast<void*>(static_cast<long>(i)));
  pthread_t interrupt;
  pthread_create(&interrupt, nullptr, Interrupt, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
  pthread_join(interrupt, nullptr);
}
