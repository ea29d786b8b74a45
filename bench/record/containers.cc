// Three threads work on a map of strings under a lock: what tests of ordinary code look like. argv[1]: operations of each.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Index {
 public:
  void Add(const std::string& word, int where) {
    const std::lock_guard lock(mutex_);
    auto& places = words_[word];
    if (places.size() < 100) places.push_back(where);
    if (words_.size() > 2000) words_.erase(words_.begin());
  }
  int Find(const std::string& word) {
    const std::lock_guard lock(mutex_);
    const auto found = words_.find(word);
    if (found == words_.end()) return -1;
    return *std::max_element(found->second.begin(), found->second.end());
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::vector<int>> words_;
};

static std::string Word(unsigned n) {
  std::string out;
  for (; n > 0; n /= 17) out += static_cast<char>('a' + n % 17);
  std::reverse(out.begin(), out.end());
  return out;
}

int main(int argc, char** argv) {
  const long operations = argc > 1 ? std::atol(argv[1]) : 10000;
  Index index;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      unsigned seed = t + 1;
      for (long i = 0; i < operations; ++i) {
        seed = seed * 1103515245u + 12345u;
        if (seed >> 30) index.Add(Word(seed >> 16), static_cast<int>(i));
        else index.Find(Word(seed >> 16));
      }
    });
  for (auto& thread : threads) thread.join();
}
