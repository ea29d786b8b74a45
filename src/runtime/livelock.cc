// When threads that only yield, spin and wait for time count as a livelock: nothing that others could see has changed for
// kIdleSteps steps, and
//   - the whole state of the threads that can run, and the memory of the program, is one they were in before, after each of them
//     has made a step: from there they can only come there again; or
//   - they have waited for time more than kTimeMoves times: what they wait for does not come with time either.
// A loop that only reads and compares, for however long, is in another state each time round. And a thread that could have gone
// on since, but was not given its turn, may be the one that changes something: one that waits for a lock which another takes
// again and again in a loop cannot go on at the very moment when that one is looked at.
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u64 kIdleSteps = 20'000;
constexpr u64 kTimeMoves = 5'000;
constexpr u32 kMostMemoryKeys = 64;  // a run: each looks at all memory that the program wrote

bool CanRun(const Fiber* f) { return f->state == FiberState::kLive && Bit(W->enabled, f->tid); }

// Registers and stacks of the threads that can run.
u64 ThreadsState() {
  u64 key = 0x9ae16a3b2f90404full;
  for (u32 t = 0; t < W->threads; ++t) {
    const Fiber* f = &W->fibers[t];
    if (!CanRun(f)) continue;
    u64 own = f == Cur() ? LocalKey(f) : ThreadKey(f);
    if (!own) own = ++W->livelock.unknown;  // not known: never the same
    for (u64 v : {own, static_cast<u64>(t), static_cast<u64>(f->pend.kind) << 32 | f->pend.site, f->pend.obj})
      key = (key ^ v) * 0x9fb21c651e98df25ull, key ^= key >> 29;
  }
  return key;
}

bool Starves(const Fiber* f) {
  return f->state == FiberState::kLive && !Bit(W->enabled, f->tid) && f->could_run == f->ordinal &&
         f->could_run_epoch == W->effects;
}

bool AllMoved() {
  for (u32 t = 0; t < W->threads; ++t) {
    const Fiber* f = &W->fibers[t];
    if (Starves(f) || (CanRun(f) && f->ordinal == f->livelock_ordinal)) return false;
  }
  return true;
}

}  // namespace

// Called where no thread can go on but those that yielded or spin. Brent's way to find a repetition: a state is kept for twice as
// long as the one before it.
bool Livelocked() {
  if (W->steps - W->effect_step <= kIdleSteps) return false;
  if (W->time_moves > kTimeMoves) return true;
  LivelockSearch& s = W->livelock;
  if (s.effects != W->effects) s = {W->effects, 0, {}, 0, 1, 0, 0, s.unknown};
  u64 state = ThreadsState();
  if (s.age && state == s.state && AllMoved() && s.memory_keys < kMostMemoryKeys) {
    u64 memory[2];
    MemoryKey(memory);
    if (s.memory_keys++ && s.memory[0] == memory[0] && s.memory[1] == memory[1]) return true;
    s.memory[0] = memory[0], s.memory[1] = memory[1];
  }
  if (s.age++ < s.keep) return false;
  s.state = state;
  s.age = 1;
  s.keep *= 2;
  for (u32 t = 0; t < W->threads; ++t) W->fibers[t].livelock_ordinal = W->fibers[t].ordinal;
  return false;
}

}  // namespace reweave::rt
