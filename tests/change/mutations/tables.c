// Constants of every kind decide what is printed.
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

struct step {
  const char *name;
  int (*apply)(int);
  int times;
};
static int twice(int x) { return 2 * x; }
static int more(int x) { return x + 3; }
static int fewer(int x) { return x - 1; }
static const struct step kSteps[] = {{"twice", twice, 2}, {"more", more, 1}, {"fewer", fewer, 4}};
static int (*chosen)(int) = more;
static atomic_int count;
struct limits {
  int low, high;
  short weights[3];
};
static struct limits limits = {2, 40, {1, 2, 3}};
const char *const kNames[] = {"zero", "one", "two"};

static int run(int x) {
  const struct step own[] = {{"fewer", fewer, 1}, {"more", more, 2}};
  for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
    for (int k = 0; k < own[i].times; k++) x = own[i].apply(x);
  return x;
}
static int clamp(int x) {
  if (x < limits.low) return limits.low;
  if (x > limits.high) return limits.high;
  return x;
}
static int weigh(int x) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += limits.weights[i] * x;
  return sum;
}
static const char *name_of(int x) {
  switch (x % 4) {
    case 0: return kNames[0];
    case 1: return kNames[1];
    case 2: return kNames[2];
    default: return "many";
  }
}
int main(void) {
  int x = 5;
  for (unsigned i = 0; i < 3; i++) {
    for (int k = 0; k < kSteps[i].times; k++) x = kSteps[i].apply(x);
    printf("%s %d\n", kSteps[i].name, x);
    atomic_fetch_add(&count, 1);
  }
  x = chosen(run(x));
  printf("%d %d %d %s %zu\n", x, clamp(x), weigh(x), name_of(x), strlen(name_of(x + 1)));
  printf("%d\n", atomic_load(&count));
  return 0;
}
