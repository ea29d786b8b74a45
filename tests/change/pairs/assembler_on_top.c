//: what: a function written in assembler between the functions of a file no longer takes the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
void take(void);
void drop(void);
__asm__(
    ".text\n.globl take\n.type take,@function\ntake: leaq lock(%rip), %rdi\n"
-    "jmp pthread_mutex_lock@PLT\n"
+    "ret\n"
    ".size take, .-take\n.globl drop\n.type drop,@function\ndrop: leaq lock(%rip), %rdi\n"
-    "jmp pthread_mutex_unlock@PLT\n"
+    "ret\n"
    ".size drop, .-drop\n");
static void *add(void *unused) {
  take();
  ++total;
  drop();
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
