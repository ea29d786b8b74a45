// shows: a function lends its variable to a thread and returns; when the thread gets to it, another function has the memory
// kind: heap
// subkind: use-after-return
// exhaustive: yes
// strategies: dpor
#include <future>

static std::future<int> Start() {
  int mine = 1;
  return std::async(std::launch::async, [&mine] { return mine + 1; });
}

int main() {
  std::future<int> result = Start();
  return result.get() == 0;
}
