// shows: OpenMP: what regions, barriers, critical sections, reductions, single and ordered order is no race
// compile: -fopenmp
// link: -fopenmp
// schedules: 40
#include <omp.h>

#include <cassert>

int main() {
  int cells[8] = {}, sum = 0, total = 0, once = 0, order = 0, locked = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < 8; i++) {
    cells[i] = i;
    sum += i;
  }
  assert(sum == 28);
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
#pragma omp critical
    total++;
    omp_set_lock(&lock);
    locked++;
    omp_unset_lock(&lock);
#pragma omp barrier
    assert(total == 3);
#pragma omp single
    once++;
    assert(once == 1);
#pragma omp for ordered
    for (int i = 0; i < 3; i++) {
#pragma omp ordered
      assert(order++ == i);
    }
#pragma omp for nowait
    for (int i = 0; i < 8; i++) cells[i]++;
  }
  for (int i = 0; i < 8; i++) assert(cells[i] == i + 1);
  assert(locked == 3);
  omp_destroy_lock(&lock);
}
