// shows: a till and a ledger change under two locks; an auditor takes them one after the other
// set: last
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t till_lock = PTHREAD_MUTEX_INITIALIZER, ledger_lock = PTHREAD_MUTEX_INITIALIZER;
int till, ledger, sales;
void* Sell(void*) {
  for (int i = 0; i < sales; ++i) {
    pthread_mutex_lock(&till_lock);
    till += 5;
    pthread_mutex_unlock(&till_lock);
    pthread_mutex_lock(&ledger_lock);
    ledger += 5;
    pthread_mutex_unlock(&ledger_lock);
  }
  return nullptr;
}
void* Audit(void*) {
  pthread_mutex_lock(&ledger_lock);
  const int written = ledger;
  pthread_mutex_unlock(&ledger_lock);
  pthread_mutex_lock(&till_lock);
  const int there = till;
  pthread_mutex_unlock(&till_lock);
  assert(there <= written + 5);
  return nullptr;
}
int main(int argc, char** argv) {
  sales = Count(argc, argv, 1) + 1;
  pthread_t a, b;
  pthread_create(&a, nullptr, Sell, nullptr);
  pthread_create(&b, nullptr, Audit, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
