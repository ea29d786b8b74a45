#include "techniques/simrt/compact_thread.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace reweave::inline simrt {

namespace {

// Thread ids beyond a thousand processes or two million threads, in the order they came. One for all, as codes are compared.
struct Table {
  std::mutex mutex;
  std::unordered_map<ThreadId, std::uint32_t> numbers;
  std::vector<ThreadId> threads;
};

Table& OddThreads() {
  static Table table;
  return table;
}

}  // namespace

ThreadId CompactThread::Unpack(std::uint32_t code) {
  if (code == kFresh) return kFreshThread;
  Table& table = OddThreads();
  const std::scoped_lock lock(table.mutex);
  return table.threads[code & ~kInTable];
}

std::uint32_t CompactThread::PutInTable(ThreadId thread) {
  Table& table = OddThreads();
  const std::scoped_lock lock(table.mutex);
  const auto [entry, fresh] = table.numbers.try_emplace(thread, static_cast<std::uint32_t>(table.threads.size()));
  if (fresh) table.threads.push_back(thread);
  return entry->second | kInTable;
}

}  // namespace reweave::inline simrt
