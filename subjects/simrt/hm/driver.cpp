// argv[1] names the test; two threads run part a (thread 1) and part b (thread 2).
#include <cstdio>
#include <cstring>
#include <thread>

#include "hm.h"

namespace {

struct TC {
  const char* name;
  int a, b, capacity;
};
const TC kTests[] = {{"tc1", 0, 1, 16}, {"tc2", 0, 2, 16}, {"tc3", 0, 0, 16}, {"tc4", 0, 3, 0}, {"tc5", 1, 2, 16}, {"tc6", 3, 3, 16}};

void part(HM* hm, int c, const HM* p1, const HM* p2) {
  if (c == 0) hm->clear();
  if (c == 1) hm->containsValue(p1);
  if (c == 2) hm->containsValue(p2);
  if (c == 3) hm->containsValue(nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  for (const TC& t : kTests) {
    if (argc != 2 || std::strcmp(argv[1], t.name) != 0) continue;
    HM hm(t.capacity, .75f), p1(100, 10.f), p2(0, 100.f);
    std::thread a(part, &hm, t.a, &p1, &p2), b(part, &hm, t.b, &p1, &p2);
    a.join();
    b.join();
    return 0;
  }
  std::fprintf(stderr, "usage: hm tc1|tc2|tc3|tc4|tc5|tc6\n");
  return 2;
}
