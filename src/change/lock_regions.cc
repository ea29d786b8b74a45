#include "change/lock_regions.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "change/effects.h"
#include "change/lock_effects.h"
#include "change/unwinding.h"

namespace reweave::inline change {

using facts::Operation;

LockAction LockActionOf(const CallSite& call) {
  switch (call.operation) {
    case Operation::kMutexLock:
    case Operation::kMutexTryLock:
    case Operation::kMutexTimedLock:
    case Operation::kWriteLock:
    case Operation::kTryWriteLock:
    case Operation::kSpinLock:
    case Operation::kSpinTryLock: return LockAction::kAcquire;
    case Operation::kReadLock:
    case Operation::kTryReadLock: return LockAction::kAcquireShared;
    case Operation::kMutexUnlock:
    case Operation::kRwUnlock:
    case Operation::kSpinUnlock: return LockAction::kRelease;
    default: return LockAction::kNone;
  }
}

std::string LockName(const CallSite& call) {
  const Variable& v = call.object;
  if (v.kind == facts::VariableKind::kUnknown) return "?";
  // A member of the library's own wrapper has one name in all of them: `unique_lock::_M_device` where a function takes the lock
  // and gives it back to its caller, `__mutex_base::_M_mutex` where the caller's destructor releases it.
  if (v.record.starts_with("std::")) return "?";
  if (v.kind == facts::VariableKind::kHeap || v.kind == facts::VariableKind::kLocal)
    return v.object.empty() ? v.name : v.object + ":" + v.name;
  return v.name;
}

namespace {

// Calls of one function that act on locks, directly or through their callee.
using Actions = std::unordered_map<std::uint32_t, std::vector<LockEffect>>;  // by index of the call

// A jump past calls leaves out the releases on its way, and where it lands the lock may still be held.
bool JumpsFar(const CallSite& call) {
  for (const char* name : {"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"})
    if (call.callee == name) return true;
  return false;
}

bool EndsThread(const CallSite& call) { return call.callee == "pthread_exit" || call.callee == "thrd_exit"; }

// One region: forward from its acquire, block by block; in functions with far jumps, to the end of the function.
class RegionWalk {
 public:
  RegionWalk(const FunctionFacts& f, const Actions& actions)
      : f_(f),
        actions_(actions),
        open_ended_(std::ranges::any_of(f.calls, JumpsFar)),
        unwinding_(UnwindingBlocks(f)),
        in_block_(f.blocks.size()) {
    for (std::uint32_t i = 0; i < f.calls.size(); ++i)
      in_block_[f.calls[i].block].push_back({f.calls[i].statement, Item::kCall, i, f.calls[i].place.library});
    for (const AccessSite& site : f.accesses)
      in_block_[site.block].push_back(
          {site.statement, Item::kOther, 0, site.place.library || site.kind > facts::AccessKind::kFence});
    for (const BranchSite& site : f.branches)
      in_block_[site.block].push_back({site.statement, Item::kOther, 0, site.place.library});
    // Accesses and calls are numbered apart; statements of a block follow each other in the text.
    for (auto& items : in_block_)
      std::ranges::sort(items, {}, [](const Item& item) { return std::tuple(item.statement, item.kind, item.call); });
  }

  LockRegion Run(std::uint32_t acquire, const LockEffect& action) {
    region_ = {.lock = action.lock,
               .shared = action.kind == LockAction::kAcquireShared,
               .acquire = acquire,
               .releases = {},
               .statements = {},
               .calls = {}};
    std::vector<bool> seen(f_.blocks.size());
    std::vector<std::uint32_t> work;
    if (Block(f_.calls[acquire].block, acquire)) {
      if (IsAttempt(f_.calls[acquire])) Successful(f_.calls[acquire].block, work, seen);
      else Successors(f_.calls[acquire].block, work);
    }
    while (!work.empty()) {
      const std::uint32_t block = work.back();
      work.pop_back();
      if (seen[block]) continue;
      seen[block] = true;
      if (Block(block, std::nullopt)) Successors(block, work);
    }
    FillGaps();
    FillScope();
    return std::move(region_);
  }

 private:
  struct Item {
    enum Kind : std::uint8_t { kCall, kOther };
    std::uint32_t statement;
    Kind kind;
    std::uint32_t call;
    bool library;  // nothing of the user's
  };

