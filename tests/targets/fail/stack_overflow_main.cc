// shows: endless recursion in main while a thread waits
// kind: signal
// always: yes
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static volatile int depth;

static int Recurse(int n) {
  volatile char block[512];
  block[n % 512] = static_cast<char>(n);
  depth = n;
  return Recurse(n + 1) + block[n % 512];
}

static void* Wait(void*) {
  sem_wait(&never);
  return nullptr;
}

int main() {
  sem_init(&never, 0, 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, nullptr);
  return Recurse(0);
}
