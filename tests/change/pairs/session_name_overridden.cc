//: what: an override that returns another text
//: impact: changed
//: tests: say listen status open names
//: select: none
//: args: names
//: fault: none
//: slow: yes
#include <atomic>
#include <cassert>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

// Sessions with observers, virtual transports and a registry that outlives them.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual void Send(const std::string& text) = 0;
  virtual int Sent() const { return 0; }
  virtual const char* Name() const { return "transport"; }
};
class Memory : public Transport {
 public:
  void Send(const std::string& text) override {
    std::lock_guard<std::mutex> held(mutex_);
    log_ += text;
    ++sent_;
  }
  int Sent() const override {
    std::lock_guard<std::mutex> held(mutex_);
    return sent_;
  }

 protected:
  mutable std::mutex mutex_;
  std::string log_;
  int sent_ = 0;
};
class Framed : public Memory {
 public:
+  const char* Name() const override { return "framed"; }
  void Send(const std::string& text) override { Memory::Send("[" + text + "]"); }
};

using Listener = std::function<void(int)>;
class Events {
 public:
  int Listen(Listener listener) {
    std::lock_guard<std::mutex> held(mutex_);
    listeners_[++last_] = std::move(listener);
    return last_;
  }
  void Forget(int id) {
    std::lock_guard<std::mutex> held(mutex_);
    listeners_.erase(id);
  }
  void Fire(int event) {
    std::vector<Listener> now;
    {
      std::lock_guard<std::mutex> held(mutex_);
      for (auto& [id, listener] : listeners_) now.push_back(listener);
    }
    for (auto& listener : now) listener(event);
  }

 private:
  std::mutex mutex_;
  std::map<int, Listener> listeners_;
  int last_ = 0;
};

struct Idle {};
struct Busy {
  int since = 0;
};
class Status {
 public:
  void Begin(int now) {
    std::lock_guard<std::mutex> held(mutex_);
    state_ = Busy{now};
  }
  void End() {
    std::lock_guard<std::mutex> held(mutex_);
    state_ = Idle{};
  }
  bool IsBusy() const {
    std::lock_guard<std::mutex> held(mutex_);
    return std::holds_alternative<Busy>(state_);
  }

 private:
  mutable std::mutex mutex_;
  std::variant<Idle, Busy> state_;
};

class Session {
 public:
  explicit Session(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}
  void Say(const std::string& text) {
    status_.Begin(1);
    transport_->Send(text);
    events_.Fire(static_cast<int>(text.size()));
    status_.End();
  }
  Events& events() { return events_; }
  const Status& status() const { return status_; }
  const Transport& transport() const { return *transport_; }

 private:
  std::unique_ptr<Transport> transport_;
  Events events_;
  Status status_;
};

class Registry {
 public:
  static Registry& Get() {
    static Registry registry;
    return registry;
  }
  std::shared_ptr<Session> Open(const std::string& name) {
    std::lock_guard<std::mutex> held(mutex_);
    std::shared_ptr<Session> session = sessions_[name].lock();
    if (!session) {
      session = std::make_shared<Session>(std::make_unique<Framed>());
      sessions_[name] = session;
    }
    return session;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<Session>> sessions_;
};

static void TestSay() {
  Session session(std::make_unique<Framed>());
  std::thread other([&] { session.Say("a"); });
  session.Say("b");
  other.join();
  assert(session.transport().Sent() == 2);
}
static void TestListen() {
  Events events;
  std::atomic<int> heard{0};
  std::thread other([&] { events.Fire(1); });
  int id = events.Listen([&](int) { ++heard; });
  events.Forget(id);
  other.join();
}
static void TestStatus() {
  Status status;
  std::thread other([&] {
    status.Begin(1);
    status.End();
  });
  status.IsBusy();
  other.join();
}
static void TestOpen() {
  std::shared_ptr<Session> first, second = nullptr;
  std::thread other([&] { first = Registry::Get().Open("x"); });
  second = Registry::Get().Open("x");
  other.join();
  assert(first == second);
}
static void TestNames() {
  Memory memory;
  Framed framed;
  const char* name = nullptr;
  std::thread other([&] { name = memory.Name(); });
  assert(framed.Name() != nullptr);
  other.join();
  assert(name != nullptr);
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "say";
  if (test == "say") TestSay();
  if (test == "listen") TestListen();
  if (test == "status") TestStatus();
  if (test == "open") TestOpen();
  if (test == "names") TestNames();
}
