//: what: tests with two threads at the lost lock; main was there before it made threads, and that does not count
//: impact: changed
//: tests: name age both
//: args: name
//: select: name
//: fault: race
//: found: yes
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

struct Person {
  std::mutex m;
  std::string name;
  int age = 0;
  void Rename(const char* to) {
-    std::lock_guard<std::mutex> guard(m);
    name = to;
  }
  bool Is(const char* who) {
    std::lock_guard<std::mutex> guard(m);
    return name == who;
  }
  void Birthday() {
    std::lock_guard<std::mutex> guard(m);
    ++age;
  }
};
Person p;
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  if (!strcmp(argv[1], "name")) {
    std::thread a([] { p.Rename("x"); });
    std::thread b([] { p.Is("y"); });
    a.join();
    b.join();
  } else if (!strcmp(argv[1], "age")) {
    std::thread a([] { p.Birthday(); });
    std::thread b([] { p.Birthday(); });
    a.join();
    b.join();
  } else {
    p.Rename("z");
    std::thread a([] { p.Birthday(); });
    std::thread b([] { p.Is("z"); });
    a.join();
    b.join();
  }
}
