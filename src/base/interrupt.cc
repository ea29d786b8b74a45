#include "base/interrupt.h"

#include <csignal>

namespace reweave {

namespace {
volatile std::sig_atomic_t interrupted = 0;
void OnSignal(int) { interrupted = 1; }

void Install(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;  // no SA_RESTART: waits must end
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
}
}  // namespace

void CatchInterrupts() { Install(OnSignal); }
bool Interrupted() { return interrupted != 0; }
void ClearInterrupt() {
  interrupted = 0;
  Install(SIG_DFL);
}

}  // namespace reweave
