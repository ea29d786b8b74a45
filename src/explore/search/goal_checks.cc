// The goals that are about what reads see: two reads with a combination of sources that no run showed, and reads that see one of
// many writers.
#include <algorithm>
#include <ranges>

#include "abi/hold_objects.h"
#include "explore/search/goals.h"

namespace reweave::inline search {

namespace {

constexpr std::uint64_t kAllKey = 0x616c6c;
constexpr std::size_t kReadsBack = 4;  // how far apart two reads of a check may be
// Of the sources of two reads, looked at in one run: few goals wait at a time.
constexpr std::size_t kMostCombinations = 1u << 14;

}  // namespace

// --- Checks --------------------------------------------------------------------------------------------------------------------

void Goals::NoteRead(std::uint16_t tid, const Read& read) {
  if (read.source == Stop{}) readers_[KeyOf(read.at)].own_value = read.value;
  if (read.one) seen_.insert(Mix(KeyOf(read.at), OneKey(read.source)));
  auto& reads = reads_[tid];
  for (const Read& earlier : std::views::reverse(reads)) {
    if (earlier.at == read.at || earlier.address == read.address) continue;
    const std::uint64_t both = Mix(KeyOf(earlier.at), KeyOf(read.at) + 1);
    const std::uint64_t sources = Mix(Mix(both, KeyOf(earlier.source)), KeyOf(read.source));
    values_.insert(Mix(Mix(both, earlier.value), read.value));
    if (seen_.insert(sources).second) ++news_;
    if (earlier.one) seen_.insert(Mix(Mix(both, OneKey(earlier.source)), KeyOf(read.source)));
    if (read.one) seen_.insert(Mix(Mix(both, KeyOf(earlier.source)), OneKey(read.source)));
    if (checks_seen_.insert(sources).second) checks_.emplace_back(earlier, read);
  }
  std::erase_if(reads, [&](const Read& r) { return r.at == read.at; });
  reads.push_back(read);
  if (reads.size() > kReadsBack) reads.pop_front();
}

std::size_t Goals::CombinationsOf(const Read& a, const Read& b) {
  const std::size_t of_a = readers_[KeyOf(a.at)].rivals.size(), of_b = readers_[KeyOf(b.at)].rivals.size();
  return of_a == 0 || of_b == 0 ? 0 : (of_a + 1) * (of_b + 1);
}

// Reads of what many threads write have several rivals each. In a long run only a part of the combinations is looked at, in each
// run another part.
void Goals::AddAllChecks() {
  std::size_t all = 0;
  for (const auto& [a, b] : checks_) all += CombinationsOf(a, b);
  const std::size_t begin = all <= kMostCombinations ? 0 : run_ * 7919 % checks_.size();
  std::size_t done = 0;
  for (std::size_t i = 0; i < checks_.size() && done < kMostCombinations; ++i) {
    const auto& [a, b] = checks_[(begin + i) % checks_.size()];
    AddChecks(a, b);
    done += CombinationsOf(a, b);
  }
}

// Every combination of the sources of two reads that no run showed.
void Goals::AddChecks(const Read& a, const Read& b) {
  const Reader &reads_a = readers_[KeyOf(a.at)], &reads_b = readers_[KeyOf(b.at)];
  if (reads_a.rivals.empty() || reads_b.rivals.empty()) return;  // only one of them can differ: an order says that
  const std::uint64_t both = Mix(KeyOf(a.at), KeyOf(b.at) + 1);
  const std::size_t none_a = reads_a.rivals.size(), none_b = reads_b.rivals.size();
  for (std::size_t i = 0; i <= none_a; ++i)
    for (std::size_t j = 0; j <= none_b; ++j) {
      const Rival* source_a = i == none_a ? nullptr : &reads_a.rivals[i];
      const Rival* source_b = j == none_b ? nullptr : &reads_b.rivals[j];
      if (source_a != nullptr && source_b == nullptr && CannotBe(*source_a, reads_b)) continue;
      AddOneCheck(a, b, source_a, source_b);
      const auto key = [](const Rival* source) { return KeyOf(source == nullptr ? Stop{} : source->writer); };
      const std::uint64_t sources = Mix(Mix(both, key(source_a)), key(source_b));
      if (seen_.contains(sources)) continue;
      Wishes holds;
      AppendSource(holds, reads_a, a.at, source_a);
      AppendSource(holds, reads_b, b.at, source_b);
      const std::uint64_t value_a = source_a == nullptr ? reads_a.own_value : source_a->value;
      const std::uint64_t value_b = source_b == nullptr ? reads_b.own_value : source_b->value;
      const bool mixed = (source_a == nullptr) != (source_b == nullptr);
      Want(values_.contains(Mix(Mix(both, value_a), value_b)) ? kOldValues : mixed ? kCheck : kBoth, sources, holds);
    }
}

// The second read cannot come before all its rivals if the first one sees what a thread wrote after it had been a rival.
bool Goals::CannotBe(const Rival& source_a, const Reader& reads_b) {
  return std::ranges::any_of(reads_b.rivals, [&](const Rival& b) {
    return b.tid == source_a.tid && b.when >> 32 == source_a.when >> 32 && b.when < source_a.when;
  });
}

void Goals::AppendSource(Wishes& out, const Reader& reader, const Stop& at, const Rival* source) {
  for (const Rival& rival : reader.rivals) {
    if (source == nullptr) out.push_back({at, rival.writer_hold});
    else if (&rival == source) out.push_back({rival.writer, rival.reader_hold});
  }
}

// --- One of many ---------------------------------------------------------------------------------------------------------------

// The read sees what one of the threads at the rival's place wrote: the others wait until it has looked.
void Goals::AppendOne(Wishes& out, const Stop& at, const Rival& rival) {
  out.push_back({rival.writer, rival.reader_hold});
  out.push_back({at, rival.writer_hold, 1});
}

void Goals::AddOne(const Stop& at, const Reader& reader) {
  for (const Rival& rival : reader.rivals) {
    if (!rival.varies || rival.reader_hold == rival.writer_hold) continue;  // the same lock: it is one of those who count
    Wishes wishes;
    AppendOne(wishes, at, rival);
    Want(kOne, Mix(KeyOf(at), OneKey(rival.writer)), wishes);
    Want(kOne, Mix(KeyOf(at), kAllKey), {{Stop{std::uint64_t{abi::kHoldToTheEnd} << 32, 0}, rival.reader_hold}});
  }
}

// Whether a read came after all that anybody else had to do cannot be seen in a run: it counts as shown once it was tried.
void Goals::NoteTried(const Holds& holds) {
  if (holds.empty() || holds.front().first_site != abi::kHoldToTheEnd) return;
  if (const auto goal = asked_.find(KeyOf(holds)); goal != asked_.end()) seen_.insert(goal->second);
}

void Goals::AddOneCheck(const Read& a, const Read& b, const Rival* source_a, const Rival* source_b) {
  const bool first = source_a != nullptr && source_a->varies && source_b == nullptr;
  const bool second = source_b != nullptr && source_b->varies && source_a == nullptr;
  if (!first && !second) return;
  const std::uint64_t both = Mix(KeyOf(a.at), KeyOf(b.at) + 1);
  Wishes wishes;
  if (first) AppendOne(wishes, a.at, *source_a);
  else AppendSource(wishes, readers_[KeyOf(a.at)], a.at, nullptr);
  if (second) AppendOne(wishes, b.at, *source_b);
  else AppendSource(wishes, readers_[KeyOf(b.at)], b.at, nullptr);
  Want(kOne,
       first ? Mix(Mix(both, OneKey(source_a->writer)), KeyOf(Stop{})) : Mix(Mix(both, KeyOf(Stop{})), OneKey(source_b->writer)),
       wishes);
}

}  // namespace reweave::inline search
