#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/file.h"
#include "cli/command.h"
#include "cli/manual.h"
#include "cli/output.h"

namespace reweave::inline cli {

void AddManualCommands(CLI::App& app, CommandLine& line) {
  auto shell = std::make_shared<std::string>();
  CLI::App* completion = app.add_subcommand("completion", "print the completion script for a shell");
  completion->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->footer("EXAMPLE\n  reweave completion bash > ~/.local/share/bash-completion/completions/reweave");
  completion->callback([=, &app, &line] {
    line.run = [=, &app] {
      Print(CompletionScript(DescribeCommands(app), *shell));
      return static_cast<int>(kExitOk);
    };
  });

  auto directory = std::make_shared<std::string>();
  CLI::App* manual = app.add_subcommand("man-pages", "write the man pages of all commands to a directory");
  manual->add_option("DIRECTORY", *directory, "directory; it is created if it does not exist")->required();
  manual->footer("EXAMPLE\n  reweave man-pages man/man1 && man -l man/man1/reweave-explore.1");
  manual->callback([=, &app, &line] {
    line.run = [=, &app] {
      return Guarded([&]() -> Result<int> {
        std::error_code error;
        std::filesystem::create_directories(*directory, error);
        if (error) return Fail(ErrorCategory::kUsage, "cannot make the directory", *directory, error.message());
        for (const auto& [name, page] : ManPages(DescribeCommands(app), REWEAVE_VERSION))
          RW_TRY(WriteFile(*directory + "/" + name, page, "cannot write the man page"));
        return kExitOk;
      });
    };
  });
}

}  // namespace reweave::inline cli
