// shows: memcpy, memmove, memset, strcpy, snprintf on shared buffers under a lock
#include <cassert>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>

static std::mutex lock;
static char shared[64] = "start";

static void Rewrite(char letter) {
  std::lock_guard guard(lock);
  char copy[64];
  memcpy(copy, shared, sizeof copy);
  size_t length = strlen(copy);
  assert(length >= 5);
  copy[length] = letter;
  copy[length + 1] = 0;
  memset(shared, 0, sizeof shared);
  strcpy(shared, copy);
  memmove(shared + 1, shared, length + 1);
  shared[0] = '>';
  char check[64];
  snprintf(check, sizeof check, "%s", shared);
  assert(strcmp(check, shared) == 0);
}

int main() {
  std::thread a(Rewrite, 'a'), b(Rewrite, 'b');
  a.join();
  b.join();
  assert(strlen(shared) == 9 && strncmp(shared, ">>start", 7) == 0);
}
