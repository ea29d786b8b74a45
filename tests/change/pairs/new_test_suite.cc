//: what: two unit tests and a helper for them are added to a runner that is a table of lambdas
//: impact: changed
//: tests: push pop
//: select: none
//: args: push
//: fault: none
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>
class Stack {
 public:
  void Push(int n) {
    std::lock_guard<std::mutex> guard(mutex_);
    items_.push_back(n);
  }
  void Pop() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (!items_.empty()) items_.pop_back();
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
};
+static void Fill(Stack& stack) {
+  for (int i = 0; i < 2; ++i) stack.Push(i);
+}
static int TestPush() {
  Stack stack;
  std::thread a([&] { stack.Push(1); }), b([&] { stack.Push(2); });
  a.join();
  b.join();
  return 0;
}
static int TestPop() {
  Stack stack;
  std::thread a([&] { stack.Pop(); }), b([&] { stack.Pop(); });
  a.join();
  b.join();
  return 0;
}
+static int TestFill() {
+  Stack stack;
+  Fill(stack);
+  std::thread a([&] { stack.Pop(); }), b([&] { Fill(stack); });
+  a.join();
+  b.join();
+  return 0;
+}
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  if (!strcmp(argv[1], "push")) return TestPush();
  if (!strcmp(argv[1], "pop")) return TestPop();
+  if (!strcmp(argv[1], "fill")) return TestFill();
  return 2;
}
