// shows: an aliasing pointer keeps the whole object alive after all others have let it go
#include <cassert>
#include <memory>
#include <thread>

struct Whole {
  int head = 1;
  int part = 2;
  ~Whole() { part = -1; }
};

int main() {
  auto whole = std::make_shared<Whole>();
  std::shared_ptr<int> part(whole, &whole->part);
  std::thread reads([part = std::move(part)]() mutable {
    assert(*part == 2);
    part.reset();
  });
  std::thread lets_go([whole = std::move(whole)]() mutable { whole.reset(); });
  reads.join(), lets_go.join();
}
