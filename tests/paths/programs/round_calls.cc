// Values that go round through calls without a record of their own: each is given what the others returned.
#include <cctype>
#include <mutex>
#include <thread>

std::mutex m;
int x, y;

int Turned(int n) {
  int a = n, b = 1, c = 2, d = 3;
  for (int i = 0; i < 4; ++i) {
    a = std::toupper(a + b + c + d) % 50;
    b = std::tolower(a + b + c + d) % 50;
    c = std::toupper(a + b + c + d) % 50;
    d = std::tolower(a + b + c + d) % 50;
  }
  return a + b + c + d;
}

int main() {
  std::thread reads([] {
    int seen;
    {
      std::lock_guard<std::mutex> guard(m);
      seen = x;
    }
    if (Turned(seen) > 100) y = 1;
  });
  std::thread writes([] {
    std::lock_guard<std::mutex> guard(m);
    x = 3;
  });
  reads.join(), writes.join();
}
