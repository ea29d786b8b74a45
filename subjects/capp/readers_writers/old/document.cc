#include "document.h"

#include <cassert>

void Document::doRead() {
  assert(writing_ == 0);
  reads_.fetch_add(1);
}

void Document::doWrite() {
  writing_++;
  revision_++;
  writing_--;
}
