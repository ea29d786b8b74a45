// shows: a lookup takes no reference; the session is deleted by a third thread, which the second one told that it is dead
// set: tune
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

struct Session {
  int id = 1, refs = 1;
  bool dead = false;
};
Session* table;
pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
bool reap;
void* Send(void*) {
  pthread_mutex_lock(&table_lock);
  Session* s = table;
  pthread_mutex_unlock(&table_lock);
  if (s == nullptr || s->dead) return nullptr;
  assert(s->id == 1);
  return nullptr;
}
void* Close(void*) {
  pthread_mutex_lock(&table_lock);
  Session* s = table;
  if (s != nullptr) s->dead = true, reap = true;
  pthread_mutex_unlock(&table_lock);
  return nullptr;
}
void* Reaper(void*) {
  pthread_mutex_lock(&table_lock);
  Session* s = nullptr;
  if (reap) s = table, table = nullptr;
  pthread_mutex_unlock(&table_lock);
  if (s != nullptr) s->id = 0, delete s;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  table = new Session;
  std::vector<pthread_t> threads(static_cast<unsigned>(n) + 2);
  for (unsigned i = 0; i < threads.size(); ++i)
    pthread_create(&threads[i], nullptr, i == 0 ? Reaper : i == 1 ? Close : Send, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
  delete table;
}
