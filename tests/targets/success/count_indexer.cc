// shows: the classic indexer: threads insert into a hash table by compare-and-swap; few threads never collide
// args: 3
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <pthread.h>

static const int kSize = 128, kMax = 4;
static std::atomic<int> table[kSize];
static int ids[32];

static void* Insert(void* me) {
  int id = *static_cast<int*>(me);
  for (int m = 1; m <= kMax; m++) {
    int word = m * 11 + id;
    int hash = (word * 7) % kSize;
    int empty = 0;
    while (!table[hash].compare_exchange_strong(empty, word)) {
      hash = (hash + 1) % kSize;
      empty = 0;
    }
  }
  return nullptr;
}

int main(int argc, char** argv) {
  int count = argc > 1 ? atoi(argv[1]) : 3;
  pthread_t threads[32];
  for (int i = 0; i < count; i++) {
    ids[i] = i;
    pthread_create(&threads[i], nullptr, Insert, &ids[i]);
  }
  for (int i = 0; i < count; i++) pthread_join(threads[i], nullptr);
  int filled = 0;
  for (auto& cell : table) filled += cell != 0;
  assert(filled == count * kMax);
}
