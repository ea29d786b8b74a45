//: what: a thread_local pointer to a buffer becomes an ordinary static member
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
struct Arena {
-  static thread_local char* next;
+  static char* next;
  static void Take() { ++next; }
};
-thread_local char* Arena::next = nullptr;
+char* Arena::next = nullptr;
int main() {
  std::thread a(Arena::Take), b(Arena::Take);
  a.join();
  b.join();
}
