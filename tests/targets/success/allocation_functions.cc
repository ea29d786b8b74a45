// shows: malloc, calloc, realloc, aligned forms, new, aligned new, strdup, usable size, freed by another thread
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>
#include <thread>

struct alignas(256) Wide {
  char bytes[256];
};

static void* blocks[8];

static void Make() {
  blocks[0] = malloc(1);
  blocks[1] = calloc(3, 100);
  blocks[2] = realloc(strcpy(static_cast<char*>(malloc(10)), "grow me"), 100000);
  assert(strcmp(static_cast<char*>(blocks[2]), "grow me") == 0);
  blocks[3] = aligned_alloc(64, 128);
  assert(posix_memalign(&blocks[4], 4096, 5000) == 0);
  blocks[5] = memalign(32, 33);
  blocks[6] = strdup("copied");
  blocks[7] = malloc(0);
  for (int i = 3; i < 6; i++) assert(reinterpret_cast<uintptr_t>(blocks[i]) % 32 == 0);
  assert(reinterpret_cast<uintptr_t>(blocks[4]) % 4096 == 0);
  assert(malloc_usable_size(blocks[1]) >= 300);
}

int main() {
  std::thread maker(Make);
  maker.join();
  std::thread freer([] {
    for (void* block : blocks) free(block);
  });
  Wide* wide = new Wide;
  assert(reinterpret_cast<uintptr_t>(wide) % 256 == 0);
  delete wide;
  int* many = new int[1000]();
  assert(many[999] == 0);
  delete[] many;
  assert(realloc(malloc(8), 4) != nullptr);
  freer.join();
}
