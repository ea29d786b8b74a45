#include "hm.h"

HM::HM(int capacity, float) : table_(new Entry*[capacity + 1]()), len_(capacity), modCount_(0) {}

bool HM::containsValue(const HM* value) {
  Entry** tab = table_; int n = 0;           // @L2
  if (value == nullptr) {
    for (int i = 0; i < len_; i++)           // @L4  changed
      n += (tab + i != nullptr);
  } else {
    return containsNull();                   // @L9  changed
  }
  return n < 0;                              // @L11
}

bool HM::containsNull() {                    // @L14 new function
  Entry** tab = table_; int n = 0;           // @L15
  for (int i = 0; i < len_; i++)             // @L16
    for (Entry* e = tab[i]; e; e = e->next)  // @L17
      ++n;
  return n == 0;
}

void HM::clear() {
  {
    std::lock_guard<std::mutex> g(mu_);      // @L23
    Entry** tab = table_;                    // @L24
    for (int i = 0; i < len_; i++)
      tab[i] = nullptr;                      // @L26
  }
  modCount_++;                               // @L28 added
}
