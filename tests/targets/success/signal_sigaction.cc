// shows: sigaction set in a run: siginfo, masks during the handler, an alternate stack, SA_RESETHAND, old action
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t first, blocked_inside;
static char stack[65536];

static void Handle(int number, siginfo_t* info, void*) {
  assert(info->si_signo == number && info->si_pid == getpid());
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, nullptr, &now);
  blocked_inside = sigismember(&now, SIGUSR2) && sigismember(&now, SIGUSR1);
  char here;
  assert(&here >= stack && &here < stack + sizeof stack);
  first = first + 1;
}

static void* Run(void*) {
  stack_t alternate = {};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  assert(sigaltstack(&alternate, nullptr) == 0);
  struct sigaction action = {}, old;
  action.sa_sigaction = Handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  sigaddset(&action.sa_mask, SIGUSR2);
  assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  raise(SIGUSR1);
  assert(first == 1 && blocked_inside);
  assert(sigaction(SIGUSR1, nullptr, &old) == 0 && old.sa_handler == SIG_DFL);  // reset by the first one
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
