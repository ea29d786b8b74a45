// shows: pthread_kill runs the handler in the thread it names
#include <assert.h>
#include <atomic>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

static std::atomic<int> handled;
static pthread_t handled_by;

static void Handle(int) {
  handled_by = pthread_self();
  handled = 1;
}

static void* Wait(void*) {
  while (!handled) sched_yield();
  assert(pthread_equal(handled_by, pthread_self()));
  return nullptr;
}

int main() {
  signal(SIGUSR1, Handle);
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, nullptr);
  assert(pthread_kill(thread, 0) == 0);
  assert(pthread_kill(thread, SIGUSR1) == 0);
  pthread_join(thread, nullptr);
  assert(handled);
}
