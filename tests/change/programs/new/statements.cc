#include "statements.h"

namespace statements {

int a, b, c, d, e;
int table[10];
//! field statements::a 3
//! field statements::b 3
//! field statements::c 3
//! field statements::e 3

void Modified(int x) {
  a = x;
  b = x + 1;  // @0
  c = x;
}

void Mixed(int x, int y) {
  int p = x + 1;
  int q = y + 1;
  a = p;
  b = q;
  a = p;
  b = p;  // @0
}

void DeletedInTheMiddle(int x) {
  a = x;  // @0
  c = x + 2;  // @0
}

void DeletedAtTheEnd(int x) {
  a = x;
  b = x + 1;  // @0
}

void DeletedAtTheStart(int x) {
  b = x + 1;  // @0
  c = x + 2;
}

void DeletedTwo(int x) {
  a = x;  // @0
  c = x;  // @0
  e = x;  // @0
}

void DeletedLoop(int x) {
  a = x;  // @0
  c = x;  // @0
}

void Replaced(int x) {
  a = x;
  b = x + 2;  // @0
  c = x;
}

void MultiLine(int x) {
  Take(x,  // @0
       1,  // @0
       a);  // @0
  a = x;
}

void Header(int x) {
  for (int i = 0; i < x + 1; ++i) {  // @0
    a += i;
    b += i;
  }
  if (x > 2) {  // @0
    c = x;
  }
  while (x > 5) {  // @0
    d += x--;
  }
}

void Body(int x) {
  if (x > 1) {
    a = 2;  // @0
  } else {
    b = 1;
  }
}

void Break(int x) {
  for (int i = 0; i < x; ++i) {
    if (table[i] == 1)
      continue;  // @0
    a += i;
  }
}

void BreakAdded(int x) {
  for (int i = 0; i < x; ++i) {
    a += i;
    if (table[i] == 1) {
      b = i;
      break;  // @0
    }
  }
}

void BreakDeleted(int x) {
  for (int i = 0; i < x; ++i) {
    a += i;
    if (table[i] == 1) {
      b = i;  // @0
    }
  }
}

void Switch(int x) {
  switch (x) {
    case 1:
      a = 1;
      break;
    case 2:
      b = 4;  // @0
      break;
    default:
      c = 3;
  }
}

int Returns(int x) {
  a = x;
  return x + 2;  // @0
}

int ReturnsVariable(int x) {
  int y = x;
  a = y;
  return y;  // @0
}

void EarlyReturn(int x) {
  a = x;
  if (x > 3)  // @0
    return;  // @0
  b = x;
}

void ReturnDeleted(int x) {
  a = x;  // @0
}

void Swapped(int x) {
  b = x + 12;  // @0
  a = x + 11;  // @0
}

int Signature(int x, long) {
  a = x;
  b = 1;
  return b;
}

void CallsSignature(int x) { c = Signature(x, 1); }  // @0

void CallsGone(int x) {
  a = x;  // @0
  b = x;  // @0
}

void New(int x) {
  e = x;  // @0
}

void Operator(int x) {
  a = x - 1;  // @0
  b = a <= x ? x : b;  // @0
}

void Literal() {
  Say("one");
  Say("three");  // @0
}

void Pointer(int* p) {
  *p = 1;
  p[4] = 2;  // @0
}

void Wrapped(int x) {
  if (x > 1) {  // @0
    a = x;
    b = x;
  }
}

void Guarded(int x) {
  try {
    a = x;
    Say("try");
  } catch (...) {
    b = x + 1;  // @0
  }
}

void Else(int x) {
  if (x > 1) {
    a = 1;  // @0
  }
}

void DoWhile(int x) {
  do {
    a += x;
  } while (a < 12);  // @0
}

void Goto(int x) {
again:
  a += x;
  if (a < 11)  // @0
    goto again;
}

}  // namespace statements

int main() {}
//! field taken 4
