#include <pthread.h>

#include <mutex>
#include <shared_mutex>

namespace locks {

std::mutex m1, m2;
std::shared_mutex rw;
pthread_mutex_t posix = PTHREAD_MUTEX_INITIALIZER;
int a, b, c, d;
//! field locks::a 3
//! field locks::b 3
//! field locks::c 3
//! field locks::m1 3
//! field locks::m2 3
//! field locks::rw 3
//! field locks::posix 3

void GuardAdded(int x) {
  std::lock_guard<std::mutex> lock(m1);  // @0
  a = x;  // @1
  b = x;  // @1
}

void GuardRemoved(int x) {
  a = x;  // @0
  b = x;  // @0
  c = x;  // @1
}

void GuardMoved(int x) {
  {
    std::lock_guard<std::mutex> lock(m1);  // @1
    a = x;  // @1
  }
  b = x;  // @1
  c = x;
}

void EarlyUnlock(int x) {
  std::unique_lock<std::mutex> lock(m1);  // @1
  a = x;  // @1
  lock.unlock();  // @0
  b = x;  // @1
}

void OtherMutex(int x) {
  d = x;
  {
    std::lock_guard<std::mutex> lock(m2);  // @0
    a = x;  // @1
  }
  b = x;
}

void Inside(int x) {
  d = x;
  {
    std::lock_guard<std::mutex> lock(m1);  // @1 belongs
    a = x;  // @1 belongs
    b = x + 1;  // @0
    if (x > 2) {  // @1 belongs
      c = x;  // @1 belongs
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
  c = x;  // @0
}

void ReadToWrite(int x) {
  std::unique_lock<std::shared_mutex> lock(rw);  // @0
  a = x;  // @1
}

void WriteToRead(int x) {
  std::shared_lock<std::shared_mutex> lock(rw);  // @0
  a = x;  // @1
}

void UniqueToScoped(int x) {
  std::scoped_lock<std::mutex> lock(m1);  // @0
  a = x;  // @1
}

void Adopted(int x) {
  std::lock(m2, m1);  // @0
  std::lock_guard<std::mutex> first(m1, std::adopt_lock);  // @1
  std::lock_guard<std::mutex> second(m2, std::adopt_lock);  // @1
  a = x;  // @1
}

void AdoptedInside(int x) {
  std::lock(m1, m2);  // @1 belongs
  std::lock_guard<std::mutex> first(m1, std::adopt_lock);  // @1 belongs
  std::lock_guard<std::mutex> second(m2, std::adopt_lock);  // @1 belongs
  a = x;  // @1 belongs
  b = x + 1;  // @0
}

void TwoAtOnce(int x) {
  std::scoped_lock lock(m1, m2);  // @1 belongs
  a = x + 1;  // @0
  b = x;  // @1 belongs
}

void Posix(int x) {
  pthread_mutex_lock(&posix);  // @1
  a = x;  // @0
  pthread_mutex_unlock(&posix);  // @0
  b = x;  // @0
  c = x;
}

void Enter() { m1.lock(); }
void Leave() { m1.unlock(); }

void Wrapper(int x) {
  Enter();  // @1 belongs
  a = x;  // @1 belongs
  b = x + 1;  // @0
  Leave();  // @1 belongs
  c = x;
}

void WrapperGone(int x) {
  a = x;  // @0
}

void EnterOther() { m2.lock(); }  // @0
void LeaveOther() { m2.unlock(); }  // @0
void WrapperRetargeted(int x) {
  EnterOther();  // @1
  a = x;  // @1
  LeaveOther();  // @1
  b = x;
}

void Manual(int x) {
  m2.lock();  // @0
  a = x;  // @1
  m2.unlock();  // @0
  b = x;
}

struct Retyped {
  std::recursive_mutex lock_;
  int value_ = 0;
  void Set(int x) {
    std::lock_guard guard(lock_);  // @0
    value_ = x;  // @1
  }
  int other_ = 0;
  void Free(int x) { other_ = x; }
};
//! field locks::Retyped::lock_ 2
//! field locks::Retyped::value_ 3
Retyped retyped;
void UsesRetyped(int x) {
  retyped.Set(x);
  retyped.Free(x);
}

void TwoPaths(int x) {
  m1.lock();  // @1 belongs
  if (x > 1) {  // @1 belongs
    a = x + 1;  // @0
    m1.unlock();  // @1 belongs
    return;
  }
  b = x;  // @1 belongs
  m1.unlock();  // @1 belongs
  c = x;
}

void Tried(int x) {
  if (m1.try_lock()) {  // @1 belongs
    a = x + 1;  // @0
    m1.unlock();  // @1 belongs
  }
  b = x;
}

int Limit(int n);  // defined below: for all the compiler knows here, they throw
void Lower(int n);

// The guard's destructor stands in the cleanup of the loop's condition, too.
void GuardOverLoop(int x) {
  for (int i = 0; i < Limit(x); i++)  // @0
    if (Limit(i) > c) Lower(i);  // @1
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
