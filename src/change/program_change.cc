#include "change/program_change.h"

#include <atomic>
#include <list>
#include <map>
#include <mutex>

#include "change/name_map.h"
#include "facts/shared_facts.h"

namespace reweave::inline change {

namespace {

constexpr std::size_t kMostKept = 4;  // changes that are kept though nobody holds them

class Cache {
 public:
  using Key = std::pair<const Facts*, const Facts*>;

  // Held while the two are matched, so that threads that ask at once get one value.
  std::mutex& matching() { return matching_; }
  std::shared_ptr<const ProgramChange> Find(const Key& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = known_.find(key);
    auto change = found == known_.end() ? nullptr : found->second.lock();
    if (change) Keep(change);
    return change;
  }
  void Put(const Key& key, const std::shared_ptr<const ProgramChange>& change) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(known_, [](const auto& entry) { return entry.second.expired(); });
    known_[key] = change;
    Keep(change);
  }

 private:
  void Keep(const std::shared_ptr<const ProgramChange>& change) {
    kept_.remove(change);
    kept_.push_front(change);
    if (kept_.size() > kMostKept) kept_.pop_back();
  }

  std::mutex mutex_, matching_;
  std::map<Key, std::weak_ptr<const ProgramChange>> known_;  // a change holds its facts: their places are not used again
  std::list<std::shared_ptr<const ProgramChange>> kept_;
};

Cache& TheCache() {
  static Cache cache;
  return cache;
}

std::atomic<std::uint64_t> changes_made{0};

// One type for each, so that they are told apart.
struct OldLocks {
  LockRegions regions;
};
struct NewLocks {
  LockRegions regions;
};

}  // namespace

ProgramChange::ProgramChange(std::shared_ptr<const Facts> old_facts, std::shared_ptr<const Facts> new_facts)
    : given_(std::move(old_facts)), old_(WithNewNames(given_, *new_facts)), new_(std::move(new_facts)), matching_(*old_, *new_) {
  ++changes_made;
}
ProgramChange::ProgramChange(const Facts& old_facts, const Facts& new_facts)
    : old_(WithNewNames({std::shared_ptr<const Facts>(), &old_facts}, new_facts)), matching_(*old_, new_facts) {
  ++changes_made;
}
ProgramChange::ProgramChange(const Facts& new_facts, const std::map<std::string, FileChange>& changes)
    : matching_(new_facts, changes) {
  ++changes_made;
}
ProgramChange::~ProgramChange() = default;

std::uint64_t ProgramChange::made() { return changes_made; }

const std::vector<DeclarationChange>& ProgramChange::declarations() const {
  return Derived<std::vector<DeclarationChange>>(
      [](const ProgramChange& change) { return ChangedDeclarations(change.old_facts(), change.new_facts()); });
}

const std::vector<VirtualChange>& ProgramChange::virtual_changes() const {
  return Derived<std::vector<VirtualChange>>([](const ProgramChange& change) { return VirtualChanges(change.matching()); });
}

const LockRegions& ProgramChange::old_locks() const {
  return Derived<OldLocks>([](const ProgramChange& change) { return OldLocks{LockRegions(change.old_facts())}; }).regions;
}

const LockRegions& ProgramChange::new_locks() const {
  return Derived<NewLocks>([](const ProgramChange& change) { return NewLocks{LockRegions(change.new_facts())}; }).regions;
}

Result<std::shared_ptr<const ProgramChange>> ProgramChange::Of(const std::string& old_path, const std::string& new_path) {
  RW_ASSIGN(auto old_facts, SharedFacts(old_path));
  RW_ASSIGN(auto new_facts, SharedFacts(new_path));
  const Cache::Key key{old_facts.get(), new_facts.get()};
  const std::scoped_lock lock(TheCache().matching());
  if (auto known = TheCache().Find(key)) return known;
  auto change = std::make_shared<const ProgramChange>(std::move(old_facts), std::move(new_facts));
  TheCache().Put(key, change);
  return change;
}

}  // namespace reweave::inline change
