// shows: names, ids, stack bounds and thread ids are each thread's own
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static pid_t ids[2];

static void* Inspect(void* index) {
  long i = reinterpret_cast<long>(index);
  ids[i] = gettid();
  char name[16];
  assert(pthread_setname_np(pthread_self(), i == 0 ? "zero" : "one") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strcmp(name, i == 0 ? "zero" : "one") == 0);
  pthread_attr_t attr;
  assert(pthread_getattr_np(pthread_self(), &attr) == 0);
  void* base;
  size_t size;
  pthread_attr_getstack(&attr, &base, &size);
  char here;
  assert(&here > base && &here < static_cast<char*>(base) + size);
  pthread_attr_destroy(&attr);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Inspect, reinterpret_cast<void*>(i));
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(ids[0] != ids[1] && ids[0] != getpid() && gettid() == getpid());
}
