// shows: OpenMP: tasks, their dependences, taskwait and taskgroup order what they do; libomp waits for them without any call
// compile: -fopenmp
// link: -fopenmp
// schedules: 20
#include <cassert>

static int Fibonacci(int n) {
  if (n < 2) return n;
  int a, b;
#pragma omp task shared(a)
  a = Fibonacci(n - 1);
#pragma omp task shared(b)
  b = Fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

int main() {
  int x = 0, y = 0, sum = 0, grouped = 0;
#pragma omp parallel num_threads(2) shared(x, y, sum, grouped)
#pragma omp single
  {
#pragma omp task shared(x) depend(out : x)
    x = 1;
#pragma omp task shared(x, y) depend(in : x) depend(out : y)
    y = x + 1;
#pragma omp taskwait
    assert(y == 2);
    sum = Fibonacci(3);
#pragma omp taskgroup
    {
#pragma omp task shared(grouped)
      {
#pragma omp atomic
        grouped++;
      }
    }
    assert(grouped == 1);
  }
  assert(sum == 2);
}
