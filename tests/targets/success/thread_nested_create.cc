// shows: a thread that creates threads which another thread joins
#include <assert.h>
#include <pthread.h>

static pthread_t inner[2];
static int ran[2];

static void* Inner(void* mine) {
  *static_cast<int*>(mine) = 1;
  return mine;
}

static void* Outer(void*) {
  for (int i = 0; i < 2; i++) pthread_create(&inner[i], nullptr, Inner, &ran[i]);
  return nullptr;
}

int main() {
  pthread_t outer;
  pthread_create(&outer, nullptr, Outer, nullptr);
  pthread_join(outer, nullptr);
  for (int i = 0; i < 2; i++) {
    void* result;
    pthread_join(inner[i], &result);
    assert(result == &ran[i] && ran[i] == 1);
  }
}
