// shows: a blocked signal is read from a signalfd
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int fd;

static void* Reader(void* a) {
  struct signalfd_siginfo i;
  assert(read(fd, &i, sizeof i) == sizeof i);
  assert(i.ssi_signo == SIGUSR1);
  return a;
}

int main(void) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &s, 0);
  fd = signalfd(-1, &s, 0);
  assert(fd >= 0);
  pthread_t t;
  pthread_create(&t, 0, Reader, 0);
  kill(getpid(), SIGUSR1);
  pthread_join(t, 0);
  return 0;
}
