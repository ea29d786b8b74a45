#include "cli/usage_message.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>

#include "base/duration.h"
#include "base/nearest.h"
#include "cli/command_tree.h"

namespace reweave::inline cli {

namespace {

// The app of the command that the arguments name, as deep as they do. Options of all commands may stand before it.
const CLI::App& NamedCommand(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App* at = &app;
  for (const std::string& argument : arguments) {
    const auto inner = at->get_subcommands([&](const CLI::App* command) { return command->get_name() == argument; });
    if (inner.empty() && at != &app) break;
    if (!inner.empty()) at = inner.front();
  }
  return *at;
}

std::vector<OptionDoc> OptionsOf(const CLI::App& command) {
  CommandDoc doc = DescribeCommands(command);
  doc.options.insert(doc.options.end(), doc.positionals.begin(), doc.positionals.end());
  return std::move(doc.options);
}

std::string DidYouMean(const std::string& word, const std::vector<std::string>& known) {
  const auto nearest = NearestWord(word, known);
  return nearest ? fmt::format("; did you mean {}?", *nearest) : "";
}

std::string OneOf(const std::vector<std::string>& words) {
  if (words.size() == 1) return words[0];
  return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

// The first option that the command does not have.
std::optional<std::string> UnknownOption(const CLI::App& app, const CLI::App& command,
                                         const std::vector<std::string>& arguments) {
  std::vector<std::string> known;
  for (const CLI::App* of : {&command, &app})
    for (const OptionDoc& option : OptionsOf(*of)) known.insert(known.end(), option.names.begin(), option.names.end());
  for (const std::string& argument : arguments) {
    const std::string word = argument.substr(0, argument.find('='));
    if (!word.starts_with("--") || std::ranges::find(known, word) != known.end()) continue;
    return fmt::format("there is no option {}{}", word, DidYouMean(word, known));
  }
  return std::nullopt;
}

// "--format: gc not in {text,gcc}" is how the parser says it.
std::optional<std::string> RefusedChoice(const CLI::App& command, const std::string& told) {
  const auto colon = told.find(": "), end = told.find(" not in {");
  if (colon == std::string::npos || end == std::string::npos || end < colon) return std::nullopt;
  const std::string name = told.substr(0, colon), value = told.substr(colon + 2, end - colon - 2);
  for (const OptionDoc& option : OptionsOf(command))
    if (!option.choices.empty() && std::ranges::find(option.names, name) != option.names.end())
      return fmt::format("{} takes {}, not '{}'{}", name, OneOf(option.choices), value, DidYouMean(value, option.choices));
  return std::nullopt;
}

// "--jobs: Value 0 not in range 1 to 256" likewise.
std::optional<std::string> RefusedRange(const std::string& told) {
  constexpr std::string_view kValue = ": Value ", kRange = " not in range ";
  const auto colon = told.find(kValue), end = told.find(kRange);
  if (colon == std::string::npos || end == std::string::npos || end < colon) return std::nullopt;
  const std::size_t value = colon + kValue.size();
  return fmt::format("{} takes {}, not {}", told.substr(0, colon), told.substr(end + kRange.size()),
                     told.substr(value, end - value));
}

// The parser takes the largest number there is for one that is larger.
bool IsTooLarge(const std::string& number) {
  std::uint64_t parsed = 0;
  return std::from_chars(number.data(), number.data() + number.size(), parsed).ec == std::errc::result_out_of_range;
}

std::string UnusableValue(const CLI::Option& option, const OptionDoc& doc, const std::string& value) {
  const std::string name = option.get_name();
  if (value.empty()) return fmt::format("{} needs a value, and the one that is given is empty", name);
  if (doc.value == "N" && value.starts_with('-') && option.get_type_name().starts_with("UINT"))
    return fmt::format("{} must not be negative, and is {}", name, value);
  if (doc.value == "N" && IsTooLarge(value)) return fmt::format("{} is too large: {}", name, value);
  const auto refused = [&](const Error& error) { return fmt::format("{}: {}", name, error.ToString()); };
  if (doc.value == "TIME" && !value.ends_with('d'))  // days: history gc
    if (const auto time = ParseDuration(value); !time) return refused(time.error());
  if (doc.value == "SIZE")
    if (const auto size = ParseSize(value); !size) return refused(size.error());
  return {};
}

}  // namespace

std::string UsageMessage(const CLI::App& app, const std::vector<std::string>& arguments, const CLI::ParseError& error) {
  const CLI::App& command = NamedCommand(app, arguments);
  const auto with_help = [&](const std::string& what) {
    std::string words;
    for (const CLI::App* at = &command; at != &app && at != nullptr; at = at->get_parent()) words.insert(0, " " + at->get_name());
    return fmt::format("{} (see reweave{} --help)", what, words);
  };
  std::vector<std::string> commands;
  for (const CLI::App* inner : command.get_subcommands([](const CLI::App*) { return true; }))
    if (!inner->get_group().empty()) commands.push_back(inner->get_name());
  if (&command == &app && !arguments.empty() && !arguments[0].starts_with('-'))
    return with_help(fmt::format("there is no command '{}'{}", arguments[0], DidYouMean(arguments[0], commands)));
  if (const auto unknown = UnknownOption(app, command, arguments)) return with_help(*unknown);
  for (const CLI::App* of : {&command, &app})
    if (const auto refused = RefusedChoice(*of, error.what())) return with_help(*refused);
  if (const auto refused = RefusedRange(error.what())) return with_help(*refused);
  if (!commands.empty() && error.get_name() == "RequiredError")
    return with_help(fmt::format("a command is missing: {}", OneOf(commands)));
  // "The following argument was not expected: now"
  const std::string told = error.what();
  if (const auto colon = told.find(": "); told.starts_with("The following argument") && colon != std::string::npos) {
    const std::string word = told.substr(colon + 2, told.find(' ', colon + 2) - colon - 2);
    return with_help(fmt::format("'{}' was not expected here{}", word, DidYouMean(word, commands)));
  }
  return with_help(error.what());
}

std::string UnusableValue(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    const std::vector<OptionDoc> docs = OptionsOf(*command);
    for (const CLI::Option* option : command->get_options()) {
      const std::string name = option->get_name();
      const auto doc =
          std::ranges::find_if(docs, [&](const OptionDoc& d) { return std::ranges::find(d.names, name) != d.names.end(); });
      for (const std::string& value : option->results())
        if (std::string text = UnusableValue(*option, doc == docs.end() ? OptionDoc() : *doc, value); !text.empty()) return text;
    }
    if (std::string text = UnusableValue(*command); !text.empty()) return text;
  }
  return {};
}

}  // namespace reweave::inline cli
