#include "effects.h"

namespace effects {

int seen;
int box[2];
Stack<int> ints;
Stack<long> longs;
//! field effects::seen 3

void Macro(int x) {
  seen = x;
  seen = STEP(x);  // @0
  seen = UNUSED_PART(x, 1);
}

void MacroStatement(int x) {
  seen = x;
  STORE(x);  // @0
}

void NoMacro(int x) {
  seen = x + 1;
}

void Constant(int x) {
  if (x < kLimit) {  // @0
    seen = kOther;
  }
}

void Enumerator() {
  seen = kGreen;  // @0
  box[0] = 1;
}

void Alias(int x) {
  Size size = x;  // @0
  seen = static_cast<int>(size);  // @0
  box[1] = x;
}

void Templates(int x) {
  ints.Push(x);
  longs.Push(x);
  seen = ints.Top();
  seen = Clamp(x);
  long y = Clamp<long>(x);  // @0
  seen = static_cast<int>(y);  // @0
}

void Headers(int x) {
  seen = InHeader(x);
  seen = AlsoInHeader(x);
}

void Overload(int x) {
  Overloaded(x);  // @0
  seen = x;
}

}  // namespace effects

int main() {}
