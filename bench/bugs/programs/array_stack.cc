// shows: a stack of a fixed size; whether it is empty is asked in another critical section than the pop
// set: tune
// args: 1
// args: 4
// args: 20
#include <pthread.h>

#include "bug.h"

constexpr int kSize = 64;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int items[kSize], top;
bool IsEmpty() {
  pthread_mutex_lock(&m);
  const bool empty = top == 0;
  pthread_mutex_unlock(&m);
  return empty;
}
int Pop() {
  pthread_mutex_lock(&m);
  assert(top > 0);
  const int item = items[--top];
  pthread_mutex_unlock(&m);
  return item;
}
void* Producer(void*) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&m);
    items[top++] = i;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Consumer(void*) {
  for (int i = 0; i < 2; ++i)
    if (!IsEmpty()) Pop();
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> threads(static_cast<unsigned>(n) + 2);
  for (unsigned i = 0; i < threads.size(); ++i)
    pthread_create(&threads[i], nullptr, i < static_cast<unsigned>(n) ? Producer : Consumer, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
