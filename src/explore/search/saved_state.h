// The state of a search as bytes, for --resume. One description of a value serves both directions:
//
//     template <typename A> static void Visit(A& archive, auto& self) { archive(self.count_, self.items_); }
//
// StateWriter and StateReader are the archives. Numbers are varints, containers a count and their items; steps that several
// branches share are written once. A reader never fails loudly: after the first bad value it gives zeros and ok() is false.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/coding.h"
#include "base/rng.h"
#include "explore/schedule/plan.h"
#include "explore/schedule/steps.h"
#include "explore/search/frontier.h"
#include "findings/finding.h"
#include "trace/thread_set.h"

namespace reweave::inline search {

template <typename T>
concept StateNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <typename T>
constexpr bool kIsOptional = false;
template <typename T>
constexpr bool kIsOptional<std::optional<T>> = true;
template <typename T>
constexpr bool kIsPair = false;
template <typename A, typename B>
constexpr bool kIsPair<std::pair<A, B>> = true;
template <typename T>
constexpr bool kIsShared = false;
template <typename T>
constexpr bool kIsShared<std::shared_ptr<T>> = true;

template <typename T>
concept StateContainer = requires(T& t) { t.begin(), t.end(), t.size(); } && !std::is_same_v<T, std::string>;

// Values of other folders, and plain ones of ours.
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, Step>
{
  a(v.ordinal, v.site, v.tid, v.kind, v.outcome, v.until, v.until_site, v.until_kind, v.chose_outcome);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, Branch>
{
  a(v.steps, v.at, v.tid, v.outcome);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, WorkItem>
{
  a(v.branch, v.cost, v.from, v.forced);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, abi::Segment>
{
  a(v.tid, v.kind, v.until, v.site);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, abi::OutcomeChoice>
{
  a(v.tid, v.outcome, v.ordinal);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, abi::SharedSlot>
{
  a(v.address, v.mask);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, abi::Hold>
{
  a(v.first_site, v.first_caller, v.then_site, v.then_caller);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, Plan>
{
  a(v.segments, v.outcomes, v.holds, v.tail, v.granularity, v.flags, v.pct_depth, v.pct_length, v.record, v.seed, v.runs,
    v.max_steps, v.start, v.save_as);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, SitePosition>
{
  a(v.file, v.line, v.column, v.function, v.variable, v.identity, v.in_library);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, FindingSite>
{
  a(v.position, v.thread, v.thread_path, v.role);
}
template <typename A>
void VisitState(A& a, auto& v)
  requires std::same_as<std::remove_cvref_t<decltype(v)>, Finding>
{
  a(v.id, v.kind, v.subkind, v.message, v.first_execution, v.first_schedule, v.occurrences, v.confirmed, v.schedule_file,
    v.preemptions, v.fewest_preemptions, v.sites, v.output, v.errors);
}
template <typename A, typename T>
void VisitState(A& a, T& v)
  requires requires { std::remove_cvref_t<T>::Visit(a, v); }
{
  std::remove_cvref_t<T>::Visit(a, v);
}

class StateWriter {
 public:
  template <typename... T>
  void operator()(const T&... values) {
    (Put(values), ...);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <typename T>
  void Put(const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      PutFixed64(bytes_, std::bit_cast<std::uint64_t>(static_cast<double>(value)));
    } else if constexpr (std::is_signed_v<T> && std::is_integral_v<T>) {
      PutVarint(bytes_, ZigZag(value));
    } else if constexpr (std::is_same_v<T, FindingKind>) {
      PutString(bytes_, Name(value));
    } else if constexpr (StateNumber<T>) {
      PutVarint(bytes_, static_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
      PutString(bytes_, value);
    } else if constexpr (std::is_same_v<T, ThreadSet>) {
      Put(value.words());
      for (std::size_t i = 0; i < value.words(); ++i) Put(value.word(i));
    } else if constexpr (kIsOptional<T>) {
      Put(value.has_value());
      if (value) Put(*value);
    } else if constexpr (kIsPair<T>) {
      Put(value.first), Put(value.second);
    } else if constexpr (kIsShared<T>) {
      PutShared(value.get());
    } else if constexpr (StateContainer<T>) {
      Put(value.size());
      for (const auto& item : value) Put(item);
    } else {
      VisitState(*this, value);
    }
  }
  // 0: null; else the object's number, followed by the object where it is met first.
  template <typename T>
  void PutShared(const T* object) {
    if (object == nullptr) return Put(std::uint64_t{0});
    const auto [entry, is_new] = shared_.try_emplace(object, shared_.size() + 1);
    Put(entry->second);
    if (is_new) Put(*object);
  }

  std::string bytes_;
  std::unordered_map<const void*, std::uint64_t> shared_;
};

class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : in_(bytes) {}
  template <typename... T>
  void operator()(T&... values) {
    (Get(values), ...);
  }
  bool ok() const { return in_.ok(); }
  bool at_end() const { return in_.at_end(); }

 private:
  template <typename T>
  T Make() {
    std::remove_cv_t<T> value{};
    Get(value);
    return value;
  }
  template <typename T>
  void Get(T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      value = static_cast<T>(std::bit_cast<double>(in_.Fixed64()));
    } else if constexpr (std::is_signed_v<T> && std::is_integral_v<T>) {
      value = static_cast<T>(UnZigZag(in_.Varint()));
    } else if constexpr (std::is_same_v<T, FindingKind>) {
      const auto kind = FindingKindNamed(in_.String());
      if (kind) value = *kind;
      else in_.Invalidate();
    } else if constexpr (StateNumber<T>) {
      value = static_cast<T>(in_.Varint());
    } else if constexpr (std::is_same_v<T, std::string>) {
      value = std::string(in_.String());
    } else if constexpr (std::is_same_v<T, ThreadSet>) {
      value.Clear();
      const std::uint64_t words = Count();
      for (std::uint64_t i = 0; i < words; ++i) value.SetWord(i, Make<std::uint64_t>());
    } else if constexpr (kIsOptional<T>) {
      value.reset();
      if (Make<bool>()) Get(value.emplace());
    } else if constexpr (kIsPair<T>) {
      Get(value.first), Get(value.second);
    } else if constexpr (kIsShared<T>) {
      GetShared(value);
    } else if constexpr (StateContainer<T>) {
      GetContainer(value);
    } else {
      VisitState(*this, value);
    }
  }
  template <typename T>
  void GetContainer(T& value) {
    value.clear();
    for (std::uint64_t left = Count(); left > 0 && ok(); --left) {
      if constexpr (requires { typename T::mapped_type; }) {
        auto key = Make<typename T::key_type>();
        Get(value[std::move(key)]);
      } else if constexpr (requires { typename T::key_type; }) {
        value.insert(Make<typename T::key_type>());
      } else {
        value.push_back(Make<typename T::value_type>());
      }
    }
  }
  template <typename T>
  void GetShared(std::shared_ptr<T>& value) {
    value.reset();
    const auto number = Make<std::uint64_t>();
    if (number == 0) return;
    if (number <= shared_.size()) {
      value = std::static_pointer_cast<T>(std::const_pointer_cast<void>(shared_[number - 1]));
      return;
    }
    if (number != shared_.size() + 1) return in_.Invalidate();
    auto made = std::make_shared<std::remove_const_t<T>>();
    shared_.push_back(made);
    Get(*made);
    value = made;
  }
  // An item takes at least a byte: a damaged count must not make us allocate the world.
  std::uint64_t Count() {
    const std::uint64_t count = in_.Varint();
    if (count <= in_.remaining()) return count;
    in_.Invalidate();
    return 0;
  }

  Decoder in_;
  std::vector<std::shared_ptr<const void>> shared_;
};

}  // namespace reweave::inline search
