// SVLocator (docs/techniques/simrt.md): the accesses of a program to memory that its threads may share.
//
// An access is listed if its address may point to an object that threads can reach (or to nothing that is known: doubt is
// shared), its function can run in some thread, and other threads may be there at that moment. Not listed: thread-local and const
// variables, the insides of synchronisation objects, writes of a constructor through a `this` that nobody else has seen.
// Library code is one access to `o.<state>` at the user's call. Freeing memory writes all of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/threads.h"

namespace reweave::inline analysis {

// One access with where it is in the program.
struct LocatedAccess {
  std::uint32_t function = 0;
  std::uint32_t op = 0;  // of the function's flows
  std::uint32_t access = kNoSite;  // of the function's accesses; kNoSite: a call into the library
  std::uint32_t call = kNoSite;
  std::uint32_t block = 0, statement = kNoStatement;
  std::string variable, record, field;  // "HM::table_", "HM", "table_"
  SourcePosition position;
  bool write = false, atomic = false;
  std::uint8_t order = 0;  // of atomics
  std::uint32_t alias_class = 0;  // from 1, in the order of the list
  std::vector<PointsTo::Cell> cells;  // sorted; empty: not known
};

// Sorted by file, line, column, read before write.
std::vector<LocatedAccess> LocateSharedAccesses(const FlowProgram& program, const PointsTo& points, const Threads& threads);
// May they touch the same place? What is not known is told apart by the variable's name.
bool MayAliasPlaces(const LocatedAccess& a, const LocatedAccess& b);

bool IsConstructor(const FunctionFacts& function);
// std::mutex, pthread_cond_t, std::thread, std::lock_guard<...>: only their operations count.
bool IsSyncType(std::string_view type);

}  // namespace reweave::inline analysis
