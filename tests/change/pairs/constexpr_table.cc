//: what: a constexpr table says which shard guards which key
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <array>
#include <mutex>
#include <thread>
-constexpr std::array<int, 4> kShard = {0, 0, 1, 1};
+constexpr std::array<int, 4> kShard = {0, 1, 1, 1};
static std::mutex shards[2];
static int total;
static void Add(int key) {
  std::lock_guard<std::mutex> held(shards[kShard[key]]);
  total += key;
}
int main() {
  std::thread a(Add, 0), b(Add, 1);
  a.join();
  b.join();
  return total != 1;
}
