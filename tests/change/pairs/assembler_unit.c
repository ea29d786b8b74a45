//: what: a function in a file of assembler no longer takes the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: take.s
#include "pair.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
void take(void);
void drop(void);
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
//: file: take.s
 .text
 .globl take, drop
 .type take, @function
 .type drop, @function
take:
 leaq lock(%rip), %rdi
-  jmp pthread_mutex_lock@PLT
+  ret
 .size take, .-take
drop:
 leaq lock(%rip), %rdi
-  jmp pthread_mutex_unlock@PLT
+  ret
 .size drop, .-drop
 .section .note.GNU-stack,"",@progbits
