#include "report/gcc_lines.h"

#include <gtest/gtest.h>

#include "report/testing/sample_result.h"

namespace reweave::inline report {
namespace {

TEST(GccLines, NewOnesAreErrorsOldOnesWarnings) {
  const CheckResult result = SampleResult();
  const std::string lines = CheckGccLines(result);
  EXPECT_NE(lines.find(": error: "), std::string::npos) << lines;
  EXPECT_NE(lines.find(": warning: data race on Stats::hits"), std::string::npos) << lines;
  EXPECT_EQ(lines.find("accepted"), std::string::npos) << lines;
  EXPECT_EQ(lines.find("data race: data race"), std::string::npos) << lines;
}

TEST(GccLines, AFindingWithItsPlacesAndItsReplay) {
  Finding finding;
  finding.id = "6a40d2343c8d", finding.kind = FindingKind::kDeadlock, finding.subkind = "lost wakeup";
  finding.message = "no thread can run", finding.cause = "thread 0.1 went to sleep too late";
  finding.schedule_file = "a.rws";
  FindingSite library, own;
  library.position.file = "/usr/include/c++/12/mutex", library.position.line = 5, library.position.in_library = true;
  library.thread_path = "0.1", library.role = "waits";
  own.position.file = "q.h", own.position.line = 44, own.position.column = 7, own.position.function = "Pop()";
  own.thread_path = "0.1", own.role = "waits on `cv`";
  finding.sites = {library, own};
  EXPECT_EQ(GccLines(finding, "error"),
            "q.h:44:7: error: deadlock (lost wakeup): thread 0.1 went to sleep too late [6a40d2343c8d]\n"
            "/usr/include/c++/12/mutex:5:1: note: thread 0.1, waits\n"
            "q.h:44:7: note: thread 0.1, waits on `cv`, in Pop()\n"
            "q.h:44:7: note: replay: reweave replay a.rws\n");
  finding.sites.clear();
  EXPECT_TRUE(GccLines(finding, "error").starts_with("reweave:1:1: error: "));
}

}  // namespace
}  // namespace reweave::inline report
