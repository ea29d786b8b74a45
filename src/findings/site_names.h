// From a site id of a trace to a place in the source: module and index from the trace, the rest from the facts in the module.
// Without facts a site is still named, by module and number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "facts/facts.h"
#include "findings/finding.h"
#include "trace/trace.h"

namespace reweave::inline findings {

class SiteNames {
 public:
  SiteNames();
  ~SiteNames();
  SiteNames(SiteNames&&) noexcept;
  SiteNames& operator=(SiteNames&&) noexcept;

  // Takes over the modules of this trace; cheap if they are the same as before. Facts are read on the first lookup.
  void Use(const Trace& trace);
  const SitePosition& Lookup(std::uint32_t site) const;
  // Where in the memory of the standard library an access is; size 0: in none of its objects, or no access.
  const Inside& InsideOf(std::uint32_t site) const;
  // The name of an access is the library's own, or only a type: what the program calls it has to come from elsewhere.
  bool HasLibraryName(std::uint32_t site) const;
  // The function whose text has the access, also if it is the library's and was made a part of the program's. Empty: unknown.
  const std::string& WrittenIn(std::uint32_t site) const;
  // Of a call of the library that a container of the program is given to: the container's name. Empty: it is none.
  const std::string& ContainerOf(std::uint32_t call) const;
  // For people: the innermost user frame of an event, its own site or, for library code, the call it was reached by.
  const SitePosition& PositionOf(const abi::Event& event) const;
  // "queue.cc:12 push(int)" or "queue_test+17" or "?" for site 0. Not escaped.
  std::string Describe(std::uint32_t site) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// "file:line" or "?".
std::string PlaceText(const SitePosition& position);

}  // namespace reweave::inline findings
