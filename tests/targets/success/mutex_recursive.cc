// shows: a recursive mutex may be locked again by its owner and is free only after the last unlock
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int depth_seen, shared;

static void Descend(int depth) {
  assert(pthread_mutex_lock(&lock) == 0);
  int before = shared;
  if (depth > 0) Descend(depth - 1);
  if (depth == 0) depth_seen++;
  assert(shared == before || depth > 0);
  shared = before + 1;
  assert(pthread_mutex_unlock(&lock) == 0);
}

static void* Run(void*) {
  Descend(3);
  assert(pthread_mutex_unlock(&lock) == EPERM);  // not the owner any more
  return nullptr;
}

int main() {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Run, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(depth_seen == 2);
  assert(pthread_mutex_trylock(&lock) == 0 && pthread_mutex_trylock(&lock) == 0);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&lock);
  assert(pthread_mutex_destroy(&lock) == 0);
}
