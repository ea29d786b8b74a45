// shows: a list is walked without the lock under which an element is taken out and freed (kernel pattern)
// set: held
// args: 3
// args: 8
#include <pthread.h>

#include "bug.h"

struct Node {
  Node* next;
  int value;
};
Node* list;
int length;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Walk(void*) {
  int sum = 0;
  for (Node* n = list; n; n = n->next) sum += n->value;
  assert(sum <= length);
  return nullptr;
}
void* Remove(void*) {
  pthread_mutex_lock(&m);
  Node** at = &list;
  for (int i = 0; i < length / 2; ++i) at = &(*at)->next;
  Node* gone = *at;
  *at = gone->next;
  pthread_mutex_unlock(&m);
  free(gone);
  return nullptr;
}
int main(int argc, char** argv) {
  length = Count(argc, argv, 3);
  for (int i = 0; i < length; ++i) {
    auto* n = static_cast<Node*>(malloc(sizeof(Node)));
    n->next = list, n->value = 1, list = n;
  }
  pthread_t a, b;
  pthread_create(&a, nullptr, Walk, nullptr);
  pthread_create(&b, nullptr, Remove, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
