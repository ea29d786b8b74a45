#include "facts/shared_facts.h"

#include <sys/stat.h>

#include <atomic>
#include <list>
#include <map>
#include <mutex>
#include <tuple>

namespace reweave::inline facts {

namespace {

constexpr std::size_t kMostFunctions = 50'000;  // that are kept though nobody holds them: about half a gigabyte

using Identity = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::int64_t, std::int64_t>;

std::atomic<std::uint64_t> files_read{0};

class Cache {
 public:
  // Held while the file is read: of several threads that ask for one file at once, one reads it and the others wait.
  std::shared_ptr<std::mutex> Reading(const Identity& identity) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(reading_, [](const auto& entry) { return entry.second.expired(); });
    auto reading = reading_[identity].lock();
    if (!reading) reading_[identity] = reading = std::make_shared<std::mutex>();
    return reading;
  }
  std::shared_ptr<const Facts> Find(const Identity& identity) {
    const std::scoped_lock lock(mutex_);
    const auto found = known_.find(identity);
    auto facts = found == known_.end() ? nullptr : found->second.lock();
    if (facts) Keep(facts);
    return facts;
  }
  void Put(const Identity& identity, const std::shared_ptr<const Facts>& facts) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(known_, [](const auto& entry) { return entry.second.expired(); });
    known_[identity] = facts;
    Keep(facts);
  }

 private:
  // The last ones, as many as fit.
  void Keep(const std::shared_ptr<const Facts>& facts) {
    kept_.remove(facts);
    kept_.push_front(facts);
    std::size_t functions = 0;
    auto last = kept_.begin();
    while (last != kept_.end() && (functions += (*last)->functions().size()) <= kMostFunctions) ++last;
    kept_.erase(last, kept_.end());
  }

  std::mutex mutex_;
  std::map<Identity, std::weak_ptr<std::mutex>> reading_;
  std::map<Identity, std::weak_ptr<const Facts>> known_;
  std::list<std::shared_ptr<const Facts>> kept_;
};

Cache& TheCache() {
  static Cache cache;
  return cache;
}

}  // namespace

Result<std::shared_ptr<const Facts>> SharedFacts(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) {
    RW_ASSIGN(Facts facts, ReadFacts(path));  // for its message
    return std::make_shared<const Facts>(std::move(facts));
  }
  const Identity identity{status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec,
                          status.st_mtim.tv_nsec};
  const auto reading = TheCache().Reading(identity);
  const std::scoped_lock lock(*reading);
  if (auto known = TheCache().Find(identity)) return known;
  RW_ASSIGN(Facts facts, ReadFacts(path));
  ++files_read;
  auto shared = std::make_shared<const Facts>(std::move(facts));
  TheCache().Put(identity, shared);
  return shared;
}

std::uint64_t FactsRead() { return files_read; }

}  // namespace reweave::inline facts
