// shows: an exception caught in one thread, rethrown and destroyed in another
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

int main() {
  std::exception_ptr errors[2];
  std::thread workers[2];
  for (int i = 0; i < 2; i++) {
    workers[i] = std::thread([&errors, i] {
      try {
        throw std::out_of_range(i ? "one" : "zero");
      } catch (...) {
        errors[i] = std::current_exception();
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  int caught = 0;
  for (std::exception_ptr error : errors) {
    try {
      std::rethrow_exception(error);
    } catch (const std::out_of_range&) {
      caught++;
    }
  }
  assert(caught == 2);
}
