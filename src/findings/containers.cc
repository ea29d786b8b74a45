#include "findings/containers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "trace/meaning.h"

namespace reweave::inline findings {

namespace {

constexpr std::uint64_t kWord = sizeof(void*);

// What a member is to its container. A range is the pointers of a std::vector or std::deque that its size is computed from.
enum class Role { kOther, kCount, kBuckets, kBegin, kEnd, kStorageEnd, kNode };
enum class Shape { kNone, kVector, kDeque };
struct Part {
  Role role = Role::kOther;
  Shape shape = Shape::kNone;
  std::uint64_t word = 0;  // in the range
};

struct KnownMember {
  std::string_view members;  // how they end
  Part part;
};
// libstdc++. Its binary interface is fixed, so the order of these members does not change.
constexpr KnownMember kMembers[] = {
    {"_M_node_count", {Role::kCount}},
    {"_M_element_count", {Role::kCount}},
    {"_M_string_length", {Role::kCount}},
    {"_M_size", {Role::kCount}},
    {"_M_bucket_count", {Role::kBuckets}},
    {"_M_start", {Role::kBegin, Shape::kVector, 0}},
    {"_M_finish", {Role::kEnd, Shape::kVector, 1}},
    {"_M_end_of_storage", {Role::kStorageEnd, Shape::kVector, 2}},
    {"_M_start._M_cur", {Role::kBegin, Shape::kDeque, 0}},
    {"_M_start._M_first", {Role::kOther, Shape::kDeque, 1}},
    {"_M_start._M_last", {Role::kOther, Shape::kDeque, 2}},
    {"_M_start._M_node", {Role::kOther, Shape::kDeque, 3}},
    {"_M_finish._M_cur", {Role::kEnd, Shape::kDeque, 4}},
    {"_M_finish._M_first", {Role::kOther, Shape::kDeque, 5}},
    {"_M_finish._M_last", {Role::kOther, Shape::kDeque, 6}},
    {"_M_finish._M_node", {Role::kOther, Shape::kDeque, 7}},
};
constexpr std::uint64_t WordsOf(Shape shape) { return shape == Shape::kVector ? 3 : shape == Shape::kDeque ? 8 : 0; }

bool EndsIn(std::string_view members, std::string_view end) {
  if (!members.ends_with(end)) return false;
  members.remove_suffix(end.size());
  return members.empty() || members.ends_with('.');
}

Part PartOf(const Inside& inside) {
  for (const KnownMember& known : kMembers)
    if (EndsIn(inside.members, known.members)) return known.part;
  const bool node = inside.type.find("_node") != std::string::npos && !inside.members.starts_with("_M_storage");
  return {.role = node ? Role::kNode : Role::kOther};
}

bool HasValue(const abi::Event& event) { return (event.flags & (abi::kNoValue | abi::kRange)) == 0 && event.size <= kWord; }

// The words of ranges, as far as they are known, while the run goes on.
class Words {
 public:
  explicit Words(const WordAtStart& at_start) : at_start_(at_start) {}

  std::optional<std::uint64_t> At(std::uint64_t address) {
    const auto [word, is_new] = words_.try_emplace(address);
    if (is_new && at_start_) word->second = at_start_(address);
    return word->second;
  }
  void Apply(const abi::Event& event) {
    if (!IsPlainAccess(event.kind) && !IsAtomicAccess(event.kind)) return;
    const bool write = event.kind != abi::EventKind::kRead && event.kind != abi::EventKind::kAtomicRead;
    if (HasValue(event) && event.size == kWord && event.obj % kWord == 0) {
      words_[event.obj] = event.kind == abi::EventKind::kAtomicRmw ? event.value2 : event.value;
      return;
    }
    if (!write) return;
    const std::uint64_t size = std::max<std::uint64_t>(event.size, 1);
    for (std::uint64_t at = event.obj / kWord * kWord; at < event.obj + size; at += kWord) words_[at].reset();
  }

 private:
  const WordAtStart& at_start_;
  std::map<std::uint64_t, std::optional<std::uint64_t>> words_;
};

// Elements from one pointer to another; none: the two are not of one array.
std::optional<std::uint64_t> Distance(std::uint64_t from, std::uint64_t to, std::uint64_t element) {
  if (element == 0 || to < from || (to - from) % element != 0) return std::nullopt;
  return (to - from) / element;
}

std::optional<std::uint64_t> SizeOfRange(Shape shape, std::uint64_t range, std::uint64_t element, Words& words) {
  std::array<std::uint64_t, WordsOf(Shape::kDeque)> w{};
  for (std::uint64_t i = 0; i < WordsOf(shape); ++i) {
    if (shape == Shape::kVector && i > 1) break;  // the capacity is not part of the size
    const auto word = words.At(range + i * kWord);
    if (!word) return std::nullopt;
    w[i] = *word;
  }
  if (shape == Shape::kVector) return Distance(w[0], w[1], element);
  const auto block = Distance(w[1], w[2], element), blocks = Distance(w[3], w[7], kWord);
  const auto first = Distance(w[0], w[2], element), last = Distance(w[5], w[4], element);
  if (!block || !blocks || !first || !last) return std::nullopt;
  if (*blocks == 0) return Distance(w[0], w[4], element);
  return *block * (*blocks - 1) + *first + *last;
}

class Writer {
 public:
  Writer(const InsideOfSite& inside, const NameOfEvent& name, const WordAtStart& at_start)
      : inside_(inside), name_(name), words_(at_start) {}

  std::optional<ContainerText> Add(const abi::Event& event) {
    std::optional<ContainerText> out;
    const Inside& inside = inside_(event.site);
    if (IsPlainAccess(event.kind) && IsContainerType(inside.type)) out = Text(event, inside);
    else words_.Apply(event);
    return out;
  }

