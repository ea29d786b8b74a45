// shows: threads that write std::cerr and their own string streams, with locales copied between them
#include <cassert>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>
#include <thread>

static std::string results[2];
static void Work(int i) {
  std::ostringstream out;
  out.imbue(std::locale());
  out << "n=" << i << ' ' << 2.5;
  results[i] = out.str();
  std::cerr << std::to_string(i) + "\n";
}
int main() {
  std::thread a(Work, 0), b(Work, 1);
  a.join(), b.join();
  assert(results[0] == "n=0 2.5" && results[1] == "n=1 2.5");
}
