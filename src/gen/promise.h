// What a class promises to callers from several threads, by its text: decides which failures are faults of the class.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "gen/model.h"

namespace reweave::gen {

struct Promise {
  enum class Kind {
    kThreadSafe,  // its documentation says so, or it has a lock or an atomic member: any methods may be called beside each other
    kNone,  // nothing says so: only const methods may be, by the rule of the standard library
    kDenied,  // its documentation says that it is not thread-safe
  };
  Kind kind = Kind::kNone;
  std::string reason;  // "member mutex_: std::mutex"
  bool linearisable = true;  // false: the documentation says that calls do not take effect at one moment
  std::string limits;  // "its documentation says "single producer"": tests keep to the rule; or ""
  bool single_producer = false, single_consumer = false;  // one thread may put in, one may take out
  bool single_writer = false, single_reader = false;  // one thread may change it, one may look at it
  std::vector<std::set<std::string>> one_thread;  // "only one thread may call Push": methods that one thread calls, by name
  bool by_method = false;  // the documentation says of single methods that they are thread-safe
  bool confined = false;  // kDenied, and an object is of one thread: not even const methods may run beside each other
  bool room_varies = false;  // the documentation says that how much fits depends on what others do meanwhile
  bool copyable = false;  // the documentation says that an object may be copied while others use it
};

Promise PromiseOf(const ClassModel& model);

// Whether the comment of a method says that it must not run beside others: the words that say so, or "".
std::string DeniesConcurrency(const std::string& comment);

// The same by its name ("push_unsafe"): the word, or "".
std::string NameDeniesConcurrency(const std::string& method);

// Which of the threads of a rule a method belongs to, by its comment or its name.
struct Roles {
  bool produces = false, consumes = false, writes = false, reads = false;
};
Roles RolesOf(const Callable& callable);

// Words for the report if a failure of this kind may be wrong use of the method, else "":
//  - copies, swaps and moves of an object that others use are seldom meant, even by classes that are thread-safe otherwise,
//    unless the method's own documentation speaks of threads;
//  - a method about which the documentation is silent, while it says of others that they are thread-safe;
//  - results of a call that handles several elements, each of which may be a step of its own.
std::string DoubtOf(const Callable& callable, const std::string& kind, const Promise& promise);

// Whether a method gives no exact answer, by its name (size_approx) or its documentation ("likely but not guaranteed to be
// empty"): its results are not compared.
bool IsApproximate(const Callable& callable);

const char* Text(Promise::Kind kind);

}  // namespace reweave::gen
