#include "check/exploration.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include "base/interrupt.h"

namespace reweave::inline check {

using std::chrono::nanoseconds;

namespace {

constexpr nanoseconds kLeastShare = std::chrono::milliseconds(200);
constexpr nanoseconds kMostRecontest = std::chrono::seconds(10);  // for one test; it usually needs a fraction of a second
constexpr nanoseconds kLeastOthers = std::chrono::seconds(10), kOneOther = std::chrono::milliseconds(500);
constexpr nanoseconds kAfterVerdict = std::chrono::seconds(10);  // for the other tests, once something new was found
// A test that is begun may take one of so many parts of the time to be searched enough: a few tests that were searched say more
// than many that were begun. What is then left is for those behind it.
constexpr int kWorthwhilePart = 25;
// Short tests come first: how long one run may take of what a test may take to be searched enough, and at most. Else a few tests
// whose runs take seconds keep the time from hundreds that are done in less.
constexpr int kShortPart = 16;
constexpr nanoseconds kShortRun = std::chrono::milliseconds(500);
constexpr int kLongPart = 8;  // a long test may take one of so many parts of the time to get to its window
constexpr nanoseconds kForDoubts = std::chrono::seconds(20);  // for one test that failed beside others
constexpr double kFirstPart = 0.6, kMorePart = 0.5, kImpactedPart = 0.5;          // of what is left when the round begins
// One of so many parts of the budget: to compare what is found last with the old version, then for LookForFixed.
constexpr int kLastPart = 12, kLastPartDeep = 3;

struct RoundOptions {
  bool done_too = false;
  nanoseconds least = kLeastShare;  // for a test, if it is there: also if less is left for those behind it
};

class Exploring {
 public:
  Exploring(ExplorationInput& input, const Engine& engine) : input_(input), engine_(engine), end_(input.settings.end) {}

  Result<void> Run() {
    begin_ = engine_.now();
    const bool fast = input_.mode == CheckMode::kFast, deep = input_.mode == CheckMode::kDeep;
    end_ -= (end_ - begin_) / (deep ? kLastPartDeep : kLastPart);
    input_.settings.status = [this](const CheckedTest& row, const std::string& phase, std::uint64_t schedules,
                                    std::size_t findings) { Tell(row, phase, schedules, findings); };
    for (const bool adds : {true, false})
      for (ChosenTest& test : input_.chosen) {
        if (test.adds != adds) continue;
        CheckedTest& row = input_.rows[test.row];
        shown_.push_back({.name = row.name, .phase = {}});
        numbers_.push_back(&row);
        tests_.emplace_back(std::move(test), row, input_.settings, engine_);
      }
    if (input_.corpus)
      RW_TRY(Round(
          1, [](TestExploration&) { return 1.0; },
          [&](TestExploration& test, Time end) { return test.Replay(input_.corpus(test.row().name), end); }));
    const RoundOptions in_depth{.least = std::max<nanoseconds>(kLeastShare, (end_ - engine_.now()) / kWorthwhilePart)};
    const nanoseconds one_run = std::min<nanoseconds>(kShortRun, in_depth.least / kShortPart);
    RW_TRY(Round(
        kFirstPart, [](TestExploration&) { return 1.0; },
        [&](TestExploration& test, Time end) {
          return test.IsShort(std::min(end, engine_.now() + one_run)) ? First(test, end) : Result<void>();
        },
        in_depth));
    if (!clear_ || fast)
      RW_TRY(Round(
          fast ? 1 : kFirstPart, [&](TestExploration& test) { return test.postponed() || (fast && !test.enough()) ? 1.0 : 0; },
          [&](TestExploration& test, Time end) { return test.begun() ? test.Least(end) : First(test, end); },
          {.least = std::max(in_depth.least, (end_ - begin_) / kLongPart)}));
    if (!fast) {
      // Tests for which there was no time. From here on only those that were begun get more.
      if (!clear_)
        RW_TRY(Round(
            kMorePart, [](TestExploration& test) { return test.begun() ? 0 : 1.0; },
            [&](TestExploration& test, Time end) { return First(test, end); }, in_depth));
      RW_TRY(Round(
          kImpactedPart, [&](TestExploration& test) { return test.steered() && Counts(test) ? test.weight() : 0; },
          [](TestExploration& test, Time end) { return test.Impacted(end); }));
      // Once there is something new the verdict is clear; more of it is for --deep.
      if (!clear_)
        RW_TRY(Round(
            1, [&](TestExploration& test) { return Counts(test) ? test.weight() : 0; },
            [](TestExploration& test, Time end) { return test.Rest(end); }));
      if (!clear_) RW_TRY(TheOthers());
      RW_TRY(LookForFixed());
    }
    for (TestExploration& test : tests_)
      if (test.row().state == TestState::kExplored && test.row().phases.empty()) test.HadNoTime();
    return {};
  }

