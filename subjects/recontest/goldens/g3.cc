// Indirect happens-before: what T2 does between two semaphores orders T1 and T3.
#include <semaphore.h>
#include <thread>

static sem_t m1, m2;
static int x;

int main() {
  sem_init(&m1, 0, 0);
  sem_init(&m2, 0, 0);
  std::thread t1([] {
    x = 1;  // a
    sem_post(&m1);
  });
  std::thread t2([] {
#if V
    sem_post(&m2);
    sem_wait(&m1);
#else
    sem_wait(&m1);
    sem_post(&m2);
#endif
  });
  std::thread t3([] {
    sem_wait(&m2);
    if (x > 1) __builtin_trap();  // b
  });
  t1.join();
  t2.join();
  t3.join();
}
