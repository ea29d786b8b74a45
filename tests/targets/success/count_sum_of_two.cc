// shows: x = x + y against y = y + x, n rounds: 1,107 traces for n = 4, 8,953 for n = 5
// args: 4
// args: 5
// traces: 1107 8953
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <pthread.h>

static std::atomic<int> x{1}, y{1};
static int rounds = 4;

static void* Left(void*) {
  for (int i = 0; i < rounds; i++) {
    int a = x.load();
    int b = y.load();
    x.store(a + b);
  }
  return nullptr;
}

static void* Right(void*) {
  for (int i = 0; i < rounds; i++) {
    int a = y.load();
    int b = x.load();
    y.store(a + b);
  }
  return nullptr;
}

int main(int argc, char** argv) {
  if (argc > 1) rounds = atoi(argv[1]);
  pthread_t a, b;
  pthread_create(&a, nullptr, Left, nullptr);
  pthread_create(&b, nullptr, Right, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(x >= rounds && y >= rounds);
}
