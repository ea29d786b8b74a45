#include "check/generated_files.h"

#include <fmt/format.h>

#include <string_view>

#include "base/command.h"
#include "base/file.h"

namespace reweave::inline check {

bool HasItsGenerators(const std::string& configure) {
  const std::string text = ReadFile(configure, "").value_or("");
  constexpr std::string_view kVersion = "am__api_version='";
  const auto at = text.find(kVersion);
  if (at == std::string::npos) return !FindInPath("autoconf").empty();
  const auto begin = at + kVersion.size();
  return !FindInPath("aclocal-" + text.substr(begin, text.find('\'', begin) - begin)).empty();
}

BuildStep GeneratedFilesAreNew(const BuildInput& input) {
  const std::string mark = ShellQuoted(input.build + "/reweave-generated");
  return {"preparing",
          {"sh", "-e", "-c",
           fmt::format("[ -e {0} ] && [ -z \"$(find . -newer {0} \\( -name 'configure*' -o -name '*.m4' -o -name '*.am' -o -name "
                       "'*.in' \\) -print -quit)\" ] && exit 0\n"
                       "find . -name aclocal.m4 -exec touch {{}} +\n"
                       "find . \\( -name configure -o -name Makefile.in -o -name 'config*.h.in' \\) -exec touch {{}} +\n"
                       "touch {0}\n",
                       mark)},
          input.source,
          {}};
}

}  // namespace reweave::inline check
