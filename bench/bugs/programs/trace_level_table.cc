// shows: threads register in a table on their first trace; a second look at the table happens without its lock
// set: fresh
// args: 2
// args: 6
#include <pthread.h>

#include "bug.h"

struct Entry {
  int level;
  Entry* next;
};
Entry* table[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int entries;
Entry* Find(int bucket) { return table[bucket]; }
void Trace(int bucket) {
  Entry* e = Find(bucket);
  if (e == nullptr) {
    e = new Entry{1, nullptr};
    pthread_mutex_lock(&m);
    e->next = table[bucket];
    table[bucket] = e;
    ++entries;
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  assert(table[bucket]->next == nullptr);
  pthread_mutex_unlock(&m);
}
void* Run(void* arg) {
  Trace(static_cast<int>(reinterpret_cast<long>(arg)) % 2);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2) + 1;
  pthread_t t[16];
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Run, reinterpret_cast<void*>(i));
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
