// shows: a configuration is reloaded while a request uses a part of the old and a part of the new
// set: tune
// args: 1
// args: 8
#include "bug.h"

struct Config {
  int version;
};
std::atomic<Config*> config{new Config{1}};
int main(int argc, char** argv) {
  std::thread reload([] { config = new Config{2}; });
  RunAll(Count(argc, argv, 1), [](int) {
    const int first = config.load()->version;
    const int second = config.load()->version;
    assert(first == second);
  });
  reload.join();
}
