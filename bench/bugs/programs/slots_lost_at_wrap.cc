// shows: a ring without a lock; two senders take the same place when the count is read before it is raised
// set: last
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

int ring[4], put, got, senders;
void* Send(void* arg) {
  const int place = put % 4;
  ring[place] = static_cast<int>(reinterpret_cast<long>(arg));
  put = put + 1;
  return nullptr;
}
int main(int argc, char** argv) {
  senders = Count(argc, argv, 2);
  std::vector<pthread_t> t(senders);
  for (long i = 0; i < senders; ++i) pthread_create(&t[i], nullptr, Send, reinterpret_cast<void*>(i + 1));
  for (pthread_t x : t) pthread_join(x, nullptr);
  for (int i = 0; i < senders; ++i) got += ring[i];
  assert(put != senders || got == senders * (senders + 1) / 2);
}
