// Two branches that the schedule can turn; the change is in the second.
#pragma once
#include <thread>

inline int early, late, first_seen, late_seen;

template <typename Test>
void RunChanged(Test test) {
  std::thread a([&] {
    if (early > 0) first_seen = 1;
    test();
  });
  std::thread b([] {
    early = 1;
    late = 1;
    early = 2;
    late = 2;
  });
  a.join(), b.join();
}
