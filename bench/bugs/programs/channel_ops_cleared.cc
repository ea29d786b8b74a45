// shows: a call looks whether a channel has operations and calls them, while another thread closes the channel
// set: last
// args: 1
// args: 4
#include <pthread.h>

#include "bug.h"

struct Operations {
  int (*read)(int);
};
int Twice(int x) { return 2 * x; }
Operations usual{Twice};
struct Channel {
  Operations* operations = &usual;
  int users = 0;
} channel;
void* Call(void*) {
  ++channel.users;
  if (channel.operations) channel.operations->read(channel.users);
  return nullptr;
}
void* Close(void*) {
  if (channel.users >= 0) channel.operations = nullptr;
  return nullptr;
}
int main(int argc, char** argv) {
  std::vector<pthread_t> t(Count(argc, argv, 1) + 1);
  for (pthread_t& x : t) pthread_create(&x, nullptr, &x == &t.front() ? Close : Call, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
