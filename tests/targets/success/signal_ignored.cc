// shows: an ignored signal does nothing; SIGPIPE ignored gives EPIPE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void* Run(void*) {
  raise(SIGUSR1);
  int ends[2];
  assert(pipe(ends) == 0);
  close(ends[0]);
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
  close(ends[1]);
  return nullptr;
}

int main() {
  signal(SIGUSR1, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Run, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
