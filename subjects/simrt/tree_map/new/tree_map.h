// A sorted map of longs: an AA tree behind one lock.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

class TreeMap {
 public:
  TreeMap() = default;
  TreeMap(const long* keys, int count);
  TreeMap(const TreeMap& other);
  TreeMap& operator=(const TreeMap&) = delete;
  ~TreeMap();

  std::optional<long> get(long key) const;
  bool containsKey(long key) const;
  bool containsValue(long value) const;
  std::optional<long> put(long key, long value);
  bool putIfAbsent(long key, long value);
  std::optional<long> replace(long key, long value);
  long addTo(long key, long amount);
  std::optional<long> remove(long key);
  void clear();
  int size() const;
  bool isEmpty() const;

  std::optional<long> firstKey() const;
  std::optional<long> lastKey() const;
  std::optional<long> floorKey(long key) const;    // greatest <= key
  std::optional<long> ceilingKey(long key) const;  // least >= key
  std::optional<long> lowerKey(long key) const;
  std::optional<long> higherKey(long key) const;
  std::optional<long> pollFirst();
  std::optional<long> pollLast();
  int rank(long key) const;  // keys below it
  std::optional<long> select(int index) const;

  long sumOfRange(long low, long high) const;
  int countRange(long low, long high) const;
  int removeRange(long low, long high);
  std::vector<long> keys() const;
  std::vector<long> headKeys(long below) const;
  std::vector<long> tailKeys(long from) const;
  long digestDescending();  // over the keys, the greatest first

  void putAll(const TreeMap& other);
  bool equals(const TreeMap& other) const;
  unsigned hashCode() const;
  int height() const;
  bool isBalanced() const;
  std::string toString() const;

 private:
  struct Node {
    Node(long k, long v) : key(k), value(v) {}
    long key;
    long value;
    int level = 1;
    int count = 1;  // of the subtree
    Node* left = nullptr;
    Node* right = nullptr;
  };

  static int Count(const Node* node) { return node == nullptr ? 0 : node->count; }
  static int Level(const Node* node) { return node == nullptr ? 0 : node->level; }
  static void Recount(Node* node) { node->count = 1 + Count(node->left) + Count(node->right); }
  static Node* Skew(Node* node);
  static Node* Split(Node* node);
  static Node* Insert(Node* node, long key, long value);
  static Node* Erase(Node* node, long key, Node** erased);
  static Node* Rebalance(Node* node);
  static void Free(Node* node);
  static int Height(const Node* node);
  static bool Check(const Node* node);
  static void Collect(const Node* node, std::vector<long>& keys);
  static Node* Build(const Node* other);
  Node* Find(long key) const;
  void Add(long key, long value);

  mutable std::mutex mu_;
  Node* root_ = nullptr;
  int mod_count_ = 0;

  // The keys in descending order, kept from one request to the next. One thread claims the view under the lock, fills it without
  // the lock and gives it back under the lock; only the thread that has it looks at it.
  bool view_claimed_ = false;
  std::condition_variable view_free_;
  int view_version_ = -1;
  std::vector<long> view_keys_;
  long view_digest_ = 0;
};
