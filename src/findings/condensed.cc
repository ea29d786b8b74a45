#include "findings/condensed.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "findings/step_text.h"

namespace reweave::inline findings {

namespace {

constexpr std::string_view kTemporary = "(temporary)";  // what the compiler pass calls it

struct Access {
  std::string variable;  // "Mailbox::box_" of "write Mailbox::box_[].size() 1 -> 0"
  bool writes = false;
};

// None: it is more than a plain access (a lock, an atomic operation), or of something without a name.
std::optional<Access> PlainAccess(const std::string& operation) {
  const bool writes = operation.starts_with("write ");
  if (!writes && !operation.starts_with("read ")) return std::nullopt;
  // "read (temporary) = 97": there the brackets are the name, not an effect.
  const bool unnamed = operation.find(kTemporary) == (writes ? 6 : 5);
  std::string variable = unnamed ? std::string(kTemporary) : StepText(operation).name;
  // Scopes may have template arguments with dots and brackets in them.
  const std::size_t scope = variable.rfind("::") == std::string::npos ? 0 : variable.rfind("::");
  variable.resize(std::min(variable.find_first_of(".[", scope), variable.size()));
  if (variable.empty()) return std::nullopt;
  return Access{variable, writes};
}

// Who uses a variable in the run.
struct Uses {
  std::optional<std::uint32_t> thread;
  bool several = false, written = false;
};

std::map<std::string, Uses> UsesOf(const Interleaving& interleaving) {
  std::map<std::string, Uses> out;
  for (const InterleavingStep& step : interleaving.steps)
    for (const std::string& operation : Operations(step.what))
      if (const auto access = PlainAccess(operation)) {
        Uses& uses = out[access->variable];
        uses.several |= uses.thread && *uses.thread != step.thread;
        uses.thread = step.thread;
        uses.written |= access->writes;
      }
  return out;
}

std::string Joined(const std::vector<std::string>& operations) {
  std::string out;
  for (const std::string& operation : operations) out += (out.empty() ? "" : ", ") + operation;
  return out;
}

}  // namespace

Condensed WithoutOwnAccesses(const Interleaving& interleaving) {
  const std::map<std::string, Uses> uses = UsesOf(interleaving);
  const auto is_own = [&](const std::string& operation) {
    const auto access = PlainAccess(operation);
    if (!access) return false;
    // Every thread has temporaries; they only share the word for them.
    const Uses& all = uses.at(access->variable);
    return access->variable == kTemporary || !all.several || !all.written;
  };
  Condensed out{interleaving, 0};
  out.interleaving.steps.clear();
  for (std::size_t i = 0; i < interleaving.steps.size(); ++i) {
    InterleavingStep step = interleaving.steps[i];
    std::vector<std::string> operations = Operations(step.what);
    const bool takes_over = i == 0 || interleaving.steps[i - 1].thread != step.thread;
    if (!step.key) {
      const std::size_t all = operations.size();
      const std::string first = operations.front();
      std::erase_if(operations, is_own);
      if (operations.empty() && takes_over) operations.push_back(first);
      out.left_out += all - operations.size();
    }
    if (operations.empty()) continue;
    step.what = Joined(operations);
    out.interleaving.steps.push_back(std::move(step));
  }
  return out;
}

std::vector<std::string> OnePerVariable(const std::vector<std::string>& operations) {
  struct Group {
    std::string text;
    bool writes = false;
    std::size_t more = 0;
  };
  std::vector<Group> groups;
  std::map<std::string, std::size_t> of_variable;
  for (const std::string& operation : operations) {
    const auto access = PlainAccess(operation);
    const auto [known, fresh] =
        access ? of_variable.try_emplace(access->variable, groups.size()) : std::pair(of_variable.end(), true);
    if (fresh) {
      // A lock or a wakeup in between: what comes after it is another matter.
      if (!access) of_variable.clear();
      groups.push_back({operation, access && access->writes});
      continue;
    }
    Group& group = groups[known->second];
    ++group.more;
    // A write that says what it changed tells more than one of some bytes.
    const bool says_more = operation.find(" -> ") != std::string::npos || group.text.find(" -> ") == std::string::npos;
    if (access->writes && (!group.writes || says_more)) group.text = operation, group.writes = true;
  }
  std::vector<std::string> out;
  for (const Group& group : groups) out.push_back(group.more == 0 ? group.text : fmt::format("{} (+{})", group.text, group.more));
  return out;
}

}  // namespace reweave::inline findings
