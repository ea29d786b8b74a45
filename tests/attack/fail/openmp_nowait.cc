// shows: OpenMP: what a loop without a barrier at its end has written is read by another thread of the region
// compile: -fopenmp
// link: -fopenmp
// kind: race
// schedules: 200
int main() {
  int cells[4] = {}, sum = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for nowait
    for (int i = 0; i < 4; i++) cells[i] = 1;
#pragma omp single
    for (int i = 0; i < 4; i++) sum += cells[i];
  }
  return sum > 4;
}
