// shows: stacks as large as the attribute asked for, and the default of 8 MB, can be used whole
#include <assert.h>
#include <pthread.h>

static void* UseStack(void* megabytes) {
  int count = *static_cast<int*>(megabytes);
  volatile char block[1024 * 1024 - 1024];
  block[0] = static_cast<char>(count);
  if (count > 1) {
    int less = count - 1;
    UseStack(&less);
  }
  assert(block[0] == static_cast<char>(count));
  return nullptr;
}

int main() {
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  assert(pthread_attr_setstacksize(&attr, 32u << 20) == 0);
  int large = 30, usual = 6;
  pthread_t a, b;
  pthread_create(&a, &attr, UseStack, &large);
  pthread_create(&b, nullptr, UseStack, &usual);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
