#include "base/nearest.h"

#include <algorithm>

namespace reweave {

std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last, last = row;
  }
  return last[b.size()];
}

std::optional<std::string> NearestWord(std::string_view word, const std::vector<std::string>& known) {
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(1, std::min<std::size_t>(word.size() / 3, 4)) + 1;
  for (const std::string& name : known)
    if (const std::size_t distance = EditDistance(word, name); distance < least) least = distance, best = name;
  return best;
}

}  // namespace reweave
