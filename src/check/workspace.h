// The directory .reweave of a checkout, as check uses it: what is in it is ours only if we made it. A marker file says so; a link
// in the place of the directory or of one of its parts is refused, since things are deleted there; and only names that we give
// are.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "base/result.h"

namespace reweave::inline check {

// Makes it where it is not there. Errors (kUsage): it, or a part of it, is a link or no directory; it holds what is not ours and
// has no marker.
Result<void> PrepareWorkspace(const std::string& top);

// Names of versions below worktrees/ and builds/: "working-tree", "working-tree-b", or the start of a content's hash.
bool IsVersionName(const std::string& name);
// Names below checks/.
bool IsVerdictName(const std::string& name);

// Schedules below results/: those of this check stay, of the others the newest, as long as all are no more than `most` bytes.
// What belongs to searches of the old version goes in any case.
void CollectResults(const std::string& top, const std::set<std::string>& keep, std::uint64_t most);

}  // namespace reweave::inline check
