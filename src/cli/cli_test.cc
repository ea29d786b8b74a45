// The command line from outside: exit statuses and where things are written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "base/file.h"

namespace reweave::inline cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class CliTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "reweave-cli-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(directory_); }

  // Exit status; output in out_ and err_.
  int Run(const std::string& arguments, const char* program = REWEAVE) {
    const std::string command =
        "cd " + directory_ + " && " + program + " " + arguments + " >" + directory_ + "/out 2>" + directory_ + "/err </dev/null";
    const int status = std::system(command.c_str());
    out_ = *ReadFile(directory_ + "/out", "");
    err_ = *ReadFile(directory_ + "/err", "");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string directory_, out_, err_;
};

TEST_F(CliTest, APasswordOnTheCommandLineIsRefusedAndNotRepeated) {
  for (const char* store :
       {"--store postgresql://me:topsecret@127.0.0.1:1/x", "--store='postgresql://me@127.0.0.1:1/x?password=topsecret'",
        "--store 'host=127.0.0.1 port=1 password=topsecret'"}) {
    EXPECT_EQ(Run(std::string("history list ") + store), 2);
    EXPECT_NE(err_.find("can be read by everybody"), std::string::npos) << err_;
    EXPECT_EQ(err_.find("topsecret"), std::string::npos) << err_;
  }
}

TEST_F(CliTest, AStoreOnTheCommandLineGoesBeforeThatOfTheEnvironment) {
  setenv("REWEAVE_STORE", "/nowhere/environment.db", 1);
  for (const char* arguments : {"history list", "history show 3fa8", "history gc --older-than 1d", "campaign status",
                                "campaign stop x", "worker --job x"}) {
    EXPECT_EQ(Run(std::string(arguments) + " --store " + directory_ + "/line.db"), 2);
    EXPECT_NE(err_.find("line.db"), std::string::npos) << arguments << ": " << err_;
    EXPECT_EQ(Run(arguments), 2);
    EXPECT_NE(err_.find("environment.db"), std::string::npos) << arguments << ": " << err_;
  }
  unsetenv("REWEAVE_STORE");
}

TEST_F(CliTest, ExploreStatuses) {
  EXPECT_EQ(Run("explore --schedules 100 -- " FAKE " pass"), 0);
  EXPECT_EQ(Run("explore -- " FAKE " lost"), 1);
  EXPECT_NE(out_.find("replay: reweave replay "), std::string::npos);
  EXPECT_EQ(Run("explore --isolation rewind -- " FAKE " fork"), 3);
  EXPECT_EQ(Run("explore -- /bin/true"), 3);
  EXPECT_NE(err_.find("CXX=reweave-c++"), std::string::npos);
  EXPECT_EQ(Run("explore -- " FAKE " startfail"), 3);
}

TEST_F(CliTest, WrongCallsGetOneLineAndStatusTwo) {
  for (const char* arguments : {"nonsense",
                                "explore",
                                "explore --",
                                "explore --bogus -- x",
                                "explore --schedules many -- x",
                                "explore --schedules -5 -- x",
                                "explore --time 5parsecs -- x",
                                "explore --strategy best -- x",
                                "explore --isolation jail -- x",
                                "explore -- ./missing",
                                "explore --mem lots -- " FAKE,
                                "explore --record sound -- " FAKE,
                                "replay",
                                "replay missing.rws",
                                "trace --read missing.rwt",
                                "trace --read x -- y",
                                "explore --stdin missing -- " FAKE,
                                "explore --out /proc/no -- " FAKE,
                                "facts missing",
                                "select missing missing",
                                "select " FAKE " " FAKE " --analysis-time soon",
                                "select " FAKE " " FAKE " --analysis-memory -3",
                                "explore --pool 0 -- x",
                                "explore --pool 512 -- x",
                                "check --base ''",
                                "check --base= --fast",
                                "check --test ''",
                                "explore --out '' -- x",
                                "replay ''",
                                "bench nothing",
                                "bench check --json /nowhere/rows.json",
                                "bench check --subjects missing",
                                "bench capp --pages missing",
                                "check -- ./program",
                                "doctor --",
                                "--frobnicate"}) {
    EXPECT_EQ(Run(arguments), 2) << arguments;
    EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << arguments << ": " << err_;
    EXPECT_TRUE(err_.starts_with("reweave: ")) << err_;
    EXPECT_EQ(out_, "") << arguments;
  }
}

