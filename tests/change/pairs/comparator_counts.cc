//: what: the order of a set that each thread has for itself counts its comparisons in a shared variable
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <set>
#include <thread>
static int compared;
struct Less {
  bool operator()(int a, int b) const {
+    ++compared;
    return a < b;
  }
};
static void Work() {
  std::set<int, Less> mine{3, 1, 2};
  mine.insert(5);
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
  return compared > 1000;
}
