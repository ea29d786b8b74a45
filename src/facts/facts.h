// What the compiler learned about a program, as values. Filled by facts/reader.h; docs/formats/facts.md says how it is stored.
//
// A function that several objects hold (an inline function, a template) is here once. gc-sections keeps the facts of functions it
// removed: "in the facts" does not mean "in the binary".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "abi/event.h"
#include "facts/format.h"
#include "facts/shared_text.h"

namespace reweave::inline facts {

struct SourcePosition {
  std::string file;  // relative to the git top level, else to the compile directory; absolute for system headers
  std::uint32_t line = 0, column = 0;
  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

// Where a site is. `at` may lie in a system header; `user` is the innermost frame outside of them that inlining knows, which
// is what people are shown. No user frame known (a library function that was not inlined): user.line is 0.
struct SitePlace {
  SourcePosition at, user;
  SharedText function;  // pretty name of the function whose text holds `at`
  SharedText user_function;  // pretty name of the user frame's function
  bool library = false;
};

struct Variable {
  facts::VariableKind kind = facts::VariableKind::kUnknown;
  std::string name;  // "total", "Queue::head", "Queue::log[]", "int" (heap, by type)
  std::string record;  // declaring record of the innermost field of `name`, "" if none
  std::string field;
  std::string object;  // the global, local or pointer it was reached by, "" if unknown
  std::string type;
};

// What people want to know of an access to memory of the standard library: `name` of the variable stops at the program's own.
// Nothing but reports looks at it.
struct Inside {
  // What the program calls the memory, where the name of the access does not say so: "Store::cache[]" for a value that
  // `cache[key]` led to, "View::items" for the container that a reference of this name refers to.
  std::string holder;
  // Inside of an object of a library type: its type, the library's own members ("_M_impl._M_finish"), where the access is in the
  // object, and how large that is. Size 0: not inside of one.
  std::string type, members;
  std::uint64_t offset = 0, size = 0;
  std::uint64_t element = 0;  // the members lead to a pointer: the size of what it points to
};

using Hash128 = std::array<std::uint8_t, 16>;

constexpr std::uint32_t kNoStatement = ~0u;

// What a hash was made of (facts/named_text.h): the text without its names, and these. Empty where nothing but functions is
// named. In functions the names are numbers of FunctionFacts::names, else the names themselves.
template <typename Name>
struct NamedParts {
  Hash128 bare{};
  std::vector<Name> names;
};

// A statement as it was written, before anything was inlined. `locals` are numbers of the function's locals (and from 1 << 20 on:
// results of its statements); the hash does not know them.
struct StatementFacts {
  std::uint64_t hash = 0;
  std::uint32_t flags = 0;  // facts::StatementFlags
  std::vector<std::uint32_t> lines;  // of the function's file, ascending; empty if unknown
  std::vector<std::uint32_t> locals;
  std::vector<std::string> functions;  // ids of those it names, in order
  std::uint64_t loose_hash = 0;  // without their names; 0 if it names none
  NamedParts<std::uint32_t> parts;
};

struct BlockEdge {
  std::uint32_t target = 0;
  facts::EdgeLabel label = facts::EdgeLabel::kNone;
  std::int64_t value = 0;  // of kCase
};

struct BlockFacts {
  Hash128 hash{};
  std::uint32_t occurrence = 0;  // k-th block of the function with this hash
  std::uint32_t first_line = 0, last_line = 0;  // of the function's own file, 0 if none
  std::vector<BlockEdge> edges;
  SitePlace place;  // the function's file and first_line
  NamedParts<std::uint32_t> parts;
};

struct AccessSite {
  facts::AccessKind kind{};
  std::uint32_t flags = 0;  // facts::SiteFlags
  std::uint8_t order = 0, failure_order = 0;  // std::memory_order of atomics and fences
  std::uint64_t size = 0;  // bytes; 0 = known only at run time
  std::uint32_t block = 0, ordinal = 0;  // ordinal among the block's accesses
  Variable variable;
  SitePlace place;
  std::uint32_t statement = kNoStatement;
  Inside inside;
};

struct CallSite {
  facts::CalleeKind kind{};
  facts::Operation operation{};
  std::uint32_t flags = 0;
  std::uint32_t block = 0, ordinal = 0;
  std::uint32_t guard = ~0u;  // index in the function's call guards, ~0 = none
  std::string callee;  // function id; kVirtual: the record's pretty name; kIndirect: ""
  std::string callee_name;  // pretty
  std::uint32_t slot = 0;  // of kVirtual
  std::string signature;  // for matching indirect calls with functions
  Variable object;  // what the first pointer argument points to (the mutex, the container, ...)
  std::string entry;  // kThreadCreate: id of the function the thread runs, "" if not visible
  SitePlace place;
  std::uint32_t statement = kNoStatement;
};

struct ConditionSource {
  facts::SourceKind kind{};
  std::uint32_t index = 0;  // of the access, call or parameter
};

struct BranchSite {
  std::uint32_t block = 0;
  std::vector<ConditionSource> sources;
  SitePlace place;
  std::uint32_t statement = kNoStatement;
};

struct LoopSite {
  std::uint32_t block = 0, depth = 0;  // header; 1 = outermost
  SitePlace place;
};

// Something that has an address. kLocal: `size` bytes (0: not known); others: `name` + `offset`.
struct FlowRootFacts {
  facts::FlowRoot kind{};
  std::string name;
  std::int64_t offset = 0;
  std::uint64_t size = 0;
};

// Where values go, not yet decoded: see facts/flows.h.
struct FlowFacts {
  std::uint32_t parameters = 0;
  bool statements = false;  // operations say which statement they belong to
  std::vector<FlowRootFacts> roots;
  std::string ops;
};

struct FunctionFacts {
  std::string id, mangled, pretty;
  std::string record, scope;  // enclosing record; enclosing namespace
  std::string parameter_record;  // in C: the record that the first parameter points to
  std::string signature;
  SourcePosition position;
  std::uint32_t flags = 0;  // facts::FunctionFlags
  std::int32_t virtual_slot = -1;
  Hash128 hash{};  // of its blocks and labelled edges
  Hash128 loose_hash{};  // the same without names of functions; zero in objects of older drivers
  std::vector<std::string> named;  // ids of the functions that its blocks name, in order
  std::vector<std::string> names;  // all names in its blocks and statements, each once: functions, variables, types
  std::vector<StatementFacts> statements;  // in the order of the text; none for system headers
  std::vector<BlockFacts> blocks;
  std::vector<AccessSite> accesses;
  std::vector<CallSite> calls;
  std::vector<BranchSite> branches;
  std::vector<LoopSite> loops;
  FlowFacts flows;
  // Per class: index of the function's first guard in the module's section, and how many it has.
  std::array<std::uint32_t, 5> first_guard{}, guard_count{};

