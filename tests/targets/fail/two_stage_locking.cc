// shows: two values that belong together are written in two critical sections, and read so
// kind: assert
// args: 2
// args: 10
// args: 100
#include <cassert>
#include <cstdlib>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void* Write(void*) {
  pthread_mutex_lock(&first_lock);
  first = 1;
  pthread_mutex_unlock(&first_lock);
  pthread_mutex_lock(&second_lock);
  second = first + 1;
  pthread_mutex_unlock(&second_lock);
  return nullptr;
}

static void* Read(void*) {
  pthread_mutex_lock(&first_lock);
  int seen_first = first;
  pthread_mutex_unlock(&first_lock);
  if (seen_first == 0) return nullptr;
  pthread_mutex_lock(&second_lock);
  int seen_second = second;
  pthread_mutex_unlock(&second_lock);
  assert(seen_second == seen_first + 1);
  return nullptr;
}

int main(int argc, char** argv) {
  int count = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t threads[100];
  for (int i = 0; i < count; i++) pthread_create(&threads[i], nullptr, i % 10 == 0 ? Write : Read, nullptr);
  for (int i = 0; i < count; i++) pthread_join(threads[i], nullptr);
}
