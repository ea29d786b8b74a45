// shows: a handler that is blocked runs only inside ppoll, pselect and epoll_pwait, which let it in
// strategies: dfs dpor
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>

static volatile sig_atomic_t told;
static sigset_t without;

static void Handle(int number) { ++told; }

static int Ppoll(void) { return ppoll(NULL, 0, NULL, &without); }
static int Pselect(void) { return pselect(0, NULL, NULL, NULL, NULL, &without); }
static int EpollPwait(void) {
  struct epoll_event event;
  int set = epoll_create1(0);
  return epoll_pwait(set, &event, 1, -1, &without);
}

static int (*const kWaits[])(void) = {Ppoll, Pselect, EpollPwait};

static void* Send(void* to) {
  pthread_kill(*(pthread_t*)to, SIGUSR1);
  return NULL;
}

static void* Run(void* arg) {
  for (int i = 0; i < 3; ++i) {
    pthread_t self = pthread_self(), sender;
    told = 0;
    pthread_create(&sender, NULL, Send, &self);
    assert(told == 0);  // blocked
    assert(kWaits[i]() == -1 && errno == EINTR);
    assert(told == 1);
    pthread_join(sender, NULL);
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    assert(sigismember(&now, SIGUSR1));
  }
  return arg;
}

int main(void) {
  struct sigaction action = {.sa_handler = Handle, .sa_flags = SA_RESTART};  // does not help these calls
  sigaction(SIGUSR1, &action, NULL);
  sigset_t block;
  sigemptyset(&block);
  sigaddset(&block, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &block, &without);
  pthread_t runner;
  pthread_create(&runner, NULL, Run, NULL);
  pthread_join(runner, NULL);
}
