//: what: a thread leaves the barrier in the first phase and writes in the second all the same
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <barrier>
#include <thread>
std::barrier gate(2);
int phase_sum;
void Writer() {
-  gate.arrive_and_wait();
+  gate.arrive_and_drop();
  gate.arrive_and_wait();
  ++phase_sum;
}
void Reader() {
  gate.arrive_and_wait();
  ++phase_sum;
  gate.arrive_and_wait();
}
int main() {
  std::thread a(Writer), b(Reader);
  a.join();
  b.join();
}
