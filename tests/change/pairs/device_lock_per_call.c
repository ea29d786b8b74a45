//: what: the lock of a callback is a local
//: impact: changed
//: tests: write fast list fail call
//: chosen: call
//: unchosen: list write fast fail
//: args: call
//: slow: yes
//: fault: race
//: found: yes
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Devices behind a table of operations, and a driver that registers callbacks. */
struct device;
typedef int (*op)(struct device *, int);
struct operations {
  const char *name;
  op open, write, close;
};
struct flags {
  unsigned char ready;
  unsigned char failed;
};
struct device {
  const struct operations *ops;
  pthread_mutex_t lock;
  struct flags flags;
  int users;
  int written;
  struct device *next;
};
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct device *devices;
static int device_count;
static void (*on_write)(struct device *, int);

static int plain_open(struct device *d, int mode) {
  (void)mode;
  pthread_mutex_lock(&d->lock);
  d->users++;
  pthread_mutex_unlock(&d->lock);
  return 0;
}
static int plain_write(struct device *d, int n) {
  pthread_mutex_lock(&d->lock);
  d->written += n;
  d->flags.ready = 1;
  pthread_mutex_unlock(&d->lock);
  if (on_write) on_write(d, n);
  return n;
}
static int fast_write(struct device *d, int n) { return __atomic_add_fetch(&d->written, n, __ATOMIC_RELAXED); }
static int plain_close(struct device *d, int unused) {
  (void)unused;
  pthread_mutex_lock(&d->lock);
  int left = --d->users;
  pthread_mutex_unlock(&d->lock);
  return left;
}
static const struct operations plain = {"plain", plain_open, plain_write, plain_close};
static const struct operations fast = {.name = "fast", .open = plain_open, .write = fast_write, .close = plain_close};

static void device_init(struct device *d, const struct operations *ops) {
  memset(d, 0, sizeof *d);
  d->ops = ops;
  pthread_mutex_init(&d->lock, NULL);
}
static void device_add(struct device *d) {
  pthread_mutex_lock(&list_lock);
  d->next = devices;
  devices = d;
  device_count++;
  pthread_mutex_unlock(&list_lock);
}
static struct device *device_find(const char *name) {
  struct device *found = NULL;
  pthread_mutex_lock(&list_lock);
  for (struct device *d = devices; d; d = d->next)
    if (!strcmp(d->ops->name, name)) {
      found = d;
      break;
    }
  pthread_mutex_unlock(&list_lock);
  return found;
}
static int device_written(struct device *d) {
  pthread_mutex_lock(&d->lock);
  int n = d->written;
  pthread_mutex_unlock(&d->lock);
  return n;
}
static int device_fail(struct device *d) {
  pthread_mutex_lock(&d->lock);
  d->flags.failed = 1;
  int ready = d->flags.ready;
  pthread_mutex_unlock(&d->lock);
  return ready;
}
static void sum_writes(struct device *d, int n) {
-  static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;
+  pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;
  static int sum;
  pthread_mutex_lock(&sum_lock);
  sum += n + (int)offsetof(struct device, ops);
  pthread_mutex_unlock(&sum_lock);
  (void)d;
}

static struct device one, two;
static void *writer(void *argument) {
  struct device *d = argument;
  d->ops->open(d, 0);
  d->ops->write(d, 4);
  d->ops->close(d, 0);
  return NULL;
}
static void *adder(void *argument) {
  device_add(argument);
  return NULL;
}
static void pair(void *(*f)(void *), void *a, void *(*g)(void *), void *b) {
  pthread_t x, y;
  pthread_create(&x, NULL, f, a);
  pthread_create(&y, NULL, g, b);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
}
static void *finder(void *name) { return device_find(name); }
static void *failer(void *argument) {
  device_fail(argument);
  return NULL;
}
int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "write";
  device_init(&one, &plain);
  device_init(&two, &fast);
  if (!strcmp(name, "write")) {
    pair(writer, &one, writer, &one);
    assert(device_written(&one) == 8 && one.users == 0);
  }
  if (!strcmp(name, "fast")) {
    pair(writer, &two, writer, &two);
    assert(two.written == 8);
  }
  if (!strcmp(name, "list")) pair(adder, &one, finder, "plain");
  if (!strcmp(name, "fail")) pair(failer, &one, writer, &one);
  if (!strcmp(name, "call")) {
    on_write = sum_writes;
    pair(writer, &one, writer, &one);
  }
  return 0;
}
