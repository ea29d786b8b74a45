//: what: an atomic pointer is loaded once for the check and again for the use
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <atomic>
#include <thread>
struct Handler {
  int calls = 0;
};
Handler first;
std::atomic<Handler*> handler{&first};
int seen;
void Call() {
-  Handler* h = handler.load();
-  if (h) seen = h->calls;
+  if (handler.load()) seen = handler.load()->calls;
}
int main() {
  std::thread a(Call), b([] { handler.store(nullptr); });
  a.join();
  b.join();
}
