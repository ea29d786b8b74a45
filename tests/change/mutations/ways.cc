// Exceptions, thread-local variables, numbers of other kinds and tables of labels decide what is printed.
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Busy {
  int code;
};
struct Full : Busy {
  explicit Full(int n) : Busy{n} {}
};
static int Fail(int n) {
  if (n % 3 == 0) throw Full(n);
  if (n % 3 == 1) throw Busy{n};
  throw std::out_of_range("none");
}
static int Try(int n) {
  try {
    return Fail(n);
  } catch (const Full& full) {
    return 100 + full.code;
  } catch (const Busy& busy) {
    return 200 + busy.code;
  } catch (const std::exception& error) {
    return 300 + static_cast<int>(std::strlen(error.what()));
  }
}

static thread_local int turns = 3;
static thread_local double share = 0.25;
static double Scale(double x) {
  if (x < 0.5) return x * 4.0 + share;
  if (x > 1.5 || turns == 0) return x / 2.0;
  return x - 1.0;
}

extern "C" int Plus(int a, int b) { return a + b; }
extern "C" int Minus(int a, int b) { return a - b; }
extern "C" int Combine(int, int) __attribute__((alias("Plus")));
extern "C" int Other(int, int) __attribute__((alias("Minus")));

static int Steps(const char* program) {
  static const void* const kWays[] = {&&stop, &&more, &&twice, &&less};
  int value = 1;
next:
  goto* kWays[*program++ - '0'];
more:
  value += 5;
  goto next;
twice:
  value *= 2;
  goto next;
less:
  value -= 1;
  goto next;
stop:
  return value;
}

static int Next(int n) { return n + 1; }
static int Double(int n) { return 2 * n; }
int first = Next(4);
int second = Double(first);
int third = Next(second);

static unsigned char Narrow(int n) { return static_cast<unsigned char>(n * 100); }
static int Choose(int n) {
  switch (n) {
    case 1:
    case 2: return 10;
    case 5: return 20;
    case 9: n += 4; [[fallthrough]];
    default: return n > 7 && n < 20 ? n : -n;
  }
}

int main() {
  for (int n = 0; n < 3; ++n) std::printf("%d ", Try(n));
  for (double x : {0.1, 0.9, 1.7}) std::printf("%.3f ", Scale(x));
  std::printf("%d %d %d\n", Combine(7, 2), Other(7, 2), Steps("12130"));
  std::printf("%d %d %d\n", first, second, third);
  for (int n : {1, 2, 5, 9, 30}) std::printf("%d %u ", Choose(n), Narrow(n));
  int seen = 0;
  std::thread other([&seen] { seen = turns + static_cast<int>(share * 8); });
  turns = 7;
  other.join();
  std::printf("\n%d %d\n", seen, turns);
}
