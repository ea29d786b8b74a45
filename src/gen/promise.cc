#include "gen/promise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>

#include "base/pattern.h"

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

// "must not be used from several threads", "never share it between threads": only words between them that change nothing.
std::string DenialOfThreads(const std::string& normal) {
  static const Pattern words =
      Pattern::Parse(
          "\\b(?:not|never|cannot|can't|mustn't|don't|isn't)(?: "
          "(?:be|safe|safely|use|used|call|called|access|accessed|share|shared|"
          "meant|intended|made|designed|suitable|to|for|by|from|in|between|among|across|with|it|them|this|an|the|object|objects|"
          "at|once|(?:the same|the|a|an|one|this) \\w+))* (?:(?:several|multiple|many|different|two|more than one|other|another) "
          "threads?|between threads|across "
          "threads)\\b|"
          "\\bno (?:method|methods|function|functions|member|members|operation|call|object|instance|part|one)(?: of it| here)? "
          "(?:may|can|must|should)(?: ever)? be (?:used|called|accessed|shared|made|touched)(?: by| from| in| on)? "
          "(?:several|multiple|many|different|two|more than one|other|another|any other) threads?\\b|"
          "\\b(?:one|a separate|an own|its own) (?:instance|object|copy)(?: of \\w+)? (?:per|for each|for every) thread\\b|"
          "\\beach thread (?:needs|must have|must use|should have|should use) (?:its own|an own|a separate|one) "
          "(?:instance|object|copy)\\b")
          .value();
  return std::string(words.Find(normal));
}

// "belongs to one thread", "used only on the thread that created it": the words, or "".
std::string WordsOfOneThread(const std::string& sentence) {
  static const Pattern words =
      Pattern::Parse(
          "\\b(?:(?:belongs?|confined|bound|tied|restricted|limited) to|owned by|(?:use|used|accessed|touched)(?: it| "
          "them)?(?: only)? (?:by|from|on|in|within))(?: only| just| exactly)? (?:(?:one|a single|its) thread|the (?:same "
          "|owning |creating )?thread(?: (?:that|which|it))?)\\b|\\bonly (?:one|a single) thread (?:may|can|must|should) "
          "(?:use|access|touch|own)\\b|\\bthread confined\\b|^(?:\\w+ ){0,4}single threaded(?: (?:only|by design|use|use "
          "only))?$|\\bnot even (?:for |to |the )?(?:read|reading|"
          "reads|const|look)\\b|"
          "\\b(?:must|should|may only|can only)(?: only)? be (?:called|invoked|made|used|accessed|touched)(?: only)? "
          "(?:by|from|on|in|within) the (?:\\w+ )?thread\\b|"
          "\\bonly the (?:\\w+ )?thread (?:that|which) (?:\\w+ ){1,4}(?:may|can|must|should)\\b|"
          "\\bonly the (?:owning|owner|creating|main) thread (?:may|can|must|should)\\b")
          .value();
  return std::string(words.Find(sentence));
}

std::string Denial(const std::string& normal) {
  if (std::string words = DenialOfThreads(normal); !words.empty()) return words;
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
                          "does no locking",
                          "concurrently behavior is un",
                          "concurrently behaviour is un",
                          "concurrently the behavior is un",
                          "concurrently the behaviour is un"});
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
  const bool puts =
      !FindAny(name, {"push", "enqueue", "emplace", "write", "put", "insert", "send", "add", "produce", "offer", "append"})
           .empty();
  const bool takes = !FindAny(name, {"pop", "dequeue", "peek", "front", "read", "take", "receive", "recv", "consume", "remove",
                                     "poll", "drain", "get", "erase"})
                          .empty();
  // Who takes something out of a queue is its reader, though it changes.
  out.writes = puts != takes ? puts : !callable.is_const;
  out.reads = puts != takes ? takes : callable.is_const;
  if (of_producer && of_consumer && callable.is_const) return out;  // both may
  if (of_producer != of_consumer) {
    out.produces = of_producer;
    out.consumes = of_consumer;
    return out;
  }
  out.produces = puts;
  out.consumes = takes;
  // Nobody knows whose it is: nobody else may put in or take out meanwhile.
  if (!callable.is_const && !callable.is_static && out.produces == out.consumes) out.produces = out.consumes = true;
  return out;
}

