#include "change/matching.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "change/function_pairs.h"
#include "change/names.h"
#include "change/renames.h"
#include "change/statement_keys.h"

namespace reweave::inline change {
namespace {

std::vector<std::uint32_t> Identity(std::size_t n) {
  std::vector<std::uint32_t> out(n);
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

// Everything in it is what it was.
void MatchWithItself(const FunctionFacts& function, FunctionMatch& out) {
  out.identical = true;
  out.statements = Identity(function.statements.size());
  out.accesses = Identity(function.accesses.size());
  out.calls = Identity(function.calls.size());
  out.branches = Identity(function.branches.size());
  out.blocks = Identity(function.blocks.size());
  out.loops = Identity(function.loops.size());
}

class PairMatcher {
 public:
  PairMatcher(const FunctionFacts& before, const FunctionFacts& now, const Renames& renames, FunctionMatch& out)
      : old_(before), new_(now), renames_(renames), out_(out) {}

  void Run() {
    Keys();
    if (Same()) {
      MatchWithItself(new_, out_);
      return;
    }
    Statements();
    FollowResults();
    const std::map<std::uint32_t, std::uint32_t> locals = Renaming();
    DropMixedUp(locals);
    MatchAgain(locals);
    const auto access = [](const AccessSite& s) {
      return Mix(Mix(static_cast<std::uint64_t>(s.kind), s.order | s.failure_order << 8), TextHash(s.variable.name));
    };
    const auto call = [](const CallSite& s, const std::string& callee) {
      return Mix(Mix(static_cast<std::uint64_t>(s.kind), static_cast<std::uint64_t>(s.operation)), TextHash(callee));
    };
    const auto branch = [](const BranchSite&) { return 1ull; };
    Sites(old_.accesses, new_.accesses, out_.accesses, access, access);
    Sites(
        old_.calls, new_.calls, out_.calls, [&](const CallSite& s) { return call(s, Renames::OfOld(s.callee)); },
        [&](const CallSite& s) { return call(s, renames_.OfNew(s.callee)); });
    Sites(old_.branches, new_.branches, out_.branches, branch, branch);
    out_.blocks = Align(BlockKeys(old_), BlockKeys(new_));
    Loops();
  }

 private:
  bool Same() const {
    if (!SameCode() || old_.signature != new_.signature || old_.statements.size() != new_.statements.size() ||
        old_.accesses.size() != new_.accesses.size() || old_.calls.size() != new_.calls.size() ||
        old_.branches.size() != new_.branches.size() || old_.loops.size() != new_.loops.size() ||
        old_.blocks.size() != new_.blocks.size())
      return false;
    for (std::size_t i = 0; i < new_.statements.size(); ++i)
      if (old_keys_[i] != new_keys_[i] || old_.statements[i].locals != new_.statements[i].locals) return false;
    return true;
  }
  bool SameCode() const {
    if (old_.hash == new_.hash) return true;
    return old_.loose_hash != Hash128{} && old_.loose_hash == new_.loose_hash && renames_.Same(old_.named, new_.named);
  }

  void Keys() {
    for (const StatementFacts& s : old_.statements) old_keys_.push_back(OldStatementKey(s));
    for (const StatementFacts& s : new_.statements) new_keys_.push_back(NewStatementKey(s, renames_));
  }

  // What was written first; then what the compiler added, between its neighbours: a destructor call must not decide which of two
  // lines was moved.
  void Statements() {
    out_.statements.assign(new_.statements.size(), kNoMatch);
    AlignSome(0, old_.statements.size(), 0, new_.statements.size(), /*written=*/true);
    std::uint32_t old_from = 0, new_from = 0;
    for (std::uint32_t i = 0; i <= new_.statements.size(); ++i) {
      const bool end = i == new_.statements.size();
      if (!end && (!IsFromSource(new_.statements[i]) || out_.statements[i] == kNoMatch)) continue;
      const std::uint32_t was = end ? static_cast<std::uint32_t>(old_.statements.size()) : out_.statements[i];
      AlignSome(old_from, was, new_from, i, /*written=*/false);
      old_from = was + 1, new_from = i + 1;
    }
  }
  void AlignSome(std::size_t b, std::size_t b_end, std::size_t n, std::size_t n_end, bool written) {
    std::vector<std::uint64_t> before, now;
    std::vector<std::uint32_t> old_at, new_at;
    for (; b < b_end; ++b)
      if (IsFromSource(old_.statements[b]) == written)
        before.push_back(old_keys_[b]), old_at.push_back(static_cast<std::uint32_t>(b));
    for (; n < n_end; ++n)
      if (IsFromSource(new_.statements[n]) == written)
        now.push_back(new_keys_[n]), new_at.push_back(static_cast<std::uint32_t>(n));
    if (before.empty() || now.empty()) return;
    std::vector<std::uint32_t> aligned = Align(before, now);
    if (written) Slide(now, new_at, aligned);
    for (std::size_t i = 0; i < aligned.size(); ++i)
      if (aligned[i] != kNoMatch) out_.statements[new_at[i]] = old_at[aligned[i]];
  }

  // What was added in front of something that begins alike (`if (argc > 1 && ...)` in front of `if (argc > 1 && ...)`): the first
  // of the two is as good a match as the second. What was added begins and ends with lines of the source.
  void Slide(const std::vector<std::uint64_t>& now, const std::vector<std::uint32_t>& new_at,
             std::vector<std::uint32_t>& aligned) const {
    const auto line = [&](std::size_t i) {
      const auto& lines = new_.statements[new_at[i]].lines;
      return lines.empty() ? 0 : lines.front();
    };
    const auto breaks = [&](std::size_t i) { return i == 0 || i == now.size() || line(i - 1) != line(i) ? 1 : 0; };
    for (std::size_t end = now.size(); end > 0; --end) {
      if (aligned[end - 1] != kNoMatch) continue;
      std::size_t from = end;
      while (from > 0 && aligned[from - 1] == kNoMatch) --from;
      std::size_t best = 0;
      for (std::size_t by = 1; by <= from && now[from - by] == now[end - by] && aligned[from - by] != kNoMatch; ++by)
        if (breaks(from - by) + breaks(end - by) > breaks(from - best) + breaks(end - best)) best = by;
      for (std::size_t by = 1; by <= best; ++by) aligned[end - by] = std::exchange(aligned[from - by], kNoMatch);
      end = from - best + 1;
    }
  }

  // A call whose result a matched statement uses is the call whose result its counterpart uses, if they are alike: of two calls
  // `q.get()` in a row, the alignment knows only that one of them is new.
  void FollowResults() {
    std::map<std::uint32_t, std::uint32_t> new_of;
    for (std::uint32_t i = 0; i < out_.statements.size(); ++i)
      if (out_.statements[i] != kNoMatch) new_of[out_.statements[i]] = i;
    for (std::size_t i = new_.statements.size(); i-- > 0;) {
      if (out_.statements[i] == kNoMatch) continue;
      const auto &before = old_.statements[out_.statements[i]].locals, &now = new_.statements[i].locals;
      for (std::size_t k = 0; k < std::min(before.size(), now.size()); ++k) {
        if (before[k] < kResults || now[k] < kResults) continue;
        const std::uint32_t old_call = before[k] - kResults, new_call = now[k] - kResults;
        if (old_call >= old_.statements.size() || new_call >= new_.statements.size() || out_.statements[new_call] != kNoMatch ||
            old_keys_[old_call] != new_keys_[new_call])
          continue;
        if (auto holder = new_of.find(old_call); holder != new_of.end()) out_.statements[holder->second] = kNoMatch;
        out_.statements[new_call] = old_call;
        new_of[old_call] = new_call;
      }
    }
  }

  // Which old local a new one is: what most of the paired statements say; on a tie the one of the same number, then the first; a
  // statement that is alone of its kind says more than one that could be another. No two locals are the same one. Results of
  // statements are what the statements are.
  std::map<std::uint32_t, std::uint32_t> Renaming() const {
    std::unordered_map<std::uint64_t, int> times;
    for (std::uint64_t key : old_keys_) ++times[key];
    for (std::uint64_t key : new_keys_) ++times[key];
    struct Vote {
      std::size_t count = 0, first = 0;
      std::uint32_t now = 0, before = 0;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Vote> votes;
    EachLocal([&](std::size_t i, std::uint32_t before, std::uint32_t now) {
      if (now >= kResults || before >= kResults) return;
      Vote& vote = votes.try_emplace({now, before}, Vote{0, i, now, before}).first->second;
      vote.count += times[new_keys_[i]] <= 2 ? 2 : 1;
    });
    std::vector<Vote> order;
    order.reserve(votes.size());
    for (const auto& [pair, vote] : votes) order.push_back(vote);
    std::ranges::sort(order, [](const Vote& a, const Vote& b) {
      return std::tuple(b.count, a.now != a.before, a.first, a.now) < std::tuple(a.count, b.now != b.before, b.first, b.now);
    });
    std::map<std::uint32_t, std::uint32_t> chosen;
    std::set<std::uint32_t> used;
    for (const Vote& vote : order)
      if (!chosen.contains(vote.now) && !used.contains(vote.before)) chosen[vote.now] = vote.before, used.insert(vote.before);
    return chosen;
  }
  template <typename Act>
  void EachLocal(Act act) const {
    for (std::size_t i = 0; i < new_.statements.size(); ++i) {
      if (out_.statements[i] == kNoMatch) continue;
      const auto &before = old_.statements[out_.statements[i]].locals, &now = new_.statements[i].locals;
      for (std::size_t k = 0; k < std::min(before.size(), now.size()); ++k) act(i, before[k], now[k]);
    }
  }
  bool SameLocal(const std::map<std::uint32_t, std::uint32_t>& renaming, std::uint32_t before, std::uint32_t now) const {
    if (now >= kResults && before >= kResults) {
      const std::uint32_t was = now - kResults < out_.statements.size() ? out_.statements[now - kResults] : kNoMatch;
      return was == kNoMatch || was == before - kResults;  // a modified statement's result: it is the one that changed
    }
    if (now >= kResults || before >= kResults) return false;
    const auto at = renaming.find(now);
    return at != renaming.end() && at->second == before;
  }
  void DropMixedUp(const std::map<std::uint32_t, std::uint32_t>& renaming) {
    std::vector<std::size_t> wrong;
    EachLocal([&](std::size_t i, std::uint32_t before, std::uint32_t now) {
      if (!SameLocal(renaming, before, now)) wrong.push_back(i);
    });
    for (std::size_t i : wrong) out_.statements[i] = kNoMatch;
  }
  // Statements that lost their counterpart may have another of the same kind with the right locals, between the same neighbours.
  void MatchAgain(const std::map<std::uint32_t, std::uint32_t>& renaming) {
    std::vector<std::uint32_t> new_of(old_.statements.size(), kNoMatch);
    for (std::uint32_t i = 0; i < out_.statements.size(); ++i)
      if (out_.statements[i] != kNoMatch) new_of[out_.statements[i]] = i;
    std::uint32_t from = 0;
    for (std::uint32_t b = 0; b < old_.statements.size(); ++b) {
      if (new_of[b] != kNoMatch) {
        from = new_of[b] + 1;
        continue;
      }
      for (std::uint32_t i = from; i < out_.statements.size() && out_.statements[i] == kNoMatch; ++i) {
        const auto &before = old_.statements[b], &now = new_.statements[i];
        if (old_keys_[b] != new_keys_[i] || before.locals.size() != now.locals.size()) continue;
        bool same = true;
        for (std::size_t k = 0; k < now.locals.size(); ++k) same &= SameLocal(renaming, before.locals[k], now.locals[k]);
        if (!same) continue;
        out_.statements[i] = b, new_of[b] = i, from = i + 1;
        break;
      }
    }
  }

  // Within paired statements; sites without a statement among themselves.
  template <typename Site, typename OldKey, typename NewKey>
  void Sites(const std::vector<Site>& before, const std::vector<Site>& now, std::vector<std::uint32_t>& out, OldKey old_key,
             NewKey new_key) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> old_of, new_of;  // by statement
    for (std::uint32_t i = 0; i < before.size(); ++i) old_of[before[i].statement].push_back(i);
    for (std::uint32_t i = 0; i < now.size(); ++i) new_of[now[i].statement].push_back(i);
    out.assign(now.size(), kNoMatch);
    for (const auto& [statement, sites] : new_of) {
      const std::uint32_t was = statement == kNoStatement ? kNoStatement : out_.statements[statement];
      if (statement != kNoStatement && was == kNoMatch) continue;
      const auto old_sites = old_of.find(was);
      if (old_sites == old_of.end()) continue;
      std::vector<std::uint64_t> old_keys, new_keys;
      for (std::uint32_t i : old_sites->second) old_keys.push_back(old_key(before[i]));
      for (std::uint32_t i : sites) new_keys.push_back(new_key(now[i]));
      const std::vector<std::uint32_t> aligned = Align(old_keys, new_keys);
      for (std::size_t k = 0; k < sites.size(); ++k)
        if (aligned[k] != kNoMatch) out[sites[k]] = old_sites->second[aligned[k]];
    }
  }

  static std::vector<std::uint64_t> BlockKeys(const FunctionFacts& f) {
    std::vector<std::uint64_t> keys;
    for (const BlockFacts& block : f.blocks) {
      std::uint64_t key = 0;
      for (int i = 0; i < 8; ++i) key |= std::uint64_t{block.hash[i]} << (8 * i);
      keys.push_back(key);
    }
    return keys;
  }

  // A loop is known by the statement of its header's branch, else by its place among the loops of its depth.
  static std::uint32_t HeaderStatement(const FunctionFacts& f, const LoopSite& loop) {
    for (const BranchSite& branch : f.branches)
      if (branch.block == loop.block && branch.statement != kNoStatement) return branch.statement;
    for (const AccessSite& access : f.accesses)
      if (access.block == loop.block && access.statement != kNoStatement) return access.statement;
    for (const CallSite& call : f.calls)
      if (call.block == loop.block && call.statement != kNoStatement) return call.statement;
    return kNoStatement;
  }
  void Loops() {
    out_.loops.assign(new_.loops.size(), kNoMatch);
    std::vector<bool> used(old_.loops.size());
    for (std::size_t i = 0; i < new_.loops.size(); ++i) {
      const std::uint32_t statement = HeaderStatement(new_, new_.loops[i]);
      const std::uint32_t was = statement == kNoStatement ? kNoMatch : out_.statements[statement];
      for (std::size_t k = 0; was != kNoMatch && k < old_.loops.size(); ++k)
        if (!used[k] && HeaderStatement(old_, old_.loops[k]) == was) {
          out_.loops[i] = static_cast<std::uint32_t>(k), used[k] = true;
          break;
        }
    }
    if (old_.loops.size() != new_.loops.size()) return;
    for (std::size_t i = 0; i < new_.loops.size(); ++i)
      if (out_.loops[i] == kNoMatch && !used[i] && old_.loops[i].depth == new_.loops[i].depth)
        out_.loops[i] = static_cast<std::uint32_t>(i), used[i] = true;
  }

  const FunctionFacts &old_, &new_;
  const Renames& renames_;
  FunctionMatch& out_;
  std::vector<std::uint64_t> old_keys_, new_keys_;  // by statement
};

}  // namespace

Matching::Matching(const Facts& old_facts, const Facts& new_facts)
    : old_(old_facts), new_(new_facts), matches_(new_facts.functions().size()), new_of_(old_facts.functions().size(), kNoMatch) {
  const std::vector<FunctionPair> pairs = PairFunctions(old_, new_);
  renames_ = Renames(old_, new_, pairs);
  for (const FunctionPair& pair : pairs) {
    FunctionMatch& match = matches_[pair.new_function];
    match.old_function = pair.old_function;
    match.renamed = pair.renamed;
    new_of_[pair.old_function] = pair.new_function;
    PairMatcher(old_.functions()[pair.old_function], new_.functions()[pair.new_function], renames_, match).Run();
  }
  for (std::uint32_t i = 0; i < matches_.size(); ++i) {
    if (matches_[i].old_function != kNoMatch) continue;
    const FunctionFacts& f = new_.functions()[i];
    matches_[i].statements.assign(f.statements.size(), kNoMatch);
    matches_[i].accesses.assign(f.accesses.size(), kNoMatch);
    matches_[i].calls.assign(f.calls.size(), kNoMatch);
    matches_[i].branches.assign(f.branches.size(), kNoMatch);
    matches_[i].blocks.assign(f.blocks.size(), kNoMatch);
    matches_[i].loops.assign(f.loops.size(), kNoMatch);
  }
}

Matching::Matching(const Facts& new_facts, const std::map<std::string, FileChange>& changes)
    : old_(new_facts), new_(new_facts), matches_(new_facts.functions().size()), new_of_(Identity(new_facts.functions().size())) {
  for (std::uint32_t i = 0; i < matches_.size(); ++i) {
    const FunctionFacts& f = new_.functions()[i];
    FunctionMatch& match = matches_[i];
    match.old_function = i;
    MatchWithItself(f, match);
    const auto change = f.system() ? changes.end() : changes.find(f.position.file);
    if (change == changes.end()) continue;
    for (std::uint32_t s = 0; s < f.statements.size(); ++s)
      for (std::uint32_t line : f.statements[s].lines) {
        if (change->second.changed.contains(line)) match.statements[s] = kNoMatch;
        if (change->second.deleted.contains(line)) match.anchors.push_back(line);
      }
    const auto drop = [&](const auto& sites, std::vector<std::uint32_t>& matched) {
      for (std::uint32_t k = 0; k < sites.size(); ++k)
        if (sites[k].statement != kNoStatement && match.statements[sites[k].statement] == kNoMatch) matched[k] = kNoMatch;
    };
    drop(f.accesses, match.accesses);
    drop(f.calls, match.calls);
    drop(f.branches, match.branches);
    match.identical = match.anchors.empty() && match.statements == Identity(f.statements.size());
  }
}

}  // namespace reweave::inline change
