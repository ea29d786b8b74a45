// shows: a map is searched while another thread inserts; the node is linked inside the library, so the call counts as the write
// kind: race
// message: data race on numbers
#include <map>
#include <mutex>
#include <thread>

std::map<int, int> numbers;
std::mutex mutex;

int main() {
  numbers[1] = 1;
  std::thread writer([] {
    std::lock_guard<std::mutex> guard(mutex);
    numbers[2] = 2;
  });
  numbers.find(2);
  writer.join();
}
