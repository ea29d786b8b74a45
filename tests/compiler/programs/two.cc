#include "inline.h"
#include <cstdio>
static int hidden(int a) { return a + shared_counter; }
int fx();
int main() { Box<int> b; b.set(bump(4)); printf("%d %d\n", fx(), hidden(b.v)); return 0; }
