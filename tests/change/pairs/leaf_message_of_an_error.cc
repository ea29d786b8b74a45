//: what: the text of an error that one of three tests meets
//: impact: changed
//: tests: open close reopen
//: args: reopen
//: select: none
//: fault: none
#include <cstdio>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
class File {
 public:
  void Open(const std::string& name) {
    std::lock_guard<std::mutex> held(m_);
-    if (open_) throw std::runtime_error("is open: " + name_);
+    if (open_) throw std::runtime_error("already open: " + name_);
    name_ = name;
    open_ = true;
  }
  void Close() {
    std::lock_guard<std::mutex> held(m_);
    open_ = false;
  }

 private:
  std::mutex m_;
  std::string name_;
  bool open_ = false;
};
static void Try(File& file) {
  try {
    file.Open("b");
  } catch (const std::runtime_error& error) {
    std::puts(error.what());
  }
}
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  File file;
  if (!std::strcmp(argv[1], "open")) {
    std::thread a([&] { file.Open("a"); }), b([] {});
    a.join();
    b.join();
  } else if (!std::strcmp(argv[1], "close")) {
    std::thread a([&] { file.Close(); }), b([&] { file.Close(); });
    a.join();
    b.join();
  } else {
    file.Open("a");
    std::thread a([&] { Try(file); }), b([&] { file.Close(); });
    a.join();
    b.join();
  }
}
