//: what: a file is formatted: braces, line breaks, pointer alignment, sorted includes
//: impact: same
//: fault: none
//: slow: yes
-#include <thread>
-#include <mutex>
-#include <map>
-#include <string>
+#include <map>
+#include <mutex>
+#include <string>
+#include <thread>
-class Store
-{
-public:
-    void Put( const std::string &key, int value )
-    {
-        std::lock_guard<std::mutex> guard( mutex_ );
-        if( value < 0 ) return;
-        values_[ key ] = value;
-    }
-    int Get( const std::string &key, int missing = -1 )
-    {
-        std::lock_guard<std::mutex> guard( mutex_ );
-        auto found = values_.find( key );
-        return found == values_.end()
-            ? missing
-            : found->second;
-    }
-private:
-    std::mutex mutex_;
-    std::map<std::string, int> values_;
-};
+class Store {
+ public:
+  void Put(const std::string& key, int value) {
+    std::lock_guard<std::mutex> guard(mutex_);
+    if (value < 0) {
+      return;
+    }
+    values_[key] = value;
+  }
+  int Get(const std::string& key, int missing = -1) {
+    std::lock_guard<std::mutex> guard(mutex_);
+    auto found = values_.find(key);
+    return found == values_.end() ? missing : found->second;
+  }
+
+ private:
+  std::mutex mutex_;
+  std::map<std::string, int> values_;
+};
int main() {
  Store store;
  std::thread a([&] { store.Put("a", 1); });
  std::thread b([&] { store.Get("a"); });
  a.join();
  b.join();
}
