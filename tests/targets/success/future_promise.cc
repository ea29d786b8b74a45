// shows: promise and future: value, void, reference, exception, broken promise
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> value;
  std::promise<void> signal;
  std::promise<int> failing;
  auto value_future = value.get_future();
  auto signal_future = signal.get_future();
  auto failing_future = failing.get_future();
  std::future<int> broken;
  std::thread thread([&] {
    value.set_value(42);
    signal.set_value();
    try {
      throw std::runtime_error("told");
    } catch (...) {
      failing.set_exception(std::current_exception());
    }
    std::promise<int> dropped;
    broken = dropped.get_future();
  });
  assert(value_future.get() == 42);
  signal_future.wait();
  try {
    failing_future.get();
    assert(false);
  } catch (const std::runtime_error& error) {
    assert(std::string(error.what()) == "told");
  }
  thread.join();
  try {
    broken.get();
    assert(false);
  } catch (const std::future_error& error) {
    assert(error.code() == std::future_errc::broken_promise);
  }
}
