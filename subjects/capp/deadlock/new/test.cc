// Both threads come to an end.
#include <cassert>
#include <thread>

#include "resources.h"

int main() {
  Resource first, second;
  Updater updater(first, second);
  Reader reader(first, second);
  std::thread a(&Updater::run, &updater);
  std::thread b(&Reader::run, &reader);
  a.join();
  b.join();
  assert(reader.sum() == 0 || reader.sum() == 3);
}
