#include "trace/thread_clocks.h"

#include "trace/meaning.h"

namespace reweave::inline trace {

namespace {
constexpr std::uint64_t kMostThreads = 1 << 16;

ThreadClocks::Row& At(std::vector<ThreadClocks::Row>& rows, std::size_t thread) {
  if (rows.size() <= thread) rows.resize(thread + 1);
  return rows[thread];
}
}  // namespace

// Every run begins with it: what was allocated stays.
void ThreadClocks::Clear() {
  for (std::vector<Row>* rows : {&rows_, &start_, &end_})
    for (Row& row : *rows) row.clear();
}

bool ThreadClocks::Join(Row& into, const Row& from) {
  if (into.size() < from.size()) into.resize(from.size());
  bool changed = false;
  for (std::size_t t = 0; t < from.size(); ++t)
    if (from[t] > into[t]) into[t] = from[t], changed = true;
  return changed;
}

bool ThreadClocks::See(const abi::Event& event, std::uint32_t time) {
  const OrderUse use = OrderUseOf(event);
  if (use.through != OrderUse::Through::kThread || use.failed || use.object >= kMostThreads) return false;
  Row& own = At(rows_, event.tid);
  Row& other = At(use.begins ? start_ : end_, use.object);
  if (use.awaits()) return Join(own, other);
  other = own;
  if (other.size() <= event.tid) other.resize(event.tid + 1u);
  other[event.tid] = time;
  return false;
}

ThreadClocks::Row ThreadClocks::row(std::uint16_t tid, std::size_t threads) const {
  Row out = tid < rows_.size() ? rows_[tid] : Row();
  out.resize(threads);
  return out;
}

}  // namespace reweave::inline trace
