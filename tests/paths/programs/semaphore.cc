// A semaphore of the C++ library gives up after a number of attempts that all read the same. It fails only if the other thread
// does not give back in the meantime.
#include <cstdlib>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> tokens{1};
static bool got[2];

static void Try(bool* result) {
  if (tokens.try_acquire()) {
    tokens.release();
    *result = true;
  }
}

int main() {
  std::thread first(Try, &got[0]), second(Try, &got[1]);
  first.join(), second.join();
  if (!got[0] || !got[1]) abort();
}
