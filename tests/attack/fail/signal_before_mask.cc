// shows: a signal that comes before its thread has blocked it takes its default action
// kind: signal
#include <csignal>
#include <pthread.h>
#include <thread>

int main() {
  std::thread t([] {
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &s, nullptr);
    int n;
    sigwait(&s, &n);
  });
  pthread_kill(t.native_handle(), SIGUSR1);
  t.join();
}