namespace {

std::string Safety(const std::string& normal) {
  return FindAny(normal, {"thread safe", "threadsafe", "safe to call concurrently", "safe to be called concurrently",
                          "may be called concurrently", "can be called concurrently", "from any thread", "by any thread",
                          "safe to call from"});
}

// "may be shared between threads", "threads may get and put at the same time".
std::string SafetyInOtherWords(const std::string& normal) {
  static const Pattern words =
      Pattern::Parse(
          "\\b(?:may|can|safe to)(?: \\w+){0,3} (?:between|by|from|across|among)(?: several| multiple| many| different| two| "
          "all| any number of| any)? threads?\\b|\\bthreads (?:may|can) \\w+(?: \\w+){0,8} (?:at the same time|at once|together|"
          "simultaneously|in parallel)\\b")
          .value();
  return std::string(words.Find(normal));
}

// The words by which a method's documentation says that its answer may be wrong meanwhile, or "".
std::string WeakWords(const std::string& normal) {
  return FindAny(normal, {"not guaranteed",   "appeared empty", "appears empty", "appeared full",        "appears full",
                          "inaccurate",       "not accurate",   "only accurate", "not be accurate",      "out of date",
                          "be stale",         "stale value",    "spurious",      "best effort",          "approximat",
                          "estimate of",      "only a hint",    "as a hint",     "at some point",        "not linearizable",
                          "not linearisable", "not atomic",     "not an atomic", "eventually consistent"});
}

bool HandlesSeveral(const Callable& callable) {
  const std::string name = SnakeWords(callable.name);
  return !FindAny(name, {" all ", " bulk ", " each ", " many ", " range ", " drain ", " foreach ", " batch "}).empty();
}

std::set<std::string> MethodsNamed(const std::string& sentence, const ClassModel& model) {
  std::set<std::string> names;
  for (const Callable& method : model.methods)
    if ((" " + sentence + " ").find(" " + Normal(method.name) + " ") != std::string::npos) names.insert(method.name);
  return names;
}

// Each in normal form.
std::vector<std::string> SentencesOf(const std::string& comment) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from < comment.size();) {
    const std::size_t end = std::min(comment.find_first_of(".;", from), comment.size());
    out.push_back(Normal(comment.substr(from, end - from)));
    if (out.back().ends_with(' ')) out.back().pop_back();
    from = end + 1;
  }
  return out;
}

// What says that an object is of one thread. A sentence about single methods does not: see AddOneThread.
std::string Confinement(const std::string& comment, const ClassModel& model) {
  for (const std::string& sentence : SentencesOf(comment)) {
    if (!FindAny(sentence, {"more than one thread", "one thread or "}).empty() || !MethodsNamed(sentence, model).empty())
      continue;
    if (std::string words = WordsOfOneThread(sentence); !words.empty()) return words;
  }
  return "";
}

// "Objects may be copied at any time": whether a sentence speaks of copies and of others.
bool SpeaksOfCopies(const std::string& comment) {
  return std::ranges::any_of(SentencesOf(comment), [](const std::string& sentence) {
    return !FindAny(sentence, {"copied", "copies", "copying", "copyable", "copy "}).empty() &&
           !FindAny(sentence, {"thread", "concurren", "any time", "while "}).empty() && Denial(sentence).empty();
  });
}

// The methods named between two places where a sentence speaks of one thread.
void AddOneThread(const std::string& comment, const ClassModel& model, std::vector<std::set<std::string>>& out) {
  constexpr std::string_view kWords = "one thread";
  const auto named = [&](const std::string& text) { return MethodsNamed(text, model); };
  for (const std::string& sentence : SentencesOf(comment)) {
    if (!FindAny(sentence, {"more than one thread", "one thread or "}).empty()) continue;
    std::size_t at = sentence.find(kWords);
    if (at == std::string::npos) continue;
    const std::set<std::string> before = named(sentence.substr(0, at));
    if (!before.empty()) out.push_back(before);
    for (; at != std::string::npos;) {
      const std::size_t next = sentence.find(kWords, at + kWords.size());
      if (const auto names = named(sentence.substr(at, next == std::string::npos ? next : next - at)); !names.empty())
        out.push_back(names);
      at = next;
    }
  }
}

}  // namespace

