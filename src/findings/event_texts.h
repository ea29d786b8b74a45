// What each event of a run touched and what that did to it, for people: "Store::items.size()", "3 -> 4".
#pragma once

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

  std::string Name(const abi::Event& event) const;    // may be empty
  std::string Detail(const abi::Event& event) const;  // value and partner; may be empty
  // "write Store::items.size() 3 -> 4"
  std::string What(const abi::Event& event) const;

  const VariableNames& variables() const { return variables_; }
  const Summary& summary() const { return summary_; }

 private:
  const VariableNames variables_;
  const Summary summary_;
  const Containers containers_;
};

}  // namespace reweave::inline findings
