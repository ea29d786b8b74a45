// A branch on what a function of the standard library returns: it returns constants, chosen by what it read.
#include <algorithm>
#include <thread>

static double shared[2] = {1, 2};
static const double wanted[2] = {1, 3};
static int hits;

int main() {
  std::thread writes([] { shared[1] = 3; });
  std::thread looks([] {
    if (std::is_permutation(shared, shared + 2, wanted)) hits = 1;
  });
  writes.join();
  looks.join();
}
