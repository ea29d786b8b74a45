// explore --on: a search on many workers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "explore/explorer.h"

namespace CLI {
class App;
}

namespace reweave::inline cli {

struct SharedFlags {
  std::string on;  // "", "local", "slurm"
  unsigned tasks = 2;
  std::string store;
  std::vector<std::string> slurm, worker;
  bool again = false;
};

// As this process was called, without its name.
Result<std::vector<std::string>> OwnWords();
// The words up to `--` without some options: those that take a value, and those that stand alone.
std::vector<std::string> WithoutOptions(const std::vector<std::string>& words, const std::vector<std::string>& taking,
                                        const std::vector<std::string>& alone);
// Ctrl-C asks once. Nobody there to answer: it is stopped.
bool AskToStop(const char* question);

void AddSharedFlags(CLI::App& command, SharedFlags& flags);
// Before anything is begun: what cannot be shared is refused.
Result<void> CheckShared(const SharedFlags& flags, const ExploreOptions& options);
// nullopt: the search was left running.
Result<std::optional<ExploreResult>> RunShared(const SharedFlags& flags, const ExploreOptions& options);

void AddWorkerCommand(CLI::App& app, CommandLine& line);
void AddCampaignCommand(CLI::App& app, CommandLine& line);

// What a worker is told about a search: where it was begun and by which words, and of which program.
std::string SearchSpec(const std::string& directory, const std::vector<std::string>& words, const std::string& build);
// Goes to that directory. Errors: another version, the program is another one here.
Result<ExploreOptions> OptionsOfSearchSpec(const std::string& spec);

// Of explore's words, without the program name; as if they had been given here.
Result<ExploreOptions> ExploreOptionsOf(const std::vector<std::string>& words);

}  // namespace reweave::inline cli
