// shows: an exception_ptr rethrown in two threads is one object; both change it
// kind: race
#include <exception>
#include <stdexcept>
#include <thread>
struct Problem : std::exception {
  int count = 0;
};
int main() {
  std::exception_ptr p = std::make_exception_ptr(Problem{});
  auto f = [p] {
    try {
      std::rethrow_exception(p);
    } catch (Problem& e) {
      ++e.count;
    }
  };
  std::thread a(f), b(f);
  a.join(), b.join();
}
