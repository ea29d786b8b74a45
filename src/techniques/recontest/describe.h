// What an analysis found, in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/site_names.h"
#include "techniques/recontest/analysis.h"

namespace reweave::recontest {

// What is told about one access of the new run.
struct AccessReport {
  std::string thread;                  // path: "0.1"
  std::string file, function;
  unsigned line = 0;
  std::string access;                  // "write A::x"
  std::string verdict;                 // "new", "context", "unaffected"
  std::string why;                     // "locks: were {A::mon}, are {}"
  bool in_handler = false;             // of a signal, in the thread that it interrupted
};

// Reads the names of both programs once; keeps a reference.
class Describer {
 public:
  explicit Describer(const Analysis& analysis);
  AccessReport Report(std::uint32_t access) const;

 private:
  std::string Why(std::uint32_t y, std::uint8_t reasons) const;
  std::string Place(std::uint32_t call, bool in_new) const;
  std::string Locks(std::uint32_t set) const;
  std::string Messages(std::uint32_t sequence) const;

  const Analysis& a_;
  SiteNames old_names_, new_names_;
  std::vector<std::string> paths_;
};

std::vector<AccessReport> ReportAccesses(const Analysis& analysis);

}  // namespace reweave::recontest
