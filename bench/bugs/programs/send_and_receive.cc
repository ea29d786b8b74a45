// shows: a ring buffer with a send and a receive flag; what was sent is taken out before it is in
// set: tune
// args: 2
// args: 5
#include <pthread.h>

#include "bug.h"

enum { kSize = 4 };
char ring[kSize];
unsigned first, next;
bool sending, receiving;
int size_now, rounds, sum_in, sum_out;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int Insert(char c) {
  if (size_now == kSize) return -1;
  ring[next] = c;
  next = (next + 1) % kSize;
  return ++size_now;
}
int Remove() {
  if (first == next && size_now == 0) return -1;
  const char c = ring[first];
  first = (first + 1) % kSize;
  --size_now;
  return c;
}
void* Send(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&m);
    if (sending) {
      if (Insert(static_cast<char>(i + 1)) > 0) sum_in += i + 1;
      sending = false, receiving = true;
    }
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Receive(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&m);
    if (receiving) {
      assert(Remove() == i + 1);
      receiving = false, sending = true;
    }
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  rounds = Count(argc, argv, 2);
  sending = true;
  pthread_t a, b;
  pthread_create(&a, nullptr, Send, nullptr);
  pthread_create(&b, nullptr, Receive, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
