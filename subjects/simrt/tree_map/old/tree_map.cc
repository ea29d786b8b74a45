#include "tree_map.h"

#include <algorithm>
#include <utility>

TreeMap::TreeMap(const long* keys, int count) {
  for (int i = 0; i < count; ++i) root_ = Insert(root_, keys[i], keys[i] * 10);
}

TreeMap::TreeMap(const TreeMap& other) {
  std::lock_guard<std::mutex> guard(other.mu_);
  root_ = Build(other.root_);
}

TreeMap::~TreeMap() { Free(root_); }

TreeMap::Node* TreeMap::Build(const Node* other) {
  if (other == nullptr) return nullptr;
  Node* node = new Node(other->key, other->value);
  node->level = other->level;
  node->count = other->count;
  node->left = Build(other->left);
  node->right = Build(other->right);
  return node;
}

void TreeMap::Free(Node* node) {
  if (node == nullptr) return;
  Free(node->left);
  Free(node->right);
  delete node;
}

TreeMap::Node* TreeMap::Skew(Node* node) {
  Node* left = node->left;
  if (left == nullptr || left->level != node->level) return node;
  node->left = left->right;
  left->right = node;
  Recount(node);
  Recount(left);
  return left;
}

TreeMap::Node* TreeMap::Split(Node* node) {
  Node* right = node->right;
  if (right == nullptr || right->right == nullptr || right->right->level != node->level) return node;
  node->right = right->left;
  right->left = node;
  ++right->level;
  Recount(node);
  Recount(right);
  return right;
}

TreeMap::Node* TreeMap::Insert(Node* node, long key, long value) {
  if (node == nullptr) return new Node(key, value);
  if (key < node->key) node->left = Insert(node->left, key, value);
  else if (key > node->key) node->right = Insert(node->right, key, value);
  else node->value = value;
  Recount(node);
  return Split(Skew(node));
}

TreeMap::Node* TreeMap::Rebalance(Node* node) {
  const int wanted = std::min(Level(node->left), Level(node->right)) + 1;
  if (wanted < node->level) {
    node->level = wanted;
    if (node->right != nullptr && wanted < node->right->level) node->right->level = wanted;
  }
  Recount(node);
  node = Skew(node);
  if (node->right != nullptr) {
    node->right = Skew(node->right);
    if (node->right->right != nullptr) node->right->right = Skew(node->right->right);
  }
  node = Split(node);
  if (node->right != nullptr) node->right = Split(node->right);
  Recount(node);
  return node;
}

// The erased node keeps the key and value that were asked for.
TreeMap::Node* TreeMap::Erase(Node* node, long key, Node** erased) {
  if (node == nullptr) return nullptr;
  if (key < node->key) {
    node->left = Erase(node->left, key, erased);
  } else if (key > node->key) {
    node->right = Erase(node->right, key, erased);
  } else if (node->left == nullptr || node->right == nullptr) {
    *erased = node;
    return node->left == nullptr ? node->right : node->left;
  } else {
    Node* next = node->right;
    while (next->left != nullptr) next = next->left;
    std::swap(node->key, next->key);
    std::swap(node->value, next->value);
    const long old_key = next->key;
    next->key = node->key;  // so that it is found again below
    node->right = Erase(node->right, next->key, erased);
    if (*erased != nullptr) (*erased)->key = old_key;
  }
  return Rebalance(node);
}

TreeMap::Node* TreeMap::Find(long key) const {
  Node* node = root_;
  while (node != nullptr && node->key != key) node = key < node->key ? node->left : node->right;
  return node;
}

void TreeMap::Add(long key, long value) {
  root_ = Insert(root_, key, value);
  ++mod_count_;
}

std::optional<long> TreeMap::get(long key) const {
  std::lock_guard<std::mutex> guard(mu_);
  const Node* node = Find(key);
  if (node == nullptr) return std::nullopt;
  return node->value;
}

bool TreeMap::containsKey(long key) const {
  std::lock_guard<std::mutex> guard(mu_);
  return Find(key) != nullptr;
}

namespace {

template <class Node, class Visit>
bool VisitAll(const Node* node, Visit visit) {
  if (node == nullptr) return true;
  return VisitAll(node->left, visit) && visit(*node) && VisitAll(node->right, visit);
}

// Subtrees outside of the range are not entered.
template <class Node, class Visit>
void VisitRange(const Node* node, long low, long high, Visit visit) {
  if (node == nullptr) return;
  if (low < node->key) VisitRange(node->left, low, high, visit);
  if (low <= node->key && node->key <= high) visit(*node);
  if (node->key < high) VisitRange(node->right, low, high, visit);
}

}  // namespace

