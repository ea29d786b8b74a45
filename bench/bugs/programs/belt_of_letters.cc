// shows: a belt of letters with a free and a full flag for each slot; the sender sets the flag before the letter
// set: last
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

struct Slot {
  bool full;
  int letter;
} belt[4];
int letters;
void* Send(void*) {
  for (int i = 0; i < letters; ++i) {
    Slot& slot = belt[i % 4];
    slot.full = true;
    slot.letter = i + 1;
  }
  return nullptr;
}
void* Fetch(void*) {
  for (int i = 0; i < letters; ++i) {
    Slot& slot = belt[i % 4];
    if (!slot.full) return nullptr;
    assert(slot.letter == i + 1);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  letters = Count(argc, argv, 1);
  pthread_t a, b;
  pthread_create(&a, nullptr, Send, nullptr);
  pthread_create(&b, nullptr, Fetch, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
