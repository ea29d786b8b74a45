// A change of one program as one value: the facts of both versions and how they match. Read and matched once, however many parts
// of a command ask: CAPP (impacted code points), SimRT (affected accesses), ReConTest (equal statements) and `check`.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "change/matching.h"
#include "facts/reader.h"

namespace reweave::inline change {

class ProgramChange {
 public:
  // The same value for the same two files as long as somebody holds it. Errors: those of ReadFacts. Any thread.
  static Result<std::shared_ptr<const ProgramChange>> Of(const std::string& old_path, const std::string& new_path);

  ProgramChange(std::shared_ptr<const Facts> old_facts, std::shared_ptr<const Facts> new_facts)
      : old_(std::move(old_facts)), new_(std::move(new_facts)), matching_(*old_, *new_) {}

  const Facts& old_facts() const { return *old_; }
  const Facts& new_facts() const { return *new_; }
  const Matching& matching() const { return matching_; }

 private:
  std::shared_ptr<const Facts> old_, new_;
  Matching matching_;
};

}  // namespace reweave::inline change
