// shows: a free block is looked for under its lock, and taken under the inode's
// set: tune
// args: 2
// args: 12
// args: 40
#include <pthread.h>

#include "bug.h"

constexpr int kBlocks = 16, kInodes = 8;
pthread_mutex_t inode_lock[kInodes], block_lock[kBlocks];
int inode[kInodes], busy[kBlocks];
void* Create(void* argument) {
  const int tid = static_cast<int>(reinterpret_cast<long>(argument)), i = tid % kInodes;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    int b = (i * 2) % kBlocks;
    for (;;) {
      pthread_mutex_lock(&block_lock[b]);
      const bool free = busy[b] == 0;
      pthread_mutex_unlock(&block_lock[b]);
      if (free) {
        assert(busy[b] == 0);
        busy[b] = 1;
        inode[i] = b + 1;
        break;
      }
      b = (b + 1) % kBlocks;
    }
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return nullptr;
}
void* Truncate(void* argument) {
  const int i = static_cast<int>(reinterpret_cast<long>(argument)) % kInodes;
  pthread_mutex_lock(&inode_lock[i]);
  const int b = inode[i];
  inode[i] = 0;
  pthread_mutex_unlock(&inode_lock[i]);
  if (b == 0) return nullptr;
  assert(busy[b - 1] == 1);
  busy[b - 1] = 0;
  return nullptr;
}
void* Move(void* argument) {  // the block of one inode to its neighbour, which looks for one at the same time
  const int i = static_cast<int>(reinterpret_cast<long>(argument)) % kInodes;
  const int b = (i * 2 + 2) % kBlocks;
  pthread_mutex_lock(&block_lock[b]);
  if (busy[b] == 0) busy[b] = 1;
  pthread_mutex_unlock(&block_lock[b]);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  for (auto& l : inode_lock) pthread_mutex_init(&l, nullptr);
  for (auto& l : block_lock) pthread_mutex_init(&l, nullptr);
  std::vector<pthread_t> threads(static_cast<unsigned>(n) + 2);
  for (int i = 0; i < n; ++i) pthread_create(&threads[static_cast<unsigned>(i)], nullptr, Create, reinterpret_cast<void*>(static_cast<long>(i)));
  pthread_create(&threads[static_cast<unsigned>(n)], nullptr, Move, nullptr);
  pthread_create(&threads[static_cast<unsigned>(n) + 1], nullptr, Truncate, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
