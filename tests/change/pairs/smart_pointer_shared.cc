//: what: the threads share what each had a copy of
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <memory>
#include <thread>
struct Box {
  int value = 0;
};
void Work(std::shared_ptr<Box> box) { box->value++; }
int main() {
  auto box = std::make_shared<Box>();
-  std::thread a(Work, std::make_shared<Box>(*box)), b(Work, std::make_shared<Box>(*box));
+  std::thread a(Work, box), b(Work, box);
  a.join();
  b.join();
  return box->value == 9;
}
