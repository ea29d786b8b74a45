// shows: N writers take a node and a free block; the block is looked at under the node's lock only
// set: last
// args: 2
// args: 6
// args: 20
#include <pthread.h>

#include "bug.h"

constexpr int kNodes = 24, kBlocks = 8;
pthread_mutex_t node_lock[kNodes];
int node[kNodes], busy[kBlocks], owners[kBlocks];
void* Take(void* arg) {
  const int me = static_cast<int>(reinterpret_cast<long>(arg));
  pthread_mutex_lock(&node_lock[me % kNodes]);
  for (int block = me % kBlocks, turns = 0; node[me % kNodes] == 0 && turns < kBlocks; block = (block + 1) % kBlocks, ++turns)
    if (!busy[block]) {
      busy[block] = 1;
      ++owners[block];
      node[me % kNodes] = block + 1;
      assert(owners[block] == 1);
    }
  pthread_mutex_unlock(&node_lock[me % kNodes]);
  return nullptr;
}
int main(int argc, char** argv) {
  std::vector<pthread_t> t(Count(argc, argv, 2));
  for (pthread_mutex_t& m : node_lock) pthread_mutex_init(&m, nullptr);
  for (std::size_t i = 0; i < t.size(); ++i) pthread_create(&t[i], nullptr, Take, reinterpret_cast<void*>(i * kBlocks));
  for (pthread_t x : t) pthread_join(x, nullptr);
}
