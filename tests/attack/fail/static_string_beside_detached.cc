// shows: a detached thread reads a static string while its destructor runs
// kind: heap|race
#include <string>
#include <thread>

static std::string text = "a text that is too long for the inside of the object";
static volatile char sink;

int main() {
  std::thread([] {
    for (int i = 0; i < 3; ++i) sink = text[static_cast<std::size_t>(i)];
  }).detach();
}