TEST_F(CliTest, WithoutACommandItListsThemAll) {
  EXPECT_EQ(Run(""), 2);
  EXPECT_NE(out_.find("Commands:\n"), std::string::npos);
}

TEST_F(CliTest, AQuickBuildExploresAndNamesWhatItLacks) {
  EXPECT_EQ(Run("explore -- " FAKE " lost", QUICK), 1);
  for (const char* name : {"gen a.h --class A", "bench capp", "coverage -- x", "worker", "history list --store x"}) {
    EXPECT_EQ(Run(name, QUICK), 2) << name;
    EXPECT_NE(err_.find("./dev build"), std::string::npos) << err_;
  }
  EXPECT_EQ(Run("check --gen", QUICK), 2);
  // Nothing that the whole has is unknown here.
  Run("--help", QUICK);
  const std::string quick = out_;
  Run("--help");
  const auto begin = out_.find("Commands:"), end = out_.find("Options:");
  std::istringstream lines(out_.substr(begin, end - begin));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  ") && line[2] != ' ') {
      EXPECT_NE(quick.find("\n" + line.substr(0, line.find(' ', 2) + 1)), std::string::npos) << line;
    }
}

TEST_F(CliTest, MisspeltWordsGetASuggestion) {
  EXPECT_EQ(Run("expolre"), 2);
  EXPECT_NE(err_.find("there is no command 'expolre'; did you mean explore?"), std::string::npos) << err_;
  EXPECT_EQ(Run("explore --schedule 5 -- " FAKE), 2);
  EXPECT_NE(err_.find("did you mean --schedules?"), std::string::npos) << err_;
  EXPECT_EQ(Run("explore --strategy dpr -- " FAKE), 2);
  EXPECT_NE(err_.find("did you mean dpor?"), std::string::npos) << err_;
}

TEST_F(CliTest, ARefusedValueNamesItsOptionAndWhatItTakes) {
  const std::pair<std::string, std::string> wrong[] = {
      {"explore --format gc -- " FAKE, "--format takes text or gcc, not 'gc'; did you mean gcc?"},
      {"explore --stratgy dpor -- " FAKE, "there is no option --stratgy; did you mean --strategy?"},
      {"explore --time 5x -- " FAKE, "--time: not a duration '5x'"},
      {"explore --mem 5Q -- " FAKE, "--mem: not a size '5Q'"},
      {"explore --schedules -5 -- " FAKE, "--schedules must not be negative, and is -5"},
      {"--colour always doctor", "there is no option --colour; did you mean --color?"},
      {"doctor --colour always", "there is no option --colour; did you mean --color?"},
      {"explore --color blue -- " FAKE, "--color takes auto, always or never, not 'blue'"},
      {"--color never explore --bogus -- " FAKE, "there is no option --bogus (see reweave explore --help)"},
      {"explore --seed 99999999999999999999 -- " FAKE, "--seed is too large: 99999999999999999999"},
      {"explore --jobs 0 -- " FAKE, "--jobs takes 1 to 256, not 0"},
      {"campaign start", "NAME is required (see reweave campaign start --help)"},
      {"history show --tst x", "there is no option --tst; did you mean --test?"},
      {"history", "a command is missing: list, show or gc"},
      {"doctor now", "'now' was not expected here"}};
  for (const auto& [arguments, message] : wrong) {
    EXPECT_EQ(Run(arguments), 2) << arguments;
    EXPECT_NE(err_.find(message), std::string::npos) << err_;
  }
}

