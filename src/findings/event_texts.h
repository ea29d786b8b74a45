// What each event of a run touched and what that did to it, for people: "Store::items.size()", "3 -> 4".
#pragma once

#include <map>
#include <string>

#include "findings/containers.h"
#include "findings/site_names.h"
#include "findings/variable_names.h"
#include "trace/trace.h"

namespace reweave::inline findings {

// The trace and the names must outlive it.
class EventTexts {
 public:
  // `at_start` may be empty. If not, the run recorded every access to the words that it knows.
  EventTexts(const Trace& trace, const SiteNames& names, const WordAtStart& at_start = {});

  // Where it happened, in the program (SiteNames::PositionOf). A thread begins where it was created: its own first site may be
  // inside of the library that starts it.
  const SitePosition& PositionOf(const abi::Event& event) const { return names_.PositionOf(OriginOf(event)); }
  std::string Name(const abi::Event& event) const;    // may be empty
  std::string Detail(const abi::Event& event) const;  // value and partner; may be empty
  // "write Store::items.size() 3 -> 4"
  std::string What(const abi::Event& event) const;

  const VariableNames& variables() const { return variables_; }
  const Summary& summary() const { return summary_; }

 private:
  const abi::Event& OriginOf(const abi::Event& event) const;

  const SiteNames& names_;
  const VariableNames variables_;
  const Summary summary_;
  std::map<std::uint16_t, const abi::Event*> creates_;  // by the thread that was created
  const Containers containers_;
};

}  // namespace reweave::inline findings
