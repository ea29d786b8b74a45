//: what: two members share their place now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-struct Cell {
+union Cell {
  int left;
  int right;
};
-static struct Cell cell;
+static union Cell cell;
static void *go_left(void *unused) {
  cell.left = 1;
  return unused;
}
static void *go_right(void *unused) {
  cell.right = 1;
  return unused;
}
int main(void) {
  TWO_THREADS(go_left, go_right);
  return cell.left != 1;
}