  // Where a wrapper of the library asks itself whether it has the lock and gives it back if so, the lock is held on no other way:
  // the wrapper that the region began with has it, unless it was asked before.
  void Successors(std::uint32_t block, std::vector<std::uint32_t>& work) {
    std::vector<std::uint32_t> all, releasing;
    for (const BlockEdge& edge : f_.blocks[block].edges) all.push_back(edge.target);
    if (all.size() > 1 && AsksItself(block))
      for (std::uint32_t target : all)
        if (ReleasesNext(target)) releasing.push_back(target);
    const auto& ways = releasing.empty() ? all : releasing;
    work.insert(work.end(), ways.begin(), ways.end());
  }
  bool AsksItself(std::uint32_t block) const {
    return std::ranges::any_of(f_.branches, [&](const BranchSite& b) { return b.block == block && b.place.library; });
  }
  // The release follows without anything of the user's in between, whatever else the wrapper asks itself on the way: whether it
  // owns the lock, whether it has one at all. A wrapper whose address went elsewhere asks each time.
  bool ReleasesNext(std::uint32_t from) const {
    constexpr std::size_t kFarthest = 16;
    std::set<std::uint32_t> seen{from};
    std::vector<std::uint32_t> work{from};
    while (!work.empty() && seen.size() <= kFarthest) {
      const std::uint32_t block = work.back();
      work.pop_back();
      bool users = false;
      for (const Item& item : in_block_[block]) {
        if (item.kind == Item::kCall && Releases(item.call)) return true;
        if (users |= !item.library; users) break;
      }
      if (users) continue;
      for (const BlockEdge& edge : f_.blocks[block].edges)
        if (edge.label != facts::EdgeLabel::kUnwind && seen.insert(edge.target).second) work.push_back(edge.target);
    }
    return false;
  }

  static bool IsAttempt(const CallSite& call) {
    return call.operation == Operation::kMutexTryLock || call.operation == Operation::kMutexTimedLock ||
           call.operation == Operation::kTryReadLock || call.operation == Operation::kTryWriteLock ||
           call.operation == Operation::kSpinTryLock;
  }

  // An attempt is followed by a choice; the way on which the lock is given back is the one on which it was had.
  void Successful(std::uint32_t block, std::vector<std::uint32_t>& work, std::vector<bool>& seen) {
    while (f_.blocks[block].edges.size() == 1) {
      block = f_.blocks[block].edges[0].target;
      if (seen[block]) return;
      seen[block] = true;
      if (!Block(block, std::nullopt)) return;
    }
    std::vector<std::uint32_t> with;
    for (const BlockEdge& edge : f_.blocks[block].edges)
      if (ReachesRelease(edge.target)) with.push_back(edge.target);
    if (with.empty()) Successors(block, work);
    else work.insert(work.end(), with.begin(), with.end());
  }
  bool ReachesRelease(std::uint32_t from) const {
    std::vector<bool> seen(f_.blocks.size());
    std::vector<std::uint32_t> work{from};
    while (!work.empty()) {
      const std::uint32_t block = work.back();
      work.pop_back();
      if (seen[block]) continue;
      seen[block] = true;
      for (const Item& item : in_block_[block])
        if (item.kind == Item::kCall && Releases(item.call)) return true;
      for (const BlockEdge& edge : f_.blocks[block].edges) work.push_back(edge.target);
    }
    return false;
  }

  // True: the lock is still held at the end of the block.
  bool Block(std::uint32_t block, std::optional<std::uint32_t> acquire) {
    bool inside = !acquire;
    for (const Item& item : in_block_[block]) {
      if (acquire && item.kind == Item::kCall && item.call == *acquire) inside = true;
      if (!inside) continue;
      if (item.statement != kNoStatement) region_.statements.insert(item.statement);
      if (item.kind == Item::kCall && Releases(item.call)) {
        region_.releases.insert(item.call);
        if (!open_ended_ && Ends(item.call)) return false;
      }
      if (item.kind == Item::kCall) region_.calls.insert(item.call);
    }
    if (f_.blocks[block].edges.empty() && EndsHere(block)) region_.kept = true;
    return true;
  }

  // By returning, or with its thread; not by throwing, nor with the process.
  bool EndsHere(std::uint32_t block) const {
    bool ends = !unwinding_[block];
    for (const Item& item : in_block_[block])
      if (item.kind == Item::kCall && NeverReturns(f_.calls[item.call])) ends = EndsThread(f_.calls[item.call]);
    return ends;
  }

  // A call that may give the lock back does so at the end of a guard's scope; in the text, the lock may still be held behind it.
  bool Ends(std::uint32_t call) const {
    const std::uint32_t s = f_.calls[call].statement;
    if (s != kNoStatement && (f_.statements[s].flags & (facts::kStatementImplicit | facts::kStatementUnwind)) != 0) return true;
    return std::ranges::any_of(actions_.at(call), [&](const LockEffect& a) {
      return a.kind == LockAction::kRelease && a.lock == region_.lock && !a.maybe;
    });
  }

  bool Releases(std::uint32_t call) const {
    auto found = actions_.find(call);
    return found != actions_.end() && std::ranges::any_of(found->second, [&](const LockEffect& a) {
             return a.kind == LockAction::kRelease && a.lock == region_.lock;
           });
  }

  // Statements that touch nothing shared have no sites: they are inside if their neighbours are.
  void FillGaps() {
    std::vector<std::uint32_t> inside(region_.statements.begin(), region_.statements.end());
    std::vector<bool> has_site(f_.statements.size());
    for (const auto& items : in_block_)
      for (const Item& item : items)
        if (item.statement != kNoStatement) has_site[item.statement] = true;
    for (std::size_t i = 0; i + 1 < inside.size(); ++i) {
      bool empty = true;
      for (std::uint32_t s = inside[i] + 1; s < inside[i + 1]; ++s) empty &= !has_site[s];
      for (std::uint32_t s = inside[i] + 1; empty && s < inside[i + 1]; ++s) region_.statements.insert(s);
    }
  }

