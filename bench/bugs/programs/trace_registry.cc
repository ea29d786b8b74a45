// shows: a tracing library keeps its threads in a table: a slot is looked for, then filled without a lock; the level is off by one thread
// set: tune
// args: 2
// args: 8
#include <pthread.h>

#include "bug.h"

struct Entry {
  bool used = false;
  int owner = -1, level = 0;
};
Entry table[32];
pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
int entries;
int Register(int who) {
  int slot = -1;
  for (int i = 0; i < 32; ++i)
    if (!table[i].used) {
      slot = i;
      break;
    }
  pthread_mutex_lock(&table_lock);
  table[slot].used = true;
  table[slot].owner = who;
  ++entries;
  pthread_mutex_unlock(&table_lock);
  return slot;
}
void* Traced(void* argument) {
  const int who = static_cast<int>(reinterpret_cast<long>(argument)), slot = Register(who);
  table[slot].level++;
  pthread_mutex_lock(&table_lock);
  assert(table[slot].owner == who);
  pthread_mutex_unlock(&table_lock);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  std::vector<pthread_t> threads(static_cast<unsigned>(n));
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, Traced, reinterpret_cast<void*>(static_cast<long>(i)));
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
