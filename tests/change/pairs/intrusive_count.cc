//: what: the count of an intrusive pointer is no longer atomic
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <atomic>
#include <thread>
struct Counted {
-  std::atomic<int> refs{0};
+  int refs{0};
  virtual ~Counted() = default;
};
struct Image : Counted {
  int pixels[4] = {};
};
template <class T>
class Ref {
 public:
  explicit Ref(T* p) : p_(p) { ++p_->refs; }
  Ref(const Ref& other) : p_(other.p_) { ++p_->refs; }
  ~Ref() {
    if (--p_->refs == 0) delete p_;
  }
  T* operator->() const { return p_; }

 private:
  T* p_;
};
int main() {
  Ref<Image> image(new Image);
  std::thread a([image] { (void)image->pixels[0]; });
  std::thread b([image] { (void)image->pixels[1]; });
  a.join();
  b.join();
}
