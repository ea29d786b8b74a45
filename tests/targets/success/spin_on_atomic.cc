// shows: `while (!flag);` on an atomic ends although nothing in it yields
// exhaustive: yes
#include <atomic>
#include <cassert>
#include <pthread.h>

static std::atomic<bool> flag;
static int data;

static void* Set(void*) {
  data = 1;
  flag = true;
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Set, nullptr);
  while (!flag)
    ;
  assert(data == 1);
  pthread_join(thread, nullptr);
}
