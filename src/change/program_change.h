// A change of one program as one value: the facts of both versions, how they match, and what follows from that. Read, matched and
// derived once, however many parts of a command ask: CAPP (impacted code points), SimRT (affected accesses), ReConTest (equal
// statements), paths, PCR and `check` all take it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <typeindex>
#include <vector>

#include "base/result.h"
#include "change/declared.h"
#include "change/effects.h"
#include "change/lock_regions.h"
#include "change/matching.h"
#include "facts/reader.h"

namespace reweave::inline change {

class ProgramChange {
 public:
  // The same value for the same two files as long as somebody holds it. Errors: those of ReadFacts. Any thread.
  static Result<std::shared_ptr<const ProgramChange>> Of(const std::string& old_path, const std::string& new_path);
  // How many were made so far in this process: for tests.
  static std::uint64_t made();

  ProgramChange(std::shared_ptr<const Facts> old_facts, std::shared_ptr<const Facts> new_facts);
  // Keeps references.
  ProgramChange(const Facts& old_facts, const Facts& new_facts);
  // Where there is no old binary (Matching).
  ProgramChange(const Facts& new_facts, const std::map<std::string, FileChange>& changes);
  ProgramChange(const ProgramChange&) = delete;
  ~ProgramChange();

  // With the names of NEW where variables or types were renamed; ids of functions are OLD's own.
  const Facts& old_facts() const { return matching_.old_facts(); }
  const Facts& new_facts() const { return matching_.new_facts(); }
  const Matching& matching() const { return matching_; }

  // Each is made when somebody asks first. Any thread.
  const std::vector<DeclarationChange>& declarations() const;
  const std::vector<VirtualChange>& virtual_changes() const;
  const LockRegions& old_locks() const;
  const LockRegions& new_locks() const;
  // What a technique makes of it: `make(*this)` is called once for each type T.
  template <typename T, typename Make>
  const T& Derived(const Make& make) const {
    const std::scoped_lock lock(mutex_);
    if (const auto found = derived_.find(typeid(T)); found != derived_.end()) return *static_cast<const T*>(found->second.get());
    auto value = std::make_shared<const T>(make(*this));
    return *static_cast<const T*>(derived_.emplace(typeid(T), std::move(value)).first->second.get());
  }

 private:
  // null, or without an owner: somebody else holds them
  std::shared_ptr<const Facts> given_;  // the key of the cache must not be used again
  std::shared_ptr<const Facts> old_, new_;
  Matching matching_;
  mutable std::recursive_mutex mutex_;  // making one thing may ask for another
  mutable std::map<std::type_index, std::shared_ptr<const void>> derived_;
};

}  // namespace reweave::inline change
