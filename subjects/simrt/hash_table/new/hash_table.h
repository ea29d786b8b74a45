// A table of strings by name, chained, behind one lock; and properties over it: a table with defaults that can be read from text.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

class HashTable {
 public:
  explicit HashTable(int capacity = 11, float load_factor = 0.75f);
  HashTable(const HashTable& other);
  HashTable& operator=(const HashTable&) = delete;
  virtual ~HashTable();

  bool get(std::string_view key, std::string* value) const;
  bool containsKey(std::string_view key) const;
  bool contains(std::string_view value) const;
  bool put(std::string_view key, std::string_view value);  // true: it was there
  bool putIfAbsent(std::string_view key, std::string_view value);
  bool append(std::string_view key, std::string_view text);
  bool replace(std::string_view key, std::string_view value);
  bool remove(std::string_view key);
  int removePrefix(std::string_view prefix);
  void clear();
  int size() const;
  bool isEmpty() const;
  void reserve(int entries);
  int rehashes() const;
  int longestChain() const;
  std::vector<std::string> keys() const;
  std::vector<std::string> elements() const;
  std::vector<std::pair<std::string, std::string>> sorted() const;
  std::size_t totalLength() const;
  void putAll(const HashTable& other);
  bool equals(const HashTable& other) const;
  unsigned hashCode() const;
  std::string toString() const;
  int modifications() const;

  // One entry after the other; each step takes the lock.
  class Enumerator {
   public:
    explicit Enumerator(const HashTable& table) : table_(table) {}
    bool next(std::string* key);

   private:
    const HashTable& table_;
    int bucket_ = 0, offset_ = 0;
  };

 protected:
  struct Entry {
    std::string key, value;
    unsigned hash;
    Entry* next;
  };
  static unsigned Hash(std::string_view text);
  Entry* Find(std::string_view key) const;
  bool Store(std::string_view key, std::string_view value);
  void AddEntry(unsigned hash, std::string_view key, std::string_view value);
  Entry* Unlink(std::string_view key);
  void Rehash(int length);

  mutable std::mutex mu_;
  Entry** table_;
  int length_;
  int count_ = 0;
  int threshold_;
  const float load_factor_;
  int mod_count_ = 0;
  int rehashes_ = 0;
};

class Properties : public HashTable {
 public:
  explicit Properties(const Properties* defaults = nullptr) : defaults_(defaults) {}

  std::string getProperty(std::string_view key) const;
  std::string getProperty(std::string_view key, std::string_view fallback) const;
  long getNumber(std::string_view key, long fallback) const;
  bool getFlag(std::string_view key) const;
  bool setProperty(std::string_view key, std::string_view value);
  std::vector<std::string> propertyNames() const;  // with those of the defaults
  // Lines "name = value", "name: value"; # and ! begin comments; a backslash at the end joins lines. Entries read.
  int load(std::string_view text);
  std::string store() const;
  int linesLoaded() const;

 private:
  static std::string Unescape(std::string_view text);
  static std::string Escape(std::string_view text);
  const Properties* const defaults_;
  int lines_loaded_ = 0;
};
