// A growable array whose methods each take its lock.
#pragma once
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

using Element = std::string;

class Vector {
 public:
  explicit Vector(int initialCapacity = 4, int capacityIncrement = 0);
  Vector(const Vector& other);
  Vector& operator=(const Vector&) = delete;

  int size() const;
  int capacity() const;
  bool isEmpty() const;
  void ensureCapacity(int minimum);
  void trimToSize();
  void setSize(int size);

  Element elementAt(int index) const;
  Element firstElement() const;
  Element lastElement() const;
  bool contains(const Element& element) const;
  int indexOf(const Element& element, int from = 0) const;
  int lastIndexOf(const Element& element) const;
  int lastIndexOf(const Element& element, int from) const;

  void addElement(const Element& element);
  void insertElementAt(const Element& element, int index);
  void setElementAt(const Element& element, int index);
  bool removeElement(const Element& element);
  void removeElementAt(int index);
  void removeAllElements();

  bool addAll(const Vector& other);
  bool removeAll(const Vector& other);
  bool retainAll(const Vector& other);
  // Copies the first elements into `out`, which has room for `room`; says how many there are.
  int copyInto(Element* out, int room) const;
  std::vector<Element> toArray() const;
  std::string toString() const;

 private:
  void growTo(int minimum);
  int findFrom(const Element& element, int from) const;
  void removeAt(int index);
  void checkIndex(int index) const;

  mutable std::mutex lock_;
  std::vector<Element> data_;  // as long as the capacity
  int count_ = 0;
  const int increment_;
};

// Walks the elements one by one; others may change the vector between two steps.
class Enumeration {
 public:
  explicit Enumeration(const Vector& vector) : vector_(vector) {}
  bool hasMoreElements() const { return next_ < vector_.size(); }
  Element nextElement() { return vector_.elementAt(next_++); }

 private:
  const Vector& vector_;
  int next_ = 0;
};
