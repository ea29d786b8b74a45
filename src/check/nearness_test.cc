#include "check/nearness.h"

#include <gtest/gtest.h>

namespace reweave::inline check {
namespace {

const std::vector<NearFunction> kNear = {
    {"queue::push(int)", "queue.cc", 0}, {"test_recv_timeout", "sock_test.c", 3}, {"main", "sock_test.c", 4}};

TEST(Nearness, FunctionsNamedAfterTheCaseCountFirst) {
  EXPECT_EQ(NearnessOf("sock_test/recv timeout", "sock_test.c", kNear), 3u);
}

TEST(Nearness, ElseTheFileThatHasMain) { EXPECT_EQ(NearnessOf("sock_test/send buffer", "sock_test.c", kNear), 3u); }

TEST(Nearness, NoChainOfCallsIsKnown) { EXPECT_EQ(NearnessOf("url_test/parse", "url_test.c", kNear), std::nullopt); }

}  // namespace
}  // namespace reweave::inline check
