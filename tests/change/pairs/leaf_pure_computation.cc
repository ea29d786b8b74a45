//: what: a computation without shared memory, used by one of three tests, gives another number
//: impact: changed
//: tests: mean sum max
//: args: mean
//: unchosen: sum max
//: fault: none
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>
static std::mutex m;
static std::vector<int> all;
static void Put(int n) {
  std::lock_guard<std::mutex> held(m);
  all.push_back(n);
}
static int Round(int sum, int n) {
-  return sum / n;
+  return (sum + n / 2) / n;
}
static int Sum() {
  std::lock_guard<std::mutex> held(m);
  int sum = 0;
  for (int n : all) sum += n;
  return sum;
}
static int Max() {
  std::lock_guard<std::mutex> held(m);
  int max = 0;
  for (int n : all) max = n > max ? n : max;
  return max;
}
static int Mean() {
  const int sum = Sum();
  std::lock_guard<std::mutex> held(m);
  return all.empty() ? 0 : Round(sum, static_cast<int>(all.size()));
}
static void Beside(int (*what)()) {
  std::thread a([] { Put(1); }), b([=] { what(); });
  a.join();
  b.join();
}
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  if (!std::strcmp(argv[1], "mean")) Beside(Mean);
  if (!std::strcmp(argv[1], "sum")) Beside(Sum);
  if (!std::strcmp(argv[1], "max")) Beside(Max);
}
