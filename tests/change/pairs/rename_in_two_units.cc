//: what: a class of a header that two units include, and a variable that both use, get other names
//: impact: same
//: fault: none
//: units: other.cc
#include <thread>
#include "store.h"
-Store the_store;
+Cache the_cache;
int main() {
-  std::thread a([] { the_store.Set(1); });
+  std::thread a([] { the_cache.Set(1); });
  std::thread b(Other);
  a.join();
  b.join();
}
//: file: store.h
#include <mutex>
-struct Store {
+struct Cache {
  std::mutex mutex;
  int value = 0;
  void Set(int v) {
    std::lock_guard<std::mutex> guard(mutex);
    value = v;
  }
};
-extern Store the_store;
+extern Cache the_cache;
void Other();
//: file: other.cc
#include "store.h"
-void Other() { the_store.Set(2); }
+void Other() { the_cache.Set(2); }
