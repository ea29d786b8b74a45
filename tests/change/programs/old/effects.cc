#include "effects.h"

namespace effects {

int seen;
int box[2];
Stack<int> ints;
Stack<long> longs;

void Macro(int x) {
  seen = x;
  seen = STEP(x);
  seen = UNUSED_PART(x, 1);
}

void MacroStatement(int x) {
  seen = x;
  STORE(x);
}

void NoMacro(int x) {
  seen = x + 1;
}

void Constant(int x) {
  if (x < kLimit) {
    seen = kOther;
  }
}

void Enumerator() {
  seen = kGreen;
  box[0] = 1;
}

void Alias(int x) {
  Size size = x;
  seen = static_cast<int>(size);
  box[1] = x;
}

void Templates(int x) {
  ints.Push(x);
  longs.Push(x);
  seen = ints.Top();
  seen = Clamp(x);
}

void Headers(int x) {
  seen = InHeader(x);
  seen = AlsoInHeader(x);
}

void Overload(int x) {
  Overloaded(x);
  seen = x;
}

}  // namespace effects

int main() {}
