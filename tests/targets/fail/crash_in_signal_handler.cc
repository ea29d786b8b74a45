// shows: the program's own SIGSEGV handler that gives up by _exit with a status
// kind: exit|signal
// always: yes
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int* volatile nothing;

static void Handle(int) { _exit(9); }

static void* Crash(void*) {
  *nothing = 1;
  return nullptr;
}

int main() {
  signal(SIGSEGV, Handle);
  pthread_t thread;
  pthread_create(&thread, nullptr, Crash, nullptr);
  pthread_join(thread, nullptr);
}
