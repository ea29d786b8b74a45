// What a search cannot have covered although it went through all schedules, seen in its runs:
//   - executions that only memory orders weaker than seq_cst allow: runs are sequentially consistent;
//   - state of libc that two threads touch (the environment, strtok, rand, ...): no hook sees what happens inside;
//   - memory that a function without hooks got a pointer to while another thread used it;
//   - a weak compare-exchange that fails without a reason, which this machine's do not;
//   - memory of a file, which has other addresses and descriptors;
//   - the order inside libraries without hooks (runtime/foreign.cc): pairs of accesses that only they could order are no
//   findings.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "detect/address_map.h"
#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::detect {

class Caveats {
 public:
  // Takes in one run. `names` may be that of another thread: only sites are kept.
  // `suspected`: as RaceDetector::suspected.
  void Note(const Trace& trace, const std::map<std::string, std::uint64_t>& hidden_pairs,
            const std::vector<std::uint32_t>& suspected = {});
  void Merge(const Caveats& other);
  // A library without hooks ran in threads: what it decides depends on steps that nobody sees, so no search has covered all.
  bool unseen_steps() const { return !unseen_.empty(); }
  // Threads waited for condition variables, which may also wake without a notification.
  bool waits() const { return waits_; }
  // Each a sentence. `used`: has seen the runs whose sites are named.
  std::vector<std::string> Sentences(const SiteNames& used) const;
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.weak_sites_, self.hidden_states_, self.file_memory_, self.waits_, self.suspected_, self.unseen_, self.libraries_,
            self.tried_once_, self.own_state_);
  }

 private:
  struct Atomic {
    std::uint32_t site = 0, weak = 0;  // weak: site + 1 of an access with a weaker order
    std::uint16_t tid = 0;
    bool shared = false, written = false;
  };
  void NoteOrders(const Trace& trace);
  void NoteHidden(const Trace& trace);

  static constexpr std::size_t kMostWeak = 32;
  std::vector<std::uint32_t> weak_sites_;
  AddressMap<Atomic> atomics_;  // of the run being looked at
  std::map<std::uint64_t, bool> hidden_states_;  // abi::Hidden that two threads touched, one of them changing it
  std::set<std::uint32_t> own_state_;  // sites where threads called code without hooks, at least two in one run
  std::set<std::uint32_t> tried_once_;  // sites of weak compare-exchanges
  bool file_memory_ = false, waits_ = false;
  std::shared_ptr<const Preamble> preamble_;
  std::set<std::uint32_t> suspected_;  // sites
  std::set<std::string> unseen_;
  std::map<std::string, std::uint64_t> libraries_;  // and the most pairs that one run had
};

// Path of the library that a Foreign record at this place names.
std::string ForeignPath(const std::vector<abi::Event>& events, std::size_t at);

}  // namespace reweave::detect