bool TreeMap::containsValue(long value) const {
  std::lock_guard<std::mutex> guard(mu_);
  return !VisitAll(root_, [value](const Node& node) { return node.value != value; });
}

std::optional<long> TreeMap::put(long key, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  if (Node* node = Find(key)) {
    const long before = node->value;
    node->value = value;
    return before;
  }
  Add(key, value);
  return std::nullopt;
}

bool TreeMap::putIfAbsent(long key, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  if (Find(key) != nullptr) return false;
  Add(key, value);
  return true;
}

std::optional<long> TreeMap::replace(long key, long value) {
  std::lock_guard<std::mutex> guard(mu_);
  Node* node = Find(key);
  if (node == nullptr) return std::nullopt;
  const long before = node->value;
  node->value = value;
  return before;
}

long TreeMap::addTo(long key, long amount) {
  std::lock_guard<std::mutex> guard(mu_);
  if (Node* node = Find(key)) return node->value += amount;
  Add(key, amount);
  return amount;
}

std::optional<long> TreeMap::remove(long key) {
  std::lock_guard<std::mutex> guard(mu_);
  Node* erased = nullptr;
  root_ = Erase(root_, key, &erased);
  if (erased == nullptr) return std::nullopt;
  const long value = erased->value;
  delete erased;
  ++mod_count_;
  return value;
}

void TreeMap::clear() {
  std::lock_guard<std::mutex> guard(mu_);
  Free(root_);
  root_ = nullptr;
  ++mod_count_;
}

int TreeMap::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return Count(root_);
}

bool TreeMap::isEmpty() const {
  std::lock_guard<std::mutex> guard(mu_);
  return root_ == nullptr;
}

std::optional<long> TreeMap::firstKey() const {
  std::lock_guard<std::mutex> guard(mu_);
  const Node* node = root_;
  if (node == nullptr) return std::nullopt;
  while (node->left != nullptr) node = node->left;
  return node->key;
}

std::optional<long> TreeMap::lastKey() const {
  std::lock_guard<std::mutex> guard(mu_);
  const Node* node = root_;
  if (node == nullptr) return std::nullopt;
  while (node->right != nullptr) node = node->right;
  return node->key;
}

std::optional<long> TreeMap::floorKey(long key) const {
  std::lock_guard<std::mutex> guard(mu_);
  std::optional<long> best;
  for (const Node* node = root_; node != nullptr;) {
    if (node->key == key) return key;
    if (node->key < key) best = node->key, node = node->right;
    else node = node->left;
  }
  return best;
}

std::optional<long> TreeMap::ceilingKey(long key) const {
  std::lock_guard<std::mutex> guard(mu_);
  std::optional<long> best;
  for (const Node* node = root_; node != nullptr;) {
    if (node->key == key) return key;
    if (node->key > key) best = node->key, node = node->left;
    else node = node->right;
  }
  return best;
}

std::optional<long> TreeMap::lowerKey(long key) const {
  std::lock_guard<std::mutex> guard(mu_);
  std::optional<long> best;
  for (const Node* node = root_; node != nullptr;) {
    if (node->key < key) best = node->key, node = node->right;
    else node = node->left;
  }
  return best;
}

std::optional<long> TreeMap::higherKey(long key) const {
  std::lock_guard<std::mutex> guard(mu_);
  std::optional<long> best;
  for (const Node* node = root_; node != nullptr;) {
    if (node->key > key) best = node->key, node = node->left;
    else node = node->right;
  }
  return best;
}

std::optional<long> TreeMap::pollFirst() {
  std::lock_guard<std::mutex> guard(mu_);
  const Node* first = root_;
  if (first == nullptr) return std::nullopt;
  while (first->left != nullptr) first = first->left;
  Node* erased = nullptr;
  const long key = first->key;
  root_ = Erase(root_, key, &erased);
  delete erased;
  ++mod_count_;
  return key;
}

std::optional<long> TreeMap::pollLast() {
  std::lock_guard<std::mutex> guard(mu_);
  const Node* last = root_;
  if (last == nullptr) return std::nullopt;
  while (last->right != nullptr) last = last->right;
  Node* erased = nullptr;
  const long key = last->key;
  root_ = Erase(root_, key, &erased);
  delete erased;
  ++mod_count_;
  return key;
}

