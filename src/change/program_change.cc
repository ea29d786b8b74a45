#include "change/program_change.h"

#include <list>
#include <map>
#include <mutex>

#include "facts/shared_facts.h"

namespace reweave::inline change {

namespace {

constexpr std::size_t kMostKept = 4;  // changes that are kept though nobody holds them

class Cache {
 public:
  using Key = std::pair<const Facts*, const Facts*>;

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

  std::mutex mutex_;
  std::map<Key, std::weak_ptr<const ProgramChange>> known_;  // a change holds its facts: their places are not used again
  std::list<std::shared_ptr<const ProgramChange>> kept_;
};

Cache& TheCache() {
  static Cache cache;
  return cache;
}

}  // namespace

Result<std::shared_ptr<const ProgramChange>> ProgramChange::Of(const std::string& old_path, const std::string& new_path) {
  RW_ASSIGN(auto old_facts, SharedFacts(old_path));
  RW_ASSIGN(auto new_facts, SharedFacts(new_path));
  const Cache::Key key{old_facts.get(), new_facts.get()};
  if (auto known = TheCache().Find(key)) return known;
  auto change = std::make_shared<const ProgramChange>(std::move(old_facts), std::move(new_facts));
  TheCache().Put(key, change);
  return change;
}

}  // namespace reweave::inline change
