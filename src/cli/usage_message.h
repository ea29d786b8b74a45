// What is wrong with a command line, as one line for people: the option as it was written, what it takes, and the word that was
// probably meant.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace reweave::inline cli {

// For arguments that the parser refused.
std::string UsageMessage(const CLI::App& app, const std::vector<std::string>& arguments, const CLI::ParseError& error);

// Values that the parser lets pass though no command can use them; "" if there is none.
std::string UnusableValue(const CLI::App& app);

}  // namespace reweave::inline cli