  bool system() const { return flags & facts::kFunctionSystem; }
};

struct GlobalFacts {
  std::string name, record, variable;  // "ns::total"; of a static data member its record; "total"
  std::string type;
  SourcePosition position;
  std::uint32_t flags = 0;  // facts::VariableFlags
  Hash128 initial{};  // of its static initialiser
  // The same member by member, zeros left out; record and field are "" for what is in no record of the project's.
  struct Member {
    std::string record, field;
    std::uint64_t hash = 0;
    NamedParts<std::string> parts;
  };
  NamedParts<std::string> parts;  // of `initial`
  std::vector<Member> members;
  bool has_members = false;  // false: an object of an older driver
};

struct UnitFacts {
  std::string path, compiler, language;  // no compiler: no debug information
  std::string standard;  // "c++20"; "" in builds of older drivers
  std::vector<std::string> options;  // that make other code of the same source (-D, -f, -m), sorted
  friend auto operator<=>(const UnitFacts&, const UnitFacts&) = default;
};

struct FieldFacts {
  std::string name, type;
  std::uint32_t line = 0, flags = 0;
};

struct RecordFacts {
  std::string name;
  SourcePosition position;
  std::vector<std::string> bases;
  std::vector<FieldFacts> fields;
  std::vector<std::string> methods;  // mangled names of declared member functions
};

// Pointers that a global holds before anything runs.
struct TableFacts {
  struct Pointer {
    std::uint64_t at = 0;
    FlowRootFacts target;
  };
  std::string name;
  std::vector<Pointer> pointers;
};

// Data that nobody declared: a table of virtual functions, an alias, the order of constructors.
struct DataFacts {
  std::string name;
  Hash128 hash{};
  NamedParts<std::string> parts;
};

const char* Text(facts::AccessKind kind);
const char* Text(facts::VariableKind kind);
const char* Text(facts::CalleeKind kind);
const char* Text(facts::Operation operation);
const char* Text(facts::EdgeLabel label);
std::string ToHex(const Hash128& hash);

}  // namespace reweave::inline facts
