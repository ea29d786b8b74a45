// A thread takes a snapshot of the settings while another one adds some: what was set before is in it, once.
#include <cassert>
#include <thread>

#include "properties.h"

int main() {
  Hashtable defaults;
  defaults.put("port", 80);
  Properties settings(&defaults);
  assert(settings.load("# limits\na=1\nb=2\n") == 2);
  std::unique_ptr<Hashtable> before;
  std::thread reader([&] { before = settings.snapshot(); });
  std::thread writer([&] {
    settings.set("c", 3);
    settings.set("port", 8080);
  });
  reader.join();
  writer.join();
  assert(before->get("a") == 1 && before->get("b") == 2);
  assert(before->size() <= 4);
  assert(settings.number("port", 0) == 8080 && settings.number("d", -1) == -1);
  assert(settings.store() == "a=1\nb=2\nc=3\nport=8080\n");
}
