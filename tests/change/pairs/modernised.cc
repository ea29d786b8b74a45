//: what: NULL, typedef, C casts, push_back of a literal, virtual in an override, by clang-tidy's modernize
//: impact: same
//: fault: none
//: slow: yes
#include <mutex>
#include <string>
#include <thread>
#include <vector>
struct Shape {
  virtual ~Shape() {}
  virtual int Area() const = 0;
};
struct Square : Shape {
-  explicit Square(int a) { side = a; }
-  virtual int Area() const { return (int)side * side; }
+  explicit Square(int a) { side = a; }
+  int Area() const override { return static_cast<int>(side) * side; }
  int side;
};
-typedef std::vector<Shape*> Shapes;
+using Shapes = std::vector<Shape*>;
std::mutex mutex;
Shapes shapes;
-Shape* last = NULL;
+Shape* last = nullptr;
void Add(Shape* s) {
  std::lock_guard<std::mutex> guard(mutex);
  shapes.push_back(s);
-  if (last == NULL) last = s;
+  if (last == nullptr) last = s;
}
int main() {
  Square a(1), b(2);
  std::thread one([&] { Add(&a); }), two([&] { Add(&b); });
  one.join();
  two.join();
  return last->Area() > 4;
}
