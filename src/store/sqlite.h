// The store's database as a file.
#pragma once

#include <memory>
#include <string>

#include "store/database.h"
#include "store/store.h"

namespace reweave::inline store {

Result<std::unique_ptr<Database>> OpenSqlite(const std::string& path, const StoreOptions& options);

}  // namespace reweave::inline store
