// A terminal session. One thread reads what the host sends, one draws, one sends keys. The settings are made before they begin; the
// cursor belongs to the thread that interprets escape sequences, though the drawing thread looks at the screen it fills.
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

int columns, rows_of_screen, tab_width, echo_local, wrap, newline_mode;  // settings
int xloc;                                                                // column of the cursor
char screen[24][80];
std::mutex screen_lock;

const char kSession[] =
    "login: guest\r\npassword:\r\n\tWelcome to host\r\n\x1b[2J\x1b[3CLast login: today\r\n$ ls\r\na.out\tcore\tnotes.txt\r\n"
    "$ cat notes.txt\r\nremember the milk\r\n\x1b[5Cand the bread\r\n$ logout\r\n";

void Put(int row, int column, char c) {
  std::lock_guard<std::mutex> guard(screen_lock);
  screen[row][column] = c;
}

void Interpret() {
  int row = 0, state = 0, argument = 0;
  for (const char* at = kSession; *at != 0; ++at) {
    const char c = *at;
    if (state == 1) {
      state = c == '[' ? 2 : 0;
      argument = 0;
      continue;
    }
    if (state == 2) {
      if (c >= '0' && c <= '9') {
        argument = argument * 10 + (c - '0');
        continue;
      }
      state = 0;
      if (c == 'C') xloc = xloc + argument < columns ? xloc + argument : columns - 1;
      if (c == 'J') row = 0, xloc = 0;
      continue;
    }
    if (c == 27) {
      state = 1;
    } else if (c == '\r') {
      xloc = 0;
    } else if (c == '\n') {
      row = row + 1 < rows_of_screen ? row + 1 : row;
      if (newline_mode) xloc = 0;
    } else if (c == '\t') {
      xloc = (xloc / tab_width + 1) * tab_width;
    } else {
      if (xloc >= columns) {
        if (!wrap) continue;
        xloc = 0;
        row = row + 1 < rows_of_screen ? row + 1 : row;
      }
      Put(row, xloc, c);
      xloc = xloc + 1;
    }
  }
}

int drawn;
void Draw() {
  int count = 0;
  for (int row = 0; row < rows_of_screen; row += 8) {
    std::lock_guard<std::mutex> guard(screen_lock);
    for (int column = 0; column < columns; column += 20) count += screen[row][column];
  }
  count += xloc;  // where the cursor is drawn
  drawn = count;
}

std::string sent;
void Keys() {
  for (const char* at = "guest\rsecret\rls\r"; *at != 0; ++at) {
    if (*at == '\r') {
      sent += newline_mode ? "\r\n" : "\r";
    } else if (echo_local) {
      sent += *at;
    } else {
      sent += *at;
    }
  }
}

int main() {
  columns = 80, rows_of_screen = 24, tab_width = 8, echo_local = 0, wrap = 1, newline_mode = 0;
  std::thread host(Interpret), display(Draw), keys(Keys);
  host.join(), display.join(), keys.join();
  std::printf("%zu\n", sent.size());
}
