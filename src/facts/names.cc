// Enumerators as text. Unknown numbers (a newer writer's) are "?".
#include <fmt/format.h>

#include "facts/facts.h"

namespace reweave::inline facts {
namespace {

template <std::size_t N, typename E>
const char* Pick(const char* const (&names)[N], E value) {
  auto number = static_cast<std::size_t>(value);
  return number < N ? names[number] : "?";
}

}  // namespace

const char* Text(facts::AccessKind kind) {
  static constexpr const char* kNames[] = {"read",       "write", "atomic-load", "atomic-store", "atomic-rmw",
                                           "atomic-cas", "fence", "local-begin", "local-end"};
  return Pick(kNames, kind);
}
const char* Text(facts::VariableKind kind) {
  static constexpr const char* kNames[] = {"unknown", "global", "field", "element", "heap", "local"};
  return Pick(kNames, kind);
}
const char* Text(facts::CalleeKind kind) {
  static constexpr const char* kNames[] = {"direct", "virtual", "indirect"};
  return Pick(kNames, kind);
}
const char* Text(facts::Operation operation) {
  static constexpr const char* kNames[] = {"none",
                                           "mutex-lock",
                                           "mutex-try-lock",
                                           "mutex-timed-lock",
                                           "mutex-unlock",
                                           "read-lock",
                                           "try-read-lock",
                                           "write-lock",
                                           "try-write-lock",
                                           "rw-unlock",
                                           "spin-lock",
                                           "spin-try-lock",
                                           "spin-unlock",
                                           "cond-wait",
                                           "cond-timed-wait",
                                           "cond-signal",
                                           "cond-broadcast",
                                           "thread-create",
                                           "thread-join",
                                           "thread-detach",
                                           "sem-wait",
                                           "sem-try-wait",
                                           "sem-post",
                                           "barrier-wait",
                                           "once",
                                           "yield",
                                           "sleep",
                                           "init",
                                           "destroy",
                                           "guard-acquire",
                                           "guard-release",
                                           "allocate",
                                           "free"};
  return Pick(kNames, operation);
}
const char* Text(facts::EdgeLabel label) {
  static constexpr const char* kNames[] = {"", "T", "F", "case", "default", "N", "U"};
  return Pick(kNames, label);
}
std::string ToHex(const Hash128& hash) {
  // Every place that a report names has one: by hand, not by fmt, which would take a tenth of a short search.
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out(2 * hash.size(), '0');
  for (std::size_t i = 0; i < hash.size(); ++i) out[2 * i] = kDigits[hash[i] >> 4], out[2 * i + 1] = kDigits[hash[i] & 15];
  return out;
}

}  // namespace reweave::inline facts
