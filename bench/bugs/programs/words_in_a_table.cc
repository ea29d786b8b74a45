// shows: N threads put words into a table; a place is taken with a compare that is not one step; few words collide
// set: unseen
// args: 8
// args: 11
// args: 14
#include "bug.h"

constexpr int kPlaces = 64;
int table[kPlaces];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [](int i) {
    for (int k = 0; k < 2; ++k) {
      const int word = 1 + i + 100 * k;
      int at = (word * 11 + k) % 23;
      while (table[at] != 0) at = (at + 1) % kPlaces;
      table[at] = word;
      assert(table[at] == word);
    }
  });
}
