// shows: pthread_once runs its body once and everybody sees it finished
// exhaustive: yes
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, value;

static void Initialise() {
  runs++;
  sched_yield();
  value = 42;
}

static void* Use(void*) {
  pthread_once(&once, Initialise);
  assert(value == 42);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Use, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(runs == 1);
}
