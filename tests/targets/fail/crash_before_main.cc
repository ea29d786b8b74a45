// shows: a crash in a static constructor, before main
// kind: signal
// always: yes
static int* volatile nothing;

struct Early {
  Early() { *nothing = 1; }
};
static Early early;

int main() {}
