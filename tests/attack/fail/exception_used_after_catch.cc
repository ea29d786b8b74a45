// shows: a thread keeps a reference to an exception that it holds no more; the other one lets go last
// kind: heap|race
#include <exception>
#include <string>
#include <thread>
#include <utility>

struct Refused {
  int why = 1;
};

int main() {
  std::exception_ptr first;
  try {
    throw Refused{};
  } catch (...) {
    first = std::current_exception();
  }
  std::thread other([second = first]() mutable { second = nullptr; });
  const Refused* kept = nullptr;
  try {
    std::rethrow_exception(std::exchange(first, nullptr));
  } catch (const Refused& refused) {
    kept = &refused;
  }
  const int why = kept->why;
  other.join();
  return why == 1 ? 0 : 1;
}
