// shows: two threads write one string stream without a lock
// kind: race
#include <sstream>
#include <thread>

static std::ostringstream out;
int main() {
  std::thread a([] { out << 1; }), b([] { out << "two"; });
  a.join(), b.join();
  return out.str().size() == 4 ? 0 : 0;
}
