// Callers of functions that begin or cease to throw are compiled to other blocks. Nobody changed them.
#include <cstdlib>
#include <mutex>
#include <string>

struct Box {
  std::mutex mutex;
  std::string text;
  bool closed = false;

  void Close() {
    std::lock_guard<std::mutex> held(mutex);
    closed = true;
  }
  void Grow() { closed = !closed; }
};

// Calls what no longer throws, between things that must be cleaned up.
int Caller(Box& box) {
  std::string before("a name that is too long for a short string");
  box.Close();
  std::string after("another name that is too long for a short string");
  return static_cast<int>(before.size() + after.size());
}

// Its callee is as it was, but for what its own callee throws.
int CallerOfCaller(Box& box) {
  std::string before("a third name that is too long for a short string");
  const int size = Caller(box);
  return size + static_cast<int>(before.size());
}

// Calls what throws now.
int Grower(Box& box) {
  std::string before("a fourth name that is too long for a short string");
  box.Grow();
  return static_cast<int>(before.size());
}

// An exception is caught that was not, and what is called changed too: that is an edit of this function.
int Catcher(Box& box) {
  box.Grow();
  return 1;
}

int main() {
  Box box;
  return Caller(box) + CallerOfCaller(box) + Grower(box) + Catcher(box) == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
