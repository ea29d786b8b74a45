// shows: a deposit and a withdrawal of different amounts; an auditor believes that both are done as soon as their flags say so
// set: fresh
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

int balance = 100;
bool deposited, withdrawn;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Deposit(void*) {
  pthread_mutex_lock(&m);
  deposited = true;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  balance += 30;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Withdraw(void*) {
  pthread_mutex_lock(&m);
  balance -= 10;
  withdrawn = true;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Audit(void*) {
  pthread_mutex_lock(&m);
  if (deposited && withdrawn) assert(balance == 120);
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  const int auditors = Count(argc, argv, 1);
  pthread_t t[18];
  pthread_create(&t[0], nullptr, Deposit, nullptr);
  pthread_create(&t[1], nullptr, Withdraw, nullptr);
  for (int i = 0; i < auditors; ++i) pthread_create(&t[2 + i], nullptr, Audit, nullptr);
  for (int i = 0; i < 2 + auditors; ++i) pthread_join(t[i], nullptr);
}
