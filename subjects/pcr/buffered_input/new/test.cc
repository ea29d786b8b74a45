// V5 BufferedInputStream, JDK 1.1: close is not locked: it drops the buffer between the check and the use of a read.
#include <mutex>
#include <thread>

class BufferedInput {
 public:
  BufferedInput() : input_(1), buffer_(storage_) {}
  int Read() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (input_ == 0) return -1;
    if (position_ == count_) Fill();
    return position_ < count_ ? buffer_[position_++] : -1;
  }
  int Skip(int n) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (input_ == 0) return 0;
    const int left = count_ - position_;
    const int skipped = n < left ? n : left;
    position_ += skipped;
    return skipped;
  }
  void Close() {
    input_ = 0;
    buffer_ = nullptr;
  }

 private:
  void Fill() {
    for (int i = 0; i < 4; ++i) buffer_[i] = static_cast<char>(i + 1);
    count_ = 4, position_ = 0;
  }
  std::mutex mutex_;
  int input_;
  char storage_[8] = {};
  char* buffer_;
  int count_ = 0, position_ = 0;
};

static BufferedInput stream;

int main() {
  std::thread reader([] {
    stream.Read();
    stream.Skip(1);
  });
  std::thread closer([] { stream.Close(); });
  reader.join();
  closer.join();
}
