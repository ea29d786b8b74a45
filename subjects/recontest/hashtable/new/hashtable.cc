#include "hashtable.h"

#include <algorithm>

Hashtable::Hashtable(int buckets, double loadFactor)
    : table_(buckets), threshold_(static_cast<int>(buckets * loadFactor)), loadFactor_(loadFactor) {}

unsigned Hashtable::hash(const std::string& key) {
  unsigned out = 0;
  for (const char c : key) out = 31 * out + static_cast<unsigned char>(c);
  return out;
}

int Hashtable::size() const {
  std::lock_guard<std::mutex> guard(lock_);
  return count_;
}

int Hashtable::rehashes() const {
  std::lock_guard<std::mutex> guard(lock_);
  return rehashes_;
}

Hashtable::Entry* Hashtable::find(const std::string& key) const {
  for (Entry* entry = table_[bucketOf(key)].get(); entry != nullptr; entry = entry->next.get())
    if (entry->key == key) return entry;
  return nullptr;
}

std::optional<int> Hashtable::get(const std::string& key) const {
  std::lock_guard<std::mutex> guard(lock_);
  const Entry* entry = find(key);
  return entry == nullptr ? std::nullopt : std::optional<int>(entry->value);
}

bool Hashtable::contains(int value) const {
  const std::vector<Pair> all = entries();
  return std::any_of(all.begin(), all.end(), [value](const Pair& pair) { return pair.second == value; });
}

std::optional<int> Hashtable::put(const std::string& key, int value) {
  std::lock_guard<std::mutex> guard(lock_);
  if (Entry* entry = find(key)) return std::exchange(entry->value, value);
  if (count_ >= threshold_) rehash();
  auto& head = table_[bucketOf(key)];
  head = std::make_unique<Entry>(Entry{key, value, std::move(head)});
  ++count_;
  return std::nullopt;
}

void Hashtable::putAll(const Hashtable& other) {
  for (const auto& [key, value] : other.entries()) put(key, value);
}

std::optional<int> Hashtable::remove(const std::string& key) {
  std::lock_guard<std::mutex> guard(lock_);
  for (std::unique_ptr<Entry>* at = &table_[bucketOf(key)]; *at; at = &(*at)->next) {
    if ((*at)->key != key) continue;
    const int value = (*at)->value;
    *at = std::move((*at)->next);
    --count_;
    return value;
  }
  return std::nullopt;
}

void Hashtable::clear() {
  std::lock_guard<std::mutex> guard(lock_);
  for (auto& head : table_) head.reset();
  count_ = 0;
}

void Hashtable::rehash() {
  std::vector<std::unique_ptr<Entry>> old(2 * table_.size() + 1);
  old.swap(table_);
  threshold_ = static_cast<int>(static_cast<double>(table_.size()) * loadFactor_);
  ++rehashes_;
  for (auto& head : old) {
    while (head) {
      std::unique_ptr<Entry> entry = std::move(head);
      head = std::move(entry->next);
      auto& bucket = table_[bucketOf(entry->key)];
      entry->next = std::move(bucket);
      bucket = std::move(entry);
    }
  }
}

int Hashtable::buckets() const {
  std::lock_guard<std::mutex> guard(lock_);
  return static_cast<int>(table_.size());
}

void Hashtable::appendBucket(int index, std::vector<Pair>* out) const {
  std::lock_guard<std::mutex> guard(lock_);
  for (const Entry* entry = table_[index].get(); entry != nullptr; entry = entry->next.get()) out->emplace_back(entry->key, entry->value);
}

std::vector<Hashtable::Pair> Hashtable::entries() const {
  std::vector<Pair> out;
  for (int i = buckets() - 1; i >= 0; --i) appendBucket(i, &out);
  return out;
}

std::unique_ptr<Hashtable> Hashtable::clone() const {
  auto copy = std::make_unique<Hashtable>();
  copy->putAll(*this);
  return copy;
}

void Hashtable::forEach(const std::function<void(const std::string&, int)>& f) const {
  for (const auto& [key, value] : entries()) f(key, value);
}

std::string Hashtable::toString() const {
  std::string out = "{";
  forEach([&](const std::string& key, int value) { out += (out.size() > 1 ? ", " : "") + key + "=" + std::to_string(value); });
  return out + "}";
}
