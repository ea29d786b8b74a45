// What a program can tell Reweave about itself. Under any other compiler, and when the program runs without `reweave`, all of
// this does nothing; the macros may stay in production code. C and C++.
//
//   REWEAVE_BENIGN_RACE(p, n)      races on the n bytes at p are known and accepted
//   REWEAVE_IGNORE_BEGIN() / _END()  accesses of this thread in between are not looked at
//   REWEAVE_LOCK_CREATE(p)         p is a lock of the program's own; tell when this thread has taken it and before it gives it
//   REWEAVE_LOCK_ACQUIRED(p) / REWEAVE_LOCK_RELEASE(p)   back: it then counts as a mutex
//   REWEAVE_ALLOC(p, n) / REWEAVE_FREE(p)   a pool hands out n bytes at p, or takes them back: the memory is new
//   REWEAVE_TASK(id)               from here on this thread works on task `id`
//   REWEAVE_OUTCOME(x)             the integer x belongs to what the run came to
//   REWEAVE_ATOMIC_BEGIN() / _END()  what this thread does in between is meant to be atomic
//   REWEAVE_REWIND_POINT()         schedules start here instead of at the first thread's creation
#ifndef REWEAVE_ANNOTATE_H_
#define REWEAVE_ANNOTATE_H_

#include <stdint.h>

// Defined by the runtime, absent elsewhere: one weak reference, no library needed.
#if defined(__GNUC__) && defined(__ELF__)
#ifdef __cplusplus
extern "C"
#endif
void __reweave_annotate(uint32_t kind, const void* address, uint64_t argument) __attribute__((weak));
#define REWEAVE_ANNOTATE_(kind, address, argument)                                                        \
  do {                                                                                                    \
    if (__reweave_annotate) __reweave_annotate((kind), (const void*)(address), (uint64_t)(argument)); \
  } while (0)
#else
#define REWEAVE_ANNOTATE_(kind, address, argument) \
  do {                                             \
    (void)(address);                               \
    (void)(argument);                              \
  } while (0)
#endif

#define REWEAVE_BENIGN_RACE(p, n) REWEAVE_ANNOTATE_(1, p, n)
#define REWEAVE_IGNORE_BEGIN() REWEAVE_ANNOTATE_(2, 0, 0)
#define REWEAVE_IGNORE_END() REWEAVE_ANNOTATE_(3, 0, 0)
#define REWEAVE_LOCK_CREATE(p) REWEAVE_ANNOTATE_(4, p, 0)
#define REWEAVE_LOCK_ACQUIRED(p) REWEAVE_ANNOTATE_(5, p, 0)
#define REWEAVE_LOCK_RELEASE(p) REWEAVE_ANNOTATE_(6, p, 0)
#define REWEAVE_ALLOC(p, n) REWEAVE_ANNOTATE_(7, p, n)
#define REWEAVE_FREE(p) REWEAVE_ANNOTATE_(8, p, 0)
#define REWEAVE_TASK(id) REWEAVE_ANNOTATE_(9, 0, id)
#define REWEAVE_OUTCOME(x) REWEAVE_ANNOTATE_(10, 0, x)
#define REWEAVE_ATOMIC_BEGIN() REWEAVE_ANNOTATE_(11, 0, 0)
#define REWEAVE_ATOMIC_END() REWEAVE_ANNOTATE_(12, 0, 0)
#define REWEAVE_REWIND_POINT() REWEAVE_ANNOTATE_(13, 0, 0)

#endif  // REWEAVE_ANNOTATE_H_
