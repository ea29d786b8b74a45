// shows: an exception is kept as exception_ptr under a lock and thrown again in main, nested
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

std::mutex m;
std::exception_ptr first;

void Work(int i) {
  try {
    try {
      throw std::runtime_error("inner " + std::to_string(i));
    } catch (...) {
      std::throw_with_nested(std::logic_error("outer"));
    }
  } catch (...) {
    std::lock_guard lock(m);
    if (!first) first = std::current_exception();
  }
}
int main() {
  std::thread a(Work, 1), b(Work, 2);
  a.join(), b.join();
  std::string text;
  try {
    std::rethrow_exception(std::exchange(first, nullptr));
  } catch (const std::logic_error& e) {
    try {
      std::rethrow_if_nested(e);
    } catch (const std::runtime_error& inner) {
      text = inner.what();
    }
  }
  assert(text.starts_with("inner "));
}
