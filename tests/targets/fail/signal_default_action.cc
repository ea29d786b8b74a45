// shows: a signal the program raises whose default is to end the process
// kind: signal
// always: yes
#include <pthread.h>
#include <signal.h>

static void* Raise(void*) {
  raise(SIGTERM);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Raise, nullptr);
  pthread_join(thread, nullptr);
}
