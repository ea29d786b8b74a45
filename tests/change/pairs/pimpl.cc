//: what: members move behind a pointer to an implementation; every method takes the same lock
//: impact: changed
//: fault: none
//: slow: yes
#include <memory>
#include <mutex>
#include <thread>
class Box {
 public:
+  Box();
+  ~Box();
  void Set(int n);
  int Get();

 private:
-  std::mutex mutex_;
-  int n_ = 0;
+  struct Impl;
+  std::unique_ptr<Impl> impl_;
};
+struct Box::Impl {
+  std::mutex mutex;
+  int n = 0;
+};
+Box::Box() : impl_(std::make_unique<Impl>()) {}
+Box::~Box() = default;
void Box::Set(int n) {
-  std::lock_guard<std::mutex> guard(mutex_);
-  n_ = n;
+  std::lock_guard<std::mutex> guard(impl_->mutex);
+  impl_->n = n;
}
int Box::Get() {
-  std::lock_guard<std::mutex> guard(mutex_);
-  return n_;
+  std::lock_guard<std::mutex> guard(impl_->mutex);
+  return impl_->n;
}
int main() {
  Box box;
  std::thread a([&] { box.Set(1); }), b([&] { box.Get(); });
  a.join();
  b.join();
}
