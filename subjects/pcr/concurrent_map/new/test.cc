// V6 ConcurrentHashMap, JDK 1.6.0: a map becomes its own value while its hash is computed: the hash of the value is that of the
// map, without end. A hundred levels stand for the end of the stack. It fails if one thread runs after the other, too.
#include <cassert>
#include <mutex>
#include <thread>

class ConcurrentMap {
 public:
  struct Value {
    int number = 0;
    ConcurrentMap* map = nullptr;
  };
  void Put(int key, Value value) {
    Segment& segment = segments_[key % 2];
    std::lock_guard<std::mutex> guard(segment.mutex);
    segment.values[key / 2 % 2] = value;
    ++segment.changes;
  }
  int Hash(int depth = 0) {
    assert(depth < 100);
    int hash = 0;
    for (Segment& segment : segments_) {
      for (int i = 0; i < 2; ++i) {
        Value value;
        {
          std::lock_guard<std::mutex> guard(segment.mutex);
          value = segment.values[i];
        }
        hash += value.map != nullptr ? value.map->Hash(depth + 1) : value.number;
      }
    }
    return hash;
  }

 private:
  struct Segment {
    std::mutex mutex;
    Value values[2];
    int changes = 0;
  };
  Segment segments_[2];
};

static ConcurrentMap map;
static int hash;

int main() {
  map.Put(0, {7, nullptr});
  std::thread writer([] {
    map.Put(1, {3, nullptr});
    map.Put(3, {0, &map});
  });
  std::thread reader([] { hash = map.Hash(); });
  writer.join();
  reader.join();
}
