#include "base/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace reweave {
namespace {

TEST(Interrupt, AClosedTerminalIsToldApartAndNohupIsRespected) {
  std::signal(SIGHUP, SIG_IGN);
  CatchInterrupts();
  std::raise(SIGHUP);
  EXPECT_FALSE(Interrupted());
  ClearInterrupt();
  std::raise(SIGHUP);  // still ignored
  CatchInterrupts();
  std::raise(SIGTERM);
  EXPECT_TRUE(Interrupted());
  EXPECT_FALSE(HungUp());
  ClearInterrupt();
  std::signal(SIGHUP, SIG_DFL);
  CatchInterrupts();
  std::raise(SIGHUP);
  EXPECT_TRUE(Interrupted());
  EXPECT_TRUE(HungUp());
  ClearInterrupt();
}

}  // namespace
}  // namespace reweave
