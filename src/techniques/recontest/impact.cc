#include "techniques/recontest/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "techniques/recontest/deadline.h"

namespace reweave::recontest {

namespace {

constexpr double kMostDrift = 0.2;  // of the pairs: more differences of lock ordinals than this are not the change's doing

class Comparison {
 public:
  Comparison(const Histories& runs, const Options& options)
      : names_(runs.names), old_(runs.old_run), new_(runs.new_run), options_(options), deadline_(options.end) {}

  Result<Impact> Run() {
    out_.partner.assign(new_.accesses.size(), kNoPartner);
    out_.new_partner.assign(old_.accesses.size(), kNoPartner);
    out_.reasons.assign(new_.accesses.size(), 0);
    in_old_.assign(names_.statements.size(), false);
    in_new_.assign(names_.statements.size(), 0);
    RW_TRY(Align());
    KeepOrder();
    if (options_.release == ReleaseMode::kAnchored) FindLeads();
    if (options_.order != OrderMode::kSequence) FindFrontiers();
    out_.coarsened = LocksDrift();
    Judge();
    for (std::size_t s = 0; s < names_.statements.size(); ++s) out_.orphan_statements += in_old_[s] && (in_new_[s] == kUnpaired);
    return std::move(out_);
  }

 private:
  // --- Alignment -------------------------------------------------------------------------------------------------------

  // Files that are read from end to end need not stay in memory.
  void Ease(std::size_t n) const {
    deadline_.Turn();
    if (n % kStretch == 0) old_.Relax(), new_.Relax();
  }

  static bool InChangeSet(const Access& access) { return (access.flags & kInChangeSet) != 0; }

  // Accesses with equal keys pair in their order. The table holds the first unpaired access of each key; the others are chained.
  Result<void> Align() {
    std::size_t slots = 64;
    while (slots < 2 * old_.accesses.size()) slots *= 2;
    // With a part of the key, so that records in files are looked at only when they are meant.
    struct Slot {
      std::uint32_t access = kNoPartner, part = 0;
    };
    std::vector<Slot> table(slots);
    std::vector<std::uint32_t> next(old_.accesses.size(), kNoPartner);
    const auto locate = [&](const Key& key) -> Slot& {
      const auto part = static_cast<std::uint32_t>(key.high >> 32);
      for (std::size_t i = KeyHash()(key) & (slots - 1);; i = (i + 1) & (slots - 1)) {
        Slot& slot = table[i];
        if (slot.access == kNoPartner) return slot.part = part, slot;
        if (slot.part == part && old_.accesses[slot.access].key == key) return slot;
      }
    };
    // The table is larger than any cache: ask for the slots of the accesses to come.
    constexpr std::size_t kAhead = 16;
    const auto prefetch = [&](const Key& key) { __builtin_prefetch(&table[KeyHash()(key) & (slots - 1)], 1); };
    for (std::size_t n = old_.accesses.size(); n-- > 0;) {
      Ease(n);
      if (n >= kAhead) prefetch(old_.accesses[n - kAhead].key);
      std::uint32_t& head = locate(old_.accesses[n].key).access;
      in_old_[old_.accesses[n].statement] = true;
      next[n] = head;
      head = static_cast<std::uint32_t>(n);
    }
    old_.Relax();
    // A used-up chain must stay a stop for probing: its last element stays in the table, marked as taken by its partner.
    for (std::uint32_t y = 0; y < new_.accesses.size(); ++y) {
      Ease(y);
      const Access& access = new_.accesses[y];
      if (y + kAhead < new_.accesses.size()) prefetch(new_.accesses[y + kAhead].key);
      if (InChangeSet(access)) continue;
      std::uint32_t& head = locate(access.key).access;
      if (head == kNoPartner || out_.new_partner[head] != kNoPartner) continue;
      const std::uint32_t x = head;
      if (access.statement != old_.accesses[x].statement)
        return Fail(ErrorCategory::kInternal,
                    fmt::format("two statements have one name ({:016x}{:016x})", access.key.high, access.key.low));
      out_.partner[y] = x, out_.new_partner[x] = y;
      if (next[x] != kNoPartner) head = next[x];
    }
    old_.Relax(), new_.Relax();
    return {};
  }

  // Per thread, both sides of the pairs must increase.
  void KeepOrder() {
    for (const History::Thread& thread : new_.threads) {
      std::int64_t last = -1;
      for (const std::uint32_t y : thread.accesses) {
        const std::uint32_t x = out_.partner[y];
        if (x == kNoPartner) continue;
        if (static_cast<std::int64_t>(x) > last) {
          last = x;
          ++out_.aligned;
        } else {
          out_.partner[y] = out_.new_partner[x] = kNoPartner;
          ++out_.nonmonotone;
        }
      }
    }
  }

