// shows: poll and ppoll wait for one of several descriptors, and time out by decision
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int first[2], second[2];

static void* Write(void* end) {
  assert(write(*static_cast<int*>(end), "x", 1) == 1);
  return nullptr;
}

static void* Run(void*) {
  assert(pipe(first) == 0 && pipe(second) == 0);
  pollfd none = {first[0], POLLIN, 0};
  assert(poll(&none, 1, 0) == 0);
  assert(poll(&none, 1, 1) == 0);  // nobody will write
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, Write, &first[1]);
  pthread_create(&threads[1], nullptr, Write, &second[1]);
  int seen = 0;
  while (seen < 2) {
    pollfd both[2] = {{first[0], POLLIN, 0}, {second[0], POLLIN, 0}};
    timespec limit = {100, 0};
    int ready = seen == 0 ? poll(both, 2, -1) : ppoll(both, 2, &limit, nullptr);
    assert(ready >= 0);
    for (pollfd& entry : both) {
      char byte;
      if (entry.revents & POLLIN) seen += static_cast<int>(read(entry.fd, &byte, 1));
    }
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  return nullptr;
}

int main() {  // a descriptor opened before the first thread could not be rewound
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