 private:
  std::optional<ContainerText> Text(const abi::Event& event, const Inside& inside) {
    const Part part = PartOf(inside);
    const std::string name = name_(event);
    const bool write = event.kind == abi::EventKind::kWrite;
    const auto before = HasValue(event) ? words_.At(event.obj) : std::nullopt;
    const std::uint64_t range = event.obj - part.word * kWord;
    std::optional<std::uint64_t> size;
    if (part.shape != Shape::kNone) size = SizeOfRange(part.shape, range, inside.element, words_);
    words_.Apply(event);
    if (!HasValue(event)) return ContainerText{name, ""};
    switch (part.role) {
      case Role::kCount: return ContainerText{name + ".size()", Change(write ? before : std::nullopt, event.value)};
      case Role::kBuckets: return ContainerText{name + ".bucket_count()", Change(write ? before : std::nullopt, event.value)};
      case Role::kNode: return ContainerText{"a node of " + name, ""};
      case Role::kStorageEnd: return Capacity(event, inside, range, name);
      case Role::kBegin:
      case Role::kEnd: return End(event, inside, part, range, size, before, name);
      case Role::kOther: break;
    }
    return ContainerText{name, ""};
  }

  static std::string Change(std::optional<std::uint64_t> before, std::uint64_t value) {
    return before && *before != value ? fmt::format("{} -> {}", *before, value) : fmt::format("= {}", value);
  }

  ContainerText Capacity(const abi::Event& event, const Inside& inside, std::uint64_t range, const std::string& name) {
    const auto begin = words_.At(range);
    const auto capacity = begin ? Distance(*begin, event.value, inside.element) : std::nullopt;
    return {name + ".capacity()", capacity ? fmt::format("= {}", *capacity) : ""};
  }

  // Both ends of a range tell its size. A std::vector gets a new beginning together with a new end, which is written after it.
  ContainerText End(const abi::Event& event, const Inside& inside, const Part& part, std::uint64_t range,
                    std::optional<std::uint64_t> size_before, std::optional<std::uint64_t> before, const std::string& name) {
    const bool write = event.kind == abi::EventKind::kWrite;
    const char* which = part.role == Role::kBegin ? ".begin()" : ".end()";
    const bool in_between = part.shape == Shape::kVector && part.role == Role::kBegin;
    const auto size = in_between ? std::nullopt : SizeOfRange(part.shape, range, inside.element, words_);
    if (in_between && size_before) sizes_[range] = *size_before;
    if (size) {
      const auto known = sizes_.find(range);
      if (!size_before && known != sizes_.end()) size_before = known->second;
      sizes_[range] = *size;
      return {name + ".size()", Change(write ? size_before : std::nullopt, *size)};
    }
    if (!write || !before || inside.element == 0) return {name + which, ""};
    if (*before + inside.element == event.value) return {name + which, "moved by 1 element"};
    if (event.value + inside.element == *before) return {name + which, "moved back by 1 element"};
    return {name + which, ""};
  }

  const InsideOfSite& inside_;
  const NameOfEvent& name_;
  Words words_;
  std::map<std::uint64_t, std::uint64_t> sizes_;  // of ranges, the last that was known
};

}  // namespace

bool IsContainerType(std::string_view type) {
  static constexpr std::string_view kTypes[] = {
      "vector<",    "deque<",   "list<",      "forward_list<",   "map<",          "multimap<", "set<",    "multiset<",
      "unordered_", "queue<",   "stack<",     "priority_queue<", "basic_string<", "_Vector_",  "_Deque_", "_List_",
      "_Fwd_list_", "_Rb_tree", "_Hashtable", "_Hash_node",      "_Bvector_",
  };
  for (const std::string_view scope : {"std::", "__cxx11::", "__detail::"})
    if (type.starts_with(scope)) type.remove_prefix(scope.size());
  return std::ranges::any_of(kTypes, [&](std::string_view prefix) { return type.starts_with(prefix); });
}

bool MentionsContainer(std::string_view name) {
  for (std::size_t at = 0; (at = name.find("std::", at)) != std::string_view::npos; ++at)
    if (IsContainerType(name.substr(at))) return true;
  return false;
}

Containers::Containers(const Trace& trace, const InsideOfSite& inside, const NameOfEvent& name, const WordAtStart& at_start)
    : trace_(trace) {
  Writer writer(inside, name, at_start);
  if (trace.preamble)
    for (const abi::Event& event : trace.preamble->events)
      if (IsEvent(event.kind)) (void)writer.Add(event);
  for (std::size_t i = 0; i < trace.events.size(); ++i)
    if (IsEvent(trace.events[i].kind))
      if (auto text = writer.Add(trace.events[i])) texts_.emplace(i, std::move(*text));
}

const ContainerText* Containers::Of(const abi::Event& event) const {
  if (trace_.events.empty() || &event < &trace_.events.front() || &event > &trace_.events.back()) return nullptr;
  const auto text = texts_.find(static_cast<std::size_t>(&event - trace_.events.data()));
  return text == texts_.end() ? nullptr : &text->second;
}

std::vector<std::uint64_t> WordsOfSizes(const Trace& trace, const InsideOfSite& inside) {
  std::vector<std::uint64_t> out;
  for (const abi::Event& event : trace.events) {
    if (!IsEvent(event.kind) || !IsPlainAccess(event.kind)) continue;
    const Inside& in = inside(event.site);
    const Part part = IsContainerType(in.type) ? PartOf(in) : Part{};
    for (std::uint64_t i = 0; i < WordsOf(part.shape); ++i) out.push_back(event.obj + (i - part.word) * kWord);
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace reweave::inline findings
