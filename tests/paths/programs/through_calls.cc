// What the branch depends on goes through parameters, results, a heap object and a local array.
#include <memory>
#include <thread>

struct Config {
  int level = 0;
  int* limits = nullptr;
};
Config config;
int reached;

int Twice(int value) { return value + value; }
int LevelOf(const Config* from) { return from->level; }

void Reader() {
  int levels[2] = {LevelOf(&config), 1};
  auto copy = std::make_unique<int>(Twice(levels[0]));
  if (*copy > 3) reached = 1;
}
void Writer() { config.level = 2; }

int main() {
  std::thread a(Reader), b(Writer);
  a.join(), b.join();
}
