// The second pass over a run: locks held, messages, releases, units; one Access for each access to an object that counts.
#pragma once

#include <unordered_map>
#include <vector>

#include "techniques/recontest/history.h"
#include "techniques/recontest/walk.h"

namespace reweave::recontest {

constexpr bool IsAccess(abi::EventKind kind) {
  using enum abi::EventKind;
  return kind == kRead || kind == kWrite || kind == kAtomicRead || kind == kAtomicWrite || kind == kAtomicRmw;
}
constexpr bool IsAtomic(abi::EventKind kind) {
  using enum abi::EventKind;
  return kind == kAtomicRead || kind == kAtomicWrite || kind == kAtomicRmw;
}
// Synchronisation on an object that has an address.
bool NamesObject(const abi::Event& event);

class ContextPass : public Walk {
 public:
  ContextPass(const ProgramView& view, const Options& options, bool is_new, Histories& out);
  void Read(EventSource& source);

 private:
  // Numbers of accesses by thread; `row`: of the copy in Rows, kept until it changes.
  struct Clock {
    std::vector<std::uint32_t> seen;
    std::uint32_t row = ~0u;
  };
  struct Clocks {
    Clock messages, orders;
  };
  struct Holding {
    std::uint32_t lock, section, since, depth;
    bool shared;
  };
  struct Fold {
    std::uint32_t access;
    std::uint64_t call;
    std::uint32_t object;
  };
  struct Thread {
    std::uint32_t set = 0;               // of locks held
    std::uint32_t section = 0;           // outermost
    std::uint32_t sequence = 0;
    std::uint32_t last_wait = 0;         // call of the last entry if that is a wait, and its condition variable
    Key last_wait_object;
    std::vector<Holding> held;           // in the order of acquisition
    std::vector<std::uint32_t> released; // since its last access
    std::vector<bool> released_ever;     // by lock
    Clocks clocks, wake;
    std::uint64_t waits_on = 0;
    std::uint32_t wait_depth = 1;
    std::uint32_t mark = 0, marks = 0;
    std::vector<Fold> folds;             // of the library call it is in
    bool woken = false;
    std::uint32_t epoch = ~0u;           // of its last access
    std::uint32_t last_primitive = 0;    // that was an entry already
    std::unordered_map<std::uint64_t, std::uint64_t> arrived;  // phase of each barrier when it last arrived there
  };

  void Born(Object& object) override;
  void Look(const abi::Event& event);
  void AddAccess(const abi::Event& event, const SiteView& site, Object& object, bool write, std::uint8_t flags);
  bool FoldIn(Thread& thread, const abi::Event& event, std::uint64_t call, Object& object, bool write);
  std::uint64_t OffsetOf(const Object& object, std::uint64_t address, const SiteView& site);
  std::uint8_t SetOf(const SiteView& site);
  void NoteReleases(Thread& thread, Access& access);

  void Synchronise(const abi::Event& event);
  void Acquire(std::uint16_t tid, const abi::Event& event, std::uint64_t address, bool shared, std::uint32_t depth);
  void Release(std::uint16_t tid, const abi::Event& event, std::uint64_t address, std::uint64_t depth_after, bool all);
  void Append(std::uint16_t tid, const abi::Event& event, Message message, Key object);
  Key NameOfObject(const abi::Event& event);
  std::uint32_t LockNumber(const abi::Event& event, std::uint64_t address);
  void Wait(const abi::Event& event);
  void Wake(const abi::Event& event);
  void Annotated(const abi::Event& event);
  void Atomic(const abi::Event& event, bool before);
  void Operate(Primitive primitive, const Frame& frame, const abi::Event& event);

  void Publish(std::uint16_t tid, Clocks& to);
  void PublishOrder(std::uint16_t tid, Clocks& to);
  void Receive(std::uint16_t tid, const Clocks& from, bool message = true);
  static bool Join(Clock& into, const Clock& from);
  std::uint32_t RowOf(Clock& clock, Rows& rows);
  Thread& At(std::uint16_t tid);

  const Options& options_;
  bool is_new_;
  Names& names_;
  History& out_;
  bool& layout_unsafe_;
  struct Member {
    std::uint8_t set;
    const std::string* name;
  };
  std::unordered_map<std::uint64_t, Member> members_;  // of atomic sets, by label
  std::set<std::string>& seen_members_;
  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, Clocks> published_;
  std::uint32_t next_execution_ = 0, next_outer_ = 0, next_mark_ = 0;
  std::uint32_t event_ = 0;
};

}  // namespace reweave::recontest
