// A growing array of longs behind one lock.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

class ArrayList {
 public:
  static constexpr long kAbsent = -1;
  using Predicate = bool (*)(long);
  using Mapping = long (*)(long);

  explicit ArrayList(int capacity = 10);
  ArrayList(const long* values, int count, int capacity);
  ArrayList(const ArrayList& other);
  ArrayList& operator=(const ArrayList&) = delete;
  ~ArrayList() { delete[] data_; }

  int size() const;
  bool isEmpty() const;
  int capacity() const;
  void ensureCapacity(int wanted);
  void trimToSize();

  long get(int index) const;  // kAbsent beyond the end
  long set(int index, long value);
  long first() const;
  long last() const;
  bool add(long value);
  bool insert(int index, long value);
  bool addFirst(long value) { return insert(0, value); }
  long removeAt(int index);
  bool remove(long value);
  long removeLast();
  void removeRange(int from, int to);
  void clear();

  bool contains(long value) const;
  int indexOf(long value) const;
  int lastIndexOf(long value) const;
  int count(long value) const;
  int binarySearch(long value) const;  // of a sorted list; -(place + 1) if it is not there

  void addAll(const ArrayList& other);
  bool insertAll(int index, const ArrayList& other);
  int removeAll(const ArrayList& other);
  int retainAll(const ArrayList& other);
  bool containsAll(const ArrayList& other) const;

  void sort();
  void reverse();
  void rotate(int distance);
  void fill(long value);
  int removeIf(Predicate wanted);
  void replaceAll(Mapping mapping);
  int replace(long before, long after);
  long sum() const;
  long minimum() const;
  long maximum() const;
  std::vector<long> toArray() const;
  std::vector<long> slice(int from, int to) const;
  bool equals(const ArrayList& other) const;
  unsigned hashCode() const;
  std::string toString() const;
  int modifications() const;

 private:
  void Grow(int wanted);
  int Find(long value, int from) const;
  void EraseAt(int index);

  mutable std::mutex mu_;
  long* data_;
  int capacity_;
  int size_ = 0;
  int mod_count_ = 0;
};
