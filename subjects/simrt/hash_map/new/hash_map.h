// A chained hash map of longs.
#pragma once

#include <mutex>
#include <string>
#include <vector>

class HashMap {
 public:
  static constexpr long kNull = 0;  // no value

  struct Statistics {
    int buckets, used_buckets, longest_chain, collisions;
  };
  using Visitor = long (*)(long key, long value);

  explicit HashMap(int capacity = 16, float load_factor = 0.75f);
  HashMap(const long* keys, int count, int capacity, float load_factor);
  HashMap(const HashMap& other);
  HashMap& operator=(const HashMap&) = delete;
  ~HashMap();

  long get(long key) const;
  long getOrDefault(long key, long fallback) const;
  bool containsKey(long key) const;
  bool containsValue(long value) const;
  long put(long key, long value);
  long putIfAbsent(long key, long value);
  long replace(long key, long value);
  bool replaceIf(long key, long expected, long value);
  long merge(long key, long amount);
  long computeIfAbsent(long key, Visitor make);
  long remove(long key);
  bool removeIf(long key, long expected);
  void clear();
  int size() const;
  bool isEmpty() const;
  void putAll(const HashMap& other);
  bool retainAll(const HashMap& other);
  bool equals(const HashMap& other) const;
  unsigned hashCode() const;
  std::vector<long> keys() const;
  std::vector<long> values() const;
  long sumOfValues() const;
  long forEach(Visitor visit) const;
  void replaceAll(Visitor visit);
  void reserve(int capacity);
  void trim();
  int capacity() const;
  float loadFactor() const { return load_factor_; }
  Statistics statistics() const;
  std::string toString() const;

  // Goes over the map entry by entry; each step takes the lock. Reports a modification made since it was created.
  class Iterator {
   public:
    explicit Iterator(HashMap& map);
    bool next(long& key, long& value);
    bool modified() const { return modified_; }

   private:
    HashMap& map_;
    int expected_, bucket_ = 0, offset_ = 0;
    bool modified_ = false;
  };

 private:
  struct Entry {
    Entry(long k, unsigned h, long v, Entry* n) : key(k), hash(h), value(v), next(n) {}
    const long key;
    const unsigned hash;
    long value;
    Entry* next;
  };

  static unsigned Spread(long key);
  int IndexFor(unsigned hash) const { return static_cast<int>(hash & static_cast<unsigned>(length_ - 1)); }
  Entry* Find(long key) const;
  bool containsNullValue() const;
  void AddEntry(long key, unsigned hash, long value);
  void PutForCreate(long key, long value);
  Entry* Unlink(long key);
  void Resize(int new_length);

  mutable std::mutex mu_;
  Entry** table_;
  int length_;
  int size_ = 0;
  int threshold_;
  const float load_factor_;
  int mod_count_ = 0;
};
