#include "array_list.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

ArrayList::ArrayList(int capacity) {
  if (capacity < 0) throw std::invalid_argument("illegal initial capacity: " + std::to_string(capacity));
  capacity_ = capacity;
  data_ = new long[static_cast<std::size_t>(capacity)];
}

ArrayList::ArrayList(const long* values, int count, int capacity) : ArrayList(std::max(count, capacity)) {
  for (int i = 0; i < count; ++i) data_[i] = values[i];
  size_ = count;
}

ArrayList::ArrayList(const ArrayList& other) {
  std::lock_guard<std::mutex> guard(other.mu_);
  capacity_ = size_ = other.size_;
  data_ = new long[static_cast<std::size_t>(capacity_)];
  for (int i = 0; i < size_; ++i) data_[i] = other.data_[i];
}

// With the lock held.
void ArrayList::Grow(int wanted) {
  if (wanted <= capacity_) return;
  const int bigger = std::max(wanted, capacity_ * 3 / 2 + 1);
  long* fresh = new long[static_cast<std::size_t>(bigger)];
  for (int i = 0; i < size_; ++i) fresh[i] = data_[i];
  delete[] data_;
  data_ = fresh;
  capacity_ = bigger;
}

int ArrayList::Find(long value, int from) const {
  for (int i = from; i < size_; ++i)
    if (data_[i] == value) return i;
  return -1;
}

void ArrayList::EraseAt(int index) {
  for (int i = index; i + 1 < size_; ++i) data_[i] = data_[i + 1];
  --size_;
}

int ArrayList::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return size_;
}

bool ArrayList::isEmpty() const {
  std::lock_guard<std::mutex> guard(mu_);
  return size_ == 0;
}

int ArrayList::capacity() const {
  std::lock_guard<std::mutex> guard(mu_);
  return capacity_;
}

void ArrayList::ensureCapacity(int wanted) {
  std::lock_guard<std::mutex> guard(mu_);
  ++mod_count_;
  Grow(wanted);
}

void ArrayList::trimToSize() {
  ++mod_count_;
  std::lock_guard<std::mutex> guard(mu_);
  if (size_ == capacity_) return;
  long* fresh = new long[static_cast<std::size_t>(size_)];
  for (int i = 0; i < size_; ++i) fresh[i] = data_[i];
  delete[] data_;
  data_ = fresh;
  capacity_ = size_;
}

long ArrayList::get(int index) const {
  std::lock_guard<std::mutex> guard(mu_);
  return index >= 0 && index < size_ ? data_[index] : kAbsent;
}

long ArrayList::set(int index, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  if (index < 0 || index >= size_) return kAbsent;
  const long before = data_[index];
  data_[index] = value;
  return before;
}

long ArrayList::first() const {
  std::lock_guard<std::mutex> guard(mu_);
  return size_ > 0 ? data_[0] : kAbsent;
}

long ArrayList::last() const {
  std::lock_guard<std::mutex> guard(mu_);
  return size_ > 0 ? data_[size_ - 1] : kAbsent;
}

bool ArrayList::add(long value) {
  std::lock_guard<std::mutex> guard(mu_);
  ++mod_count_;
  Grow(size_ + 1);
  data_[size_++] = value;
  return true;
}

bool ArrayList::insert(int index, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  if (index < 0 || index > size_) return false;
  ++mod_count_;
  Grow(size_ + 1);
  for (int i = size_; i > index; --i) data_[i] = data_[i - 1];
  data_[index] = value;
  ++size_;
  return true;
}

long ArrayList::removeAt(int index) {
  std::lock_guard<std::mutex> guard(mu_);
  if (index < 0 || index >= size_) return kAbsent;
  ++mod_count_;
  const long before = data_[index];
  EraseAt(index);
  return before;
}

bool ArrayList::remove(long value) {
  std::lock_guard<std::mutex> guard(mu_);
  const int index = Find(value, 0);
  if (index < 0) return false;
  ++mod_count_;
  EraseAt(index);
  return true;
}

long ArrayList::removeLast() {
  std::lock_guard<std::mutex> guard(mu_);
  if (size_ == 0) return kAbsent;
  ++mod_count_;
  return data_[--size_];
}

void ArrayList::removeRange(int from, int to) {
  std::lock_guard<std::mutex> guard(mu_);
  to = std::min(to, size_);
  if (from < 0 || from >= to) return;
  ++mod_count_;
  for (int i = to; i < size_; ++i) data_[from + i - to] = data_[i];
  size_ -= to - from;
}

void ArrayList::clear() {
  std::lock_guard<std::mutex> guard(mu_);
  ++mod_count_;
  for (int i = 0; i < size_; ++i) data_[i] = 0;
  size_ = 0;
}

bool ArrayList::contains(long value) const {
  std::lock_guard<std::mutex> guard(mu_);
  return Find(value, 0) >= 0;
}

int ArrayList::indexOf(long value) const {
  std::lock_guard<std::mutex> guard(mu_);
  return Find(value, 0);
}

int ArrayList::lastIndexOf(long value) const {
  const int start = size_;
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = std::min(start, size_); i-- > 0;)
    if (data_[i] == value) return i;
  return -1;
}

int ArrayList::count(long value) const {
  std::lock_guard<std::mutex> guard(mu_);
  int found = 0;
  for (int i = 0; i < size_; ++i) found += data_[i] == value;
  return found;
}

