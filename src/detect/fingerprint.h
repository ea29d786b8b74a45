// Names of findings that stay the same when lines shift: made of the kind, a message without numbers, and the identities of
// places (function, block by content, ordinal in it: SitePosition::identity), never of line numbers or addresses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"

namespace reweave::detect {

struct FingerprintParts {
  FindingKind kind;
  std::string message;              // its numbers and addresses do not count
  std::vector<std::string> places;
  bool ordered = true;              // false: the same places in another order are the same finding
};
// 12 hex digits.
std::string Fingerprint(FingerprintParts parts);

// identity, or what else is known of a place that has none.
std::string PlaceIdentity(const SitePosition& position);

}  // namespace reweave::detect
