// The thread that comes last to the barrier adds the parts up.
#include <pthread.h>

#include <cstdlib>
#include <thread>

static pthread_barrier_t barrier;
static int parts[2], total, summed_by;

static void Work(int i) {
  parts[i] = i + 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) total = parts[0] + parts[1], summed_by = i;
  pthread_barrier_wait(&barrier);
  if (total != 3) abort();
}

int main() {
  pthread_barrier_init(&barrier, nullptr, 2);
  std::thread a(Work, 0), b(Work, 1);
  a.join(), b.join();
  if (summed_by == 1) abort();
}
