// A hash table with chains. Every method takes the table's lock.
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class Hashtable {
 public:
  using Pair = std::pair<std::string, int>;

  explicit Hashtable(int buckets = 3, double loadFactor = 0.75);

  int size() const;
  bool isEmpty() const { return size() == 0; }
  std::optional<int> get(const std::string& key) const;
  bool containsKey(const std::string& key) const { return get(key).has_value(); }
  bool contains(int value) const;
  std::optional<int> put(const std::string& key, int value);
  void putAll(const Hashtable& other);
  std::optional<int> remove(const std::string& key);
  void clear();
  // Entries in the order of the buckets.
  std::vector<Pair> entries() const;
  std::unique_ptr<Hashtable> clone() const;
  void forEach(const std::function<void(const std::string&, int)>& f) const;
  std::string toString() const;
  int rehashes() const;

 private:
  struct Entry {
    std::string key;
    int value;
    std::unique_ptr<Entry> next;
  };
  static unsigned hash(const std::string& key);
  int bucketOf(const std::string& key) const { return static_cast<int>(hash(key) % table_.size()); }
  Entry* find(const std::string& key) const;
  void rehash();
  int buckets() const;
  void appendBucket(int index, std::vector<Pair>* out) const;

  mutable std::mutex lock_;
  std::vector<std::unique_ptr<Entry>> table_;
  int count_ = 0;
  int threshold_;
  int rehashes_ = 0;
  const double loadFactor_;
};
