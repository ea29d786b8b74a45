// shows: a read through a null pointer in a thread
// kind: signal
// always: yes
#include <pthread.h>

static int* volatile nothing;

static void* Read(void*) {
  *nothing = 1;
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Read, nullptr);
  pthread_join(thread, nullptr);
}
