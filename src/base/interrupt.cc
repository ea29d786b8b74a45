#include "base/interrupt.h"

#include <csignal>

namespace reweave {

namespace {
volatile std::sig_atomic_t interrupted = 0, hung_up = 0;
void OnSignal(int signal) {
  if (signal == SIGHUP) hung_up = 1;
  interrupted = 1;
}

bool IsIgnored(int signal) {
  struct sigaction now{};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

void Install(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;  // no SA_RESTART: waits must end
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  if (!IsIgnored(SIGHUP)) sigaction(SIGHUP, &action, nullptr);  // nohup means it
}
}  // namespace

void CatchInterrupts() { Install(OnSignal); }
bool Interrupted() { return interrupted != 0; }
bool HungUp() { return hung_up != 0; }
void ClearInterrupt() {
  interrupted = 0;
  Install(SIG_DFL);
}

}  // namespace reweave
