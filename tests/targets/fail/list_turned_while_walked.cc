// shows: a call that touches several places does its work after the last: a reader that was before only some of them
// kind: assert
// exhaustive: yes
// races: yes (the list is not locked)
// explore-flags: --keep-going
#include <cassert>
#include <list>
#include <thread>

static std::list<int> numbers{1, 2};

int main() {
  std::thread turner([] { numbers.reverse(); });
  std::thread reader([] {
    int sum = 0;
    for (const int number : numbers) sum += number;
    assert(sum == 3);
  });
  turner.join();
  reader.join();
}
