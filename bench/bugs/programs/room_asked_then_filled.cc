// shows: how much room is left in a line is asked before the copy; two writers together overflow it
// set: last
// args: 2
// args: 4
#include <pthread.h>

#include "bug.h"

constexpr int kRoom = 8;
struct Line {
  char text[kRoom];
  int used = 0;
};
Line* line;
void* Write(void*) {
  const int wanted = 5;
  if (kRoom - line->used < wanted) return nullptr;
  for (int i = 0; i < wanted; ++i) {
    const int at = line->used;
    assert(at < kRoom);
    line->text[at] = 'x';
    line->used = at + 1;
  }
  return nullptr;
}
int main(int argc, char** argv) {
  line = new Line;
  std::vector<pthread_t> t(Count(argc, argv, 2));
  for (pthread_t& x : t) pthread_create(&x, nullptr, Write, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
  delete line;
}
