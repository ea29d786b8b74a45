// Two posts and one wait: the wait takes the unit of one post before the other comes, or comes after both. Posts commute.
#include <semaphore.h>

#include <thread>

int main() {
  sem_t units;
  sem_init(&units, 0, 0);
  std::thread one([&] { sem_post(&units); }), two([&] { sem_post(&units); }), waiter([&] { sem_wait(&units); });
  one.join();
  two.join();
  waiter.join();
}
