#include "inline.h"
static int hidden(int a) { return a + shared_counter; }
int fx() { Box<int> b; b.set(bump(3)); return hidden(b.v); }
int unused_function(int* p) { return ++*p; }
