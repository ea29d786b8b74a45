// shows: anonymous mappings made, changed, grown and removed in a run; fresh ones are zero every time
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

static void* Run(void*) {
  char* block = static_cast<char*>(mmap(nullptr, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  assert(block != MAP_FAILED && block[0] == 0 && block[65535] == 0);
  memset(block, 1, 65536);
  assert(mprotect(block, 4096, PROT_READ) == 0);
  block = static_cast<char*>(mremap(block + 4096, 61440, 131072, MREMAP_MAYMOVE));
  assert(block != MAP_FAILED && block[0] == 1 && block[131071] == 0);
  assert(madvise(block, 4096, MADV_DONTNEED) == 0);
  assert(block[0] == 0 && block[4096] == 1);
  assert(munmap(block, 131072) == 0);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Run, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
