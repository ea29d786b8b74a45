#include "statements.h"

namespace statements {

int a, b, c, d, e;
int table[10];

void Modified(int x) {
  a = x;
  b = x;
  c = x;
}

void Mixed(int x, int y) {
  int p = x + 1;
  int q = y + 1;
  a = p;
  b = q;
  a = p;
  b = q;
}

void DeletedInTheMiddle(int x) {
  a = x;
  b = x + 1;
  c = x + 2;
}

void DeletedAtTheEnd(int x) {
  a = x;
  b = x + 1;
  c = x + 2;
}

void DeletedAtTheStart(int x) {
  a = x;
  b = x + 1;
  c = x + 2;
}

void DeletedTwo(int x) {
  a = x;
  b = x;
  c = x;
  d = x;
  e = x;
}

void DeletedLoop(int x) {
  a = x;
  for (int i = 0; i < x; ++i)
    b += i;
  c = x;
}

void Replaced(int x) {
  a = x;
  b = x + 1;
  c = x;
}

void MultiLine(int x) {
  Take(x,
       1,
       2);
  a = x;
}

void Header(int x) {
  for (int i = 0; i < x; ++i) {
    a += i;
    b += i;
  }
  if (x > 1) {
    c = x;
  }
  while (x > 4) {
    d += x--;
  }
}

void Body(int x) {
  if (x > 1) {
    a = 1;
  } else {
    b = 1;
  }
}

void Break(int x) {
  for (int i = 0; i < x; ++i) {
    if (table[i] == 1)
      break;
    a += i;
  }
}

void BreakAdded(int x) {
  for (int i = 0; i < x; ++i) {
    a += i;
    if (table[i] == 1) {
      b = i;
    }
  }
}

void BreakDeleted(int x) {
  for (int i = 0; i < x; ++i) {
    a += i;
    if (table[i] == 1) {
      b = i;
      break;
    }
  }
}

void Switch(int x) {
  switch (x) {
    case 1:
      a = 1;
      break;
    case 2:
      b = 2;
      break;
    default:
      c = 3;
  }
}

int Returns(int x) {
  a = x;
  return x + 1;
}

int ReturnsVariable(int x) {
  int y = x;
  a = y;
  return x;
}

void EarlyReturn(int x) {
  a = x;
  b = x;
}

void ReturnDeleted(int x) {
  if (x > 3)
    return;
  a = x;
}

void Swapped(int x) {
  a = x + 11;
  b = x + 12;
}

int Signature(int x) {
  a = x;
  b = 1;
  return b;
}

void CallsSignature(int x) { c = Signature(x); }

void Gone(int x) { d = x; }
void CallsGone(int x) {
  a = x;
  Gone(x);
  b = x;
}

void Operator(int x) {
  a = x + 1;
  b = a < x ? x : b;
}

void Literal() {
  Say("one");
  Say("two");
}

void Pointer(int* p) {
  *p = 1;
  p[3] = 2;
}

void Wrapped(int x) {
  a = x;
  b = x;
}

void Guarded(int x) {
  try {
    a = x;
    Say("try");
  } catch (...) {
    b = x;
  }
}

void Else(int x) {
  if (x > 1) {
    a = 1;
  } else {
    b = 1;
  }
}

void DoWhile(int x) {
  do {
    a += x;
  } while (a < 10);
}

void Goto(int x) {
again:
  a += x;
  if (a < 10)
    goto again;
}

}  // namespace statements

int main() {}
