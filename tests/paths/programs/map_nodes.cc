// The nodes of a map are linked by compiled code of the library, which leaves no records of its writes.
#include <map>
#include <mutex>
#include <thread>

static std::mutex m;
static std::map<int, int> map;
static int seen;

int main() {
  std::thread writer([] {
    std::lock_guard<std::mutex> guard(m);
    map[1] = 1;
  });
  std::thread reader([] {
    std::lock_guard<std::mutex> guard(m);
    if (map.find(1) != map.end()) seen = 1;
  });
  writer.join(), reader.join();
}