// As a terminal of 40 columns shows it. bsdutils' script is on every Debian.
TEST_F(CliTest, TheStatusLineFitsTheTerminalAndADumbOneHasNone) {
  const auto on_terminal = [&](const std::string& terminal) {
    const std::string command = "cd " + directory_ + " && TERM=" + terminal +
                                " script -qec 'stty cols 40; " REWEAVE " explore --strategy random --time 1s -- " FAKE
                                " pass' /dev/null >out </dev/null";
    EXPECT_NE(std::system(command.c_str()), -1);
    return *ReadFile(directory_ + "/out", "");
  };
  const std::string shown = on_terminal("xterm");
  ASSERT_NE(shown.find("\r\x1b[K"), std::string::npos) << shown;
  // What is written over by the next one is a status line; what follows the last of them is the result.
  const std::string erase = "\r\x1b[K";
  for (std::size_t at = shown.find(erase); at != std::string::npos;) {
    const std::size_t begin = at + erase.size(), end = shown.find('\r', begin);
    if (end != std::string::npos && shown.compare(end, erase.size(), erase) == 0)
      EXPECT_LT(end - begin, 40u) << shown.substr(begin, 80);
    at = shown.find(erase, begin);
  }
  EXPECT_EQ(on_terminal("dumb").find('\x1b'), std::string::npos);
}

TEST_F(CliTest, ColourIsWhatTheUserAskedFor) {
  EXPECT_EQ(Run("--color always explore -- " FAKE " lost"), 1);
  EXPECT_NE(out_.find("\x1b[1;31m"), std::string::npos) << out_;
  EXPECT_EQ(Run("--color never explore -- " FAKE " lost"), 1);
  EXPECT_EQ(out_.find('\x1b'), std::string::npos) << out_;
  EXPECT_EQ(Run("--color blue explore -- " FAKE " lost"), 2);
  // Most people write it after the command.
  EXPECT_EQ(Run("explore --color always --seed 1 -- " FAKE " lost"), 1);
  EXPECT_NE(out_.find("\x1b[1;31m"), std::string::npos) << out_;
  EXPECT_EQ(Run("explore --color=never -- " FAKE " lost"), 1);
  EXPECT_EQ(out_.find('\x1b'), std::string::npos) << out_;
}

TEST_F(CliTest, HelpIsACommandToo) {
  EXPECT_EQ(Run("help"), 0);
  EXPECT_NE(out_.find("Commands:\n"), std::string::npos) << out_;
  EXPECT_EQ(Run("help explore"), 0);
  EXPECT_TRUE(out_.starts_with("usage: reweave explore")) << out_;
  EXPECT_EQ(Run("help expolre"), 2);
  EXPECT_NE(err_.find("did you mean explore?"), std::string::npos) << err_;
}

TEST_F(CliTest, JsonToStdoutIsAllThatIsThere) {
  EXPECT_EQ(Run("explore --json - -- " FAKE " lost"), 1);
  const Json json = Json::parse(out_);
  EXPECT_EQ(err_, "");
  EXPECT_EQ(json["findings"][0]["kind"], "assert");
  EXPECT_EQ(json["findings"][0]["confirmed"], true);
  EXPECT_EQ(json["stopped_by"], "failure");
}

TEST_F(CliTest, ReplayStatuses) {
  ASSERT_EQ(Run("explore --json r.json -- " FAKE " lost"), 1);
  const Json json = Json::parse(*ReadFile(directory_ + "/r.json", ""));
  const std::string file = json["findings"][0]["schedule_file"];
  EXPECT_EQ(Run("replay " + file), 1);
  EXPECT_NE(out_.find("counter is 1"), std::string::npos);
  EXPECT_EQ(Run("replay " + file + " --times 50 --json -"), 1);
  EXPECT_EQ(Json::parse(out_)["failed"], 50);
  EXPECT_EQ(Run("replay " + file + " -- " FAKE " pass"), 0);   // the same steps, but the update is not missed
  EXPECT_EQ(Run("replay " + file + " -- " FAKE " many 3"), 5);  // other steps
  EXPECT_NE(out_.find("expected: thread 0: operation 2, create"), std::string::npos) << out_;
  std::string bytes = *ReadFile(file, "");
  ASSERT_TRUE(WriteFile(directory_ + "/cut.rws", bytes.substr(0, bytes.size() / 2), ""));
  EXPECT_EQ(Run("replay cut.rws"), 2);
  EXPECT_NE(err_.find("byte "), std::string::npos);
}

