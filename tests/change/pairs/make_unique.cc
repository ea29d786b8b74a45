//: what: new becomes make_unique, a raw owner a unique_ptr that the destructor no longer deletes; the worker is joined as before
//: impact: changed
//: fault: none
//: slow: yes
#include <memory>
#include <mutex>
#include <thread>
struct Buffer {
  int used = 0;
};
class Writer {
 public:
-  Writer() : buffer_(new Buffer) {}
-  ~Writer() { delete buffer_; }
+  Writer() : buffer_(std::make_unique<Buffer>()) {}
  void Write() {
    std::lock_guard<std::mutex> guard(mutex_);
    buffer_->used++;
  }

 private:
  std::mutex mutex_;
-  Buffer* buffer_;
+  std::unique_ptr<Buffer> buffer_;
};
int main() {
  Writer writer;
  std::thread a([&] { writer.Write(); }), b([&] { writer.Write(); });
  a.join();
  b.join();
}
