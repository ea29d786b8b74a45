// Block coverage of a program that runs natively, for `reweave record`: see coverage.cc.
#pragma once

#include <pthread.h>
#include <threads.h>

#include "abi/hooks.h"
#include "runtime/layout.h"

namespace reweave::rt {

bool Covering();                                        // REWEAVE_COVERAGE was given and could be used
void StartCoverage(char** envp);                        // idempotent; the calling thread is number 0
void CoverModule(const abi::ModuleSections* sections);  // a module was loaded
void UncoverModule(const abi::ModuleSections* sections);
void CoverBlock(u32 site);                              // the first time this thread is there, or nearly
int CoverCreate(pthread_t* out, const pthread_attr_t* attr, void* (*fn)(void*), void* arg);
int CoverCreateC11(thrd_t* out, thrd_start_t fn, void* arg);
int CoverJoin(pthread_t thread, void** result);
int CoverJoinC11(thrd_t thread, int* result);

// Blocks this thread covered, a bit for each id; null: not recording, or not known yet. The runtime has no other thread-local
// variable: this one is only used while no engine moves threads about.
extern thread_local u64* t_covered;

}  // namespace reweave::rt
