// Exploring a piece of a test from inside the test. C++17, header only, no library.
//
//     #include <reweave/test.h>
//     TEST(Queue, TakesEachItemOnce) {
//       reweave::explore([] { ... threads, assertions ... });
//     }
//
// Built with reweave-c++, the call has `reweave explore` run the body under many schedules, in processes of its own: this very
// program is started again, runs up to the call, and every schedule starts there. If a schedule fails, explore() throws
// reweave::exploration_failed, which fails the test in any framework; its text ends with the schedule's file and the command
// that replays it. Under any other compiler, and inside a program that is itself being explored, the body simply runs once.
//
// A body fails if it throws, asserts, crashes, deadlocks, ... (everything `reweave explore` finds), if it leaves the process with
// a status other than 0, if Options::failed says so, and with
//   GoogleTest   after EXPECT_* and ADD_FAILURE too (include gtest before this header)
//   Catch2       after CHECK too (include catch before this header; the started program gets --abort)
//   doctest      after CHECK too (include doctest before this header; the started program gets --abort-after=1)
//
// What the body changes is not seen after the call: it ran elsewhere. Threads that were started before the call, by the same
// test, are explored with it. Environment variables win over options; see kVariables below.
#ifndef REWEAVE_TEST_H_
#define REWEAVE_TEST_H_

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include <reweave/annotate.h>

namespace reweave {

struct Options {
  std::string strategy = {};     // as --strategy; empty: auto
  std::uint64_t schedules = 0;   // as --schedules; 0: no limit
  double seconds = 0;            // as --time; 0: 5 seconds, or none if schedules are given
  std::uint64_t seed = 1;
  std::string bound = {};        // as --bound
  unsigned jobs = 1;             // as -j
  bool keep_going = false;
  std::string out = {};          // as --out
  std::function<bool()> failed = {};  // asked after the body, in the explored program: did it fail?
};

class exploration_failed : public std::runtime_error {
 public:
  exploration_failed(const std::string& text, std::string schedule_file)
      : std::runtime_error(text), schedule_file_(std::move(schedule_file)) {}
  const std::string& schedule_file() const { return schedule_file_; }  // empty: the program could not be explored

 private:
  std::string schedule_file_;
};

}  // namespace reweave

#if defined(__GNUC__) && defined(__linux__) && defined(__REWEAVE_BIN_DIR__)
#include <reweave/detail/test_explore.h>
#else
namespace reweave {
template <typename Body>
void explore(Body&& body, const Options& = {}) {
  std::forward<Body>(body)();
}
}  // namespace reweave
#endif

#endif  // REWEAVE_TEST_H_
