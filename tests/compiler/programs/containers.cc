// Members of containers, and what calls of containers lead to.
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

struct Session {
  int uses = 0;
};

struct Store {
  std::vector<int> items;
  std::string name;
  std::deque<short> jobs;
  std::unordered_map<int, long> cache;
  std::map<int, Session> sessions;
};

struct View {
  std::vector<int>& items;
  void Add();
};
void View::Add() { items.push_back(4); }

void Add(Store& store) {
  store.items.push_back(1);
  store.jobs.push_back(2);
}
unsigned long Size(Store& store) { return store.name.size() + store.cache.size() + store.sessions.size(); }
void Set(Store& store, int key) { store.cache[key] = 7; }
long Get(Store& store, int key) {
  auto found = store.cache.find(key);
  return found == store.cache.end() ? 0 : found->second;
}
long Sum(Store& store) {
  long sum = 0;
  for (const auto& [key, value] : store.cache) sum += value;
  return sum;
}
void Use(Store& store, int key) { ++store.sessions[key].uses; }
void Fill(std::vector<int>& items) { items.push_back(3); }
void Plain(long* at) { *at = 1; }

int main() {
  Store store;
  long plain;
  Add(store), Set(store, 1), Use(store, 1), Fill(store.items), View{store.items}.Add(), Plain(&plain);
  return static_cast<int>(Size(store) + Get(store, 1) + Sum(store));
}
