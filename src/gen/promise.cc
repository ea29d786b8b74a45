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

// "try_popFront" -> " try pop front ".
std::string SnakeWords(const std::string& name) {
  std::string out = " ";
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool upper = std::isupper(static_cast<unsigned char>(name[i])) != 0;
    if (upper && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0) out += ' ';
    out += name[i] == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return out + " ";
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
                          "not multi thread safe",
                          "thread compatible",
                          "shared objects unsafe",
                          "not designed for concurrent",
                          "not support concurrent",
                          "no concurrent",
                          "not reentrant",
                          "no locking is done",
                          "does no locking"});
}

}  // namespace

std::string DeniesConcurrency(const std::string& comment) { return Denial(Normal(comment)); }

std::string NameDeniesConcurrency(const std::string& method) {
  if (method.ends_with('_')) return "_";  // of its own parts only
  if (method.ends_with("_locked") || (method.ends_with("Locked") && !method.starts_with("Is") && method != "Locked"))
    return "locked";  // by its caller
  return FindAny(SnakeWords(method), {"unsafe", "unsynchronized", "unsynchronised", "unlocked", "no lock", "nolock",
                                      "not thread safe", "with lock held", "lock held", "single threaded"});
}

Roles RolesOf(const Callable& callable) {
  const std::string comment = Normal(callable.comment), name = SnakeWords(callable.name);
  const bool of_producer = comment.find("producer") != std::string::npos,
             of_consumer = comment.find("consumer") != std::string::npos;
  Roles out;
  out.writes = !callable.is_const;
  out.reads = callable.is_const;
  if (of_producer && of_consumer && callable.is_const) return out;  // both may
  if (of_producer != of_consumer) {
    out.produces = of_producer;
    out.consumes = of_consumer;
    return out;
  }
  out.produces =
      !FindAny(name, {"push", "enqueue", "emplace", "write", "put", "insert", "send", "add", "produce", "offer", "append"})
           .empty();
  out.consumes = !FindAny(name, {"pop", "dequeue", "peek", "front", "read", "take", "receive", "recv", "consume", "remove",
                                 "poll", "drain", "get", "erase"})
                      .empty();
  // Nobody knows whose it is: nobody else may put in or take out meanwhile.
  if (!callable.is_const && !callable.is_static && out.produces == out.consumes) out.produces = out.consumes = true;
  return out;
}

std::string DoubtOf(const Callable& callable) {
  const bool swaps = SnakeWords(callable.name) == "swap" || callable.name == "std::swap";
  if (!callable.copies && !swaps) return "";
  if (!FindAny(Normal(callable.comment), {"thread", "concurren", "lock", "atomic", "synchroni"}).empty()) return "";
  return fmt::format("{} an object that others use: the class does not say that this is allowed, so it may be wrong use{}",
                     callable.copies ? "copies" : "swaps", callable.copies ? "" : " (--exclude swap leaves it out)");
}

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
  const auto rule = [&](bool& set, std::initializer_list<const char*> phrases) {
    const std::string words = FindAny(both, phrases);
    set = !words.empty();
    if (set && out.limits.find(words) == std::string::npos)
      out.limits += fmt::format("{}\"{}\"", out.limits.empty() ? "its documentation says " : " and ", words);
  };
  rule(out.single_producer, {"single producer", "one producer", "spsc", "spmc"});
  rule(out.single_consumer, {"single consumer", "one consumer", "spsc", "mpsc"});
  rule(out.single_writer, {"single writer", "only one writer", "one writer thread", "at most one writer", "exactly one writer"});
  rule(out.single_reader, {"single reader", "only one reader", "one reader thread", "at most one reader", "exactly one reader"});
  if (!out.limits.empty()) out.limits += ": tests keep to that";
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
