// shows: a thread on a stack that the program gave by pthread_attr_setstack
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char* stack;
static const size_t kSize = 1 << 20;

static void* Run(void*) {
  char here;
  assert(&here >= stack && &here < stack + kSize);
  return nullptr;
}

int main() {
  stack = static_cast<char*>(aligned_alloc(4096, kSize));
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  assert(pthread_attr_setstack(&attr, stack, kSize) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, &attr, Run, nullptr) == 0);
  pthread_join(thread, nullptr);
  free(stack);
}
