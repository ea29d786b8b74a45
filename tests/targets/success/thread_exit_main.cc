// shows: main ends by pthread_exit, the process lives on until its last thread ends, atexit handlers run
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_t main_thread;
static bool finished;

static void* Outlive(void*) {
  void* result;
  assert(pthread_join(main_thread, &result) == 0 && result == &main_thread);
  finished = true;
  return nullptr;
}

static void AtExit() {
  if (!finished) _exit(1);
}

int main() {
  atexit(AtExit);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, nullptr, Outlive, nullptr);
  pthread_exit(&main_thread);
}
