//: what: the last news are given out by reference
//: impact: changed
//: tests: tell leave later short names
//: chosen: short
//: unchosen: leave later names tell
//: args: short
//: fault: none
//: slow: yes
#include <algorithm>
#include <atomic>
#include <cassert>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <ranges>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

// News go from topics to readers, who may leave at any time.
class Reader : public std::enable_shared_from_this<Reader> {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}
  virtual ~Reader() = default;
  void Take(const std::string& news) {
    std::lock_guard<std::mutex> held(mutex_);
    Store(news);
  }
  size_t Count() const {
    std::lock_guard<std::mutex> held(mutex_);
    return news_.size();
  }
-  std::string Last() const {
+  const std::string& Last() const {
+    static const std::string none;
    std::lock_guard<std::mutex> held(mutex_);
-    return news_.empty() ? std::string() : news_.back();
+    return news_.empty() ? none : news_.back();
  }
  std::function<void()> Later(std::string news) {
    return [self = shared_from_this(), news = std::move(news)] { self->Take(news); };
  }
  const std::string& name() const { return name_; }

 protected:
  virtual void Store(const std::string& news) { news_.push_back(news); }
  const std::string name_;
  mutable std::mutex mutex_;
  std::vector<std::string> news_;
};

class ShortReader : public Reader {
 public:
  using Reader::Reader;

 protected:
  void Store(const std::string& news) override {
    news_.clear();
    news_.push_back(news.substr(0, 4));
  }
};

class Topic {
 public:
  void Join(const std::shared_ptr<Reader>& reader) {
    std::unique_lock<std::shared_mutex> held(mutex_);
    readers_.push_back(reader);
  }
  void Leave(const Reader* reader) {
    std::unique_lock<std::shared_mutex> held(mutex_);
    for (auto it = readers_.begin(); it != readers_.end();) {
      const std::shared_ptr<Reader> there = it->lock();
      if (!there || there.get() == reader)
        it = readers_.erase(it);
      else
        ++it;
    }
  }
  int Tell(const std::string& news) {
    int told = 0;
    for (const std::shared_ptr<Reader>& reader : Present()) {
      reader->Take(news);
      ++told;
    }
    return told;
  }
  size_t Size() const {
    std::shared_lock<std::shared_mutex> held(mutex_);
    return readers_.size();
  }

 private:
  std::vector<std::shared_ptr<Reader>> Present() const {
    std::vector<std::shared_ptr<Reader>> out;
    std::shared_lock<std::shared_mutex> held(mutex_);
    for (const std::weak_ptr<Reader>& reader : readers_)
      if (std::shared_ptr<Reader> there = reader.lock()) out.push_back(std::move(there));
    return out;
  }

  mutable std::shared_mutex mutex_;
  std::list<std::weak_ptr<Reader>> readers_;
};

class Herald {
 public:
  Topic& Of(std::string_view name) {
    std::lock_guard<std::mutex> held(mutex_);
    return topics_.try_emplace(std::string(name)).first->second;
  }
  std::optional<std::string> Longest() const {
    std::lock_guard<std::mutex> held(mutex_);
    auto longest = std::max_element(topics_.begin(), topics_.end(), [](const auto& a, const auto& b) { return a.first.size() < b.first.size(); });
    if (longest == topics_.end()) return std::nullopt;
    return longest->first;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Topic> topics_;
};

static void Tell() {
  Herald herald;
  auto reader = std::make_shared<Reader>("ann");
  herald.Of("weather").Join(reader);
  std::thread other([&] { herald.Of("weather").Tell("rain"); });
  herald.Of("weather").Tell("sun");
  other.join();
  assert(reader->Count() == 2);
}
static void Leave() {
  Topic topic;
  auto ann = std::make_shared<Reader>("ann");
  auto bob = std::make_shared<Reader>("bob");
  topic.Join(ann);
  topic.Join(bob);
  std::thread other([&] { topic.Tell("rain"); });
  topic.Leave(bob.get());
  bob.reset();
  other.join();
  assert(topic.Size() == 1);
}
static void Later() {
  auto ann = std::make_shared<Reader>("ann");
  std::thread other(ann->Later("hail"));
  ann.reset();
  other.join();
}
static void Short() {
  auto ann = std::make_shared<ShortReader>("ann");
  std::thread other([&] { ann->Take("thunder"); });
  assert(ann->Last().size() <= 4);
  other.join();
}
static void Names() {
  Herald herald;
  std::thread other([&] { herald.Of("ab"); });
  herald.Of("abc");
  other.join();
  assert(herald.Longest() == "abc");
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "tell";
  if (test == "tell") Tell();
  if (test == "leave") Leave();
  if (test == "later") Later();
  if (test == "short") Short();
  if (test == "names") Names();
}
