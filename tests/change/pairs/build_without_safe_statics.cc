//: what: the same source, built with -fno-threadsafe-statics
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: new-flags: -fno-threadsafe-statics
#include <string>
#include <thread>
int Size() {
  static std::string* text = new std::string("some text that is not short at all");
  return static_cast<int>(text->size());
}
int main() {
  std::thread a([] { Size(); }), b([] { Size(); });
  a.join();
  b.join();
}
