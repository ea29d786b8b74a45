// shows: libcuckoo's concurrent hash map: insert, upsert, find and erase by three threads
#include <cassert>
#include <libcuckoo/cuckoohash_map.hh>
#include <string>
#include <thread>

int main() {
  libcuckoo::cuckoohash_map<int, std::string> map(4);
  std::thread a([&] {
    map.insert(1, "one");
    map.upsert(9, [](std::string& value) { value += "x"; }, "x");
  });
  std::thread b([&] {
    map.insert(2, "two");
    map.upsert(9, [](std::string& value) { value += "x"; }, "x");
  });
  std::thread c([&] {
    std::string value;
    if (map.find(1, value)) assert(value == "one");
    map.erase(3);
  });
  a.join();
  b.join();
  c.join();
  assert(map.size() == 3 && map.find(9) == "xx");
}
