// shows: the second thread's global locale decides what a new stream prints
// kind: assert
#include <cassert>
#include <locale>
#include <sstream>
#include <thread>
struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};
int main() {
  std::thread t([] { std::locale::global(std::locale(std::locale::classic(), new Comma)); });
  std::ostringstream s;
  s << 1.5;
  bool same = s.str() == "1.5";
  t.join();
  assert(same);
}
