// V9 StringBuffer, JDK 1.6.0: append takes the length of its argument under its lock, and the characters under the lock again.
#include <cassert>
#include <mutex>
#include <thread>

class StringBuffer {
 public:
  explicit StringBuffer(int length) : length_(length) {}
  int Length() {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    return length_;
  }
  void GetChars(int from, int to, char* out) {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    assert(from <= to && to <= length_);
    for (int i = from; i < to; ++i) *out++ = text_[i];
  }
  void SetLength(int length) {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    length_ = length;
  }
  void Append(StringBuffer& other) {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    const int length = other.Length();
    other.GetChars(0, length, text_ + length_);
    length_ += length;
  }

 private:
  std::recursive_mutex mutex_;
  char text_[32] = {};
  int length_;
};

static StringBuffer one(2), other(4);

int main() {
  std::thread appends([] { one.Append(other); });
  std::thread shrinks([] { other.SetLength(0); });
  appends.join();
  shrinks.join();
}
