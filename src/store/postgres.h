// The store's database on a server, in a schema of its own.
#pragma once

#include <memory>
#include <string>

#include "store/database.h"
#include "store/store.h"

namespace reweave::inline store {

// url: postgresql://user@host:port/database?options, as libpq takes it.
Result<std::unique_ptr<Database>> OpenPostgres(const std::string& url, const StoreOptions& options);

// Whether the address of a server names a password, in any spelling. False for what is no address.
bool NamesPassword(const std::string& where);

}  // namespace reweave::inline store
