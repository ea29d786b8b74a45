//: what: a thread keeps the pointer to the current table between two uses
//: slow: yes
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <mutex>
#include <thread>
struct Table {
  int v = 1;
};
static std::mutex m;
static Table* current = new Table;
static int Read() {
-  std::lock_guard<std::mutex> held(m);
-  return current->v;
+  thread_local Table* mine = nullptr;
+  std::lock_guard<std::mutex> held(m);
+  if (!mine) mine = current;
+  return mine->v;
}
static void Replace() {
  Table* fresh = new Table{2};
  std::lock_guard<std::mutex> held(m);
  delete current;
  current = fresh;
}
int main() {
  int s = 0;
  std::thread a([&] { s = Read() + Read(); }), b(Replace);
  a.join();
  b.join();
  return s < 2;
}
