#include "trace/io.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <cerrno>

#include "abi/io.h"

namespace reweave::inline trace {
namespace {

abi::Event Call(std::uint64_t call, std::uint64_t descriptor, std::int64_t result) {
  abi::Event event{};
  event.kind = abi::EventKind::kFdOp;
  event.value = call;
  event.obj = descriptor;
  event.value2 = static_cast<std::uint64_t>(result);
  event.size = 7;
  return event;
}

TEST(Io, WhoWritesPublishesAndWhoReadsAwaits) {
  const IoUse write = IoUseOf(Call(SYS_write, 5, 1)), read = IoUseOf(Call(SYS_read, 5, 1));
  EXPECT_TRUE(write && write.publishes && !write.awaits && write.object == 7);
  EXPECT_TRUE(read && !read.publishes && read.awaits);
  EXPECT_TRUE(IoUseOf(Call(SYS_epoll_wait, 5, 1)).awaits_all);
  EXPECT_FALSE(IoUseOf(abi::Event{}));
}

TEST(Io, ALockOnAFileDoesBoth) {
  const IoUse lock = IoUseOf(Call(SYS_flock, 5, 0));
  EXPECT_TRUE(lock.publishes && lock.awaits);
}

TEST(Io, ALockThatBelongsToTheProcessOrdersNothing) {
  abi::Event lock = Call(SYS_fcntl, 5, 0);
  lock.order = abi::kIoOrdersNothing;
  EXPECT_TRUE(IoUseOf(lock) && !IoUseOf(lock).publishes && !IoUseOf(lock).awaits && !IoUseOf(lock).looks);
}

TEST(Io, WhoWaitsForASignalIsOrderedAfterWhoSentIt) {
  EXPECT_EQ(IoUseOf(Call(SYS_rt_sigtimedwait, ~0ull, 10)).signal, 10u);
  EXPECT_EQ(IoUseOf(Call(SYS_rt_sigtimedwait, ~0ull, -EAGAIN)).signal, 0u);
}

TEST(Io, WhatOnlyLooksPublishesNothing) {
  abi::Event stat = Call(SYS_newfstatat, ~0ull, 0);
  stat.order = 1;
  EXPECT_TRUE(IoUseOf(stat).looks && IoUseOf(stat).awaits && !IoUseOf(stat).publishes);
}

TEST(Io, NumbersOfDescriptorsAreTakenByOpeningAndMissedByUse) {
  EXPECT_TRUE(IoUseOf(Call(SYS_openat, ~0ull, 5)).takes_number);
  EXPECT_TRUE(IoUseOf(Call(SYS_close, 5, -EBADF)).not_open);
  EXPECT_FALSE(IoUseOf(Call(SYS_close, 5, 0)).not_open);
}

TEST(Io, TextNamesTheCallTheDescriptorAndTheError) {
  EXPECT_EQ(IoText(Call(SYS_close, 5, -EBADF)), "close 5 = EBADF");
  EXPECT_EQ(IoText(Call(SYS_pipe2, ~0ull, 0)), "pipe2 = 0");
  EXPECT_EQ(IoText(Call(999, 4, 3)), "call 999 4 = 3");
}

}  // namespace
}  // namespace reweave::inline trace
