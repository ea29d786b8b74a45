// shows: memory mapped before the first thread and unmapped or protected in the run is back in the next run
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static char *removed, *protected_;

static void* Run(void*) {
  assert(removed[100] == 5 && protected_[100] == 6);
  removed[100] = protected_[100] = 9;
  assert(munmap(removed, 8192) == 0);
  assert(mprotect(protected_, 8192, PROT_READ) == 0);
  return nullptr;
}

static char* Map() {
  return static_cast<char*>(mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

int main() {
  removed = Map();
  protected_ = Map();
  removed[100] = 5;
  protected_[100] = 6;
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
  assert(protected_[100] == 9);
}
