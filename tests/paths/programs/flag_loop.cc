// A loop that ends when another thread says so; its length is an argument.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<bool> stop;
int rounds;

int main(int argc, char** argv) {
  const int most = argc > 1 ? atoi(argv[1]) : 3;
  std::thread worker([&] {
    for (int i = 0; i < most; ++i) {
      if (stop.load()) break;
      ++rounds;
    }
  });
  std::thread stopper([] { stop = true; });
  worker.join(), stopper.join();
}
