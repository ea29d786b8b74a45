#include "techniques/simrt/record_suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/interrupt.h"

namespace reweave::inline simrt {

namespace {

using Time = std::chrono::steady_clock::time_point;
using std::chrono::nanoseconds;

constexpr auto kLeastRecording = std::chrono::seconds(2);
constexpr auto kShortTest = std::chrono::seconds(1);

class Recording {
 public:
  Recording(const std::vector<TestSpec>& suite, const std::string& subject, RecordingTime time, Recorder& recorder, Store& store,
            const std::function<void(const std::string&)>& progress)
      : suite_(suite), subject_(subject), time_(time), recorder_(recorder), store_(store), progress_(progress) {}

  Result<RecordedSuite> Run(std::vector<std::size_t> missing) {
    RW_TRY(Round(WithFixtures(suite_, InTurns(std::move(missing))), true));
    const std::vector<std::size_t> later = std::move(later_);
    if (!out_.interrupted) RW_TRY(Round(later, false));
    return out_;
  }

 private:
  // The programs take turns: if there is no time for all tests, something is known of each program. The same command line under
  // another environment mostly enters the same code, so it waits until all others had their turn.
  std::vector<std::size_t> InTurns(std::vector<std::size_t> tests) {
    std::map<std::vector<std::string>, std::size_t> same;
    std::map<std::pair<std::size_t, std::string>, std::size_t> seen;  // by variant and program
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> turns;  // variant, turn, test
    for (const std::size_t test : tests) {
      const std::size_t variant = same[suite_[test].command]++;
      turns.emplace_back(variant, seen[{variant, recorder_.modules().BuildKeyOf(suite_[test])}]++, test);
    }
    std::ranges::sort(turns);
    for (std::size_t i = 0; i < tests.size(); ++i) tests[i] = std::get<2>(turns[i]);
    return tests;
  }

  Result<void> Round(const std::vector<std::size_t>& order, bool short_ones) {
    std::size_t done = 0;
    for (const std::size_t index : order) {
      const TestSpec& test = suite_[index];
      if (Time::clock::now() >= time_.end && !test.is_fixture()) {
        out_.not_recorded += order.size() - done;
        break;
      }
      progress_(fmt::format("recording {} ({} of {})", test.name, ++done, order.size()));
      // What a fixture set up may be cleaned up by then, so only tests that need none can wait.
      const bool may_wait =
          short_ones && time_.end != Time::max() && order.size() > 1 && !test.is_fixture() && test.fixtures_required.empty();
      // One test that runs for minutes must not take the time of all others.
      if (time_.whole != Time::max())
        recorder_.LimitRuns(may_wait ? nanoseconds(kShortTest)
                                     : std::max<nanoseconds>(kLeastRecording, (time_.whole - Time::clock::now()) / 4));
      RW_ASSIGN(const Recorded recorded, recorder_.Record(test));
      if (recorded.interrupted || Interrupted()) {
        out_.interrupted = true;
        break;
      }
      if (may_wait && recorded.cut) later_.push_back(index);
      else RW_TRY(Keep(recorded, test));
    }
    return {};
  }

  Result<void> Keep(const Recorded& recorded, const TestSpec& test) {
    for (const auto& module : recorded.history.modules)
      for (const auto& path : recorder_.modules().PathsOf(module.key))
        if (stored_.insert(module.key).second) {
          RW_ASSIGN(const BlockTable table, recorder_.modules().TableOf(path));
          RW_TRY(store_.PutBlocks(table));
        }
    RW_TRY(store_.PutTest(recorded.history, subject_));
    if (!test.is_fixture()) ++out_.recorded;
    return {};
  }

  const std::vector<TestSpec>& suite_;
  const std::string& subject_;
  RecordingTime time_;
  Recorder& recorder_;
  Store& store_;
  const std::function<void(const std::string&)>& progress_;
  std::vector<std::size_t> later_;
  std::set<std::string> stored_;  // modules whose blocks were
  RecordedSuite out_;
};

}  // namespace

Result<RecordedSuite> RecordSuite(const std::vector<TestSpec>& suite, std::vector<std::size_t> missing,
                                  const std::string& subject, RecordingTime time, Recorder& recorder, Store& store,
                                  const std::function<void(const std::string&)>& progress) {
  return Recording(suite, subject, time, recorder, store, progress).Run(std::move(missing));
}

}  // namespace reweave::inline simrt
