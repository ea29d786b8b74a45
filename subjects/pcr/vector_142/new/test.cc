// V11 Vector, JDK 1.4.2: the copy constructor asks for the size and for the elements in two locked steps.
#include <cassert>
#include <mutex>
#include <thread>

class Vector {
 public:
  Vector() = default;
  explicit Vector(Vector& other) {
    count_ = other.Size();
    other.CopyInto(data_, count_);
  }
  void Add(int value) {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    data_[count_++] = value;
  }
  void SetSize(int size) {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    for (int i = size; i < count_; ++i) data_[i] = 0;
    count_ = size;
  }
  int Size() {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    return count_;
  }
  void CopyInto(int* out, int room) {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    assert(count_ <= room);
    for (int i = 0; i < count_; ++i) out[i] = data_[i];
  }

 private:
  std::recursive_mutex mutex_;
  int data_[8] = {};
  int count_ = 0;
};

static Vector vector;

int main() {
  vector.Add(1);
  std::thread copies([] { Vector copy(vector); });
  std::thread adds([] {
    vector.SetSize(0);
    vector.Add(2);
    vector.Add(3);
  });
  copies.join();
  adds.join();
}
