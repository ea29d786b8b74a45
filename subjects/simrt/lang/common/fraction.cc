#include "fraction.h"

#include <stdexcept>

namespace {
long Divisor(long a, long b) {
  while (b != 0) {
    const long rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}
}  // namespace

Fraction::Fraction(long numerator, long denominator) : numerator_(numerator), denominator_(denominator == 0 ? 1 : denominator) {
  if (denominator_ < 0) numerator_ = -numerator_, denominator_ = -denominator_;
  if (const long divisor = Divisor(numerator_, denominator_); divisor > 1) numerator_ /= divisor, denominator_ /= divisor;
}

Fraction Fraction::plus(const Fraction& other) const {
  return Fraction(numerator_ * other.denominator_ + other.numerator_ * denominator_, denominator_ * other.denominator_);
}
Fraction Fraction::minus(const Fraction& other) const { return plus(Fraction(-other.numerator_, other.denominator_)); }
Fraction Fraction::times(const Fraction& other) const {
  return Fraction(numerator_ * other.numerator_, denominator_ * other.denominator_);
}
Fraction Fraction::over(const Fraction& other) const { return times(other.inverse()); }

Fraction Fraction::power(int exponent) const {
  Fraction out(1, 1);
  for (int i = 0; i < exponent; ++i) out = out.times(*this);
  return out;
}

int Fraction::compare(const Fraction& other) const {
  const long a = numerator_ * other.denominator_, b = other.numerator_ * denominator_;
  return a < b ? -1 : a > b ? 1 : 0;
}

std::string Fraction::toString() const { return std::to_string(numerator_) + "/" + std::to_string(denominator_); }

long MutableCounter::get() const {
  std::lock_guard<std::mutex> guard(mu_);
  return value_;
}

void MutableCounter::set(long value) {
  std::lock_guard<std::mutex> guard(mu_);
  value_ = value;
}

long MutableCounter::add(long amount) {
  std::lock_guard<std::mutex> guard(mu_);
  return value_ += amount;
}

bool MutableCounter::compareAndSet(long expected, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  if (value_ != expected) return false;
  value_ = value;
  return true;
}

long MutableCounter::getAndReset() {
  std::lock_guard<std::mutex> guard(mu_);
  const long value = value_;
  value_ = 0;
  return value;
}

bool NamedValues::add(const std::string& name, int value) {
  std::lock_guard<std::mutex> guard(mu_);
  return values_.emplace(name, value).second;
}

int NamedValues::valueOf(const std::string& name) const {
  std::lock_guard<std::mutex> guard(mu_);
  const auto found = values_.find(name);
  return found == values_.end() ? -1 : found->second;
}

std::string NamedValues::nameOf(int value) const {
  std::lock_guard<std::mutex> guard(mu_);
  for (const auto& [name, known] : values_)
    if (known == value) return name;
  return "";
}

std::vector<std::string> NamedValues::names() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<std::string> out;
  for (const auto& entry : values_) out.push_back(entry.first);
  return out;
}

int NamedValues::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return static_cast<int>(values_.size());
}
