#include "vector.h"

#include <algorithm>

Vector::Vector(int initialCapacity, int capacityIncrement) : data_(initialCapacity), increment_(capacityIncrement) {}

Vector::Vector(const Vector& other) : increment_(other.increment_) {
  const std::vector<Element> elements = other.toArray();
  count_ = static_cast<int>(elements.size());
  data_ = elements;
}

int Vector::size() const {
  std::lock_guard<std::mutex> guard(lock_);
  return count_;
}

int Vector::capacity() const {
  std::lock_guard<std::mutex> guard(lock_);
  return static_cast<int>(data_.size());
}

bool Vector::isEmpty() const {
  std::lock_guard<std::mutex> guard(lock_);
  return count_ == 0;
}

void Vector::ensureCapacity(int minimum) {
  std::lock_guard<std::mutex> guard(lock_);
  growTo(minimum);
}

void Vector::trimToSize() {
  std::lock_guard<std::mutex> guard(lock_);
  data_.resize(count_);
}

void Vector::setSize(int size) {
  std::lock_guard<std::mutex> guard(lock_);
  growTo(size);
  for (int i = size; i < count_; ++i) data_[i].clear();
  count_ = size;
}

Element Vector::elementAt(int index) const {
  std::lock_guard<std::mutex> guard(lock_);
  checkIndex(index);
  return data_[index];
}

Element Vector::firstElement() const {
  std::lock_guard<std::mutex> guard(lock_);
  checkIndex(0);
  return data_[0];
}

Element Vector::lastElement() const {
  std::lock_guard<std::mutex> guard(lock_);
  checkIndex(count_ - 1);
  return data_[count_ - 1];
}

bool Vector::contains(const Element& element) const { return indexOf(element) >= 0; }

int Vector::indexOf(const Element& element, int from) const {
  std::lock_guard<std::mutex> guard(lock_);
  return findFrom(element, from);
}

int Vector::lastIndexOf(const Element& element) const {
  std::lock_guard<std::mutex> guard(lock_);
  for (int i = count_ - 1; i >= 0; --i)
    if (data_[i] == element) return i;
  return -1;
}

int Vector::lastIndexOf(const Element& element, int from) const {
  std::lock_guard<std::mutex> guard(lock_);
  if (from >= count_) throw std::out_of_range("Vector: " + std::to_string(from) + " >= " + std::to_string(count_));
  for (int i = from; i >= 0; --i)
    if (data_[i] == element) return i;
  return -1;
}

void Vector::addElement(const Element& element) {
  std::lock_guard<std::mutex> guard(lock_);
  growTo(count_ + 1);
  data_[count_++] = element;
}

void Vector::insertElementAt(const Element& element, int index) {
  std::lock_guard<std::mutex> guard(lock_);
  if (index > count_) throw std::out_of_range("Vector: insert at " + std::to_string(index));
  growTo(count_ + 1);
  for (int i = count_; i > index; --i) data_[i] = data_[i - 1];
  data_[index] = element;
  ++count_;
}

void Vector::setElementAt(const Element& element, int index) {
  std::lock_guard<std::mutex> guard(lock_);
  checkIndex(index);
  data_[index] = element;
}

bool Vector::removeElement(const Element& element) {
  std::lock_guard<std::mutex> guard(lock_);
  const int index = findFrom(element, 0);
  if (index < 0) return false;
  removeAt(index);
  return true;
}

void Vector::removeElementAt(int index) {
  std::lock_guard<std::mutex> guard(lock_);
  checkIndex(index);
  removeAt(index);
}

void Vector::removeAllElements() {
  std::lock_guard<std::mutex> guard(lock_);
  for (int i = 0; i < count_; ++i) data_[i].clear();
  count_ = 0;
}

bool Vector::addAll(const Vector& other) {
  const std::vector<Element> elements = other.toArray();
  std::lock_guard<std::mutex> guard(lock_);
  growTo(count_ + static_cast<int>(elements.size()));
  for (const Element& element : elements) data_[count_++] = element;
  return !elements.empty();
}

bool Vector::removeAll(const Vector& other) {
  bool changed = false;
  for (const Element& element : other.toArray())
    while (removeElement(element)) changed = true;
  return changed;
}

bool Vector::retainAll(const Vector& other) {
  const std::vector<Element> kept = other.toArray();
  std::lock_guard<std::mutex> guard(lock_);
  const int before = count_;
  for (int i = count_ - 1; i >= 0; --i)
    if (std::find(kept.begin(), kept.end(), data_[i]) == kept.end()) removeAt(i);
  return count_ != before;
}

int Vector::copyInto(Element* out, int room) const {
  std::lock_guard<std::mutex> guard(lock_);
  if (room > count_) throw std::out_of_range("Vector: " + std::to_string(room) + " wanted of " + std::to_string(count_));
  for (int i = 0; i < room; ++i) out[i] = data_[i];
  return room;
}

std::vector<Element> Vector::toArray() const {
  std::lock_guard<std::mutex> guard(lock_);
  return {data_.begin(), data_.begin() + count_};
}

std::string Vector::toString() const {
  std::string out = "[";
  for (const Element& element : toArray()) out += (out.size() > 1 ? ", " : "") + element;
  return out + "]";
}

void Vector::growTo(int minimum) {
  const int capacity = static_cast<int>(data_.size());
  if (minimum <= capacity) return;
  data_.resize(std::max(minimum, increment_ > 0 ? capacity + increment_ : 2 * capacity));
}

int Vector::findFrom(const Element& element, int from) const {
  for (int i = from; i < count_; ++i)
    if (data_[i] == element) return i;
  return -1;
}

void Vector::removeAt(int index) {
  for (int i = index; i + 1 < count_; ++i) data_[i] = data_[i + 1];
  data_[--count_].clear();
}

void Vector::checkIndex(int index) const {
  if (index < 0 || index >= count_) throw std::out_of_range("Vector: no element " + std::to_string(index));
}
