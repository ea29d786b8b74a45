// The tables of shared work (docs/formats/history.md): divisions of suites, jobs, their units, what they found, who works on
// them. They are made when they are first needed: a store that only holds histories never has them, and an earlier version that
// knows nothing of them can go on using the rest.
#pragma once

#include "base/result.h"
#include "store/database.h"

namespace reweave::inline store {

Result<void> EnsureWorkTables(Database& database);

}  // namespace reweave::inline store
