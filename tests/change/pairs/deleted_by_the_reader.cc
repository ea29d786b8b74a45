//: what: the reader deletes what another thread may still read
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <thread>
struct Box {
  int n = 1;
};
int main() {
  auto* box = new Box;
  int sum = 0;
  std::thread a([box] {
    volatile int seen = box->n;
    (void)seen;
  });
+  delete box;
  a.join();
-  delete box;
  return sum;
}