  // --- Lock-release history ----------------------------------------------------------------------------------------------

  // The first access of each critical section that is paired and holds the lock on both sides, as a number of the new run.
  void FindLeads() {
    new_leads_.assign(new_.sections + 1u, kNoPartner);
    old_leads_.assign(old_.sections + 1u, kNoPartner);
    for (std::uint32_t y = 0; y < new_.accesses.size(); ++y) {
      Ease(y);
      if (out_.partner[y] != kNoPartner)
        ForCommonLocks(y, [&](const HeldNow& now, const HeldNow&) { Lead(new_leads_[now.section], y); });
    }
    for (std::uint32_t x = 0; x < old_.accesses.size(); ++x) {
      Ease(x);
      if (const std::uint32_t y = out_.new_partner[x]; y != kNoPartner)
        ForCommonLocks(y, [&](const HeldNow&, const HeldNow& then) { Lead(old_leads_[then.section], y); });
    }
  }
  static void Lead(std::uint32_t& lead, std::uint32_t y) {
    if (lead == kNoPartner) lead = y;
  }

  template <typename F>
  void ForCommonLocks(std::uint32_t y, F&& f) const {
    const auto now = new_.HeldIn(new_.StateOf(new_.accesses[y]));
    if (now.empty()) return;
    const auto then = old_.HeldIn(old_.StateOf(old_.accesses[out_.partner[y]]));
    for (const HeldNow& a : now)
      for (const HeldNow& b : then)
        if (a.lock == b.lock) f(a, b);
  }

  bool ReleasesDiffer(std::uint32_t y) const {
    const Access& now = new_.accesses[y];
    const Access& then = old_.accesses[out_.partner[y]];
    if (options_.release != ReleaseMode::kAnchored) return now.released != then.released;
    bool differ = false;
    ForCommonLocks(y, [&](const HeldNow& a, const HeldNow& b) { differ |= new_leads_[a.section] != old_leads_[b.section]; });
    return differ;
  }

  // --- Happens-before ----------------------------------------------------------------------------------------------------

  // For each thread and number of its accesses: the last of them that is paired, as a number of the new run.
  void FindFrontiers() {
    const auto fill = [&](const History& run, bool is_new, std::vector<std::vector<std::uint32_t>>& out) {
      out.resize(run.threads.size());
      for (std::size_t t = 0; t < run.threads.size(); ++t) {
        out[t].reserve(run.threads[t].accesses.size() + 1);
        out[t].push_back(kNoPartner);
        for (const std::uint32_t n : run.threads[t].accesses) {
          const std::uint32_t pair = is_new ? (out_.partner[n] == kNoPartner ? kNoPartner : n) : out_.new_partner[n];
          out[t].push_back(pair != kNoPartner ? pair : out[t].back());
        }
      }
    };
    fill(new_, true, new_last_);
    fill(old_, false, old_last_);
    std::unordered_map<Key, std::uint16_t, KeyHash> old_by_name;
    for (std::size_t t = 0; t < old_.threads.size(); ++t) old_by_name[old_.threads[t].name] = static_cast<std::uint16_t>(t);
    old_thread_.assign(new_.threads.size(), 0xffff);
    std::vector<bool> matched(old_.threads.size(), false);
    for (std::size_t t = 0; t < new_.threads.size(); ++t)
      if (const auto known = old_by_name.find(new_.threads[t].name); known != old_by_name.end())
        old_thread_[t] = known->second, matched[known->second] = true;
  }

  bool FrontiersDiffer(std::uint16_t thread, std::uint32_t now, std::uint32_t then) {
    if (now == last_order_.first && then == last_order_.second && thread == last_thread_) return last_differs_;
    const std::uint64_t key = static_cast<std::uint64_t>(now) << 32 | then;
    const auto [known, is_new] = frontier_cache_.try_emplace(key, false);
    if (is_new) known->second = Compare(thread, now, then);
    if (frontier_cache_.size() > kMostCached) {
      const bool differs = known->second;
      frontier_cache_.clear();
      return differs;
    }
    last_order_ = {now, then}, last_thread_ = thread, last_differs_ = known->second;
    return last_differs_;
  }
  bool Compare(std::uint16_t thread, std::uint32_t now, std::uint32_t then) const {
    for (std::uint32_t t = 0; t < new_.threads.size(); ++t) {
      if (t == thread) continue;
      const std::uint32_t frontier = new_last_[t][new_.orders.At(now, t)];
      const std::uint16_t u = old_thread_[t];
      const std::uint32_t before = u == 0xffff ? kNoPartner : old_last_[u][old_.orders.At(then, u)];
      if (frontier != before) return true;
    }
    return false;
  }

