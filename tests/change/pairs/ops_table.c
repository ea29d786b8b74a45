//: what: a driver's table of operations gets the fast read, which takes no lock
//: impact: changed
//: tests: disk memory
//: select: disk
//: args: disk
//: fault: race
//: found: yes
//: slow: yes
#include <string.h>
#include "pair.h"
struct device;
struct ops {
  const char* name;
  int (*read)(struct device*);
  void (*write)(struct device*, int);
};
struct device {
  const struct ops* ops;
  pthread_mutex_t lock;
  int value;
};
static int locked_read(struct device* d) {
  pthread_mutex_lock(&d->lock);
  int value = d->value;
  pthread_mutex_unlock(&d->lock);
  return value;
}
static int fast_read(struct device* d) { return d->value; }
static void locked_write(struct device* d, int value) {
  pthread_mutex_lock(&d->lock);
  d->value = value;
  pthread_mutex_unlock(&d->lock);
}
static int constant_read(struct device* d) { (void)d; return 7; }
static void no_write(struct device* d, int value) { (void)d; (void)value; }
int (*const kept)(struct device*) = fast_read;
static const struct ops table[] = {
-    {"disk", locked_read, locked_write},
+    {"disk", fast_read, locked_write},
    {"memory", constant_read, no_write},
};
static struct device device = {NULL, PTHREAD_MUTEX_INITIALIZER, 0};
static void* reader(void* unused) {
  device.ops->read(&device);
  return unused;
}
static void* writer(void* unused) {
  device.ops->write(&device, 5);
  return unused;
}
int main(int argc, char** argv) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (argc > 1 && !strcmp(argv[1], table[i].name)) device.ops = &table[i];
  if (!device.ops) device.ops = &table[0];
  TWO_THREADS(reader, writer);
  return 0;
}