int TreeMap::rank(long key) const {
  std::lock_guard<std::mutex> guard(mu_);
  int below = 0;
  for (const Node* node = root_; node != nullptr;) {
    if (node->key < key) below += Count(node->left) + 1, node = node->right;
    else node = node->left;
  }
  return below;
}

std::optional<long> TreeMap::select(int index) const {
  std::lock_guard<std::mutex> guard(mu_);
  const Node* node = root_;
  while (node != nullptr && index != Count(node->left)) {
    if (index < Count(node->left)) {
      node = node->left;
    } else {
      index -= Count(node->left) + 1;
      node = node->right;
    }
  }
  if (node == nullptr) return std::nullopt;
  return node->key;
}

long TreeMap::sumOfRange(long low, long high) const {
  std::lock_guard<std::mutex> guard(mu_);
  long sum = 0;
  VisitRange(root_, low, high, [&sum](const Node& node) { sum += node.value; });
  return sum;
}

int TreeMap::countRange(long low, long high) const {
  std::lock_guard<std::mutex> guard(mu_);
  int count = 0;
  VisitRange(root_, low, high, [&count](const Node&) { ++count; });
  return count;
}

int TreeMap::removeRange(long low, long high) {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<long> doomed;
  VisitRange(root_, low, high, [&doomed](const Node& node) { doomed.push_back(node.key); });
  for (long key : doomed) {
    Node* erased = nullptr;
    root_ = Erase(root_, key, &erased);
    delete erased;
  }
  if (!doomed.empty()) ++mod_count_;
  return static_cast<int>(doomed.size());
}

void TreeMap::Collect(const Node* node, std::vector<long>& keys) {
  if (node == nullptr) return;
  Collect(node->left, keys);
  keys.push_back(node->key);
  Collect(node->right, keys);
}

std::vector<long> TreeMap::keys() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<long> out;
  Collect(root_, out);
  return out;
}

std::vector<long> TreeMap::headKeys(long below) const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<long> out;
  VisitRange(root_, -1'000'000, below - 1, [&out](const Node& node) { out.push_back(node.key); });
  return out;
}

std::vector<long> TreeMap::tailKeys(long from) const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<long> out;
  VisitRange(root_, from, 1'000'000, [&out](const Node& node) { out.push_back(node.key); });
  return out;
}

long TreeMap::digestDescending() {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<long> ascending;
  Collect(root_, ascending);
  long digest = 7;
  for (std::size_t i = ascending.size(); i-- > 0;) digest = digest * 31 + ascending[i];
  return digest;
}

void TreeMap::putAll(const TreeMap& other) {
  const TreeMap copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  VisitAll(copy.root_, [this](const Node& node) {
    root_ = Insert(root_, node.key, node.value);
    return true;
  });
  ++mod_count_;
}

bool TreeMap::equals(const TreeMap& other) const {
  const TreeMap copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  if (Count(copy.root_) != Count(root_)) return false;
  return VisitAll(copy.root_, [this](const Node& node) {
    const Node* own = Find(node.key);
    return own != nullptr && own->value == node.value;
  });
}

unsigned TreeMap::hashCode() const {
  std::lock_guard<std::mutex> guard(mu_);
  unsigned code = 1;
  VisitAll(root_, [&code](const Node& node) {
    code = code * 31 + static_cast<unsigned>(node.key ^ node.value);
    return true;
  });
  return code;
}

int TreeMap::Height(const Node* node) {
  return node == nullptr ? 0 : 1 + std::max(Height(node->left), Height(node->right));
}

int TreeMap::height() const {
  std::lock_guard<std::mutex> guard(mu_);
  return Height(root_);
}

bool TreeMap::Check(const Node* node) {
  if (node == nullptr) return true;
  if (Level(node->left) != node->level - 1) return false;
  if (Level(node->right) != node->level && Level(node->right) != node->level - 1) return false;
  if (node->right != nullptr && Level(node->right->right) >= node->level) return false;
  return Check(node->left) && Check(node->right);
}

bool TreeMap::isBalanced() const {
  std::lock_guard<std::mutex> guard(mu_);
  return Check(root_);
}

std::string TreeMap::toString() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::string out = "{";
  VisitAll(root_, [&out](const Node& node) {
    if (out.size() > 1) out += ", ";
    out += std::to_string(node.key) + "=" + std::to_string(node.value);
    return true;
  });
  return out + "}";
}
