// shows: megabytes of output a run neither fill the disk, nor block, nor reach our own output
// schedules: 5
// expect-exit: 0
// max-output: 200000
#include <cstdio>
#include <cstring>
#include <thread>

static void Print() {
  char line[1024];
  memset(line, 'x', sizeof line);
  line[1023] = '\n';
  for (int i = 0; i < 2048; i++) fwrite(line, 1, sizeof line, stdout);
}

int main() {
  std::thread a(Print), b(Print);
  a.join();
  b.join();
}
