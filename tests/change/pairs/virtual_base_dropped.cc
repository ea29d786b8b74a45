//: what: a base class is no longer virtual: two parts of one object have a lock each
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include <mutex>
#include <thread>
struct Lockable {
  std::mutex mutex;
};
static int value;
-struct Reader : virtual Lockable {
+struct Reader : Lockable {
  int Read() {
    std::lock_guard<std::mutex> held(mutex);
    return value;
  }
};
-struct Writer : virtual Lockable {
+struct Writer : Lockable {
  void Write() {
    std::lock_guard<std::mutex> held(mutex);
    ++value;
  }
};
struct Both : Reader, Writer {};
int main() {
  Both both;
  std::thread a([&] { both.Write(); }), b([&] { both.Read(); });
  a.join();
  b.join();
}
