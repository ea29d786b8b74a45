//: what: a getter gives a view of the text instead of the text
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
class Name {
 public:
-  std::string get() {
+  std::string_view get() {
    std::lock_guard<std::mutex> held(mutex);
    return text;
  }
  void set(char c) {
    std::lock_guard<std::mutex> held(mutex);
    text[0] = c;
  }
 private:
  std::mutex mutex;
  std::string text = "abc";
};
Name name;
int main() {
  std::thread a([] { name.set('x'); });
  int first = name.get()[0];
  a.join();
  return first == 'y';
}
