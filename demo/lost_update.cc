// Two threads count up without a lock. Run by itself it nearly always passes; one schedule in three does not.
#include <cassert>
#include <thread>

int counter = 0;

void Work() {
  int seen = counter;
  counter = seen + 1;
}

int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
  assert(counter == 2);
}
