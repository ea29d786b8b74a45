// shows: _exit in a thread ends the run at once
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void* End(void*) { _exit(0); }

int main() {
  atexit([] { abort(); });
  pthread_t thread;
  pthread_create(&thread, nullptr, End, nullptr);
  pthread_join(thread, nullptr);
  abort();
}
