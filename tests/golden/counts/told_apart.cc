// Threads with the same function that can be told apart all the same, one way for each number. Each has an order in which it
// fails, and another order, with the threads exchanged, in which it does not. 0: they cannot be told apart.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

namespace {

int way;
pthread_t threads[2];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
std::atomic<int> turns, done;
std::atomic<long> first;
std::atomic<void*> place;
thread_local int mine;

struct Block {
  int turn = -1;
};

long Identity(int* variable) {
  switch (way) {
    case 1: return static_cast<long>(pthread_self());
    case 2: return syscall(SYS_gettid);
    case 3: return reinterpret_cast<long>(variable);
    case 4: return reinterpret_cast<long>(&mine);
    default: return 0;
  }
}

void* Work(void* argument) {
  int variable = 0;
  const int turn = turns.fetch_add(1);
  if (turn == 0) first.store(Identity(&variable));
  else if (way >= 1 && way <= 4) assert(first.load() <= Identity(&variable));
  if (way == 7 && turn == 0) done.store(1);
  if (way == 5) return reinterpret_cast<void*>(static_cast<long>(turn));
  if (way == 6) static_cast<Block*>(argument)->turn = turn;
  if (way == 8) return new Block{turn};
  if (way == 10) {  // only the first one ends here, if at all
    pthread_testcancel();
    if (turn == 0) done.store(1);
  }
  // Only the upper bits differ, and no address is kept anywhere.
  if (way == 11 && turn == 0 && (reinterpret_cast<unsigned long>(&variable) >> 30) % 2 == 0) done.store(1);
  if (way == 9) {
    void* own = malloc(16);
    void* before = place.exchange(own);
    assert(before == nullptr || before < own);
  }
  return nullptr;
}

}  // namespace

int main(int, char** arguments) {
  way = atoi(arguments[1]);
  void* blocks[2] = {nullptr, nullptr};
  for (int i = 0; i < 2; ++i) {
    if (way == 6) blocks[i] = new Block;
    pthread_create(&threads[i], nullptr, Work, blocks[i]);
  }
  if (way == 10) pthread_cancel(threads[0]);
  void* returned[2] = {nullptr, nullptr};
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], &returned[i]);
    if (way == 7 && i == 0) assert(done.load() == 1);
  }
  if (way == 5) assert(returned[0] < returned[1]);
  if (way == 6) assert(static_cast<Block*>(blocks[0])->turn < static_cast<Block*>(blocks[1])->turn);
  if (way == 11) assert(done.load() == 0);
  if (way == 10) assert(returned[0] == nullptr || done.load() == 0);
  if (way == 8) assert(static_cast<Block*>(returned[0])->turn < static_cast<Block*>(returned[1])->turn);
  return 0;
}
