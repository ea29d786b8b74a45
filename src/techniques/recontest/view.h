// What Phase I asks about one version of the program: what a site of its trace is, in words that both versions share, and which
// object a static address belongs to. Made from facts and the matching of two builds (build_view.h), or by hand in tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "techniques/recontest/keys.h"

namespace reweave::recontest {

// Operations that exist as library headers only and are seen through their atomics. Calls: everything up to the return belongs to
// it. kFutureStatus: an access, to the word that says whether a result is there.
enum class Primitive : std::uint8_t {
  kNone,
  kSemaphoreAcquire,
  kSemaphoreRelease,
  kLatchArrive,
  kLatchWait,
  kBarrierArrive,
  kBarrierWait,
  kFutureStatus
};

// A statement that both versions have carries the same class in both; one that only one version has is not `mapped` and its class
// equals nothing in the other version.
struct SiteView {
  std::uint64_t statement = 0;  // class of this access, call or loop; 0: nothing is known about the site
  bool mapped = false;  // its counterpart exists
  std::uint64_t function = 0;  // that contains it; of calls also the one that is called. 0: not known
  std::uint64_t callee = 0;
  std::vector<std::uint32_t> loops = {};  // loop sites of its function that contain it, outermost first

  // Accesses.
  std::uint64_t label = 0;  // class of the field or variable it names, "A::x"; 0: none
  bool element = false;  // of an array: the label does not say which element
  bool thread_local_storage = false;
  Primitive primitive = Primitive::kNone;
  bool hidden = false;  // inside of a synchronisation object: only its operations count
  // Library code: accesses to one object within one call by the user are one access. `folded`: class of the user's statement that
  // the code was inlined into; in_library: the site's function is the library's own, the user's call is further up.
  std::uint64_t folded = 0;
  bool in_library = false;
  std::uint64_t source = 0;  // the source statement it belongs to (unit U4); 0: none

  // Local variables (begin of life), allocations, thread creations: the name that survives small edits; 0: none.
  std::uint64_t soft = 0;

  // Calls: the class whose member function is called; 0: none or not visible. Calls and accesses: the one whose member function
  // they are in; 0: none.
  std::uint64_t callee_record = 0, caller_record = 0;
};

struct StaticObject {
  std::uint64_t start = 0, size = 0;
  std::uint64_t name = 0;  // class: module and symbol
};

class ProgramView {
 public:
  virtual ~ProgramView() = default;
  // The same object each time for the same site.
  virtual const SiteView& Site(std::uint32_t site) const = 0;
  virtual std::optional<StaticObject> ObjectAt(std::uint64_t address) const = 0;
};

}  // namespace reweave::recontest
