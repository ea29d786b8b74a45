"""A project with four tests in a git repository, whose working tree has one lock less than its commit."""
import os
import subprocess

NAMES = ["add_test", "get_test", "set_test", "swap_test"]
CMAKE = f"""cmake_minimum_required(VERSION 3.16)
project(counter CXX)
find_package(Threads REQUIRED)
enable_testing()
foreach(test {' '.join(NAMES)})
  add_executable(${{test}} ${{test}}.cc)
  target_link_libraries(${{test}} Threads::Threads)
  add_test(NAME ${{test}} COMMAND ${{test}})
endforeach()
"""
LOCK = "    std::lock_guard<std::mutex> lock(mutex_);\n"
HEADER = f"""#pragma once
#include <mutex>
class Counter {{
 public:
  void add(int n) {{
{LOCK}    value_ += n;
  }}
  void set(int n) {{
{LOCK}    value_ = n;
  }}
  int get() {{
{LOCK}    return value_;
  }}
 private:
  std::mutex mutex_;
  int value_ = 0;
}};
"""
PROGRAM = """#include <thread>
#include "counter.h"
int main() {
  Counter counter;
  std::thread a([&] { A; }), b([&] { B; });
  a.join();
  b.join();
}
"""
BODIES = {"add_test": ("counter.add(1)", "counter.add(2)"), "get_test": ("counter.get()", "counter.get()"),
          "set_test": ("counter.set(1)", "counter.set(2)"), "swap_test": ("counter.set(1)", "counter.get()")}


def make(project):
    """`add` loses its lock: add_test shows it, nothing else does."""
    os.environ["GIT_CEILING_DIRECTORIES"] = str(project.parent)  # the build directory may lie in a checkout of ours
    project.mkdir(parents=True)

    def git(*arguments):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments], cwd=project, check=True, stdout=subprocess.DEVNULL)

    git("init", "-q", "-b", "main", ".")
    (project / "CMakeLists.txt").write_text(CMAKE)
    (project / "counter.h").write_text(HEADER)
    for name, (a, b) in BODIES.items():
        (project / f"{name}.cc").write_text(PROGRAM.replace("A;", a + ";").replace("B;", b + ";"))
    git("add", "-A")
    git("commit", "-qm", "first")
    (project / "counter.h").write_text(HEADER.replace(LOCK + "    value_ += n;", "    value_ += n;"))
