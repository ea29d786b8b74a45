// shows: a thread_local of a later thread never holds what an earlier thread left there
#include <cassert>
#include <pthread.h>

static thread_local int value = 1;
static thread_local char block[4096];

static void* Use(void*) {
  assert(value == 1 && block[0] == 0 && block[4095] == 0);
  value = 99;
  block[0] = block[4095] = 1;
  return nullptr;
}

int main() {
  for (int i = 0; i < 6; i++) {
    pthread_t a, b;
    pthread_create(&a, nullptr, Use, nullptr);
    pthread_create(&b, nullptr, Use, nullptr);
    pthread_join(a, nullptr);
    pthread_join(b, nullptr);
  }
  assert(value == 1);
}
