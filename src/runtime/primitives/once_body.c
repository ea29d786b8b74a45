// Runs the program's initialiser, which may throw, and calls `leave` however it ends. In C: its unwinding needs libgcc only,
// where a C++ cleanup would need libstdc++ in every C program.
struct Body {
  void (*leave)(int* control, int done);
  int* control;
  int done;
};

static void Leave(struct Body* b) { b->leave(b->control, b->done); }

void __reweave_once_body(int* control, void (*fn)(void), void (*leave)(int*, int)) {
  struct Body body __attribute__((cleanup(Leave))) = {leave, control, 0};
  fn();
  body.done = 1;
}
