// shows: a call on a file finds its driver's data; a close takes it away before it is used (kernel pattern)
// set: held
// args: 1
// args: 4
#include "bug.h"

struct Data {
  int size = 4;
};
struct File {
  std::atomic<int> users{1};
  std::atomic<Data*> data{nullptr};
} file;
void Call() {
  file.users.fetch_add(1);
  if (file.data.load() != nullptr) assert(file.data.load()->size == 4);
  file.users.fetch_sub(1);
}
void Close() {
  Data* data = file.data.load();
  if (file.users.fetch_sub(1) > 2) return;  // should have been 1
  file.data.store(nullptr);
  delete data;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  file.data = new Data;
  RunAll(n + 1, [n](int i) { i < n ? Call() : Close(); });
}
