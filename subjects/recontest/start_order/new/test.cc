// A service reads its configuration in its own thread. The change starts the thread before the configuration is there.
#include <cassert>
#include <memory>
#include <string>
#include <thread>

struct Configuration {
  std::string name;
  int size;
};

class Service {
 public:
  void Start() {
    worker_ = std::thread([this] { Run(); });
    configuration_ = std::make_unique<Configuration>(Configuration{"service", 3});
  }
  int Stop() {
    worker_.join();
    return done_;
  }

 private:
  void Run() { done_ = configuration_->size; }

  std::unique_ptr<Configuration> configuration_;
  std::thread worker_;
  int done_ = 0;
};

int main() {
  Service service;
  service.Start();
  assert(service.Stop() == 3);
}
