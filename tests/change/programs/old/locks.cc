#include <pthread.h>

#include <mutex>
#include <shared_mutex>

namespace locks {

std::mutex m1, m2;
std::shared_mutex rw;
pthread_mutex_t posix = PTHREAD_MUTEX_INITIALIZER;
int a, b, c, d;

void GuardAdded(int x) {
  a = x;
  b = x;
}

void GuardRemoved(int x) {
  a = x;
  std::lock_guard<std::mutex> lock(m1);
  b = x;
  c = x;
}

void GuardMoved(int x) {
  {
    std::lock_guard<std::mutex> lock(m1);
    a = x;
    b = x;
  }
  c = x;
}

void EarlyUnlock(int x) {
  std::unique_lock<std::mutex> lock(m1);
  a = x;
  b = x;
}

void OtherMutex(int x) {
  d = x;
  {
    std::lock_guard<std::mutex> lock(m1);
    a = x;
  }
  b = x;
}

void Inside(int x) {
  d = x;
  {
    std::lock_guard<std::mutex> lock(m1);
    a = x;
    b = x;
    if (x > 2) {
      c = x;
    }
  }
  d = x;
}

void Beside(int x) {
  {
    std::lock_guard<std::mutex> lock(m1);
    a = x;
    b = x;
  }
  d = x;
}

void ReadToWrite(int x) {
  std::shared_lock<std::shared_mutex> lock(rw);
  a = x;
}

void WriteToRead(int x) {
  std::unique_lock<std::shared_mutex> lock(rw);
  a = x;
}

void UniqueToScoped(int x) {
  std::unique_lock<std::mutex> lock(m1);
  a = x;
}

void Adopted(int x) {
  std::lock(m1, m2);
  std::lock_guard<std::mutex> first(m1, std::adopt_lock);
  std::lock_guard<std::mutex> second(m2, std::adopt_lock);
  a = x;
}

void AdoptedInside(int x) {
  std::lock(m1, m2);
  std::lock_guard<std::mutex> first(m1, std::adopt_lock);
  std::lock_guard<std::mutex> second(m2, std::adopt_lock);
  a = x;
  b = x;
}

void TwoAtOnce(int x) {
  std::scoped_lock lock(m1, m2);
  a = x;
  b = x;
}

void Posix(int x) {
  pthread_mutex_lock(&posix);
  a = x;
  b = x;
  pthread_mutex_unlock(&posix);
  c = x;
}

void Enter() { m1.lock(); }
void Leave() { m1.unlock(); }

void Wrapper(int x) {
  Enter();
  a = x;
  b = x;
  Leave();
  c = x;
}

void WrapperGone(int x) {
  Enter();
  a = x;
  Leave();
}

void EnterOther() { m1.lock(); }
void LeaveOther() { m1.unlock(); }
void WrapperRetargeted(int x) {
  EnterOther();
  a = x;
  LeaveOther();
  b = x;
}

void Manual(int x) {
  m1.lock();
  a = x;
  m1.unlock();
  b = x;
}

struct Retyped {
  std::mutex lock_;
  int value_ = 0;
  void Set(int x) {
    std::lock_guard guard(lock_);
    value_ = x;
  }
  int other_ = 0;
  void Free(int x) { other_ = x; }
};
Retyped retyped;
void UsesRetyped(int x) {
  retyped.Set(x);
  retyped.Free(x);
}

void TwoPaths(int x) {
  m1.lock();
  if (x > 1) {
    a = x;
    m1.unlock();
    return;
  }
  b = x;
  m1.unlock();
  c = x;
}

void Tried(int x) {
  if (m1.try_lock()) {
    a = x;
    m1.unlock();
  }
  b = x;
}

int Limit(int n);  // defined below: for all the compiler knows here, they throw
void Lower(int n);

// The guard's destructor stands in the cleanup of the loop's condition, too.
void GuardOverLoop(int x) {
  std::lock_guard<std::mutex> lock(m1);
  for (int i = 0; i < Limit(x); i++)
    if (Limit(i) > c) Lower(i);
}

// The lock is given back before the callee returns: nothing of this was ever inside it.
void CallsGuardOverLoop(int x) {
  b = x;
  GuardOverLoop(x);
  a = x;
}

int Limit(int n) { return n + 1; }
void Lower(int n) { c = n; }

}  // namespace locks

int main() {}
