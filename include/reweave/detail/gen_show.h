// Prints a value as a C++ expression that equals it ("1", "\"a\"", "{1, 2}", "std::nullopt"), or "?" if that is not possible.
// Used by the wrappers of `reweave gen`; a value that cannot be printed is not compared. C++17, no library.
#ifndef REWEAVE_DETAIL_GEN_SHOW_H_
#define REWEAVE_DETAIL_GEN_SHOW_H_

#include <cstdio>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

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

template <typename T>
void ShowRange(Text& out, const T& value) {
  out.Add("{");
  int count = 0;
  for (const auto& element : value) {
    if (count++ > 0) out.Add(", ");
    if (count > 16) return out.Add("?}");
    Show(out, static_cast<const typename T::value_type&>(element));
  }
  out.Add("}");
}

template <typename T>
void Show(Text& out, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
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
  } else if constexpr (std::is_pointer_v<T> || IsSmartPointer<T>::value) {
    out.Add(value == nullptr ? "nullptr" : "?");  // what it points to may be anybody's
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
