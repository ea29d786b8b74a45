#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/manual.h"

#include "base/command.h"

namespace reweave::inline cli {

namespace {

std::string FirstWords(const std::string& text) { return text.substr(0, text.find_first_of(";:(")); }

std::vector<const CommandDoc*> Leaves(const CommandDoc& all) {
  std::vector<const CommandDoc*> out;
  for (const CommandDoc& command : all.commands) {
    if (command.commands.empty()) out.push_back(&command);
    for (const CommandDoc* leaf : Leaves(command)) out.push_back(leaf);
  }
  return out;
}

std::vector<std::string> Names(const std::vector<CommandDoc>& commands) {
  std::vector<std::string> out;
  out.reserve(commands.size());
  for (const CommandDoc& command : commands) out.push_back(command.name.substr(command.name.rfind(' ') + 1));
  return out;
}

// Those of all commands with a value may follow the command, too.
std::vector<OptionDoc> AllOptions(const CommandDoc& all, const CommandDoc& command) {
  std::vector<OptionDoc> out = command.options;
  if (&command == &all) return out;
  for (const OptionDoc& option : all.options)
    if (!option.value.empty()) out.push_back(option);
  return out;
}

// A case of words by command ("history list"), and of choices by command and option ("explore:--order"). Anything else is a file.
std::string Bash(const CommandDoc& all) {
  std::string words, values;
  const auto add = [&](const CommandDoc& command) {
    std::vector<std::string> list = Names(command.commands);
    for (const OptionDoc& option : AllOptions(all, command)) {
      list.insert(list.end(), option.names.begin(), option.names.end());
      for (const std::string& name : option.names) {
        const std::string label = ShellQuoted(command.name + ":" + name);
        if (!option.choices.empty())
          values += fmt::format("    {}) choices={} ;;\n", label, ShellQuoted(fmt::format("{}", fmt::join(option.choices, " "))));
        else if (!option.suggestions_file.empty())
          values += fmt::format("    {}) choices=LINES lines={} ;;\n", label, ShellQuoted(option.suggestions_file));
        else if (!option.suggestions.empty())
          values += fmt::format("    {}) choices={}{} ;;\n", label,
                                ShellQuoted(fmt::format("{}", fmt::join(option.suggestions, " "))), option.list ? " list=1" : "");
        else if (!option.value.empty()) values += fmt::format("    {}) choices=FILE ;;\n", label);
      }
    }
    for (const OptionDoc& positional : command.positionals)
      list.insert(list.end(), positional.choices.begin(), positional.choices.end());
    words +=
        fmt::format("    {}) words={} ;;\n", ShellQuoted(command.name), ShellQuoted(fmt::format("{}", fmt::join(list, " "))));
  };
  add(all);
  std::string groups;
  for (const CommandDoc& command : all.commands) {
    add(command);
    for (const CommandDoc& sub : command.commands) add(sub);
    if (!command.commands.empty()) groups += (groups.empty() ? "" : "|") + command.name;
  }
  return fmt::format(R"(# bash completion of reweave
_reweave() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command= word words= choices= lines= list= before= i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${{COMP_WORDS[i]}}
    if [[ $word == -- ]]; then
      COMPREPLY=($(compgen -f -- "$cur"))
      return
    fi
    [[ $word == -* ]] && continue
    if [[ -z $command ]]; then
      command=$word
    else
      case $command in {groups}) command="$command $word" ;; esac
      break
    fi
  done
  [[ $cur == = ]] && cur=
  [[ $prev == = ]] && prev=${{COMP_WORDS[COMP_CWORD-2]}}
  case "$command:$prev" in
{values}  esac
  if [[ -n $list && $cur == *,* ]]; then
    before=${{cur%,*}},
    cur=${{cur##*,}}
  fi
  case $choices in
    FILE) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    LINES)
      lines=$(git rev-parse --show-toplevel 2>/dev/null)/$lines
      while IFS= read -r word; do
        [[ $word == "$cur"* ]] && printf -v word %q "$word" && COMPREPLY+=("$word")
      done < <(cat "$lines" 2>/dev/null)
      return ;;
    ?*) COMPREPLY=($(compgen -P "$before" -W "$choices" -- "$cur")); return ;;
  esac
  case $command in
{words}  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ -n $command && $cur != -* ]] && COMPREPLY+=($(compgen -f -- "$cur"))
}}
complete -o filenames -F _reweave reweave
)",
                     fmt::arg("groups", groups.empty() ? "''" : groups), fmt::arg("values", values), fmt::arg("words", words));
}

