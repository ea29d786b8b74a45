// The store that record, history and select share.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/store.h"

namespace CLI {
class App;
}

namespace reweave::inline cli {

void AddStoreFlag(CLI::App& command, std::string& path);
// `create`: made if it is not there, inside a `.reweave` that ignores itself in git.
Result<std::unique_ptr<Store>> OpenHistory(const std::string& path, bool create);

}  // namespace reweave::inline cli
