// shows: the classic last-zero: writers raise cells while a reader searches the last zero from the end
// args: 3
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <pthread.h>

static std::atomic<int> cells[32];
static int ids[32], count = 3;

static void* Search(void*) {
  int i = count;
  while (cells[i].load() != 0) i--;
  assert(i >= 0);
  return nullptr;
}

static void* Raise(void* me) {
  int j = *static_cast<int*>(me);
  cells[j].store(cells[j - 1].load() + 1);
  return nullptr;
}

int main(int argc, char** argv) {
  if (argc > 1) count = atoi(argv[1]);
  pthread_t threads[32];
  for (int i = 0; i <= count; i++) {
    ids[i] = i;
    pthread_create(&threads[i], nullptr, i == 0 ? Search : Raise, &ids[i]);
  }
  for (int i = 0; i <= count; i++) pthread_join(threads[i], nullptr);
}
