//: what: auto became auto& and the element is used after the lock
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <mutex>
#include <thread>
#include <vector>

struct Peer {
  int port = 80;
};
std::mutex m;
std::vector<Peer> peers(2);

int Port(int i) {
  std::unique_lock<std::mutex> lock(m);
-  auto peer = peers[i];
+  auto& peer = peers[i];
  lock.unlock();
  return peer.port;
}
void SetPort(int i, int port) {
  std::lock_guard<std::mutex> guard(m);
  peers[i].port = port;
}

int got;
int main() {
  std::thread a([] { got = Port(0); });
  std::thread b([] { SetPort(0, 81); });
  a.join();
  b.join();
}
