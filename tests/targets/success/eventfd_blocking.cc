// shows: a blocking eventfd as a semaphore between threads
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int units, taken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* Take(void*) {
  eventfd_t value;
  assert(eventfd_read(units, &value) == 0 && value == 1);
  pthread_mutex_lock(&lock);
  taken++;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

static void* Run(void*) {
  units = eventfd(0, EFD_SEMAPHORE);
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Take, nullptr);
  assert(eventfd_write(units, 2) == 0);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(taken == 2);
  close(units);
  return nullptr;
}

int main() {  // a descriptor opened before the first thread could not be rewound
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
