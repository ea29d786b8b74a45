// (d) 64 MB of live data, written before the first thread, of which a run writes 100 pages: rewinding must cost what was
// written, not what is there.
#include <cstddef>
#include <thread>
#include <vector>

#include "peak_memory.h"

namespace {
constexpr std::size_t kPage = 4096, kPages = (64u << 20) / kPage, kWritten = 100;
std::vector<char>* data;

void Write(std::size_t first) {
  for (std::size_t i = first; i < kWritten; i += 2) (*data)[(i * 157 % kPages) * kPage] += 1;
}
}  // namespace

int main() {
  data = new std::vector<char>(kPages * kPage, 1);
  std::thread a(Write, 0), b(Write, 1);
  a.join();
  b.join();
  int sum = 0;
  for (std::size_t i = 0; i < kWritten; ++i) sum += (*data)[(i * 157 % kPages) * kPage];
  TellPeakMemory();
  return sum != 2 * kWritten;
}
