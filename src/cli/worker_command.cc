#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/duration.h"
#include "base/interrupt.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/shared_flags.h"
#include "cluster/worker.h"
#include "store/work.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  std::string store, job, id;
  std::string lease = "60s", beat = "500ms", keep = "10s", split_after = "1s", patience = "10m";
};

Result<std::chrono::milliseconds> Milliseconds(const std::string& text) {
  RW_ASSIGN(const auto duration, ParseDuration(text));
  return std::chrono::duration_cast<std::chrono::milliseconds>(duration);
}

Result<int> RunWorkerCommand(const Flags& flags) {
  WorkerSettings settings;
  RW_ASSIGN(settings.lease, Milliseconds(flags.lease));
  RW_ASSIGN(settings.beat, Milliseconds(flags.beat));
  RW_ASSIGN(settings.keep, Milliseconds(flags.keep));
  RW_ASSIGN(settings.split_after, Milliseconds(flags.split_after));
  RW_ASSIGN(settings.patience, ParseDuration(flags.patience));
  if (settings.lease < 2 * settings.beat)
    return Fail(ErrorCategory::kUsage, "--lease is shorter than two --beat", flags.lease, {}, "a lease must outlive a late beat");
  char host[256] = "?";
  gethostname(host, sizeof host - 1);
  settings.node = host;
  settings.id = fmt::format("{}-{}", host, flags.id.empty() ? std::to_string(getpid()) : flags.id);
  settings.say = [](const std::string& text) { Message(text); };
  if (flags.store.empty())
    return Fail(ErrorCategory::kUsage, "a worker needs a store", {}, {}, "--store, or REWEAVE_STORE in the environment");
  CatchInterrupts();
  RW_ASSIGN(const auto store, OpenWorkStore(flags.store, {.create = false}));
  RW_TRY(RunWorker(*store, flags.job, OptionsOfSearchSpec, settings));
  return Interrupted() ? kExitInterrupted : kExitOk;
}

}  // namespace

void AddWorkerCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command =
      app.add_subcommand("worker", "work on a search that is shared through a store; explore --on starts workers by itself");
  command->add_option("--job", flags->job, "the search, as campaign status lists it")->required();
  command->add_option("--store", flags->store, "where the work is kept: a file, or postgresql://...")->envname("REWEAVE_STORE");
  command->add_option("--id", flags->id, "distinguishes the workers of one node; default: the process id");
  command->add_option("--lease", flags->lease, "a unit is this worker's for so long after it last said that it lives")
      ->capture_default_str();
  command->add_option("--beat", flags->beat, "how often it says so")->capture_default_str();
  command->add_option("--keep", flags->keep, "how often the unit's state is kept: what is lost if the worker is killed")
      ->capture_default_str();
  command->add_option("--split-after", flags->split_after, "a unit is run so long before a part of it is given to an idle worker")
      ->capture_default_str();
  command->add_option("--patience", flags->patience, "how long a store that does not answer is waited for")
      ->capture_default_str();
  for (const char* name : {"--lease", "--beat", "--keep", "--split-after", "--patience"})
    command->get_option(name)->take_last();  // explore --worker adds to what it says by itself
  command->footer("EXAMPLE\n  REWEAVE_STORE=postgresql://server/reweave reweave worker --job 5f3c2a0d9e8b7c61\n"
                  "  srun --ntasks 64 reweave worker --job 5f3c2a0d9e8b7c61      (inside an allocation; REWEAVE_STORE is set)");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunWorkerCommand(*flags); }); }; });
}

}  // namespace reweave::inline cli
