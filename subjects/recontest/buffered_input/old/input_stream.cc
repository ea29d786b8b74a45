#include "input_stream.h"

int InputStream::read(char* out, int n) {
  int done = 0;
  for (; done < n; ++done) {
    const int byte = read();
    if (byte < 0) break;
    out[done] = static_cast<char>(byte);
  }
  return done == 0 && n > 0 ? -1 : done;
}

int StringInputStream::read() {
  if (at_ >= static_cast<int>(text_.size())) return -1;
  return static_cast<unsigned char>(text_[at_++]);
}
