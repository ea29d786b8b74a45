#include "string_buffer.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace {
constexpr int kFirstCapacity = 16;
}

StringBuffer::StringBuffer() : value_(kFirstCapacity) {}

StringBuffer::StringBuffer(const std::string& text) : value_(text.size() + kFirstCapacity) { append(text); }

int StringBuffer::length() const {
  Guard guard(monitor_);
  return count_;
}

int StringBuffer::capacity() const {
  Guard guard(monitor_);
  return static_cast<int>(value_.size());
}

void StringBuffer::ensureCapacity(int minimum) {
  Guard guard(monitor_);
  if (minimum > static_cast<int>(value_.size())) expand(minimum);
}

void StringBuffer::trimToSize() {
  Guard guard(monitor_);
  if (count_ < static_cast<int>(value_.size())) value_.resize(static_cast<std::size_t>(count_));
}

void StringBuffer::setLength(int length) {
  if (length < 0) throw std::out_of_range("length");
  Guard guard(monitor_);
  if (length > static_cast<int>(value_.size())) expand(length);
  for (int i = count_; i < length; i++) value_[static_cast<std::size_t>(i)] = 0;
  count_ = length;
}

char StringBuffer::charAt(int index) const {
  Guard guard(monitor_);
  checkRange(index, index + 1);
  return value_[static_cast<std::size_t>(index)];
}

void StringBuffer::setCharAt(int index, char c) {
  Guard guard(monitor_);
  checkRange(index, index + 1);
  value_[static_cast<std::size_t>(index)] = c;
}

void StringBuffer::getChars(int begin, int end, std::vector<char>& to, int at) const {
  Guard guard(monitor_);
  checkRange(begin, end);
  std::copy(value_.begin() + begin, value_.begin() + end, to.begin() + at);
}

StringBuffer& StringBuffer::append(const std::string& text) {
  Guard guard(monitor_);
  insertChars(count_, text.data(), static_cast<int>(text.size()));
  return *this;
}

StringBuffer& StringBuffer::append(char c) {
  Guard guard(monitor_);
  insertChars(count_, &c, 1);
  return *this;
}

StringBuffer& StringBuffer::append(int number) { return append(std::to_string(number)); }

StringBuffer& StringBuffer::append(bool value) { return append(std::string(value ? "true" : "false")); }

StringBuffer& StringBuffer::append(const StringBuffer& other) {
  const std::vector<char> text = other.snapshot();
  Guard guard(monitor_);
  insertChars(count_, text.data(), static_cast<int>(text.size()));
  return *this;
}

StringBuffer& StringBuffer::insert(int at, const std::string& text) {
  Guard guard(monitor_);
  checkRange(at, count_);
  insertChars(at, text.data(), static_cast<int>(text.size()));
  return *this;
}

StringBuffer& StringBuffer::insert(int at, const StringBuffer& other) {
  const std::vector<char> text = other.snapshot();
  Guard guard(monitor_);
  checkRange(at, count_);
  insertChars(at, text.data(), static_cast<int>(text.size()));
  return *this;
}

StringBuffer& StringBuffer::deleteRange(int begin, int end) {
  Guard guard(monitor_);
  end = std::min(end, count_);
  checkRange(begin, end);
  removeChars(begin, end);
  return *this;
}

StringBuffer& StringBuffer::deleteCharAt(int index) {
  Guard guard(monitor_);
  checkRange(index, index + 1);
  removeChars(index, index + 1);
  return *this;
}

StringBuffer& StringBuffer::replace(int begin, int end, const std::string& text) {
  Guard guard(monitor_);
  end = std::min(end, count_);
  checkRange(begin, end);
  removeChars(begin, end);
  insertChars(begin, text.data(), static_cast<int>(text.size()));
  return *this;
}

StringBuffer& StringBuffer::reverse() {
  Guard guard(monitor_);
  std::reverse(value_.begin(), value_.begin() + count_);
  return *this;
}

std::string StringBuffer::substring(int begin, int end) const {
  Guard guard(monitor_);
  checkRange(begin, end);
  return {value_.begin() + begin, value_.begin() + end};
}

int StringBuffer::indexOf(const std::string& text) const { return indexOf(text, 0); }

int StringBuffer::indexOf(const std::string& text, int from) const {
  Guard guard(monitor_);
  return find(text, from);
}

int StringBuffer::lastIndexOf(const std::string& text) const {
  Guard guard(monitor_);
  int last = -1;
  for (int at = find(text, 0); at >= 0; at = find(text, at + 1)) last = at;
  return last;
}

bool StringBuffer::contentEquals(const std::string& text) const {
  Guard guard(monitor_);
  return static_cast<int>(text.size()) == count_ && find(text, 0) == 0;
}

std::string StringBuffer::toString() const {
  const std::vector<char> text = snapshot();
  return {text.begin(), text.end()};
}

void StringBuffer::checkRange(int begin, int end) const {
  if (begin < 0 || begin > end || end > count_) throw std::out_of_range("no such range of the buffer");
}

void StringBuffer::expand(int minimum) {
  const int twice = 2 * (static_cast<int>(value_.size()) + 1);
  value_.resize(static_cast<std::size_t>(std::max(minimum, twice)));
}

void StringBuffer::insertChars(int at, const char* text, int count) {
  if (count_ + count > static_cast<int>(value_.size())) expand(count_ + count);
  std::copy_backward(value_.begin() + at, value_.begin() + count_, value_.begin() + count_ + count);
  if (count > 0) std::memcpy(&value_[static_cast<std::size_t>(at)], text, static_cast<std::size_t>(count));
  count_ += count;
}

void StringBuffer::removeChars(int begin, int end) {
  std::copy(value_.begin() + end, value_.begin() + count_, value_.begin() + begin);
  count_ -= end - begin;
}

int StringBuffer::find(const std::string& text, int from) const {
  const auto end = value_.begin() + count_;
  if (from < 0 || from > count_) return -1;
  const auto found = std::search(value_.begin() + from, end, text.begin(), text.end());
  return found == end && !text.empty() ? -1 : static_cast<int>(found - value_.begin());
}

std::vector<char> StringBuffer::snapshot() const {
  Guard guard(monitor_);
  return {value_.begin(), value_.begin() + count_};
}