  // What a scoped lock encloses goes to the end of its scope in the text: the value of a `return` is computed inside, but given
  // back after the destructor.
  void FillScope() {
    const std::uint32_t from = f_.calls[region_.acquire].statement;
    if (region_.releases.empty() || from == kNoStatement || f_.statements[from].lines.empty()) return;
    std::uint32_t last = 0;
    for (std::uint32_t call : region_.releases) {
      const std::uint32_t s = f_.calls[call].statement;
      if (s == kNoStatement || (f_.statements[s].flags & facts::kStatementImplicit) == 0) return;
      if ((f_.statements[s].flags & facts::kStatementUnwind) == 0 && !f_.statements[s].lines.empty())
        last = std::max(last, f_.statements[s].lines.back());
    }
    const std::uint32_t first = f_.statements[from].lines.front();
    for (std::uint32_t s = from; s < f_.statements.size(); ++s)
      if (const auto& lines = f_.statements[s].lines; !lines.empty() && lines.front() > first && lines.back() < last)
        region_.statements.insert(s);
    FillScopeOfLine();
  }

  // The same for what is on the line where the scope begins or ends: `{ std::lock_guard lock(mu); return count; }`.
  void FillScopeOfLine() {
    using Position = std::pair<std::uint32_t, std::uint32_t>;
    const auto user = [](const SitePlace& place) -> const SourcePosition& { return place.user.line ? place.user : place.at; };
    const auto position = [&](const SitePlace& place) { return Position(user(place).line, user(place).column); };
    const SitePlace& from = f_.calls[region_.acquire].place;
    Position end{};
    for (std::uint32_t call : region_.releases)
      if ((f_.statements[f_.calls[call].statement].flags & facts::kStatementUnwind) == 0)
        end = std::max(end, position(f_.calls[call].place));
    const auto add = [&](const auto& sites) {
      for (const auto& site : sites)
        if (site.statement != kNoStatement && user(site.place).file == user(from).file && position(from) < position(site.place) &&
            position(site.place) < end)
          region_.statements.insert(site.statement);
    };
    add(f_.accesses), add(f_.calls);
  }

  const FunctionFacts& f_;
  const Actions& actions_;
  bool open_ended_;
  const std::vector<bool> unwinding_;
  std::vector<std::vector<Item>> in_block_;
  LockRegion region_;
};

// std::lock and std::try_lock take several locks, by an algorithm that does not show which. The facts know the first; the others
// are those that the function gives back without having taken them.
bool LocksSeveral(const CallSite& call) {
  return call.kind == facts::CalleeKind::kDirect &&
         (call.callee.starts_with("_ZSt4lockI") || call.callee.starts_with("_ZSt8try_lockI"));
}
void LockSeveral(const FunctionFacts& f, Actions& actions) {
  if (std::ranges::none_of(f.calls, LocksSeveral)) return;
  std::set<std::string> taken, given;
  for (const auto& [call, list] : actions)
    for (const LockEffect& action : list)
      if (!LocksSeveral(f.calls[call])) (action.kind == LockAction::kRelease ? given : taken).insert(action.lock);
  for (std::uint32_t k = 0; k < f.calls.size(); ++k) {
    if (!LocksSeveral(f.calls[k])) continue;
    std::set<std::string> locks;
    if (f.calls[k].object.kind != facts::VariableKind::kUnknown) locks.insert(LockName(f.calls[k]));
    for (const std::string& lock : given)
      if (!taken.contains(lock)) locks.insert(lock);
    actions[k].clear();
    for (const std::string& lock : locks) actions[k].push_back({LockAction::kAcquire, lock});
  }
}

}  // namespace

LockRegions::LockRegions(const Facts& facts) : regions_(facts.functions().size()) {
  LockEffects summaries(facts);
  for (std::uint32_t i = 0; i < facts.functions().size(); ++i) effects_.push_back(summaries.TextOf(i));
  for (std::uint32_t i = 0; i < facts.functions().size(); ++i) {
    const FunctionFacts& f = facts.functions()[i];
    if (f.system()) continue;
    Actions actions;
    for (std::uint32_t k = 0; k < f.calls.size(); ++k)
      if (auto found = summaries.ActionsOf(f.calls[k]); !found.empty()) actions[k] = std::move(found);
    if (actions.empty()) continue;
    LockSeveral(f, actions);
    RegionWalk walk(f, actions);
    for (std::uint32_t k = 0; k < f.calls.size(); ++k) {
      auto found = actions.find(k);
      if (found == actions.end()) continue;
      for (const LockEffect& action : found->second)
        if (action.kind != LockAction::kRelease) regions_[i].push_back(walk.Run(k, action));
    }
  }
}

}  // namespace reweave::inline change
