#include "changed.h"
int main() {
  RunChanged([] {
    if (late > 5) late_seen = 1;
  });
}
