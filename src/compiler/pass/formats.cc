#include "compiler/pass/formats.h"

#include <array>

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"

namespace reweave::compiler {
namespace {

using llvm::StringRef;

constexpr unsigned kMostArguments = 32;

// One effect for each argument, made once.
template <typename Make>
std::array<Effect, kMostArguments> ForEachArgument(Make make) {
  std::array<Effect, kMostArguments> effects;
  for (unsigned i = 0; i < kMostArguments; ++i) effects[i] = make(static_cast<std::uint8_t>(i));
  return effects;
}

const Effect* ReadsString(unsigned argument) {
  static const auto kEffects = ForEachArgument([](std::uint8_t i) { return Effect{i, false, Extent::kString, 0, 0}; });
  return &kEffects[argument];
}
// Its length is in the argument before it.
const Effect* ReadsBounded(unsigned argument) {
  static const auto kEffects =
      ForEachArgument([](std::uint8_t i) { return Effect{i, false, Extent::kStringMax, static_cast<std::uint8_t>(i - 1), 0}; });
  return &kEffects[argument];
}
const Effect* ReadsFirst(unsigned argument) {
  static const auto kEffects = ForEachArgument([](std::uint8_t i) { return Effect{i, false, Extent::kBytes, 1, 0}; });
  return &kEffects[argument];
}
// 1, 2, 4, 8 or 16 bytes.
const Effect* Writes(unsigned argument, unsigned bytes) {
  static const auto kEffects = [] {
    std::array<std::array<Effect, kMostArguments>, 5> all;
    for (unsigned log = 0; log < 5; ++log)
      all[log] = ForEachArgument(
          [=](std::uint8_t i) { return Effect{i, true, Extent::kBytes, static_cast<std::uint8_t>(1u << log), 0}; });
    return all;
  }();
  return &kEffects[static_cast<unsigned>(__builtin_ctz(bytes))][argument];
}

struct Formatted {
  int format = -1;  // argument number
  bool scans = false;
};

Formatted AsFormatted(StringRef name) {
  if (!name.consume_front("__isoc99_")) name.consume_front("__isoc23_");
  return llvm::StringSwitch<Formatted>(name)
      .Case("printf", {0, false})
      .Cases("fprintf", "dprintf", "sprintf", "syslog", "asprintf", {1, false})
      .Case("__printf_chk", {1, false})
      .Cases("snprintf", "__fprintf_chk", "__dprintf_chk", "__asprintf_chk", {2, false})
      .Case("__sprintf_chk", {3, false})
      .Case("__snprintf_chk", {4, false})
      .Case("scanf", {0, true})
      .Cases("fscanf", "sscanf", {1, true})
      .Default({});
}

// One conversion: what stands between % and its letter, and the letter.
struct Conversion {
  bool star = false;            // printf: the width is an argument; scanf: nothing is stored
  bool precision = false, precision_argument = false, precision_zero = false;
  bool allocates = false;       // scanf: %ms
  unsigned length = 4;          // bytes of an integer
  bool wide = false;            // l, ll, L
  bool long_double = false;
  char letter = 0;              // 0: not understood
};

Conversion Next(StringRef& text) {
  Conversion c;
  const auto skip = [&](StringRef set) { text = text.ltrim(set); };
  skip("-+ #'I");
  if (text.consume_front("*")) c.star = true;
  skip("0123456789");
  if (text.starts_with("$")) return c;
  if (text.consume_front(".")) {
    c.precision = true;
    if (text.consume_front("*")) c.precision_argument = true;
    c.precision_zero = text.starts_with("0") || (!c.precision_argument && !text.empty() && (text[0] < '0' || text[0] > '9'));
    skip("0123456789");
  }
  if (text.consume_front("m")) {
    if (text.empty() || (text[0] != 's' && text[0] != '[' && text[0] != 'c')) return c.letter = 'm', c;
    c.allocates = true;
  }
  if (text.consume_front("hh")) c.length = 1;
  else if (text.consume_front("h")) c.length = 2;
  else if (text.consume_front("ll") || text.consume_front("l") || text.consume_front("q")) c.length = 8, c.wide = true;
  else if (text.consume_front("j") || text.consume_front("z") || text.consume_front("t")) c.length = 8;
  else if (text.consume_front("L")) c.long_double = c.wide = true;
  if (text.empty()) return c;
  c.letter = text[0];
  text = text.drop_front();
  if (c.letter == '[') {  // up to the bracket that ends the set
    text.consume_front("^");
    text.consume_front("]");
    const std::size_t end = text.find(']');
    text = end == StringRef::npos ? StringRef() : text.drop_front(end + 1);
  }
  return c;
}

const Effect* Printed(const Conversion& c, unsigned argument) {
  if (c.letter == 'n') return Writes(argument, c.length);
  if (c.letter != 's' || c.wide) return nullptr;
  if (c.precision_argument) return ReadsBounded(argument);
  if (!c.precision) return ReadsString(argument);
  return c.precision_zero ? nullptr : ReadsFirst(argument);
}

const Effect* Scanned(const Conversion& c, unsigned argument) {
  if (c.allocates) return Writes(argument, 8);
  switch (c.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'n': return Writes(argument, c.length);
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'G': return Writes(argument, c.long_double ? 16 : c.wide ? 8 : 4);
    case 'p': return Writes(argument, 8);
    case 's':
    case 'c':
    case '[': return Writes(argument, 1);
    default: return nullptr;
  }
}

}  // namespace

llvm::SmallVector<const Effect*, 4> EffectsOfFormat(const llvm::CallBase& call, StringRef name) {
  llvm::SmallVector<const Effect*, 4> effects;
  const Formatted function = AsFormatted(name);
  StringRef text;
  if (function.format < 0 || !call.getFunctionType()->isVarArg() || static_cast<unsigned>(function.format) >= call.arg_size() ||
      !llvm::getConstantStringInfo(call.getArgOperand(static_cast<unsigned>(function.format)), text))
    return effects;
  unsigned argument = static_cast<unsigned>(function.format) + 1;
  for (std::size_t at = text.find('%'); at != StringRef::npos; at = text.find('%')) {
    text = text.drop_front(at + 1);
    if (text.consume_front("%")) continue;
    const Conversion c = Next(text);
    if (c.letter == 0) break;
    if (c.letter == 'm' || (function.scans && c.star)) continue;
    argument += !function.scans && c.star;
    argument += c.precision_argument;
    if (argument >= call.arg_size() || argument >= kMostArguments) break;
    if (const Effect* effect = function.scans ? Scanned(c, argument) : Printed(c, argument)) effects.push_back(effect);
    ++argument;
  }
  return effects;
}

}  // namespace reweave::compiler
