#include "hash_map.h"

#include <stdexcept>

namespace {

int RoundUp(int capacity) {
  int length = 1;
  while (length < capacity) length <<= 1;
  return length;
}

}  // namespace

HashMap::HashMap(int capacity, float load_factor) : load_factor_(load_factor) {
  if (capacity < 0) throw std::invalid_argument("illegal capacity");
  if (!(load_factor > 0)) throw std::invalid_argument("illegal load factor");
  length_ = RoundUp(capacity);
  table_ = new Entry*[static_cast<std::size_t>(length_)]();
  threshold_ = static_cast<int>(static_cast<float>(length_) * load_factor);
}

HashMap::HashMap(const long* keys, int count, int capacity, float load_factor) : HashMap(capacity, load_factor) {
  for (int i = 0; i < count; ++i) PutForCreate(keys[i], keys[i] * 10 + 1);
}

HashMap::HashMap(const HashMap& other) : HashMap(other.capacity(), other.loadFactor()) {
  std::lock_guard<std::mutex> guard(other.mu_);
  for (int i = 0; i < other.length_; ++i)
    for (const Entry* e = other.table_[i]; e != nullptr; e = e->next) PutForCreate(e->key, e->value);
}

HashMap::~HashMap() {
  for (int i = 0; i < length_; ++i)
    for (Entry* e = table_[i]; e != nullptr;) {
      Entry* next = e->next;
      delete e;
      e = next;
    }
  delete[] table_;
}

unsigned HashMap::Spread(long key) {
  unsigned h = static_cast<unsigned>(key) * 0x9e3779b1u;
  h ^= (h >> 20) ^ (h >> 12);
  return h ^ (h >> 7) ^ (h >> 4);
}

HashMap::Entry* HashMap::Find(long key) const {
  const unsigned hash = Spread(key);
  for (Entry* e = table_[IndexFor(hash)]; e != nullptr; e = e->next)
    if (e->hash == hash && e->key == key) return e;
  return nullptr;
}

// Only while nobody else can have the map.
void HashMap::PutForCreate(long key, long value) {
  const unsigned hash = Spread(key);
  const int index = IndexFor(hash);
  for (Entry* e = table_[index]; e != nullptr; e = e->next)
    if (e->hash == hash && e->key == key) {
      e->value = value;
      return;
    }
  table_[index] = new Entry(key, hash, value, table_[index]);
  ++size_;
}

void HashMap::AddEntry(long key, unsigned hash, long value) {
  const int index = IndexFor(hash);
  table_[index] = new Entry(key, hash, value, table_[index]);
  if (size_++ >= threshold_) Resize(2 * length_);
}

HashMap::Entry* HashMap::Unlink(long key) {
  const unsigned hash = Spread(key);
  const int index = IndexFor(hash);
  Entry* before = nullptr;
  for (Entry* e = table_[index]; e != nullptr; before = e, e = e->next) {
    if (e->hash != hash || e->key != key) continue;
    if (before == nullptr) table_[index] = e->next;
    else before->next = e->next;
    --size_;
    return e;
  }
  return nullptr;
}

void HashMap::Resize(int new_length) {
  Entry** fresh = new Entry*[static_cast<std::size_t>(new_length)]();
  for (int i = 0; i < length_; ++i)
    for (Entry* e = table_[i]; e != nullptr;) {
      Entry* next = e->next;
      const unsigned index = e->hash & static_cast<unsigned>(new_length - 1);
      e->next = fresh[index];
      fresh[index] = e;
      e = next;
    }
  delete[] table_;
  table_ = fresh;
  length_ = new_length;
  threshold_ = static_cast<int>(static_cast<float>(new_length) * load_factor_);
}

long HashMap::get(long key) const {
  std::lock_guard<std::mutex> guard(mu_);
  const Entry* e = Find(key);
  return e == nullptr ? kNull : e->value;
}

long HashMap::getOrDefault(long key, long fallback) const {
  std::lock_guard<std::mutex> guard(mu_);
  const Entry* e = Find(key);
  return e == nullptr ? fallback : e->value;
}

bool HashMap::containsKey(long key) const {
  std::lock_guard<std::mutex> guard(mu_);
  return Find(key) != nullptr;
}

bool HashMap::containsValue(long value) const {
  std::lock_guard<std::mutex> guard(mu_);
  if (value == kNull) {
    for (int i = 0; i < length_; ++i)
      for (const Entry* e = table_[i]; e != nullptr; e = e->next)
        if (e->value == kNull) return true;
    return false;
  }
  for (int i = length_; i-- > 0;)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next)
      if (e->value == value) return true;
  return false;
}

long HashMap::put(long key, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  if (Entry* e = Find(key)) {
    const long before = e->value;
    e->value = value;
    return before;
  }
  ++mod_count_;
  AddEntry(key, Spread(key), value);
  return kNull;
}

long HashMap::putIfAbsent(long key, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  if (const Entry* e = Find(key)) return e->value;
  ++mod_count_;
  AddEntry(key, Spread(key), value);
  return kNull;
}

long HashMap::replace(long key, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  Entry* e = Find(key);
  if (e == nullptr) return kNull;
  const long before = e->value;
  e->value = value;
  return before;
}

bool HashMap::replaceIf(long key, long expected, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  Entry* e = Find(key);
  if (e == nullptr || e->value != expected) return false;
  e->value = value;
  return true;
}

long HashMap::merge(long key, long amount) {
  std::lock_guard<std::mutex> guard(mu_);
  if (Entry* e = Find(key)) return e->value += amount;
  ++mod_count_;
  AddEntry(key, Spread(key), amount);
  return amount;
}

