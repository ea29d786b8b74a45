#include "compiler/pass/unit_options.h"

#include <map>

#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/CommandLine.h"

namespace reweave::compiler {

using namespace llvm;

namespace {

cl::list<std::string> options("reweave-option", cl::desc("An option of the user's that is recorded in the facts"), cl::Hidden);

// Names from before a standard had its year.
std::string Year(StringRef version) {
  return StringSwitch<StringRef>(version)
      .Case("0x", "11")
      .Case("1y", "14")
      .Case("1z", "17")
      .Case("2a", "20")
      .Case("2b", "23")
      .Case("2c", "26")
      .Cases("9x", "1999", "99")
      .Case("1x", "11")
      .Case("18", "17")
      .Case("2x", "23")
      .Cases("89", "90", "90")
      .Case("03", "98")
      .Default(version)
      .str();
}

std::string Normalised(StringRef standard) {
  if (standard.consume_front("iso9899:")) return "c" + Year(standard.substr(0, 4));
  for (StringRef head : {"c++", "gnu++", "c", "gnu"})
    if (standard.starts_with(head)) return head.str() + Year(standard.drop_front(head.size()));
  return standard.str();
}

// Options of one key replace each other: -DX=1 and -UX, -fexceptions and -fno-exceptions.
std::string KeyOf(StringRef option) {
  const StringRef kind = option.starts_with("-U") ? "-D" : option.substr(0, 2);
  StringRef name = option.drop_front(2).take_until([](char c) { return c == '='; });
  if (kind != "-D") name.consume_front("no-");
  return (kind + name).str();
}

}  // namespace

UnitOptions OptionsOf(const DICompileUnit* unit) {
  UnitOptions out;
  if (unit) {
    const auto language = static_cast<dwarf::SourceLanguage>(unit->getSourceLanguage());
    out.standard = dwarf::isCPlusPlus(language) ? "gnu++17" : dwarf::isC(language) ? "gnu17" : "";
  }
  std::map<std::string, std::string> last;
  for (StringRef option : options) {
    StringRef standard = option;
    if (standard.consume_front("-std=") || standard.consume_front("--std=")) out.standard = Normalised(standard);
    else if (option == "-ansi") out.standard = out.standard.find("++") != std::string::npos ? "c++98" : "c90";
    else last[KeyOf(option)] = option.str();
  }
  for (const auto& [key, option] : last) out.others.insert(option);
  return out;
}

}  // namespace reweave::compiler