std::string ZshText(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') out += '\\';
    out += c;
  }
  return out;
}

std::string Zsh(const CommandDoc& all) {
  std::string commands, cases;
  for (const CommandDoc& command : all.commands) {
    commands += "    " + ShellQuoted(command.name + ":" + ZshText(FirstWords(command.description))) + "\n";
    std::string specs;
    if (!command.commands.empty())
      specs += " " + ShellQuoted(fmt::format("1:command:({})", fmt::join(Names(command.commands), " ")));
    for (const OptionDoc& option : AllOptions(all, command))
      for (const std::string& name : option.names) {
        std::string spec = name + "[" + ZshText(FirstWords(option.description)) + "]";
        if (!option.choices.empty()) spec += fmt::format(":value:({})", fmt::join(option.choices, " "));
        else if (!option.suggestions_file.empty())
          spec += fmt::format(":value:{{compadd -- ${{(f)\"$(cat $(git rev-parse --show-toplevel)/{} 2>/dev/null)\"}}}}",
                              option.suggestions_file);
        else if (!option.suggestions.empty())
          spec += fmt::format(fmt::runtime(option.list ? ":value:_sequence compadd - {}" : ":value:({})"),
                              fmt::join(option.suggestions, " "));
        else if (!option.value.empty()) spec += ":value:_files";
        specs += " " + ShellQuoted(spec);
      }
    cases += fmt::format("    {}) _arguments{} '*:file:_files' ;;\n", command.name, specs);
  }
  return fmt::format(R"(#compdef reweave
_reweave() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_reweave "$@"
)",
                     commands, cases);
}

std::string Fish(const CommandDoc& all) {
  std::string out = "# fish completion of reweave\n";
  for (const CommandDoc& command : all.commands)
    out += fmt::format("complete -c reweave -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                       ShellQuoted(FirstWords(command.description)));
  for (const CommandDoc* command : Leaves(all)) {
    const auto space = command->name.find(' ');
    std::string when = "__fish_seen_subcommand_from " + command->name.substr(0, space);
    if (space != std::string::npos) {
      const std::string inner = command->name.substr(space + 1);
      out += fmt::format("complete -c reweave -n {} -f -a {} -d {}\n", ShellQuoted(when), inner,
                         ShellQuoted(FirstWords(command->description)));
      when += "; and __fish_seen_subcommand_from " + inner;
    }
    for (const OptionDoc& option : AllOptions(all, *command)) {
      out += "complete -c reweave -n " + ShellQuoted(when);
      for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.choices.empty())
        out += fmt::format(" -x -a {}", ShellQuoted(fmt::format("{}", fmt::join(option.choices, " "))));
      else if (!option.suggestions_file.empty())
        out += fmt::format(" -x -a '(cat (git rev-parse --show-toplevel)/{} 2>/dev/null)'", option.suggestions_file);
      else if (!option.suggestions.empty())
        out += fmt::format(" -x -a {}", ShellQuoted(fmt::format("{}", fmt::join(option.suggestions, " "))));
      else if (!option.value.empty()) out += " -r";
      out += " -d " + ShellQuoted(FirstWords(option.description)) + "\n";
    }
  }
  return out;
}

}  // namespace

std::string CompletionScript(const CommandDoc& all, const std::string& shell) {
  if (shell == "bash") return Bash(all);
  if (shell == "zsh") return Zsh(all);
  if (shell == "fish") return Fish(all);
  return {};
}

}  // namespace reweave::inline cli