int ArrayList::binarySearch(long value) const {
  std::lock_guard<std::mutex> guard(mu_);
  int low = 0, high = size_;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (data_[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low < size_ && data_[low] == value ? low : -(low + 1);
}

// The other list is copied first, so that the two locks are never held together.
void ArrayList::addAll(const ArrayList& other) {
  const ArrayList copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  ++mod_count_;
  Grow(size_ + copy.size_);
  for (int i = 0; i < copy.size_; ++i) data_[size_++] = copy.data_[i];
}

bool ArrayList::insertAll(int index, const ArrayList& other) {
  const ArrayList copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  if (index < 0 || index > size_) return false;
  ++mod_count_;
  Grow(size_ + copy.size_);
  for (int i = size_; i-- > index;) data_[i + copy.size_] = data_[i];
  for (int i = 0; i < copy.size_; ++i) data_[index + i] = copy.data_[i];
  size_ += copy.size_;
  return true;
}

int ArrayList::removeAll(const ArrayList& other) {
  const ArrayList copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  int kept = 0;
  for (int i = 0; i < size_; ++i)
    if (copy.Find(data_[i], 0) < 0) data_[kept++] = data_[i];
  const int removed = size_ - kept;
  size_ = kept;
  if (removed > 0) ++mod_count_;
  return removed;
}

int ArrayList::retainAll(const ArrayList& other) {
  const ArrayList copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  int kept = 0;
  for (int i = 0; i < size_; ++i)
    if (copy.Find(data_[i], 0) >= 0) data_[kept++] = data_[i];
  const int removed = size_ - kept;
  size_ = kept;
  if (removed > 0) ++mod_count_;
  return removed;
}

bool ArrayList::containsAll(const ArrayList& other) const {
  const ArrayList copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < copy.size_; ++i)
    if (Find(copy.data_[i], 0) < 0) return false;
  return true;
}

// Short lists: insertion sort is enough and keeps equal values in order.
void ArrayList::sort() {
  std::lock_guard<std::mutex> guard(mu_);
  ++mod_count_;
  for (int i = 1; i < size_; ++i) {
    const long value = data_[i];
    int at = i;
    for (; at > 0 && data_[at - 1] > value; --at) data_[at] = data_[at - 1];
    data_[at] = value;
  }
}

void ArrayList::reverse() {
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0, j = size_ - 1; i < j; ++i, --j) {
    const long value = data_[i];
    data_[i] = data_[j];
    data_[j] = value;
  }
}

void ArrayList::rotate(int distance) {
  std::lock_guard<std::mutex> guard(mu_);
  if (size_ == 0) return;
  for (distance %= size_; distance > 0; --distance) {
    const long value = data_[size_ - 1];
    for (int i = size_ - 1; i > 0; --i) data_[i] = data_[i - 1];
    data_[0] = value;
  }
}

void ArrayList::fill(long value) {
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < size_; ++i) data_[i] = value;
}

int ArrayList::removeIf(Predicate wanted) {
  std::lock_guard<std::mutex> guard(mu_);
  int kept = 0;
  for (int i = 0; i < size_; ++i)
    if (!wanted(data_[i])) data_[kept++] = data_[i];
  const int removed = size_ - kept;
  size_ = kept;
  if (removed > 0) ++mod_count_;
  return removed;
}

void ArrayList::replaceAll(Mapping mapping) {
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < size_; ++i) data_[i] = mapping(data_[i]);
}

int ArrayList::replace(long before, long after) {
  std::lock_guard<std::mutex> guard(mu_);
  int replaced = 0;
  for (int i = 0; i < size_; ++i) {
    if (data_[i] != before) continue;
    data_[i] = after;
    ++replaced;
  }
  return replaced;
}

long ArrayList::sum() const {
  std::lock_guard<std::mutex> guard(mu_);
  long total = 0;
  for (int i = 0; i < size_; ++i) total += data_[i];
  return total;
}

long ArrayList::minimum() const {
  std::lock_guard<std::mutex> guard(mu_);
  if (size_ == 0) return kAbsent;
  int best = 0;
  for (int i = 1; i < size_; ++i)
    if (data_[i] < data_[best]) best = i;
  return data_[best];
}

long ArrayList::maximum() const {
  std::lock_guard<std::mutex> guard(mu_);
  if (size_ == 0) return kAbsent;
  long best = data_[0];
  for (int i = 1; i < size_; ++i) best = std::max(best, data_[i]);
  return best;
}

std::vector<long> ArrayList::toArray() const {
  std::lock_guard<std::mutex> guard(mu_);
  return std::vector<long>(data_, data_ + size_);
}

std::vector<long> ArrayList::slice(int from, int to) const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<long> out;
  for (int i = std::max(from, 0); i < std::min(to, size_); ++i) out.push_back(data_[i]);
  return out;
}

bool ArrayList::equals(const ArrayList& other) const {
  const ArrayList copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  if (copy.size_ != size_) return false;
  for (int i = 0; i < size_; ++i)
    if (copy.data_[i] != data_[i]) return false;
  return true;
}

unsigned ArrayList::hashCode() const {
  std::lock_guard<std::mutex> guard(mu_);
  unsigned code = 17;
  for (int i = 0; i < size_; ++i) code = 31 * code + static_cast<unsigned>(data_[i]);
  return code;
}

std::string ArrayList::toString() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::string out = "[";
  for (int i = 0; i < size_; ++i) {
    if (i != 0) out += ",";
    out += std::to_string(data_[i]);
  }
  return out + "]";
}

int ArrayList::modifications() const {
  return mod_count_;
}
