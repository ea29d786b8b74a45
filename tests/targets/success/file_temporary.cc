// shows: a temporary file written and read back in a run, by stdio and by fstream
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

static void Use(int id) {
  FILE* anonymous = tmpfile();
  assert(anonymous);
  fprintf(anonymous, "number %d\n", id);
  rewind(anonymous);
  int back = 0;
  assert(fscanf(anonymous, "number %d", &back) == 1 && back == id);
  fclose(anonymous);
  char name[] = "/tmp/reweave-target-XXXXXX";
  int fd = mkstemp(name);
  assert(fd >= 0);
  close(fd);
  {
    std::ofstream out(name);
    out << "text " << id << "\n";
  }
  std::ifstream in(name);
  std::string word;
  assert(in >> word >> back && word == "text" && back == id);
  assert(unlink(name) == 0);
}

int main() {
  std::thread a(Use, 1), b(Use, 2);
  a.join();
  b.join();
}
