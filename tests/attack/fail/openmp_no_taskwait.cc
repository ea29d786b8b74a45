// shows: OpenMP: what a task computes is used before it was waited for
// kind: race
// compile: -fopenmp
// link: -fopenmp
// schedules: 10
// explore-flags: --time 4s
// replays: 2
int result;

int main() {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int sum = 0;
#pragma omp task shared(sum)
    sum = 1;
    result = sum;
#pragma omp taskwait
  }
}
