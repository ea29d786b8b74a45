#include <stdio.h>
int seven(void); int main(void){ printf("%d\n", seven()); return 0; }
