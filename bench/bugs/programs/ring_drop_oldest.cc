// shows: a ring between a sender and a receiver; the receiver leaves its turn flag set and reads a slot that is not written yet
// set: fresh
// args: 3
// args: 7
#include <pthread.h>

#include "bug.h"

constexpr int kSlots = 4;
int ring[kSlots], first, next_free, filled, items;
bool may_send = true, may_receive = false;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Send(void*) {
  for (int i = 1; i <= items; ++i) {
    pthread_mutex_lock(&m);
    if (may_send && filled < kSlots) {
      ring[next_free] = i;
      next_free = (next_free + 1) % kSlots;
      ++filled;
      may_receive = true;
    }
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Receive(void*) {
  int last = 0;
  for (int i = 1; i <= items; ++i) {
    pthread_mutex_lock(&m);
    if (may_receive) {
      assert(ring[first] == last + 1);
      last = ring[first];
      first = (first + 1) % kSlots;
      --filled;
    }
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  items = Count(argc, argv, 3);
  pthread_t s, r;
  pthread_create(&s, nullptr, Send, nullptr);
  pthread_create(&r, nullptr, Receive, nullptr);
  pthread_join(s, nullptr), pthread_join(r, nullptr);
}