std::string DoubtOf(const Callable& callable, const std::string& kind, const Promise& promise) {
  const std::string comment = Normal(callable.comment);
  const bool speaks = !FindAny(comment, {"thread", "concurren", "lock", "atomic", "synchroni"}).empty();
  const bool swaps = SnakeWords(callable.name) == " swap " || callable.name == "std::swap";
  const bool assigns = callable.name == "operator=";
  if ((callable.copies || assigns || swaps) && !speaks && !(promise.copyable && !swaps))
    return fmt::format("{} an object that others use: the class does not say that this is allowed, so it may be wrong use{}",
                       callable.copies ? "copies"
                       : assigns       ? "assigns to"
                                       : "swaps",
                       callable.copies ? "" : fmt::format(" (--exclude {} leaves it out)", assigns ? "'operator='" : "swap"));
  if (promise.by_method && !speaks && !callable.is_const && Safety(comment).empty())
    return fmt::format(
        "calls {}: the documentation says of other methods that they are thread-safe, not of this one, so it may be "
        "wrong use (--exclude {} leaves it out)",
        callable.name, callable.name);
  if (const std::string words = WeakWords(comment); kind == "race" && !words.empty())
    return fmt::format("calls {}, whose documentation says \"{}\": the authors may know of the race (--exclude {} leaves it out)",
                       callable.name, words, callable.name);
  if (kind == "linearisability" && HandlesSeveral(callable) && comment.find("atomic") == std::string::npos)
    return fmt::format("compares what {} shows, which handles several elements: the class does not say that this is one step for "
                       "other threads (--exclude {} leaves it out)",
                       callable.name, callable.name);
  return "";
}

bool IsApproximate(const Callable& callable) {
  const std::string comment = Normal(callable.comment);
  return !FindAny(Normal(callable.name), {"approx", "estimate", "hint", "guess", "unsafe"}).empty() ||
         !WeakWords(comment).empty() || !FindAny(comment, {"may be different", "may differ", "may vary"}).empty();
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
  const auto varies = [](const std::string& comment) {
    return !FindAny(comment, {"capacity", "room", "space"}).empty() &&
           !FindAny(comment, {"may be different", "may differ", "may vary"}).empty();
  };
  out.room_varies =
      varies(both) || std::ranges::any_of(model.methods, [&](const Callable& method) { return varies(Normal(method.comment)); });
  rule(out.single_producer, {"single producer", "one producer", "spsc", "spmc"});
  rule(out.single_consumer, {"single consumer", "one consumer", "spsc", "mpsc"});
  rule(out.single_writer, {"single writer", "only one writer", "one writer thread", "at most one writer", "exactly one writer"});
  rule(out.single_reader, {"single reader", "only one reader", "one reader thread", "at most one reader", "exactly one reader"});
  AddOneThread(model.comment, model, out.one_thread);
  if (model.comment.empty()) AddOneThread(model.file_comment, model, out.one_thread);
  bool one_thread = !out.one_thread.empty();
  for (const Callable& method : model.methods) {
    const std::string comment = Normal(method.comment);
    out.by_method |= !Safety(comment).empty() && Denial(comment).empty();
    if (FindAny(comment, {"only one thread", "only a single thread", "one thread at a time"}).empty()) continue;
    one_thread = true;
    const Roles roles = RolesOf(method);
    if (roles.produces != roles.consumes) (roles.produces ? out.single_producer : out.single_consumer) = true;
    else out.one_thread.push_back({method.name});
  }
  if (one_thread) out.limits += fmt::format("{}\"one thread\"", out.limits.empty() ? "its documentation says " : " and ");
  if (!out.limits.empty()) out.limits += ": tests keep to that";
  std::string confinement = Confinement(model.comment, model);
  const std::string refused = Denial(own).empty() ? confinement : Denial(own);
  std::string denied = refused.empty() ? Denial(file) : refused;
  std::string said = FindAny(
      both, {"thread safe", "threadsafe", "thread safety", "lock free", "lockfree", "wait free", "concurrent", "from any thread",
             "by any thread", "multi threaded", "multiple threads", "several threads", "many threads", "synchronized"});
  if (said.empty()) said = SafetyInOtherWords(both);
  // What is on top of the file is about the class, unless its own text or its members promise something.
  if (refused.empty() && model.locks.empty() && Safety(own).empty() && SafetyInOtherWords(own).empty()) {
    confinement = Confinement(model.file_comment, model);
    if (denied.empty()) denied = confinement;
  }
  out.copyable = SpeaksOfCopies(model.comment);
  out.by_method &= said.empty();  // else it is a promise of the whole class
  if (!denied.empty() && (model.locks.empty() || !refused.empty())) {
    out.kind = Promise::Kind::kDenied;
    out.confined = !confinement.empty();
    out.reason = fmt::format("its documentation says \"{}\"", out.confined ? confinement : denied);
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
