// shows: OpenMP: a sum without reduction
// compile: -fopenmp
// link: -fopenmp
// kind: race|assert
// schedules: 40
#include <cassert>

int main() {
  int sum = 0;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; i++) sum += i;
  assert(sum == 6);
}
