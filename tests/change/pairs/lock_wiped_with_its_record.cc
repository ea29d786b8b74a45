//: what: reset wipes the whole record, the lock too, while the other thread holds it
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <cstring>
#include <pthread.h>
#include <thread>
struct Rec {
  int a, b;
  pthread_mutex_t m;
};
static Rec rec = {1, 2, PTHREAD_MUTEX_INITIALIZER};
static void Reset() {
  pthread_mutex_lock(&rec.m);
-  memset(&rec, 0, offsetof(Rec, m));
+  memset(&rec, 0, sizeof rec);
  pthread_mutex_unlock(&rec.m);
}
static void Use() {
  pthread_mutex_lock(&rec.m);
  rec.a = rec.b + 1;
  pthread_mutex_unlock(&rec.m);
}
int main() {
  std::thread a(Reset), b(Use);
  a.join();
  b.join();
}
