// shows: std::thread: arguments, move, ids, swap, join
#include <cassert>
#include <functional>
#include <string>
#include <thread>
#include <vector>

static void Append(std::string& out, const std::string& text) { out += text; }

int main() {
  std::string left = "a", right = "b";
  std::vector<std::thread> threads;
  threads.emplace_back(Append, std::ref(left), "x");
  threads.emplace_back([&right] { right += "y"; });
  std::thread moved = std::move(threads[0]);
  assert(!threads[0].joinable() && moved.joinable());
  assert(moved.get_id() != threads[1].get_id() && moved.get_id() != std::this_thread::get_id());
  moved.swap(threads[0]);
  for (std::thread& thread : threads) thread.join();
  assert(left == "ax" && right == "by");
  assert(std::thread::hardware_concurrency() >= 1);
}
