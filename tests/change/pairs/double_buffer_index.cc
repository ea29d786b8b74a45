//: what: the writer of a double buffer turns the index before it has written
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <array>
#include <atomic>
#include <thread>
struct Frame {
  std::array<int, 4> samples{};
};
class DoubleBuffer {
 public:
  void Write(int value) {
    int back = 1 - front_.load(std::memory_order_relaxed);
-    frames_[back].samples.fill(value);
-    front_.store(back, std::memory_order_release);
+    front_.store(back, std::memory_order_release);
+    frames_[back].samples.fill(value);
  }
  int Read() const { return frames_[front_.load(std::memory_order_acquire)].samples[0]; }

 private:
  Frame frames_[2];
  std::atomic<int> front_{0};
};
int main() {
  DoubleBuffer buffer;
  std::thread writer([&] { buffer.Write(3); });
  std::thread reader([&] { buffer.Read(); });
  writer.join();
  reader.join();
}
