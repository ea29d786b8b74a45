// Orders made by C++20 primitives and a future. V: the write of x, y, z or w comes after what orders it; 5: one more message.
#include <barrier>
#include <future>
#include <latch>
#include <semaphore>
#include <thread>
int x, y, z, w, u;
std::counting_semaphore<4> sem{0};
std::latch gate{1};
std::barrier<> both{2};
std::promise<int> result;
int main() {
  std::thread a([] {
#if V != 1
    x = 1;
#endif
    sem.release();
#if V == 1
    x = 1;
#endif
#if V != 2
    y = 1;
#endif
    gate.count_down();
#if V == 2
    y = 1;
#endif
#if V != 3
    z = 1;
#endif
    both.arrive_and_wait();
#if V == 3
    z = 1;
#endif
#if V != 4
    w = 1;
#endif
    result.set_value(3);
#if V == 4
    w = 1;
#endif
  });
  std::thread b([] {
    sem.acquire();
    int sum = x;
    gate.wait();
    sum += y;
    both.arrive_and_wait();
#if V == 5
    sem.release();
#endif
    sum += z;
    std::future<int> f = result.get_future();
    sum += f.get();
    sum += w;
    u = sum;
  });
  a.join();
  b.join();
}
