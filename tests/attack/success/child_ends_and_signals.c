// shows: SIGCHLD runs its handler: waited for by sigsuspend, and before waitpid has returned
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t ended;
static void Handler(int s) {
  (void)s;
  ended++;
}
static void* Works(void* p) { return p; }
int main(void) {
  struct sigaction a = {0};
  a.sa_handler = Handler;
  sigaction(SIGCHLD, &a, 0);
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &set, &old);
  pid_t one = fork();
  if (one == 0) _exit(0);
  while (!ended) sigsuspend(&old);
  assert(waitpid(one, 0, 0) == one);
  sigprocmask(SIG_SETMASK, &old, 0);
  pthread_t t;
  pthread_create(&t, 0, Works, 0);
  pthread_join(t, 0);
  pid_t two = fork();
  if (two == 0) _exit(0);
  pid_t got;
  while ((got = waitpid(two, 0, 0)) == -1) {
  }
  assert(got == two && ended == 2);
  return 0;
}