long HashMap::computeIfAbsent(long key, Visitor make) {
  std::lock_guard<std::mutex> guard(mu_);
  if (const Entry* e = Find(key)) return e->value;
  const long value = make(key, kNull);
  ++mod_count_;
  AddEntry(key, Spread(key), value);
  return value;
}

long HashMap::remove(long key) {
  std::lock_guard<std::mutex> guard(mu_);
  Entry* e = Unlink(key);
  if (e == nullptr) return kNull;
  ++mod_count_;
  const long value = e->value;
  delete e;
  return value;
}

bool HashMap::removeIf(long key, long expected) {
  std::lock_guard<std::mutex> guard(mu_);
  const Entry* found = Find(key);
  if (found == nullptr || found->value != expected) return false;
  ++mod_count_;
  delete Unlink(key);
  return true;
}

void HashMap::clear() {
  std::lock_guard<std::mutex> guard(mu_);
  ++mod_count_;
  for (int i = 0; i < length_; ++i) {
    for (Entry* e = table_[i]; e != nullptr;) {
      Entry* next = e->next;
      delete e;
      e = next;
    }
    table_[i] = nullptr;
  }
  size_ = 0;
}

int HashMap::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return size_;
}

bool HashMap::isEmpty() const {
  std::lock_guard<std::mutex> guard(mu_);
  return size_ == 0;
}

// The other map is copied first, so that the two locks are never held together.
void HashMap::putAll(const HashMap& other) {
  const HashMap copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < copy.length_; ++i)
    for (const Entry* e = copy.table_[i]; e != nullptr; e = e->next) {
      if (Entry* own = Find(e->key)) {
        own->value = e->value;
        continue;
      }
      ++mod_count_;
      AddEntry(e->key, e->hash, e->value);
    }
}

bool HashMap::retainAll(const HashMap& other) {
  const HashMap copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  bool changed = false;
  for (int i = 0; i < length_; ++i)
    for (Entry* e = table_[i]; e != nullptr;) {
      Entry* next = e->next;
      if (copy.Find(e->key) == nullptr) {
        delete Unlink(e->key);
        ++mod_count_;
        changed = true;
      }
      e = next;
    }
  return changed;
}

bool HashMap::equals(const HashMap& other) const {
  const HashMap copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  if (copy.size_ != size_) return false;
  for (int i = 0; i < copy.length_; ++i)
    for (const Entry* e = copy.table_[i]; e != nullptr; e = e->next) {
      const Entry* own = Find(e->key);
      if (own == nullptr || own->value != e->value) return false;
    }
  return true;
}

unsigned HashMap::hashCode() const {
  std::lock_guard<std::mutex> guard(mu_);
  unsigned code = 0;
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) code += e->hash ^ static_cast<unsigned>(e->value);
  return code;
}

std::vector<long> HashMap::keys() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<long> out;
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) out.push_back(e->key);
  return out;
}

std::vector<long> HashMap::values() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<long> out;
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) out.push_back(e->value);
  return out;
}

long HashMap::sumOfValues() const {
  std::lock_guard<std::mutex> guard(mu_);
  long sum = 0;
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) sum += e->value;
  return sum;
}

long HashMap::forEach(Visitor visit) const {
  std::lock_guard<std::mutex> guard(mu_);
  long sum = 0;
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) sum += visit(e->key, e->value);
  return sum;
}

void HashMap::replaceAll(Visitor visit) {
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < length_; ++i)
    for (Entry* e = table_[i]; e != nullptr; e = e->next) e->value = visit(e->key, e->value);
}

void HashMap::reserve(int capacity) {
  std::lock_guard<std::mutex> guard(mu_);
  const int wanted = RoundUp(capacity);
  if (wanted > length_) Resize(wanted);
}

void HashMap::trim() {
  std::lock_guard<std::mutex> guard(mu_);
  const int wanted = RoundUp(static_cast<int>(static_cast<float>(size_) / load_factor_) + 1);
  if (wanted < length_) Resize(wanted);
}

int HashMap::capacity() const {
  std::lock_guard<std::mutex> guard(mu_);
  return length_;
}

HashMap::Statistics HashMap::statistics() const {
  std::lock_guard<std::mutex> guard(mu_);
  Statistics out = {length_, 0, 0, 0};
  for (int i = 0; i < length_; ++i) {
    int chain = 0;
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) ++chain;
    if (chain > 0) ++out.used_buckets;
    if (chain > 1) out.collisions += chain - 1;
    if (chain > out.longest_chain) out.longest_chain = chain;
  }
  return out;
}

std::string HashMap::toString() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::string out = "{";
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) {
      if (out.size() > 1) out += ", ";
      out += std::to_string(e->key) + "=" + std::to_string(e->value);
    }
  return out + "}";
}

HashMap::Iterator::Iterator(HashMap& map) : map_(map) {
  std::lock_guard<std::mutex> guard(map.mu_);
  expected_ = map.mod_count_;
}

bool HashMap::Iterator::next(long& key, long& value) {
  std::lock_guard<std::mutex> guard(map_.mu_);
  if (map_.mod_count_ != expected_) {
    modified_ = true;
    return false;
  }
  for (; bucket_ < map_.length_; ++bucket_, offset_ = 0) {
    const Entry* e = map_.table_[bucket_];
    for (int i = 0; e != nullptr && i < offset_; ++i) e = e->next;
    if (e == nullptr) continue;
    ++offset_;
    key = e->key;
    value = e->value;
    return true;
  }
  return false;
}
