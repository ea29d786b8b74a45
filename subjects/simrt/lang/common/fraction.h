// Fractions that never change, counters that do, and names of values.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

class Fraction {
 public:
  Fraction(long numerator, long denominator);
  Fraction plus(const Fraction& other) const;
  Fraction minus(const Fraction& other) const;
  Fraction times(const Fraction& other) const;
  Fraction over(const Fraction& other) const;
  Fraction inverse() const { return Fraction(denominator_, numerator_); }
  Fraction power(int exponent) const;
  int compare(const Fraction& other) const;
  long numerator() const { return numerator_; }
  long denominator() const { return denominator_; }
  std::string toString() const;

 private:
  long numerator_, denominator_;
};

class MutableCounter {
 public:
  explicit MutableCounter(long value) : value_(value) {}
  long get() const;
  void set(long value);
  long add(long amount);
  long increment() { return add(1); }
  bool compareAndSet(long expected, long value);
  long getAndReset();

 private:
  mutable std::mutex mu_;
  long value_;
};

class NamedValues {
 public:
  bool add(const std::string& name, int value);
  int valueOf(const std::string& name) const;  // -1: unknown
  std::string nameOf(int value) const;
  std::vector<std::string> names() const;
  int size() const;

 private:
  mutable std::mutex mu_;
  std::map<std::string, int> values_;
};
