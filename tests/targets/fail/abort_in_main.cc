// shows: abort before any thread was made
// kind: abort
// always: yes
#include <stdlib.h>

int main() { abort(); }
