// shows: each thread has its own copy of the once flag, so the initialisation runs twice
// kind: assert
#include <cassert>
#include <mutex>
#include <thread>
std::mutex m;
int made = 0;
void Make() {
  std::lock_guard g(m);
  ++made;
}
void Work() {
  std::once_flag once;
  std::call_once(once, Make);
}
int main() {
  std::thread a(Work), b(Work);
  a.join(), b.join();
  assert(made == 1);
}
