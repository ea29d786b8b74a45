//: what: a file that the assembler includes as bytes decides whether threads lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
__asm__(".section .rodata\n.globl mode\n.type mode,@object\n.size mode,1\nmode: .incbin \"mode.bin\"\n.text\n");
extern const char mode;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  const int locks = *(const volatile char *)&mode == 'l';
  if (locks) pthread_mutex_lock(&lock);
  ++total;
  if (locks) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
//: file: mode.bin
-l
+n
