// The worked example of PCR as a program: under the schedules that its solutions stand for it does what was solved for.
#include <gtest/gtest.h>

#include <map>

#include "explore/target/program.h"
#include "explore/target/target.h"
#include "trace/kinds.h"

namespace reweave {
namespace {

class AttachRemoveTest : public testing::Test {
 protected:
  void SetUp() override {
    auto program = InspectProgram({GOLDEN_PROGRAMS "/attach_remove"});
    ASSERT_TRUE(program) << program.error().ToString();
    TargetOptions options;
    options.program = *program;
    auto target = Target::Create(options);
    ASSERT_TRUE(target) << target.error().ToString();
    target_ = std::move(*target);
    // One thread after the other: where each of them accesses the list's pointer, which thread 2 writes and thread 1 reads.
    const Trace trace = Run({});
    ASSERT_EQ(trace.end_kind(), abi::EndKind::kPass);
    std::map<std::uint64_t, bool> read_by_first;
    std::uint64_t list = 0;
    for (const abi::Event& event : trace.events) {
      if (event.tid == 1 && event.kind == abi::EventKind::kRead) read_by_first[event.obj] = true;
      if (event.tid == 2 && event.kind == abi::EventKind::kWrite && read_by_first.contains(event.obj)) list = event.obj;
      if (event.tid == 0 && event.kind == abi::EventKind::kJoin && join_ == 0) join_ = event.ordinal;
    }
    for (const abi::Event& event : trace.events)
      if (IsPlainAccess(event.kind) && event.obj == list && (event.tid == 1 || event.tid == 2))
        accesses_[event.tid].push_back(event.ordinal);
    ASSERT_EQ(accesses_[1].size(), 3u);
    ASSERT_EQ(accesses_[2].size(), 5u);
  }

  Trace Run(std::vector<abi::Segment> segments) {
    Plan plan;
    plan.segments = std::move(segments);
    plan.tail = abi::TailPolicy::kStay;
    plan.granularity = abi::Granularity::kAll;
    plan.record = abi::kRecordSync | abi::kRecordAccess | abi::kRecordAllAccess;
    Trace trace;
    EXPECT_TRUE(target_->Submit(plan));
    const auto status = target_->NextRun(trace);
    EXPECT_TRUE(status && *status == Target::Status::kRun);
    return trace;
  }

  // The threads access the pointer in this order.
  abi::EndKind EndOf(const std::string& schedule) {
    std::vector<abi::Segment> segments = {{.tid = 0, .kind = {}, .reserved = 0, .until = join_, .site = 0, .reserved2 = 0}};
    std::map<std::uint16_t, std::size_t> done;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      const auto tid = static_cast<std::uint16_t>(schedule[i] - '0');
      const std::size_t next = ++done[tid];
      if (i + 1 < schedule.size() && schedule[i + 1] == schedule[i]) continue;
      const bool last = i + 1 == schedule.size();
      const std::uint32_t until = last ? abi::kUntilTail : next < accesses_[tid].size() ? accesses_[tid][next] : abi::kUntilEnd;
      segments.push_back({.tid = tid, .kind = {}, .reserved = 0, .until = until, .site = 0, .reserved2 = 0});
    }
    return Run(segments).end_kind();
  }

  std::unique_ptr<Target> target_;
  std::map<std::uint16_t, std::vector<std::uint32_t>> accesses_;  // ordinals, by thread
  std::uint32_t join_ = 0;
};

TEST_F(AttachRemoveTest, AC3_TheProgramUnderTheSolvedSchedules) {
  for (int again = 0; again < 3; ++again) {
    EXPECT_EQ(EndOf("2222121"), abi::EndKind::kSignal);
    EXPECT_EQ(EndOf("12121222"), abi::EndKind::kPass);
    EXPECT_EQ(EndOf("222221"), abi::EndKind::kPass);
  }
}

}  // namespace
}  // namespace reweave