TEST_F(CliTest, TraceIsKeptAndReadAgain) {
  EXPECT_EQ(Run("trace -- " FAKE " pass"), 0);
  EXPECT_NE(out_.find("create"), std::string::npos);
  const std::string first = out_;
  EXPECT_EQ(Run("trace -o t.rwt -- " FAKE " pass"), 0);
  EXPECT_EQ(Run("trace --read t.rwt"), 0);
  EXPECT_EQ(out_, first);
  EXPECT_EQ(Run("trace --json - --strategy random --seed 1 -- " FAKE " lost"), 1);
  EXPECT_EQ(Json::parse(out_)["end"]["kind"], "assert");
  std::string bytes = *ReadFile(directory_ + "/t.rwt", "");
  ASSERT_TRUE(WriteFile(directory_ + "/cut.rwt", bytes.substr(0, bytes.size() - 5), ""));
  EXPECT_EQ(Run("trace --read cut.rwt"), 2);
  EXPECT_EQ(Run("trace --read cut.rwt --salvage"), 0);
}

TEST_F(CliTest, EveryCommandHasHelpWithAnExample) {
  for (const char* command : {"explore", "replay", "trace", "facts", "doctor"}) {
    EXPECT_EQ(Run(std::string(command) + " --help"), 0);
    EXPECT_NE(out_.find("EXAMPLE"), std::string::npos) << command;
  }
  EXPECT_EQ(Run("--version"), 0);
  EXPECT_TRUE(out_.starts_with("reweave "));
  EXPECT_EQ(Run("doctor"), 0);
}

// "--lease TIME" says more than "--lease VALUE".
TEST_F(CliTest, HelpSaysWhatEachOptionTakes) {
  ASSERT_EQ(Run("--help"), 0);
  std::istringstream lines(out_.substr(out_.find("Commands:")));
  std::vector<std::string> commands;
  for (std::string line; std::getline(lines, line) && line != "Options:";)
    if (line.starts_with("  ") && line.size() > 2 && line[2] != ' ') commands.push_back(line.substr(2, line.find(' ', 2) - 2));
  EXPECT_GT(commands.size(), 15u);
  for (const std::string& command : commands) {
    ASSERT_EQ(Run(command + " --help"), 0) << command;
    EXPECT_EQ(out_.find(" VALUE"), std::string::npos) << command << ":\n" << out_;
    EXPECT_EQ(out_.find("default default"), std::string::npos) << command << ":\n" << out_;
  }
}

TEST_F(CliTest, FindingsAsACompilerWritesErrors) {
  EXPECT_EQ(Run("explore --format gcc -- " FAKE " lost"), 1);
  std::size_t errors = 0;
  std::istringstream lines(out_);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_THAT(line, testing::MatchesRegex("[^:]+:[0-9]+:[0-9]+: (error|warning|note): .+"));
    errors += line.find(": error: ") != std::string::npos;
  }
  EXPECT_GE(errors, 1u) << out_;
  EXPECT_EQ(Run("explore --format gcc --schedules 10 -- " FAKE " pass"), 0);
  EXPECT_EQ(out_, "");
  EXPECT_EQ(Run("explore --format emacs -- " FAKE " pass"), 2);
}

TEST_F(CliTest, DoctorNamesTheCommandThatInstallsWhatIsMissing) {
  fs::create_directory(directory_ + "/empty");
  EXPECT_EQ(Run("doctor --json all.json"), 0);
  EXPECT_EQ(std::system(("cd " + directory_ + " && PATH=$PWD/empty " REWEAVE " doctor >without 2>&1").c_str()), 0);
  const std::string without = *ReadFile(directory_ + "/without", "");
  for (const char* tool : {"git", "cmake", "ninja-build", "make", "gdb", "clang-19"})
    EXPECT_NE(without.find(std::string("to install it on Debian: apt install ") + tool + "\n"), std::string::npos) << without;
}

