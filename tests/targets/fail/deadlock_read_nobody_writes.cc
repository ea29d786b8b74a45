// shows: a read on a pipe that nobody will ever write to
// kind: deadlock
// flags: --run-timeout 1s
// always: yes
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static void* Read(void*) {
  char byte;
  return reinterpret_cast<void*>(read(ends[0], &byte, 1));
}

static void* Run(void*) {
  if (pipe(ends) != 0) abort();
  pthread_t thread;
  pthread_create(&thread, nullptr, Read, nullptr);
  pthread_join(thread, nullptr);
  return nullptr;
}

int main() {  // a descriptor opened before the first thread could not be rewound
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
