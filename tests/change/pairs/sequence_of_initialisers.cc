//: what: members change places, and one is initialised from the other
//: impact: changed
//: fault: any
//: found: yes
#include <cassert>
#include <thread>
struct Plan {
  explicit Plan(int n) : parts(n), threads(parts) {}
-  int parts;
-  int threads;
+  int threads;
+  int parts;
};
static int done[2];
int main() {
  alignas(Plan) unsigned char place[sizeof(Plan)] = {1, 0, 0, 0, 1, 0, 0, 0};
  Plan* plan = new (place) Plan(2);
  std::thread other([&] { done[0] = plan->parts; });
  other.join();
  assert(plan->threads == 2);
}
