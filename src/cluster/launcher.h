// Where workers come from: processes of this machine, or Slurm.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reweave::inline cluster {

inline constexpr std::string_view kTaskNumber = "{task}";  // from 1
inline constexpr std::string_view kTaskId = "{id}";        // another one in every launch, and again if a task is started again

struct LaunchOptions {
  std::string program;                 // reweave itself, as a path that every node has
  std::string job, name;               // name: readable, for squeue and sacct
  std::string store;                   // handed over in the environment, never on a command line; "": not handed over
  std::string logs;                    // a directory
  unsigned tasks = 1;
  unsigned at_once = 0;                // how many run at the same time; 0: all
  std::vector<std::string> words;      // what each runs of `program`: kTaskNumber and kTaskId in them are replaced
  std::vector<std::string> slurm;      // further options of sbatch: --partition=..., --mem=..., --time=...
};

class Launcher {
 public:
  virtual ~Launcher() = default;
  virtual Result<void> Start() = 0;
  // Starts these tasks once more, by their numbers: they have ended.
  virtual Result<void> Again(const std::vector<unsigned>& numbers) = 0;
  // How many are running or wait to run. Called now and then; may be expensive. Tasks of this machine that a signal ended are
  // started again, a few times.
  virtual Result<unsigned> Running() = 0;
  virtual void Stop() = 0;             // ends them all
  virtual std::string Where() const = 0;  // "4 workers on this machine", "Slurm job 17, 64 tasks"
  // They go on when this process ends.
  virtual bool outlives() const = 0;
};

std::unique_ptr<Launcher> MakeLocalLauncher(LaunchOptions options);
std::unique_ptr<Launcher> MakeSlurmLauncher(LaunchOptions options);

// An array for sbatch: its indices ("1-64", "2,7", with "%8" if so many may run at once) and what must be added to an index to
// have the task's number.
struct SlurmArray {
  std::string indices;
  unsigned offset = 0;
  bool operator==(const SlurmArray&) const = default;
};
// Several where there are more tasks than one array may have. `numbers`: in ascending order.
std::vector<SlurmArray> SlurmArrays(const std::vector<unsigned>& numbers, unsigned max_array_size, unsigned at_once = 0);
// The word with what stands for the two marks in it.
std::string WithTask(const std::string& word, std::string_view number, std::string_view id);
// The script for sbatch.
std::string SlurmScript(const LaunchOptions& options);

}  // namespace reweave::inline cluster