TEST_F(CliTest, ShellsCompleteStrategiesAndKinds) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    EXPECT_EQ(Run(std::string("completion ") + shell), 0);
    EXPECT_NE(out_.find("none random pct pos"), std::string::npos) << shell;
    EXPECT_NE(out_.find("deadlock"), std::string::npos) << shell;
  }
}

// What bash offers after these words; it splits them at = as well.
TEST_F(CliTest, BashCompletesValuesInsideOfLists) {
  EXPECT_EQ(Run("completion bash"), 0);
  std::ofstream(directory_ + "/completion.bash") << out_;
  const auto offers = [&](const std::string& words) {
    const std::string command = "cd " + directory_ +
                                " && bash -c 'source ./completion.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _reweave; "
                                "echo \"${COMPREPLY[*]}\"' x " +
                                words + " >offers";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return *ReadFile(directory_ + "/offers", "");
  };
  EXPECT_EQ(offers("reweave explore --fail-on de"), "deadlock\n");
  EXPECT_EQ(offers("reweave explore --fail-on race,de"), "race,deadlock\n");
  EXPECT_EQ(offers("reweave explore --fail-on = race,de"), "race,deadlock\n");
  EXPECT_EQ(offers("reweave trace --record sync,all-"), "sync,all-access\n");
  EXPECT_EQ(offers("reweave explore --strategy = dpo"), "dpor\n");
  EXPECT_EQ(offers("reweave explore --isolation ="), "auto rewind fork exec\n");
  EXPECT_EQ(offers("reweave explore --color al"), "always\n");
}

TEST_F(CliTest, HelpIsWrappedAndListsStrategiesOnLinesOfTheirOwn) {
  EXPECT_EQ(Run("explore --help"), 0);
  EXPECT_NE(out_.find("\n                              dfs: every schedule, depth first\n"), std::string::npos) << out_;
  EXPECT_NE(out_.find("--json FILE"), std::string::npos);
  std::istringstream lines(out_);
  for (std::string line; std::getline(lines, line) && line != "EXAMPLE";) EXPECT_LE(line.size(), 100u) << line;
}

TEST_F(CliTest, EveryCommandWritesJson) {
  for (const char* command : {"check", "report", "init", "explore", "replay", "trace", "facts", "impact", "record", "select",
                              "races", "history list", "bench", "doctor"}) {
    EXPECT_EQ(Run(std::string(command) + " --help"), 0) << command;
    EXPECT_NE(out_.find("--json"), std::string::npos) << command;
  }
}

// Status of an explore that gets this signal after a while.
int Interrupted(const std::string& directory, std::vector<const char*> arguments, int signal) {
  const pid_t pid = fork();
  if (pid == 0) {
    if (chdir(directory.c_str()) != 0 || !freopen("out", "w", stdout) || !freopen("err", "w", stderr)) _exit(99);
    arguments.push_back(nullptr);
    execv(REWEAVE, const_cast<char**>(arguments.data()));
    _exit(98);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  kill(pid, signal);
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(CliTest, InterruptKeepsWhatWasFound) {
  EXPECT_EQ(
      Interrupted(directory_, {"reweave", "explore", "--strategy", "random", "--json", "r.json", "--", FAKE, "pass"}, SIGINT),
      130);
  EXPECT_EQ(Json::parse(*ReadFile(directory_ + "/r.json", ""))["stopped_by"], "interrupted");
  EXPECT_EQ(Interrupted(directory_,
                        {"reweave", "explore", "--strategy", "random", "--keep-going", "--json", "r.json", "--", FAKE, "lost"},
                        SIGTERM),
            1);
  const Json json = Json::parse(*ReadFile(directory_ + "/r.json", ""));
  EXPECT_EQ(json["findings"][0]["confirmed"], true);
  EXPECT_EQ(Interrupted(directory_, {"reweave", "explore", "--", FAKE, "hang", "1"}, SIGINT), 130);
}

}  // namespace
}  // namespace reweave::inline cli
