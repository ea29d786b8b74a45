// V20 XStream 1.4.1, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

struct Writer {
  int* out = nullptr;
  void Reset(int* to) {
    out = nullptr;
    out = to;
  }
  void WriteStart() { *out = 1; }
};

class Driver {
 public:
  void Write(int* document) {
    std::lock_guard<std::mutex> guard(mutex_);
    writer_.Reset(document);
    writer_.WriteStart();
  }

 private:
  std::mutex mutex_;
  Writer writer_;
};

static Driver driver;
static int first_document, second_document;

int main() {
  std::thread first([] { driver.Write(&first_document); });
  std::thread second([] { driver.Write(&second_document); });
  first.join();
  second.join();
  assert(first_document == 1 && second_document == 1);
}
