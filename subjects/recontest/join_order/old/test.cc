// Two workers add up the halves of an array; the sum is taken when both are done. The change takes it before the second join.
#include <cassert>
#include <thread>

static int data[4] = {1, 2, 3, 4};
static int low = 0, high = 0;

static void AddLow() { low = data[0] + data[1]; }
static void AddHigh() { high = data[2] + data[3]; }

int main() {
  std::thread first(AddLow);
  std::thread second(AddHigh);
  first.join();
  second.join();
  const int sum = low + high;
  assert(sum == 10);
}
