//: what: two locks of a struct get new names, and one method mixes them up
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Table {
-  std::mutex m1, m2;
+  std::mutex rows_mutex, columns_mutex;
  int rows = 0, columns = 0;
  void AddRow() {
-    std::lock_guard<std::mutex> guard(m1);
+    std::lock_guard<std::mutex> guard(rows_mutex);
    ++rows;
  }
  void AddColumn() {
-    std::lock_guard<std::mutex> guard(m2);
+    std::lock_guard<std::mutex> guard(columns_mutex);
    ++columns;
  }
  int Rows() {
-    std::lock_guard<std::mutex> guard(m1);
+    std::lock_guard<std::mutex> guard(columns_mutex);
    return rows;
  }
};
Table t;
int main() {
  std::thread a([] { t.AddRow(); t.AddColumn(); }), b([] { t.Rows(); });
  a.join();
  b.join();
}
