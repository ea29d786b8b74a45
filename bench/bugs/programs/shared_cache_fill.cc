// shows: a cache is asked under the shared lock and filled under the other one without asking again: two entries for one key
// set: held
// args: 2
// args: 5
#include <shared_mutex>

#include "bug.h"

std::shared_mutex m;
std::vector<int> keys;
bool Has(int key) {
  std::shared_lock l(m);
  for (int k : keys)
    if (k == key) return true;
  return false;
}
void Fill(int key) {
  std::unique_lock l(m);
  for (int k : keys) assert(k != key);
  keys.push_back(key);
}
int main(int argc, char** argv) {
  keys.reserve(16);
  RunAll(Count(argc, argv, 2), [](int i) {
    if (!Has(7)) Fill(7);
    if (i == 0 && !Has(8)) Fill(8);
  });
}
