// The worked example of the technique: one thread asks whether something is attached, another one removes all.
#include <cstddef>
#include <thread>

struct Appender {
  virtual ~Appender() = default;
  virtual void close() {}
};
struct List {
  Appender* item[8];
  std::size_t n = 0;
  std::size_t size() const { return n; }
  Appender* at(std::size_t i) const { return item[i]; }
  void push(Appender* a) { item[n++] = a; }
  void removeAll() {}  // contents stay: only the pointer is written concurrently
};
class Attachable {
  List store_;
  List* volatile list_ = nullptr;  // volatile: every source read stays a load
 public:
  void add(Appender* a) {
    if (!list_) list_ = &store_;
    list_->push(a);
  }
  bool isAttached(Appender* a) {
    if (list_ == nullptr || a == nullptr) return false;  // s6
    std::size_t n = list_->size();                       // s8
    for (std::size_t i = 0; i < n; i++)
      if (list_->at(i) == a) return true;  // s11
    return false;
  }
  void removeAllAppenders() {
    if (list_ != nullptr) {                                         // s19
      std::size_t n = list_->size();                                // s20
      for (std::size_t i = 0; i < n; i++) list_->at(i)->close();  // s22
      list_->removeAll();                                           // s25
      list_ = nullptr;                                              // s26
    }
  }
};

static Attachable v;
static Appender a;

int main() {
  v.add(&a);
  std::thread t1([] { v.isAttached(&a); });
  std::thread t2([] { v.removeAllAppenders(); });
  t1.join();
  t2.join();
}
