// Prints a value: "1", "\"a\"", "{1, 2}", "std::nullopt"; "#1 7" is the second alternative of a variant, "*7" what a unique_ptr
// owns;
// "?" what cannot be compared. Equal values print the same. gen/compare.h makes a comparison of it. Used by the wrappers of
// `reweave gen`; a value that cannot be printed is not compared. C++17, no library.
#ifndef REWEAVE_DETAIL_GEN_SHOW_H_
#define REWEAVE_DETAIL_GEN_SHOW_H_

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace reweave::gen_wrapper {

// Text in a buffer of its own: what it does is no part of the program under test.
class Text {
 public:
  __attribute__((annotate("reweave.skip"))) void Add(const char* text, std::size_t size) {
    if (size > sizeof bytes_ - size_) size = sizeof bytes_ - size_;
    for (std::size_t i = 0; i < size; ++i) bytes_[size_ + i] = text[i];
    size_ += size;
  }
  __attribute__((annotate("reweave.skip"))) void Add(const char* text) { Add(text, __builtin_strlen(text)); }
  __attribute__((annotate("reweave.skip"))) void AddNumber(long long number) {
    char digits[24];
    Add(digits, static_cast<std::size_t>(std::snprintf(digits, sizeof digits, "%lld", number)));
  }
  // The last bytes, from there on.
  const char* From(std::size_t begin) const { return bytes_ + begin; }
  void Cut(std::size_t size) { size_ = size; }
  const char* data() const { return bytes_; }
  std::size_t size() const { return size_; }
  void Clear() { size_ = 0; }

 private:
  std::size_t size_ = 0;
  char bytes_[4096];
};

template <typename T, typename = void>
struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<decltype(std::begin(std::declval<const T&>())), decltype(std::end(std::declval<const T&>())),
                              typename T::value_type>> : std::true_type {};
template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T, typename = void>
struct IsTuple : std::false_type {};
template <typename T>
struct IsTuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {};
template <typename T, typename = void>
struct IsSmartPointer : std::false_type {};
template <typename T>
struct IsSmartPointer<
    T, std::void_t<typename T::element_type, decltype(std::declval<const T&>().get()), decltype(*std::declval<const T&>())>>
    : std::true_type {};

template <typename T>
struct IsVariant : std::false_type {};
template <typename... T>
struct IsVariant<std::variant<T...>> : std::true_type {};
template <typename T>
struct IsDuration : std::false_type {};
template <typename R, typename P>
struct IsDuration<std::chrono::duration<R, P>> : std::true_type {};
template <typename T>
struct IsOwner : std::false_type {};
template <typename T>
struct IsOwner<std::unique_ptr<T>> : std::bool_constant<!std::is_array_v<T> && !std::is_polymorphic_v<T> && !std::is_void_v<T>> {
};
template <typename T, typename = void>
struct IsUnordered : std::false_type {};
template <typename T>
struct IsUnordered<T, std::void_t<typename T::hasher>> : std::true_type {};

// How a class is printed: the wrapper specialises it for classes of results that can be compared.
template <typename T>
struct ShowRecord {
  static constexpr bool kKnown = false;
};

inline void ShowString(Text& out, std::string_view text) {
  out.Add("\"");
  for (const char c : text) {
    char code[8];
    if (c == '"' || c == '\\') out.Add("\\");
    if (c >= ' ' && c <= '~') out.Add(&c, 1);
    else std::snprintf(code, sizeof code, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c))), out.Add(code);
  }
  out.Add("\"");
}

template <typename T>
void Show(Text& out, const T& value);

template <typename T, std::size_t... I>
void ShowTuple(Text& out, const T& value, std::index_sequence<I...>) {
  out.Add("{");
  ((out.Add(I == 0 ? "" : ", "), Show(out, std::get<I>(value))), ...);
  out.Add("}");
}

constexpr int kMostElements = 16;

template <typename T>
void ShowRange(Text& out, const T& value) {
  out.Add("{");
  int count = 0;
  for (const auto& element : value) {
    if (count++ > 0) out.Add(", ");
    if (count > kMostElements) return out.Add("?}");
    Show(out, static_cast<const typename T::value_type&>(element));
  }
  out.Add("}");
}

// Its order says nothing: sorted by what is printed.
template <typename T>
void ShowUnordered(Text& out, const T& value) {
  const std::size_t begin = out.size();
  std::string_view elements[kMostElements];
  int count = 0;
  for (const auto& element : value) {
    if (count == kMostElements) return out.Cut(begin), out.Add("{?}");
    const std::size_t start = out.size();
    Show(out, static_cast<const typename T::value_type&>(element));
    elements[count++] = std::string_view(out.From(start), out.size() - start);
  }
  std::sort(elements, elements + count);
  Text sorted;
  for (int i = 0; i < count; ++i) sorted.Add(i > 0 ? ", " : ""), sorted.Add(elements[i].data(), elements[i].size());
  out.Cut(begin);
  out.Add("{");
  out.Add(sorted.data(), sorted.size());
  out.Add("}");
}

template <typename T>
void Show(Text& out, const T& value) {
  if constexpr (ShowRecord<T>::kKnown) {
    ShowRecord<T>::Show(out, value);
  } else if constexpr (std::is_same_v<T, bool>) {
    out.Add(value ? "true" : "false");
  } else if constexpr (std::is_enum_v<T>) {
    out.AddNumber(static_cast<long long>(value));
  } else if constexpr (std::is_same_v<T, char>) {
    out.AddNumber(value);
  } else if constexpr (std::is_integral_v<T>) {
    if (std::is_unsigned_v<T> && static_cast<unsigned long long>(value) > 0x7fffffffffffffffull) {
      char digits[24];
      std::snprintf(digits, sizeof digits, "%lluu", static_cast<unsigned long long>(value));
      out.Add(digits);
    } else {
      out.AddNumber(static_cast<long long>(value));
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", static_cast<double>(value));
    out.Add(digits);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view> && !std::is_pointer_v<T>) {
    ShowString(out, value);
  } else if constexpr (IsOptional<T>::value) {
    if (value) Show(out, *value);
    else out.Add("std::nullopt");
  } else if constexpr (std::is_same_v<T, std::monostate>) {
    out.Add("{}");
  } else if constexpr (IsVariant<T>::value) {
    if (value.valueless_by_exception()) return out.Add("?");
    out.Add("#");
    out.AddNumber(static_cast<long long>(value.index()));
    out.Add(" ");
    std::visit([&](const auto& alternative) { Show(out, alternative); }, value);
  } else if constexpr (IsDuration<T>::value) {
    Show(out, value.count());
  } else if constexpr (IsOwner<T>::value) {
    if (value == nullptr) return out.Add("nullptr");
    out.Add("*");
    Show(out, *value);  // nobody else owns it
  } else if constexpr (std::is_pointer_v<T> || IsSmartPointer<T>::value) {
    out.Add(value == nullptr ? "nullptr" : "?");  // what it points to may be anybody's
  } else if constexpr (IsRange<T>::value && IsUnordered<T>::value) {
    ShowUnordered(out, value);
  } else if constexpr (IsRange<T>::value) {
    ShowRange(out, value);
  } else if constexpr (IsTuple<T>::value) {
    ShowTuple(out, value, std::make_index_sequence<std::tuple_size<T>::value>());
  } else {
    out.Add("?");
  }
}

}  // namespace reweave::gen_wrapper

#endif  // REWEAVE_DETAIL_GEN_SHOW_H_
