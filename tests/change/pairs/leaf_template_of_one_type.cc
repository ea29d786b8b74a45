//: what: the specialisation for one type forgets the lock; the tests of other types do not use it
//: impact: changed
//: tests: ints texts flags
//: args: flags
//: select: flags
//: fault: race
//: found: yes
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
template <class T>
struct Cell {
  std::mutex m;
  T value{};
  void Set(T to) {
    std::lock_guard<std::mutex> held(m);
    value = std::move(to);
  }
};
template <>
void Cell<bool>::Set(bool to) {
-  std::lock_guard<std::mutex> held(m);
  value = to;
}
template <class T>
static void Test(T one, T two) {
  Cell<T> cell;
  std::thread a([&] { cell.Set(one); }), b([&] { cell.Set(two); });
  a.join();
  b.join();
}
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  if (!std::strcmp(argv[1], "ints")) Test<int>(1, 2);
  if (!std::strcmp(argv[1], "texts")) Test<std::string>("one", "two");
  if (!std::strcmp(argv[1], "flags")) Test<bool>(true, false);
}
