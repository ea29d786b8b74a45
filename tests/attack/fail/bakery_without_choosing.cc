// shows: the bakery lock without its choosing flags
// kind: assert|race
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> ticket[2];
int n;

void Work(int me) {
  int mx = 0;
  for (auto& t : ticket)
    if (t > mx) mx = t;
  ticket[me] = mx + 1;
  int o = 1 - me;
  while (true) {
    int t = ticket[o];
    if (t == 0 || t > ticket[me] || (t == ticket[me] && o > me)) break;
    std::this_thread::yield();
  }
  n++;
  ticket[me] = 0;
}

int main() {
  std::jthread a(Work, 0), b(Work, 1);
  a.join();
  b.join();
  assert(n == 2);
}
