// shows: raise runs the handler in the raising thread before it returns
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static thread_local volatile sig_atomic_t handled;

static void Handle(int) { handled = handled + 1; }

static void* Run(void*) {
  assert(raise(SIGUSR1) == 0);
  assert(handled == 1);
  raise(SIGUSR1);
  assert(handled == 2);
  return nullptr;
}

int main() {
  signal(SIGUSR1, Handle);
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Run, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(handled == 0);
}
