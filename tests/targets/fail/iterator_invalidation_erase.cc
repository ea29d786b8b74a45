// shows: a map entry is erased between find and use, each under the lock
// kind: heap
#include <map>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static std::map<int, std::string> names;

int main() {
  names[1] = "a name that is long enough to be on the heap";
  size_t length = 0;
  std::thread reader([&] {
    std::map<int, std::string>::iterator found;
    {
      std::lock_guard guard(lock);
      found = names.find(1);
      if (found == names.end()) return;
    }
    length = found->second.size();
  });
  std::thread eraser([] {
    std::lock_guard guard(lock);
    names.erase(1);
  });
  reader.join();
  eraser.join();
  return length > 100;
}
