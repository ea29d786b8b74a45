// shows: endless recursion in a thread is contained
// kind: signal
// always: yes
#include <pthread.h>

static volatile int depth;

static int Recurse(int n) {
  volatile char block[512];
  block[n % 512] = static_cast<char>(n);
  depth = n;
  return Recurse(n + 1) + block[n % 512];
}

static void* Run(void*) {
  Recurse(0);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
