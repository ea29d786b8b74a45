// shows: static objects are destroyed in the order in which two threads first came to them, turned round
// kind: assert
// exhaustive: yes
#include <cassert>
#include <thread>

bool open_;
struct Store {
  Store() { open_ = true; }
  ~Store() { open_ = false; }
};
struct Client {
  ~Client() { assert(open_); }
};

void UseStore() { static Store store; }
void UseClient() { static Client client; }

int main() {
  std::thread a(UseStore), b(UseClient);
  a.join();
  b.join();
}
