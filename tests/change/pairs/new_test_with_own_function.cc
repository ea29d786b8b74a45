//: what: a new test by name, with a function and a class of its own over the old code
//: impact: changed
//: tests: a b
//: args: a
//: select: none
//: fault: none
#include <mutex>
#include <string>
#include <thread>

struct Counter {
  std::mutex m;
  int value = 0;
  void Add() {
    std::lock_guard<std::mutex> guard(m);
    ++value;
  }
};
Counter counter;
void TestA() {
  std::thread x([] { counter.Add(); }), y([] { counter.Add(); });
  x.join();
  y.join();
}
void TestB() { counter.Add(); }
+void TestC() {
+  std::thread x([] { counter.Add(); }), y([] { counter.Add(); counter.Add(); });
+  x.join();
+  y.join();
+}
int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  if (name == "a") TestA();
  if (name == "b") TestB();
+  if (name == "c") TestC();
  return 0;
}
