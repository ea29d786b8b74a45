// State of block coverage, and the records that it writes into the recorder's file: for coverage.cc and coverage_file.cc only.
#pragma once

#include <pthread.h>

#include "abi/coverage.h"
#include "runtime/layout.h"

namespace reweave::rt {

constexpr u32 kMaxLiving = 128, kMaxModules = 256;

struct Coverage {
  bool tried, on, rests;               // rests: guards may be put to rest
  bool started;                        // a thread is known: capacity is fixed
  abi::CoverageHeader* header;
  u64 mapped;
  u32 process, next_thread, next_id, capacity, next_module;
  abi::CoverageRecord* lock;                // who holds it
  abi::CoverageRecord* living[kMaxLiving];
  u32 living_count;
  abi::CoverageRecord* first;          // of the process's first thread
  abi::CoverageRecord* first_alone;    // what that one does while it is alone; null: it is not told apart
  u32 others;                          // threads that were made and not joined
  bool alone;                          // the first thread is
  struct {
    u32* begin;
    u32* end;
    u32 first;
    const void* facts;
    const u64* idle;  // bits of blocks that stay dormant; null: none
  } modules[kMaxModules];
  u32 module_count;
  u64* resting;                        // a bit for each block id
  pthread_key_t key;
};
extern Coverage g_cov;

abi::CoverageRecord* NewRecord(u64 data_bytes);  // null: the file is full, and says so
void AnnounceModule(u32 index);
void AnnounceCommand();

}  // namespace reweave::rt