 private:
  using Time = Engine::Clock::time_point;

  // What is to be done with the tests of a round.
  struct Work {
    void Add(double weight) { weights.push_back(weight), open += weight, left += weight > 0; }

    Time until{};
    nanoseconds least = kLeastShare;  // for a test, if it is there
    std::vector<double> weights{};  // by test; 0: not this one
    double open = 0;                // weights of the tests that nobody has taken
    std::size_t next = 0, left = 0;
    std::optional<Error> error{};
  };

  bool Counts(const TestExploration& test) const { return test.begun() && (test.adds() || input_.mode == CheckMode::kDeep); }

  Result<void> First(TestExploration& test, Time end) {
    const auto now = engine_.now();
    RW_TRY(test.NewInterleavings(std::min(now + (end - now) / 2, now + kMostRecontest)));
    return test.done() || engine_.now() >= end ? Result<void>() : test.Least(end);
  }

  // Tests that come to nothing of the change that others do not come to as well: another state, another oracle may still show
  // more. Together they get as long again as the tests before them took.
  Result<void> TheOthers() {
    const auto now = engine_.now();
    end_ = std::min(end_, now + std::max<nanoseconds>((now - begin_) / 2, kLeastOthers));
    return Round(
        1, [&](TestExploration& test) { return Counts(test) || !test.begun() ? 0 : 1.0; },
        [&](TestExploration& test, Time end) {
          end = std::min(end, engine_.now() + kOneOther);
          return test.steered() ? test.Impacted(end) : test.Rest(end);
        });
  }

  // A short look at the old version of tests that showed nothing new; a longer one with --deep. A test that is short of schedules
  // gets the time for these: without them its old version says nothing. What they find must still be compared.
  Result<void> LookForFixed() {
    const bool deep = input_.mode == CheckMode::kDeep;
    // Nobody who has a new finding waits for the rest of the budget to hear what is gone.
    end_ = clear_ && !deep ? std::min(input_.settings.end, engine_.now() + kAfterVerdict) : input_.settings.end;
    return Round(
        1, [](TestExploration& test) { return test.failing() || !test.begun() ? 0 : 1.0; },
        [&](TestExploration& test, Time end) -> Result<void> {
          const auto now = engine_.now();
          if (!clear_ && !test.enough()) RW_TRY(test.Least(now + (end - now) / 2));
          return test.Fixed(end, deep);
        },
        {.done_too = true});
  }

  // Gives `part` of what is left of the budget to the tests that are not done, by weight. Tests that bear nobody beside them come
  // last, one at a time.
  template <typename Weight, typename Act>
  Result<void> Round(double part, Weight weight, Act act, RoundOptions how = {}) {
    const auto now = engine_.now();
    const Time until = now + std::chrono::duration_cast<nanoseconds>(part * (end_ - now));
    Work beside, alone;
    for (TestExploration& test : tests_) {
      const double own = test.done() && !how.done_too ? 0 : weight(test);
      Work& to = test.alone() ? alone : beside;
      Work& other = test.alone() ? beside : alone;
      to.Add(own), other.Add(0);
    }
    const double both = beside.open / std::max(1u, input_.jobs);
    beside.until =
        alone.open > 0 ? now + std::chrono::duration_cast<nanoseconds>((until - now) * (both / (both + alone.open))) : until;
    beside.least = alone.least = how.least;
    const bool was_clear = clear_;
    const Time end = end_;
    RW_TRY(Do(beside, input_.jobs, act));
    RW_TRY(Doubts(was_clear, end));
    alone.until = std::min(until, end_);
    return Do(alone, 1, act);
  }

