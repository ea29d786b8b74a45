// Workers as tasks of Slurm arrays. sbatch, squeue, scancel and scontrol are found in PATH.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

#include "base/child.h"
#include "base/command.h"
#include "base/file.h"
#include "base/subprocess.h"
#include "cluster/launcher.h"

namespace reweave::inline cluster {

namespace {

constexpr unsigned kUsualMaxArraySize = 1001;  // Slurm's default

constexpr char kOffset[] = "REWEAVE_TASK_OFFSET";

std::vector<std::string> Environment(const std::string& store, unsigned offset) {
  std::vector<std::string> out = EnvironmentWith("REWEAVE_STORE", store);
  std::erase_if(out, [](const std::string& entry) { return entry.starts_with(kOffset); });
  if (offset > 0) out.push_back(fmt::format("{}={}", kOffset, offset));
  return out;
}

class SlurmLauncher : public Launcher {
 public:
  explicit SlurmLauncher(LaunchOptions options) : options_(std::move(options)) {}

  Result<void> Start() override {
    std::vector<unsigned> all(options_.tasks);
    std::iota(all.begin(), all.end(), 1u);
    return Submit(all);
  }

  Result<void> Again(const std::vector<unsigned>& numbers) override { return Submit(numbers); }

  Result<unsigned> Running() override {
    if (ids_.empty()) return 0u;
    const auto text = Run({"squeue", "--noheader", "--array", "--format=%T", "--jobs", fmt::format("{}", fmt::join(ids_, ","))});
    if (text) return static_cast<unsigned>(std::ranges::count(*text, '\n'));
    // Slurm forgets jobs some minutes after their end (MinJobAge).
    if (text.error().ToString().contains("Invalid job id")) return 0u;
    return std::unexpected(text.error());
  }

  void Stop() override {
    if (ids_.empty()) return;
    std::vector<std::string> words = {"scancel"};
    words.insert(words.end(), ids_.begin(), ids_.end());
    (void)Run(words, false);
    ids_.clear();
  }

  std::string Where() const override {
    return fmt::format("Slurm job {}, {} task{}", fmt::join(ids_, ", "), options_.tasks, options_.tasks == 1 ? "" : "s");
  }
  bool outlives() const override { return true; }

 private:
  Result<void> Submit(const std::vector<unsigned>& numbers) {
    const std::string script = fmt::format("{}/{}.sbatch", options_.logs, options_.job.substr(0, 12));
    RW_TRY(WriteFile(script, SlurmScript(options_), "cannot write the script for sbatch"));
    for (const SlurmArray& array : SlurmArrays(numbers, MaxArraySize(), options_.at_once)) {
      std::vector<std::string> words = {"sbatch",
                                        "--parsable",
                                        "--requeue",
                                        "--open-mode=append",
                                        "--array=" + array.indices,
                                        "--job-name=reweave-" + options_.name,
                                        fmt::format("--output={}/slurm-%A-%a.log", options_.logs),
                                        "--export=ALL"};
      words.insert(words.end(), options_.slurm.begin(), options_.slurm.end());
      words.push_back(script);
      RW_ASSIGN(std::string id, Run(words, true, array.offset));
      id = id.substr(0, id.find_first_of(";\n"));
      if (id.empty()) return Fail(ErrorCategory::kUsage, "sbatch gave no job", script);
      ids_.push_back(id);
    }
    return {};
  }

  Result<std::string> Run(const std::vector<std::string>& words, bool interruptible = true, unsigned offset = 0) const {
    if (FindInPath(words[0]).empty())
      return Fail(ErrorCategory::kUsage, "Slurm's commands are not there", words[0], "it is not in PATH",
                  "run this on a node that can submit jobs, or use --on local");
    RW_ASSIGN(const CommandRun run,
              RunCommand({.words = words, .directory = {}, .environment = Environment(options_.store, offset)},
                         {.timeout = std::chrono::minutes(2), .interruptible = interruptible}));
    if (!run.exited(0))
      return Fail(ErrorCategory::kUsage, "a command of Slurm failed", words[0],
                  run.output.empty() ? DescribeEnd(run) : run.output.substr(0, run.output.find('\n')));
    return run.output;
  }

  unsigned MaxArraySize() const {
    const auto text = Run({"scontrol", "show", "config"});
    if (!text) return kUsualMaxArraySize;
    const auto at = text->find("MaxArraySize");
    const auto equals = at == std::string::npos ? at : text->find('=', at);
    if (equals == std::string::npos) return kUsualMaxArraySize;
    const unsigned long size = std::strtoul(text->c_str() + equals + 1, nullptr, 10);
    return size < 2 ? kUsualMaxArraySize : static_cast<unsigned>(std::min(size, 1000000ul));
  }

  LaunchOptions options_;
  std::vector<std::string> ids_;
};

}  // namespace

// Indices go from 1 to MaxArraySize - 1.
std::vector<SlurmArray> SlurmArrays(const std::vector<unsigned>& numbers, unsigned max_array_size, unsigned at_once) {
  const unsigned most = std::max(1u, max_array_size - 1);
  std::vector<SlurmArray> out;
  for (std::size_t i = 0; i < numbers.size();) {
    const unsigned offset = (numbers[i] - 1) / most * most;
    std::string text;
    while (i < numbers.size() && numbers[i] <= offset + most) {
      const unsigned first = numbers[i];
      unsigned last = first;
      for (++i; i < numbers.size() && numbers[i] == last + 1 && numbers[i] <= offset + most; ++i) ++last;
      text += fmt::format("{}{}", text.empty() ? "" : ",", first - offset);
      if (last > first) text += fmt::format("-{}", last - offset);
    }
    if (at_once > 0 && at_once < numbers.size()) text += fmt::format("%{}", at_once);
    out.push_back({std::move(text), offset});
  }
  return out;
}

std::string WithTask(const std::string& word, std::string_view number, std::string_view id) {
  std::string out = word;
  for (const auto& [mark, text] : {std::pair(kTaskNumber, number), std::pair(kTaskId, id)})
    for (std::size_t at = 0; (at = out.find(mark, at)) != std::string::npos; at += text.size())
      out.replace(at, mark.size(), text);
  return out;
}

std::string SlurmScript(const LaunchOptions& options) {
  // The marks become variables of the shell, outside of the quotes of a word.
  std::string words;
  for (const std::string& word : options.words)
    words += " " + WithTask(ShellWord(word), "'\"$((SLURM_ARRAY_TASK_ID + ${REWEAVE_TASK_OFFSET:-0}))\"'",
                            "'\"$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID\"'");
  // exec: Slurm's signals (scancel, preemption, time limit) reach the worker, which gives back what it has.
  return fmt::format("#!/bin/sh\n# A task of `reweave`; the store's address is in the environment.\nexec {}{}\n",
                     ShellWord(options.program), words);
}

std::unique_ptr<Launcher> MakeSlurmLauncher(LaunchOptions options) { return std::make_unique<SlurmLauncher>(std::move(options)); }

}  // namespace reweave::inline cluster
