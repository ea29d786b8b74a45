//: what: classes, methods and members of a session have other names, in a namespace
//: impact: same
//: tests: say listen status open names
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

-// Sessions with observers, virtual transports and a registry that outlives them.
+// Talks with observers, virtual transports and a registry that outlives them.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual void Send(const std::string& text) = 0;
  virtual int Sent() const { return 0; }
  virtual const char* Name() const { return "transport"; }
};
-class Memory : public Transport {
+class Buffered : public Transport {
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
-class Framed : public Memory {
+class Framed : public Buffered {
 public:
-  void Send(const std::string& text) override { Memory::Send("[" + text + "]"); }
+  void Send(const std::string& text) override { Buffered::Send("[" + text + "]"); }
};

using Listener = std::function<void(int)>;
-class Events {
+class Signals {
 public:
  int Listen(Listener listener) {
    std::lock_guard<std::mutex> held(mutex_);
-    listeners_[++last_] = std::move(listener);
+    slots_[++last_] = std::move(listener);
    return last_;
  }
  void Forget(int id) {
    std::lock_guard<std::mutex> held(mutex_);
-    listeners_.erase(id);
+    slots_.erase(id);
  }
-  void Fire(int event) {
+  void Emit(int event) {
    std::vector<Listener> now;
    {
      std::lock_guard<std::mutex> held(mutex_);
-      for (auto& [id, listener] : listeners_) now.push_back(listener);
+      for (auto& [id, listener] : slots_) now.push_back(listener);
    }
    for (auto& listener : now) listener(event);
  }

 private:
  std::mutex mutex_;
-  std::map<int, Listener> listeners_;
+  std::map<int, Listener> slots_;
  int last_ = 0;
};

-struct Idle {};
+struct Resting {};
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
-    state_ = Idle{};
+    state_ = Resting{};
  }
-  bool IsBusy() const {
+  bool Working() const {
    std::lock_guard<std::mutex> held(mutex_);
    return std::holds_alternative<Busy>(state_);
  }

 private:
  mutable std::mutex mutex_;
-  std::variant<Idle, Busy> state_;
+  std::variant<Resting, Busy> state_;
};

-class Session {
+class Talk {
 public:
-  explicit Session(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}
+  explicit Talk(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}
  void Say(const std::string& text) {
    status_.Begin(1);
    transport_->Send(text);
-    events_.Fire(static_cast<int>(text.size()));
+    events_.Emit(static_cast<int>(text.size()));
    status_.End();
  }
-  Events& events() { return events_; }
+  Signals& events() { return events_; }
  const Status& status() const { return status_; }
  const Transport& transport() const { return *transport_; }

 private:
  std::unique_ptr<Transport> transport_;
-  Events events_;
+  Signals events_;
  Status status_;
};

class Registry {
 public:
  static Registry& Get() {
    static Registry registry;
    return registry;
  }
-  std::shared_ptr<Session> Open(const std::string& name) {
+  std::shared_ptr<Talk> Open(const std::string& name) {
    std::lock_guard<std::mutex> held(mutex_);
-    std::shared_ptr<Session> session = sessions_[name].lock();
+    std::shared_ptr<Talk> session = talks_[name].lock();
    if (!session) {
-      session = std::make_shared<Session>(std::make_unique<Framed>());
+      session = std::make_shared<Talk>(std::make_unique<Framed>());
-      sessions_[name] = session;
+      talks_[name] = session;
    }
    return session;
  }

 private:
  std::mutex mutex_;
-  std::map<std::string, std::weak_ptr<Session>> sessions_;
+  std::map<std::string, std::weak_ptr<Talk>> talks_;
};

static void TestSay() {
-  Session session(std::make_unique<Framed>());
+  Talk session(std::make_unique<Framed>());
  std::thread other([&] { session.Say("a"); });
  session.Say("b");
  other.join();
  assert(session.transport().Sent() == 2);
}
static void TestListen() {
-  Events events;
+  Signals events;
  std::atomic<int> heard{0};
-  std::thread other([&] { events.Fire(1); });
+  std::thread other([&] { events.Emit(1); });
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
-  status.IsBusy();
+  status.Working();
  other.join();
}
static void TestOpen() {
-  std::shared_ptr<Session> first, second = nullptr;
+  std::shared_ptr<Talk> first, second = nullptr;
  std::thread other([&] { first = Registry::Get().Open("x"); });
  second = Registry::Get().Open("x");
  other.join();
  assert(first == second);
}
static void TestNames() {
-  Memory memory;
+  Buffered memory;
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
