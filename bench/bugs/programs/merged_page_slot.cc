// shows: a slot of a scan list is remembered, then the list is left; the scanner continues from the slot that was freed
// set: fresh
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

struct Slot {
  std::atomic<int> id;
  Slot* next;
};
Slot* list_head;
Slot* cursor;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Scan(void*) {
  pthread_mutex_lock(&m);
  Slot* s = cursor;
  pthread_mutex_unlock(&m);
  if (s == nullptr) return nullptr;
  const int id = s->id;
  pthread_mutex_lock(&m);
  if (id > 0) cursor = s->next;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Leave(void*) {
  pthread_mutex_lock(&m);
  Slot* s = list_head;
  if (s != nullptr) {
    list_head = s->next;
    if (cursor == s) cursor = s->next;
  }
  pthread_mutex_unlock(&m);
  delete s;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  for (int i = 3; i > 0; --i) list_head = new Slot{{i}, list_head};
  cursor = list_head;
  pthread_t t[8], s;
  pthread_create(&s, nullptr, Scan, nullptr);
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Leave, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
  pthread_join(s, nullptr);
}
