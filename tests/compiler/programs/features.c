// What C can do to a pass: bit-fields, long double, unions, variable-length arrays, computed goto, setjmp, assembler, wide
// atomics, pure functions, string functions, variadic functions, naked functions, IFUNC.
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct S {
  int x : 3;
  int y : 5;
  long double ld;
  char c[10];
  union {
    int i;
    float f;
  } u;
};
static struct S s, t;
static atomic_int a;
struct Wide {
  long lo, hi;
};
static _Atomic struct Wide wide;
static jmp_buf jump;
volatile int vol;
_Thread_local int own = 5;

static void* Run(void* p) {
  atomic_fetch_add(&a, 1);
  ((struct S*)p)->x = 1;
  own++;
  return NULL;
}

static int Vla(int n) {
  int v[n];
  for (int i = 0; i < n; i++) v[i] = i;
  int* volatile q = v;
  return q[n - 1];
}

__attribute__((pure)) int Get(const int* p) { return *p; }

static int Sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = 0;
  while (n--) sum += va_arg(list, int);
  va_end(list);
  return sum;
}

__attribute__((naked)) int Nine(void) { __asm__("movl $9, %eax\n ret"); }
static int Ten(void) { return 10; }
static int (*Resolve(void))(void) { return Ten; }
int Picked(void) __attribute__((ifunc("Resolve")));
__attribute__((annotate("reweave.skip"))) int Skipped(int* p) { return ++*p; }
__attribute__((always_inline)) static inline int Always(int v) { return v + vol; }

static int Dispatch(int k) {
  static void* table[] = {&&zero, &&one, &&other};
  goto* table[k > 2 ? 2 : k];
zero:
  return 100;
one:
  return 101;
other:
  switch (k) {
    case 2: return 5;
    case 3: case 4: return 6;
    case 1000: return 7;
    default: return 8;
  }
}

static int Deeper(int n) { return n == 0 ? (longjmp(jump, 3), 0) : Deeper(n - 1) + 1; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, &s);
  pthread_join(thread, NULL);
  t = s;
  s.ld = 1.5L;
  s.y = 3;
  int came = setjmp(jump);
  if (came == 0) Deeper(4);
  s.u.i = 5;
  __asm__ volatile("lock; incl %0" : "+m"(s.u.i));
  struct Wide w = atomic_load(&wide);
  w.lo += 2;
  atomic_store(&wide, w);
  w = atomic_exchange(&wide, w);
  atomic_thread_fence(memory_order_seq_cst);
  char text[32] = "ab";
  strcat(text, "cd");
  strncat(text, "efgh", 2);
  char* copy = strdup(text);
  memmove(copy + 1, copy, 2);
  int expected = 1;
  int swapped = atomic_compare_exchange_strong(&a, &expected, 7);
  vol = 2;
  printf("%d %d %.1Lf %d %d %d\n", t.x, s.y, s.ld, came, s.u.i, Vla(4));
  printf("%ld %s %s %zu %d %d %d\n", w.lo, text, copy, strlen(copy), swapped, (int)a, own);
  printf("%d %d %d %d %d\n", Get(&s.u.i) + Get(&s.u.i), Sum(3, 1, 2, 3), Nine(), Picked(), Skipped(&t.u.i));
  printf("%d %d %d %d %d %d\n", Dispatch(0), Dispatch(1), Dispatch(3), Dispatch(1000), Dispatch(99), Always(1));
  free(copy);
  return 0;
}
