// shows: pthread_exit unwinds: destructors and cleanup handlers run, the value reaches join
#include <assert.h>
#include <pthread.h>

static int destroyed[2], cleaned[2];

struct Guard {
  int* count;
  ~Guard() { ++*count; }
};

static void Clean(void* count) { ++*static_cast<int*>(count); }

static void Deep(long index) {
  Guard guard{&destroyed[index]};
  pthread_cleanup_push(Clean, &cleaned[index]);
  pthread_exit(reinterpret_cast<void*>(index + 100));
  pthread_cleanup_pop(0);
}

static void* Run(void* index) {
  Guard guard{&destroyed[reinterpret_cast<long>(index)]};
  Deep(reinterpret_cast<long>(index));
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Run, reinterpret_cast<void*>(i));
  for (long i = 0; i < 2; i++) {
    void* result;
    pthread_join(threads[i], &result);
    assert(result == reinterpret_cast<void*>(i + 100));
    assert(destroyed[i] == 2 && cleaned[i] == 1);
  }
}
