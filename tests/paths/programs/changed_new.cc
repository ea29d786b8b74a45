#include "changed.h"
int main() {
  RunChanged([] {
    if (late > 0) late_seen = 1;
  });
}
