#include "hm.h"

HM::HM(int capacity, float) : table_(new Entry*[capacity + 1]()), len_(capacity), modCount_(0) {}

bool HM::containsValue(const HM* value) {
  Entry** tab = table_; int n = 0;           // @L2  @B1
  if (value == nullptr) {
    for (int i = len_; i > 0;)               // @L4  @B2 (loop initialisation block)
      n += (tab + --i != nullptr);
  } else {
    return true;                             // @L9  @B4
  }
  return n < 0;                              // @L11
}

void HM::clear() {
  {
    std::lock_guard<std::mutex> g(mu_);      // @L23
    Entry** tab = table_;                    // @L24 @B3
    for (int i = 0; i < len_; i++)
      tab[i] = nullptr;                      // @L26 @B4
  }                                          // @B5 (block of the guard's destructor call)
}
