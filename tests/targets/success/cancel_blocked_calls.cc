// shows: read on an empty pipe, sleep, join and sem_wait are cancellation points
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static int pipe_ends[2];
static sem_t never;

static void* Read(void*) {
  char byte;
  read(pipe_ends[0], &byte, 1);
  return nullptr;
}

static void* Sleep(void*) {
  for (;;) sleep(1000);
}

static void* WaitSem(void*) {
  sem_wait(&never);
  return nullptr;
}

static void* Join(void* thread) {
  pthread_join(*static_cast<pthread_t*>(thread), nullptr);
  return nullptr;
}

static void Cancel(pthread_t thread) {
  pthread_cancel(thread);
  void* result;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
}

static void* Run(void*) {
  assert(pipe(pipe_ends) == 0);
  sem_init(&never, 0, 0);
  pthread_t reader, sleeper, waiter, joiner;
  pthread_create(&reader, nullptr, Read, nullptr);
  pthread_create(&sleeper, nullptr, Sleep, nullptr);
  pthread_create(&waiter, nullptr, WaitSem, nullptr);
  pthread_create(&joiner, nullptr, Join, &waiter);
  Cancel(joiner);  // leaves `waiter` joinable
  Cancel(waiter);
  Cancel(sleeper);
  Cancel(reader);
  return nullptr;
}

int main() {  // a descriptor opened before the first thread could not be rewound
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
