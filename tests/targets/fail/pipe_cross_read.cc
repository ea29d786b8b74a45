// shows: two threads agree in two steps who reads first; both think it is them, and both read
// kind: deadlock
// flags: --run-timeout 1s
#include <atomic>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2][2];
static std::atomic<int> arrived;

static void* Exchange(void* me) {
  int mine = *static_cast<int*>(me);
  char byte = 'x';
  if (arrived.load() == 0) {
    arrived.store(1);
    read(ends[mine][0], &byte, 1);
    write(ends[1 - mine][1], &byte, 1);
  } else {
    write(ends[1 - mine][1], &byte, 1);
    read(ends[mine][0], &byte, 1);
  }
  return nullptr;
}

static void* Run(void*) {
  if (pipe(ends[0]) != 0 || pipe(ends[1]) != 0) abort();
  int ids[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Exchange, &ids[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  return nullptr;
}

int main() {  // a descriptor opened before the first thread could not be rewound
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
