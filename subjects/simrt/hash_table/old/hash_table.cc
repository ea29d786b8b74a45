#include "hash_table.h"

#include <algorithm>
#include <stdexcept>

HashTable::HashTable(int capacity, float load_factor) : load_factor_(load_factor) {
  if (capacity < 0) throw std::invalid_argument("illegal capacity");
  if (!(load_factor > 0)) throw std::invalid_argument("illegal load factor");
  length_ = capacity == 0 ? 1 : capacity;
  table_ = new Entry*[static_cast<std::size_t>(length_)]();
  threshold_ = static_cast<int>(static_cast<float>(length_) * load_factor);
}

HashTable::HashTable(const HashTable& other) : load_factor_(other.load_factor_) {
  std::lock_guard<std::mutex> guard(other.mu_);
  length_ = other.length_;
  threshold_ = other.threshold_;
  count_ = other.count_;
  table_ = new Entry*[static_cast<std::size_t>(length_)]();
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = other.table_[i]; e != nullptr; e = e->next)
      table_[i] = new Entry{e->key, e->value, e->hash, table_[i]};
}

HashTable::~HashTable() {
  for (int i = 0; i < length_; ++i)
    for (Entry* e = table_[i]; e != nullptr;) {
      Entry* next = e->next;
      delete e;
      e = next;
    }
  delete[] table_;
}

unsigned HashTable::Hash(std::string_view text) {
  unsigned hash = 2166136261u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash & 0x7fffffffu;
}

HashTable::Entry* HashTable::Find(std::string_view key) const {
  const unsigned hash = Hash(key);
  for (Entry* e = table_[hash % static_cast<unsigned>(length_)]; e != nullptr; e = e->next)
    if (e->hash == hash && e->key == key) return e;
  return nullptr;
}

void HashTable::Rehash(int length) {
  Entry** fresh = new Entry*[static_cast<std::size_t>(length)]();
  for (int i = 0; i < length_; ++i)
    for (Entry* e = table_[i]; e != nullptr;) {
      Entry* next = e->next;
      const unsigned index = e->hash % static_cast<unsigned>(length);
      e->next = fresh[index];
      fresh[index] = e;
      e = next;
    }
  delete[] table_;
  table_ = fresh;
  length_ = length;
  threshold_ = static_cast<int>(static_cast<float>(length) * load_factor_);
  ++rehashes_;
}

void HashTable::AddEntry(unsigned hash, std::string_view key, std::string_view value) {
  ++mod_count_;
  if (count_ >= threshold_) Rehash(2 * length_ + 1);
  Entry*& bucket = table_[hash % static_cast<unsigned>(length_)];
  bucket = new Entry{std::string(key), std::string(value), hash, bucket};
  ++count_;
}

bool HashTable::Store(std::string_view key, std::string_view value) {
  if (Entry* e = Find(key)) {
    e->value = value;
    return true;
  }
  AddEntry(Hash(key), key, value);
  return false;
}

HashTable::Entry* HashTable::Unlink(std::string_view key) {
  const unsigned hash = Hash(key);
  Entry** link = &table_[hash % static_cast<unsigned>(length_)];
  for (Entry* e = *link; e != nullptr; link = &e->next, e = e->next) {
    if (e->hash != hash || e->key != key) continue;
    *link = e->next;
    --count_;
    ++mod_count_;
    return e;
  }
  return nullptr;
}

bool HashTable::get(std::string_view key, std::string* value) const {
  std::lock_guard<std::mutex> guard(mu_);
  const Entry* e = Find(key);
  if (e != nullptr) *value = e->value;
  return e != nullptr;
}

bool HashTable::containsKey(std::string_view key) const {
  std::lock_guard<std::mutex> guard(mu_);
  return Find(key) != nullptr;
}

bool HashTable::contains(std::string_view value) const {
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next)
      if (e->value == value) return true;
  return false;
}

bool HashTable::put(std::string_view key, std::string_view value) {
  std::lock_guard<std::mutex> guard(mu_);
  return Store(key, value);
}

bool HashTable::putIfAbsent(std::string_view key, std::string_view value) {
  std::lock_guard<std::mutex> guard(mu_);
  if (Find(key) != nullptr) return false;
  AddEntry(Hash(key), key, value);
  return true;
}

bool HashTable::append(std::string_view key, std::string_view text) {
  std::lock_guard<std::mutex> guard(mu_);
  Entry* e = Find(key);
  if (e == nullptr) return false;
  e->value += text;
  return true;
}

