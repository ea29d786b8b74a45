// shows: iconv, strftime, locale and regex: library state that libc sets up on first use
// races: yes (ctype<char> of libstdc++ fills its cache without a lock)
#include <cassert>
#include <ctime>
#include <iconv.h>
#include <locale>
#include <regex>
#include <sstream>
#include <thread>

static void Use() {
  iconv_t conversion = iconv_open("UTF-16LE", "UTF-8");
  assert(conversion != reinterpret_cast<iconv_t>(-1));
  char in[] = "ab", out[8];
  char *from = in, *to = out;
  size_t from_left = 2, to_left = sizeof out;
  assert(iconv(conversion, &from, &from_left, &to, &to_left) == 0 && to_left == 4 && out[2] == 'b');
  iconv_close(conversion);
  time_t when = 0;
  tm parts;
  gmtime_r(&when, &parts);
  char text[32];
  assert(strftime(text, sizeof text, "%Y", &parts) == 4);
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream << 1.5;
  assert(stream.str() == "1.5");
  assert(std::regex_match("abc", std::regex("a.c")));
}

int main() {
  std::thread a(Use), b(Use);
  a.join();
  b.join();
}
