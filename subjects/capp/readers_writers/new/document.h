// A document that must not change while somebody reads it.
#pragma once
#include <atomic>

#include "rwvsn.h"

class Document : public ReadersWriters {
 public:
  int revision() const { return revision_; }
  int reads() const { return reads_.load(); }

 private:
  void doRead() override;
  void doWrite() override;

  int writing_ = 0;
  int revision_ = 0;
  std::atomic<int> reads_{0};
};
