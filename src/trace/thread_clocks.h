// What creation and joining of threads order: by thread, how far each other thread was before it.
#pragma once

#include <cstdint>
#include <vector>

#include "abi/event.h"

namespace reweave::inline trace {

class ThreadClocks {
 public:
  using Row = std::vector<std::uint32_t>;

  void Clear();
  // `time`: of the event's thread, with the event itself counted. True: the thread's row is another from this event on.
  bool See(const abi::Event& event, std::uint32_t time);
  // What comes before everything that thread `tid` does from now on: of thread `of` all up to this time, 0 = nothing.
  std::uint32_t Before(std::uint16_t tid, std::uint16_t of) const {
    return tid < rows_.size() && of < rows_[tid].size() ? rows_[tid][of] : 0;
  }
  // The same of all threads, for this many of them.
  Row row(std::uint16_t tid, std::size_t threads) const;

 private:
  static bool Join(Row& into, const Row& from);
  std::vector<Row> rows_, start_, end_;  // by thread; they grow as far as they are needed
};

}  // namespace reweave::inline trace
