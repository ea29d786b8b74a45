// shows: N threads give an inode a block if it has none; the search for a free block trusts what it saw before it took the lock
// set: fresh
// args: 3
// args: 14
#include <pthread.h>

#include "bug.h"

constexpr int kInodes = 8, kBlocks = 10;
pthread_mutex_t inode_lock[kInodes], block_lock[kBlocks];
int inode[kInodes], busy[kBlocks], owner[kBlocks];
void* Create(void* arg) {
  const long tid = reinterpret_cast<long>(arg);
  const long i = tid % kInodes;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    long b = (i * 2) % kBlocks;
    for (;;) {
      if (busy[b] == 0) {
        pthread_mutex_lock(&block_lock[b]);
        busy[b] = 1;
        assert(owner[b] == 0);
        owner[b] = static_cast<int>(i) + 1;
        inode[i] = static_cast<int>(b) + 1;
        pthread_mutex_unlock(&block_lock[b]);
        break;
      }
      b = (b + 1) % kBlocks;
    }
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  for (auto& lock : inode_lock) pthread_mutex_init(&lock, nullptr);
  for (auto& lock : block_lock) pthread_mutex_init(&lock, nullptr);
  // Inodes 0 and 5 begin at the same block.
  const long who[] = {0, 1, 5, 2, 3, 4, 6, 7, 0, 1, 5, 2, 3, 4};
  pthread_t t[14];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Create, reinterpret_cast<void*>(who[i]));
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
