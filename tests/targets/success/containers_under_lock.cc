// shows: string, vector, map, unordered_map, list and deque shared under one lock
#include <cassert>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

static std::mutex lock;
static std::string text;
static std::vector<std::string> strings;
static std::map<int, std::string> ordered;
static std::unordered_map<std::string, int> hashed;
static std::list<int> list;
static std::deque<int> deque;

static void Use(int id) {
  for (int i = 0; i < 2; i++) {
    std::lock_guard guard(lock);
    text += std::to_string(id * 10 + i) + " and a tail that does not fit the small buffer;";
    strings.push_back(text);
    ordered[id * 10 + i] = text;
    hashed[text] = id;
    list.push_front(id);
    deque.push_back(id);
  }
}

int main() {
  std::thread a(Use, 1), b(Use, 2);
  a.join();
  b.join();
  assert(strings.size() == 4 && ordered.size() == 4 && hashed.size() == 4);
  assert(list.size() == 4 && deque.size() == 4 && strings.back() == text);
}
