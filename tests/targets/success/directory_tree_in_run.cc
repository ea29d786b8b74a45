// shows: creation, removal and renaming of files and directories, modes and the working directory are put back after each run
#include <cassert>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;

static std::string Read(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

int main() {
  const fs::path top = fs::temp_directory_path() / ("reweave-tree-" + std::to_string(getpid()));
  fs::create_directories(top / "old");
  std::ofstream(top / "old/kept") << "first";
  std::ofstream(top / "old/gone") << "second";
  std::ofstream(top / "over") << "third";
  fs::create_symlink("over", top / "link");
  fs::current_path(top);
  std::thread a([&] {
    assert(Read("old/kept").starts_with("first") && Read(top / "old/gone") == "second" && Read("over") == "third");
    assert(!fs::exists(top / "new") && fs::read_symlink("link") == "over");
    fs::create_directories("new/deep");
    std::ofstream(top / "new/deep/file") << "made in the run";
    fs::rename(top / "old/gone", top / "over");
    assert(Read("over") == "second" && !fs::exists("old/gone"));
    fs::remove("link");
    chmod("over", 0400);
    fs::current_path(top / "new");
    assert(Read("deep/file") == "made in the run");
  });
  std::thread b([&] {
    std::ofstream(top / "old/kept", std::ios::app) << "+";
    assert(Read(top / "old/kept") == "first+");
  });
  a.join();
  b.join();
  struct stat s;
  assert(stat((top / "over").c_str(), &s) == 0 && (s.st_mode & 0777) == 0400);
  fs::current_path("/");
  fs::remove_all(top);
}
