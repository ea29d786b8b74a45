// shows: the discipline of a terminal is changed in two steps while a write has looked at the first and uses the second
// set: tune
// args: 1
// args: 4
#include <pthread.h>

#include "bug.h"

struct Data {
  int room = 8;
};
struct Terminal {
  bool open = true;
  Data* data = nullptr;
};
Terminal* tty;
void* Write(void*) {
  if (!tty->open) return nullptr;
  Data* d = tty->data;
  if (d == nullptr) return nullptr;
  if (tty->data->room > 0) d->room -= 1;
  return nullptr;
}
void* Change(void*) {
  Data* old = tty->data;
  tty->open = false;
  tty->data = nullptr;
  delete old;
  tty->data = new Data;
  tty->open = true;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  tty = new Terminal;
  tty->data = new Data;
  std::vector<pthread_t> threads(static_cast<unsigned>(n) + 1);
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, i == 0 ? Change : Write, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
  delete tty->data;
  delete tty;
}
