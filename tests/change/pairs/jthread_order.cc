//: what: a jthread is declared before the value it uses: it is joined after the value is gone
//: impact: changed
//: fault: any
//: found: yes
#include <memory>
#include <thread>
struct Logger {
-  std::unique_ptr<int> lines = std::make_unique<int>(0);
-  std::jthread writer{[this] { ++*lines; }};
+  std::jthread writer;
+  std::unique_ptr<int> lines = std::make_unique<int>(0);
+  Logger() { writer = std::jthread([this] { if (int* p = lines.get()) ++*p; }); }
};
int main() { Logger logger; }