  bool OrderDiffers(const Access& now, const Access& then) {
    const Epoch &here = new_.EpochOf(now), &there = old_.EpochOf(then);
    if (options_.order != OrderMode::kFrontier && here.sequence != there.sequence) return true;
    return options_.order != OrderMode::kSequence && FrontiersDiffer(now.thread, here.order, there.order);
  }

  // --- Locks held --------------------------------------------------------------------------------------------------------

  // The set with the ordinals of heap and stack objects left out.
  const std::vector<Key>& Coarse(std::uint32_t set) {
    auto [known, is_new] = coarse_.try_emplace(set);
    if (is_new) {
      for (const detect::HeldLock& held : names_.lock_sets.locks(set))
        known->second.push_back(Mix(names_.lock_names[held.lock].coarse, static_cast<std::uint64_t>(held.mode)));
      std::ranges::sort(known->second);
    }
    return known->second;
  }
  bool LocksDrift() {
    std::uint64_t drifted = 0;
    for (std::uint32_t y = 0; y < new_.accesses.size(); ++y) {
      Ease(y);
      const std::uint32_t x = out_.partner[y];
      if (x == kNoPartner) continue;
      const std::uint32_t now = SetOf(new_, y), then = SetOf(old_, x);
      if (now != then && Coarse(now) == Coarse(then)) ++drifted;
    }
    return static_cast<double>(drifted) > kMostDrift * static_cast<double>(out_.aligned);
  }
  static std::uint32_t SetOf(const History& run, std::uint32_t n) { return run.StateOf(run.accesses[n]).set; }
  bool LocksDiffer(std::uint32_t now, std::uint32_t then) {
    return now != then && (!out_.coarsened || Coarse(now) != Coarse(then));
  }

  // --- Verdicts ----------------------------------------------------------------------------------------------------------

  bool LocationsDiffer(const Access& now, const Access& then) const {
    const History::SharedObject& a = new_.objects[now.object];
    const History::SharedObject& b = old_.objects[then.object];
    if (a.name != b.name) return !a.guessed && !b.guessed;
    if ((now.flags & kFolded) != 0) return false;
    return now.offset != then.offset;
  }

  void Judge() {
    for (std::uint32_t y = 0; y < new_.accesses.size(); ++y) {
      Ease(y);
      const Access& now = new_.accesses[y];
      std::uint8_t& reasons = out_.reasons[y];
      if (!InChangeSet(now)) in_new_[now.statement] |= out_.partner[y] == kNoPartner ? kUnpaired : kPaired;
      if (out_.partner[y] == kNoPartner) {
        reasons = InChangeSet(now) ? kNewStatement : kNewInstance;
        ++out_.fresh;
        continue;
      }
      const Access& then = old_.accesses[out_.partner[y]];
      const bool locks = LocksDiffer(new_.StateOf(now).set, old_.StateOf(then).set);
      if (locks) reasons |= kLocks;
      if (OrderDiffers(now, then)) reasons |= kOrder;
      if (!locks && ReleasesDiffer(y)) reasons |= kReleases;
      if (options_.locations && LocationsDiffer(now, then)) reasons |= kLocation;
      out_.changed += reasons != 0;
    }
  }

  static constexpr std::size_t kMostCached = 1u << 20, kStretch = 1u << 20;
  const Names& names_;
  const History& old_;
  const History& new_;
  const Options& options_;
  Deadline deadline_;
  Impact out_;
  enum : std::uint8_t { kUnpaired = 1, kPaired = 2 };
  std::vector<bool> in_old_;  // by statement
  std::vector<std::uint8_t> in_new_;
  std::vector<std::uint32_t> new_leads_, old_leads_;  // by critical section
  std::vector<std::vector<std::uint32_t>> new_last_, old_last_;  // by thread
  std::vector<std::uint16_t> old_thread_;  // of each new thread
  std::unordered_map<std::uint64_t, bool> frontier_cache_;
  std::pair<std::uint32_t, std::uint32_t> last_order_{~0u, ~0u};
  std::uint16_t last_thread_ = 0xffff;
  bool last_differs_ = false;
  std::unordered_map<std::uint32_t, std::vector<Key>> coarse_;
};

}  // namespace

Result<Impact> FindImpact(const Histories& runs, const Options& options) { return Comparison(runs, options).Run(); }

std::string ReasonText(std::uint8_t reasons) {
  if (reasons == 0) return "unaffected";
  if (reasons & kNewStatement) return "new statement";
  if (reasons & kNewInstance) return "new instance of an old statement";
  std::string out;
  const auto add = [&](Reason reason, const char* text) {
    if (reasons & reason) out += (out.empty() ? "" : ", ") + std::string(text);
  };
  add(kLocks, "locks"), add(kOrder, "order"), add(kReleases, "releases"), add(kLocation, "location");
  return out;
}

}  // namespace reweave::recontest
