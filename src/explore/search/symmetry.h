// Threads that are interchangeable: made one after the other by one thread, with the same function and equal arguments.
//
// A search may then run only those schedules in which such threads make their first step after Begin in the order in which they
// were made: of every other schedule there is one among them that differs by nothing but which thread is called what. It holds if
// renaming the threads of a group in a run gives a run again. Whatever could tell them apart is looked for in every run, and a
// search that meets it begins anew without (IdentityLooker). The first such thing in a run is at the end of a prefix that is
// renamed as well, so if there is a run with one, a run that the search makes has one, too.
//
// What tells threads apart, or could:
//   - the thread asks who it is (pthread_self, gettid), or an address of its own memory is stored where others look, returned, or
//     outlives it (a block that it does not free);
//   - it returns another value than the others, or others look at its memory or at the block that it was given;
//   - its creator does something that others can notice between creating the first and the last, or between joining them;
//   - yields, and spinning that does not repeat itself exactly: whom they let run first is not part of the order of steps;
//   - signals, cancellation, time limits, clocks, files, futexes, libraries without hooks, further threads: not looked into.
// What remains is a thread that computes with the upper bits of addresses of its own variables (docs/limits.md).
#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace reweave::inline search {

// How a thread was made; Create event and ThreadInfo record.
struct Birth {
  std::uint64_t routine = 0, argument = 0;
  std::uint64_t block = 0;  // hash of the block that the argument is, 0 = none
  std::uint16_t block_size = 0, flags = 0;
  bool known = false;

  bool EqualTo(const Birth& other) const;
  bool HasOwnBlock(const Birth& other) const { return argument != other.argument; }  // of two equal ones
};
// Of the thread that the Create event at `at` made.
Birth BirthOf(const std::vector<abi::Event>& events, std::size_t at);
// Whether thread `tid` does nothing in [first, last) that others could notice. Its own memory is not looked at here.
bool IsQuiet(const std::vector<abi::Event>& events, std::size_t first, std::size_t last, std::uint16_t tid);

// Whether something in a run could tell the threads of a group apart.
class IdentityLooker {
 public:
  bool Matters(const Trace& trace);
  // Threads of the last run that were in groups.
  std::uint32_t members() const { return members_; }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  struct Thread {
    Birth birth;
    std::uint64_t slot = 0;
    std::uint32_t group = kNone;
    std::uint16_t last_child = 0xffff;  // whose creation was the last that it did
    std::uint32_t joins = kNone;  // group that it is joining
    bool made = false;
    bool own_block = false;  // it has to free its argument
    std::vector<std::uint64_t> blocks;  // that it allocated and has not freed
  };
  struct Group {
    std::uint32_t size = 0, joined = 0, ended = 0;
    std::uint64_t returned = 0;
    std::uint16_t joiner = 0xffff;
  };

  void FindGroups(const std::vector<abi::Event>& events);
  bool Tells(const abi::Event& event);
  bool MemberTells(const abi::Event& event, Thread& self);
  bool JoinTells(const abi::Event& event);
  bool EndTells(const abi::Event& event, Thread& self);
  bool PrivateToMember(std::uint64_t address, std::uint16_t except) const;
  void Created(const std::vector<abi::Event>& events, std::size_t at);
  Thread& ThreadOf(std::uint16_t tid);

  std::vector<Thread> threads_;
  std::vector<Group> groups_;
  std::uint32_t members_ = 0;
};

}  // namespace reweave::inline search
