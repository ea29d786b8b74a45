#include "findings/finding.h"

namespace reweave::inline findings {

const char* IsolationName(abi::Isolation isolation) {
  switch (isolation) {
    case abi::Isolation::kRewind: return "rewind";
    case abi::Isolation::kFork: return "fork";
    case abi::Isolation::kExec: return "exec";
  }
  return "?";
}

const char* StoppedByName(StoppedBy reason) {
  switch (reason) {
    case StoppedBy::kExhausted: return "exhausted";
    case StoppedBy::kFailure: return "failure";
    case StoppedBy::kSchedules: return "schedules";
    case StoppedBy::kTime: return "time";
    case StoppedBy::kInterrupted: return "interrupted";
    case StoppedBy::kIncomplete: return "incomplete";
    case StoppedBy::kUnsupported: return "failure";  // the `unsupported` list says which
  }
  return "?";
}

}  // namespace reweave::inline findings
