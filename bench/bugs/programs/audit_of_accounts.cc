// shows: N deposits and a withdrawal write the balance under a lock they read it without; the audit after them finds money gone
// set: held
// args: 1
// args: 6
#include <pthread.h>

#include "bug.h"

int balance = 100, n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Deposit(void*) {
  const int before = balance;
  pthread_mutex_lock(&m);
  balance = before + 10;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Withdraw(void*) {
  pthread_mutex_lock(&m);
  balance -= 5;
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 1);
  pthread_t t[17];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Deposit, nullptr);
  pthread_create(&t[n], nullptr, Withdraw, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
  assert(balance == 100 + 10 * n - 5);
}
