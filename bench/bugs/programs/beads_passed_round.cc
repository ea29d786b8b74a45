// shows: each of N passes on what it got from its neighbour plus one; nobody waits for the neighbour
// set: last
// args: 3
// args: 6
#include <pthread.h>

#include "bug.h"

int n, bead[16];
void* Pass(void* arg) {
  const long me = reinterpret_cast<long>(arg);
  const int got = bead[(me + n - 1) % n];
  bead[me] = got + 1;
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 3);
  std::vector<pthread_t> t(n);
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Pass, reinterpret_cast<void*>(i));
  for (pthread_t x : t) pthread_join(x, nullptr);
  int inversions = 0;
  for (int i = 1; i < n; ++i) inversions += bead[i] != bead[i - 1] + 1;
  assert(inversions < 2);
}
