// shows: a lock-free stack whose pop frees the node while another pop reads its successor
// set: held
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

struct Node {
  Node* next;
  int value;
};
std::atomic<Node*> top;
void Push(int value) {
  auto* n = new Node{top.load(), value};
  while (!top.compare_exchange_weak(n->next, n)) {
  }
}
void* Body(void*) {
  Push(1);
  Node* n = top;
  while (n && !top.compare_exchange_weak(n, n->next)) {
  }
  if (n) delete n;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  Push(0);
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Body, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