  // A test that failed beside others may have failed because of them: what it found counts if it happens alone. `was_clear` and
  // `end` are from before it failed.
  Result<void> Doubts(bool was_clear, Time end) {
    bool any = false;
    Time until = end;
    for (std::size_t i = 0; i < tests_.size() && input_.jobs > 1 && !Interrupted(); ++i) {
      if (!tests_[i].doubtful()) continue;
      any = true;
      RW_TRY(tests_[i].Alone(std::min(until, engine_.now() + kForDoubts)));
      if (tests_[i].failing()) until = std::min(until, engine_.now() + kAfterVerdict);
      Ended(i);
    }
    if (!any || was_clear || std::ranges::any_of(tests_, &TestExploration::failing)) return {};
    clear_ = false, end_ = end;
    return {};
  }

  template <typename Act>
  Result<void> Do(Work& work, unsigned jobs, Act act) {
    const auto each = [&] {
      for (;;) {
        std::size_t number = 0;
        Time end;
        {
          const std::lock_guard lock(mutex_);
          while (work.next < tests_.size() && work.weights[work.next] <= 0) ++work.next;
          if (work.next == tests_.size() || work.error || Interrupted()) return;
          number = work.next++;
          // As many as run at a time have the same time.
          const auto at = engine_.now();
          const double own = work.weights[number], beside = std::min<double>(jobs, static_cast<double>(work.left));
          const nanoseconds left = work.until - at;
          const nanoseconds least =
              std::max(work.least, std::min<nanoseconds>(tests_[number].needs(), (end_ - begin_) / kLongPart));
          const auto share = std::chrono::duration_cast<nanoseconds>(left * std::min(1.0, beside * own / work.open));
          end = at + std::max(kLeastShare, std::min(left, std::max(least, share)));
          work.open -= own;
          --work.left;
          if (left < kLeastShare) continue;
        }
        TestExploration& test = tests_[number];
        const auto ended = act(test, end);
        const std::lock_guard lock(mutex_);
        if (!ended && !work.error) work.error = ended.error();
        Ended(number);
        if (clear_ || input_.mode == CheckMode::kDeep || !test.failing()) continue;
        clear_ = true;
        end_ = std::min(end_, engine_.now() + kAfterVerdict);
        work.until = std::min(work.until, end_);
      }
    };
    const std::size_t workers = std::min<std::size_t>(std::max(1u, jobs), std::max<std::size_t>(1, work.left));
    if (workers <= 1) {
      each();
    } else {
      std::vector<std::jthread> threads;
      threads.reserve(workers);
      for (std::size_t i = 0; i < workers; ++i) threads.emplace_back(each);
    }
    if (work.error) return std::unexpected(*work.error);
    return {};
  }

  // --- The display: its own rows, since the tests' are being written to --------------------------------------------------

  void Tell(const CheckedTest& row, const std::string& phase, std::uint64_t schedules, std::size_t findings) {
    const auto number = static_cast<std::size_t>(std::ranges::find(numbers_, &row) - numbers_.begin());
    const std::lock_guard lock(mutex_);
    shown_[number].phase = phase, shown_[number].schedules = schedules, shown_[number].findings = findings;
    Show(number);
  }
  void Ended(std::size_t number) {
    const CheckedTest& row = *numbers_[number];
    shown_[number] = {.name = row.name,
                      .phase = {},
                      .schedules = row.schedules,
                      .findings = row.findings.size(),
                      .done = tests_[number].done()};
    Show(number);
  }
  void Show(std::size_t number) const {
    if (input_.progress)
      input_.progress({.tests = shown_,
                       .current = number,
                       .left = std::max<nanoseconds>(input_.settings.end - engine_.now(), nanoseconds(0))});
  }

  ExplorationInput& input_;
  const Engine& engine_;
  Time begin_, end_;
  std::deque<TestExploration> tests_;
  std::mutex mutex_;  // for what follows, while tests run beside each other
  std::atomic<bool> clear_ = false;  // there is something new: the check fails
  std::vector<TestProgress> shown_;
  std::vector<const CheckedTest*> numbers_;
};

}  // namespace

Result<std::vector<CheckedTest>> ExploreTests(ExplorationInput input, const Engine& engine) {
  RW_TRY(Exploring(input, engine).Run());
  return std::move(input.rows);
}

}  // namespace reweave::inline check
