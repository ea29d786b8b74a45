#define V 7
.globl seven
seven: mov $V, %eax
 ret
.section .note.GNU-stack,"",@progbits