bool HashTable::replace(std::string_view key, std::string_view value) {
  std::lock_guard<std::mutex> guard(mu_);
  Entry* e = Find(key);
  if (e == nullptr) return false;
  e->value = value;
  return true;
}

bool HashTable::remove(std::string_view key) {
  std::lock_guard<std::mutex> guard(mu_);
  Entry* e = Unlink(key);
  delete e;
  return e != nullptr;
}

int HashTable::removePrefix(std::string_view prefix) {
  std::lock_guard<std::mutex> guard(mu_);
  int removed = 0;
  for (int i = 0; i < length_; ++i)
    for (Entry** link = &table_[i]; *link != nullptr;) {
      Entry* e = *link;
      if (!std::string_view(e->key).starts_with(prefix)) {
        link = &e->next;
        continue;
      }
      *link = e->next;
      delete e;
      --count_;
      ++removed;
    }
  if (removed > 0) ++mod_count_;
  return removed;
}

void HashTable::clear() {
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
  count_ = 0;
}

int HashTable::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return count_;
}

bool HashTable::isEmpty() const {
  std::lock_guard<std::mutex> guard(mu_);
  return count_ == 0;
}

void HashTable::reserve(int entries) {
  std::lock_guard<std::mutex> guard(mu_);
  const int wanted = static_cast<int>(static_cast<float>(entries) / load_factor_) + 1;
  if (wanted > length_) Rehash(wanted);
}

int HashTable::rehashes() const {
  std::lock_guard<std::mutex> guard(mu_);
  return rehashes_;
}

int HashTable::longestChain() const {
  std::lock_guard<std::mutex> guard(mu_);
  int longest = 0;
  for (int i = 0; i < length_; ++i) {
    int chain = 0;
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) ++chain;
    longest = std::max(longest, chain);
  }
  return longest;
}

std::vector<std::string> HashTable::keys() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<std::string> out;
  for (int i = length_; i-- > 0;)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) out.push_back(e->key);
  return out;
}

std::vector<std::string> HashTable::elements() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<std::string> out;
  for (int i = length_; i-- > 0;)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) out.push_back(e->value);
  return out;
}

std::vector<std::pair<std::string, std::string>> HashTable::sorted() const {
  std::vector<std::pair<std::string, std::string>> out;
  {
    std::lock_guard<std::mutex> guard(mu_);
    for (int i = 0; i < length_; ++i)
      for (const Entry* e = table_[i]; e != nullptr; e = e->next) out.emplace_back(e->key, e->value);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::size_t HashTable::totalLength() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::size_t total = 0;
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) total += e->key.size() + e->value.size();
  return total;
}

// The other table is copied first, so that the two locks are never held together.
void HashTable::putAll(const HashTable& other) {
  const HashTable copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < copy.length_; ++i)
    for (const Entry* e = copy.table_[i]; e != nullptr; e = e->next) Store(e->key, e->value);
}

bool HashTable::equals(const HashTable& other) const {
  const HashTable copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  if (copy.count_ != count_) return false;
  for (int i = 0; i < copy.length_; ++i)
    for (const Entry* e = copy.table_[i]; e != nullptr; e = e->next) {
      const Entry* own = Find(e->key);
      if (own == nullptr || own->value != e->value) return false;
    }
  return true;
}

unsigned HashTable::hashCode() const {
  std::lock_guard<std::mutex> guard(mu_);
  unsigned code = 0;
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) code += e->hash ^ Hash(e->value);
  return code;
}

std::string HashTable::toString() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::string out = "{";
  for (int i = 0; i < length_; ++i)
    for (const Entry* e = table_[i]; e != nullptr; e = e->next) {
      if (out.size() > 1) out += ", ";
      out += e->key + "=" + e->value;
    }
  return out + "}";
}

int HashTable::modifications() const {
  std::lock_guard<std::mutex> guard(mu_);
  return mod_count_;
}

bool HashTable::Enumerator::next(std::string* key) {
  std::lock_guard<std::mutex> guard(table_.mu_);
  for (; bucket_ < table_.length_; ++bucket_, offset_ = 0) {
    const Entry* e = table_.table_[bucket_];
    for (int i = 0; e != nullptr && i < offset_; ++i) e = e->next;
    if (e == nullptr) continue;
    ++offset_;
    *key = e->key;
    return true;
  }
  return false;
}
