#include "gen/promise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>

namespace reweave::gen {

namespace {

// Lower case, one space between words, no comment marks: phrases are found across lines.
std::string Normal(const std::string& text) {
  std::string out;
  bool space = true;
  for (const char c : text) {
    const bool keeps = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '\'';
    const char lower = c == '-' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (keeps && lower != ' ') out += lower, space = false;
    else if (!space) out += ' ', space = true;
  }
  return out;
}

std::string FindAny(const std::string& text, std::initializer_list<const char*> phrases) {
  for (const char* phrase : phrases)
    if (text.find(phrase) != std::string::npos) return phrase;
  return "";
}

std::string Denial(const std::string& normal) {
  return FindAny(normal, {"not thread safe",
                          "isn't thread safe",
                          "not threadsafe",
                          "thread unsafe",
                          "no thread safety",
                          "not safe to call concurrently",
                          "not safe for concurrent",
                          "must not be called concurrently",
                          "not be called concurrently",
                          "unsynchronized",
                          "without synchronization",
                          "external synchronization",
                          "externally synchronized",
                          "callers lock",
                          "caller must hold",
                          "caller must lock",
                          "must be externally",
                          "single threaded",
                          "called from one thread",
                          "not multi thread safe"});
}

}  // namespace

std::string DeniesConcurrency(const std::string& comment) { return Denial(Normal(comment)); }

bool IsApproximate(const std::string& method) {
  const std::string name = Normal(method);
  return !FindAny(name, {"approx", "estimate", "hint", "guess", "unsafe"}).empty();
}

Promise PromiseOf(const ClassModel& model) {
  Promise out;
  const std::string own = Normal(model.comment), file = Normal(model.file_comment);
  const std::string both = own + " " + file;
  out.linearisable =
      FindAny(both, {"not linearizable", "not linearisable", "isn't linearizable", "not sequentially consistent"}).empty();
  const std::string rule = FindAny(both, {"single producer", "single consumer", "one producer", "one consumer", "only one thread",
                                          "one reader", "one writer", "single reader", "single writer", "spsc"});
  if (!rule.empty()) out.limits = fmt::format("its documentation says \"{}\": check that the calls keep to that", rule);
  const std::string denied = Denial(own).empty() ? Denial(file) : Denial(own);
  const std::string said = FindAny(
      both, {"thread safe", "threadsafe", "thread safety", "lock free", "lockfree", "wait free", "concurrent", "from any thread",
             "by any thread", "multi threaded", "multiple threads", "several threads", "many threads", "synchronized"});
  if (!denied.empty() && (model.locks.empty() || !Denial(own).empty())) {
    out.kind = Promise::Kind::kDenied;
    out.reason = fmt::format("its documentation says \"{}\"", denied);
  } else if (!said.empty()) {
    out.kind = Promise::Kind::kThreadSafe;
    out.reason = fmt::format("its documentation says \"{}\"", said);
  } else if (!model.locks.empty()) {
    out.kind = Promise::Kind::kThreadSafe;
    out.reason = "member " + model.locks[0];
  } else {
    out.reason = "no member is a lock or an atomic, and its documentation does not mention threads";
  }
  return out;
}

const char* Text(Promise::Kind kind) {
  switch (kind) {
    case Promise::Kind::kThreadSafe: return "thread-safe";
    case Promise::Kind::kNone: return "no promise";
    case Promise::Kind::kDenied: return "not thread-safe";
  }
  return "?";
}

}  // namespace reweave::gen
