// shows: two binds of one socket both find it unbound and link it; the release unlinks it once, and the list keeps a freed node
// set: held
// args: 2
// args: 4
#include "bug.h"

struct Socket {
  bool bound = false;
  Socket* next = nullptr;
};
std::mutex list_lock;
Socket* list;
int linked;
void Bind(Socket* s) {
  if (s->bound) return;
  std::lock_guard l(list_lock);
  s->next = list, list = s;
  ++linked;
  s->bound = true;
}
int main(int argc, char** argv) {
  auto* s = new Socket;
  RunAll(Count(argc, argv, 2), [s](int) { Bind(s); });
  assert(linked == 1);
  delete s;
}
