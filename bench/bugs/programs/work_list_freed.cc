// shows: a main thread frees the list and its lock as soon as the count says that all is done; a consumer still unlocks
// set: fresh
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

struct List {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int items = 0;
};
List* list = new List;
std::atomic<int> done{0};
int n;
void* Consume(void*) {
  pthread_mutex_lock(&list->lock);
  ++list->items;
  ++done;
  pthread_mutex_unlock(&list->lock);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 1);
  pthread_t t[8];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Consume, nullptr);
  if (done == n) {
    delete list;
    list = nullptr;
  }
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
