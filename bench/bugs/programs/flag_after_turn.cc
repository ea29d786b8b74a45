// shows: mutual exclusion of two by flags and a turn, which sets its flag after it gave the turn away
// set: held
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

std::atomic<int> flag[2], turn;
int inside, rounds;
void* Body(void* arg) {
  const long me = reinterpret_cast<long>(arg);
  for (int i = 0; i < rounds; ++i) {
    turn = static_cast<int>(1 - me);
    flag[me] = 1;
    while (flag[1 - me] && turn == 1 - me) {
    }
    assert(++inside == 1);
    --inside;
    flag[me] = 0;
  }
  return nullptr;
}
int main(int argc, char** argv) {
  rounds = Count(argc, argv, 1);
  pthread_t a, b;
  pthread_create(&a, nullptr, Body, nullptr);
  pthread_create(&b, nullptr, Body, reinterpret_cast<void*>(1));
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
