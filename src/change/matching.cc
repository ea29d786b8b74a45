#include "change/matching.h"

#include <map>
#include <numeric>
#include <string_view>

#include "change/function_pairs.h"
#include "change/names.h"

namespace reweave {
namespace {

constexpr std::uint32_t kResults = 1u << 20;  // locals from here on are results of statements

std::uint64_t Mix(std::uint64_t seed, std::uint64_t value) { return (seed ^ value) * 0x9e3779b97f4a7c15ull + (seed >> 29); }
std::uint64_t TextHash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return hash;
}

// Functions that only their unit sees carry its path, which may have changed.
std::string_view WithoutUnit(std::string_view id) { return id.substr(0, id.find('@')); }

std::vector<std::uint32_t> Identity(std::size_t n) {
  std::vector<std::uint32_t> out(n);
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

class PairMatcher {
 public:
  PairMatcher(const FunctionFacts& before, const FunctionFacts& now, FunctionMatch& out) : old_(before), new_(now), out_(out) {}

  void Run() {
    if (Same()) {
      out_.identical = true;
      out_.statements = Identity(new_.statements.size());
      out_.accesses = Identity(new_.accesses.size());
      out_.calls = Identity(new_.calls.size());
      out_.branches = Identity(new_.branches.size());
      out_.blocks = Identity(new_.blocks.size());
      out_.loops = Identity(new_.loops.size());
      return;
    }
    Statements();
    DropMixedUpLocals();
    Sites(old_.accesses, new_.accesses, out_.accesses, [](const AccessSite& s) {
      return Mix(Mix(static_cast<std::uint64_t>(s.kind), s.order | s.failure_order << 8), TextHash(s.variable.name));
    });
    Sites(old_.calls, new_.calls, out_.calls, [](const CallSite& s) {
      return Mix(Mix(static_cast<std::uint64_t>(s.kind), static_cast<std::uint64_t>(s.operation)),
                 TextHash(WithoutLambdaNumbers(WithoutUnit(s.callee))));
    });
    Sites(old_.branches, new_.branches, out_.branches, [](const BranchSite&) { return 1ull; });
    out_.blocks = Align(BlockKeys(old_), BlockKeys(new_));
    Loops();
  }

 private:
  bool Same() const {
    if (old_.hash != new_.hash || old_.statements.size() != new_.statements.size() ||
        old_.accesses.size() != new_.accesses.size() || old_.calls.size() != new_.calls.size() ||
        old_.branches.size() != new_.branches.size() || old_.loops.size() != new_.loops.size() ||
        old_.blocks.size() != new_.blocks.size())
      return false;
    for (std::size_t i = 0; i < new_.statements.size(); ++i)
      if (old_.statements[i].hash != new_.statements[i].hash || old_.statements[i].locals != new_.statements[i].locals)
        return false;
    return true;
  }

  void Statements() {
    std::vector<std::uint64_t> before, now;
    for (const StatementFacts& s : old_.statements) before.push_back(s.hash);
    for (const StatementFacts& s : new_.statements) now.push_back(s.hash);
    out_.statements = Align(before, now);
  }

  // Which old local a new one is: what most of the paired statements say, the first of them on a tie. Results of statements are
  // what the statements are.
  void DropMixedUpLocals() {
    std::map<std::uint32_t, std::map<std::uint32_t, std::pair<std::size_t, std::size_t>>> votes;  // new -> old -> (count, first)
    const auto each = [&](auto&& act) {
      for (std::size_t i = 0; i < new_.statements.size(); ++i) {
        if (out_.statements[i] == kNoMatch) continue;
        const auto &before = old_.statements[out_.statements[i]].locals, &now = new_.statements[i].locals;
        for (std::size_t k = 0; k < std::min(before.size(), now.size()); ++k) act(i, before[k], now[k]);
      }
    };
    each([&](std::size_t i, std::uint32_t before, std::uint32_t now) {
      if (now >= kResults) return;
      auto [entry, fresh] = votes[now].try_emplace(before, std::pair{std::size_t{0}, i});
      ++entry->second.first;
    });
    std::map<std::uint32_t, std::uint32_t> chosen;
    for (const auto& [now, candidates] : votes) {
      auto best = candidates.begin();
      for (auto c = candidates.begin(); c != candidates.end(); ++c)
        if (c->second.first > best->second.first ||
            (c->second.first == best->second.first && c->second.second < best->second.second))
          best = c;
      chosen[now] = best->first;
    }
    std::vector<std::size_t> wrong;
    each([&](std::size_t i, std::uint32_t before, std::uint32_t now) {
      bool same;
      if (now >= kResults && before >= kResults) {
        const std::uint32_t was = now - kResults < out_.statements.size() ? out_.statements[now - kResults] : kNoMatch;
        same = was == kNoMatch || was == before - kResults;  // a modified statement's result: it is the one that changed
      } else {
        same = (now >= kResults) == (before >= kResults) && chosen[now] == before;
      }
      if (!same) wrong.push_back(i);
    });
    for (std::size_t i : wrong) out_.statements[i] = kNoMatch;
  }

  // Within paired statements; sites without a statement among themselves.
  template <typename Site, typename Key>
  void Sites(const std::vector<Site>& before, const std::vector<Site>& now, std::vector<std::uint32_t>& out, Key key) {
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
      for (std::uint32_t i : old_sites->second) old_keys.push_back(key(before[i]));
      for (std::uint32_t i : sites) new_keys.push_back(key(now[i]));
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
  FunctionMatch& out_;
};

}  // namespace

Matching::Matching(const Facts& old_facts, const Facts& new_facts)
    : old_(old_facts), new_(new_facts), matches_(new_facts.functions().size()), new_of_(old_facts.functions().size(), kNoMatch) {
  for (const FunctionPair& pair : PairFunctions(old_, new_)) {
    FunctionMatch& match = matches_[pair.new_function];
    match.old_function = pair.old_function;
    match.renamed = pair.renamed;
    new_of_[pair.old_function] = pair.new_function;
    PairMatcher(old_.functions()[pair.old_function], new_.functions()[pair.new_function], match).Run();
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
    match.statements = Identity(f.statements.size());
    match.accesses = Identity(f.accesses.size());
    match.calls = Identity(f.calls.size());
    match.branches = Identity(f.branches.size());
    match.blocks = Identity(f.blocks.size());
    match.loops = Identity(f.loops.size());
    match.identical = true;
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

}  // namespace reweave
