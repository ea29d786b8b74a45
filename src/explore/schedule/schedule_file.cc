// Reader and writer of .rws, together: docs/formats/schedule.md. Raise kVersion when an old reader would misunderstand a file.
#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/coding.h"
#include "base/escape.h"
#include "base/file.h"
#include "explore/schedule/schedule.h"
#include "trace/pack.h"

namespace reweave::inline schedule {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic = "reweave-schedule ";
constexpr unsigned kVersion = 1;
constexpr std::uint64_t kMostBytes = 1ull << 30;

// --- Text that need not be UTF-8 -------------------------------------------------------------------------------------

Json TextToJson(const std::string& text) {
  if (EscapeUtf8(text) == text) return text;
  std::vector<unsigned> bytes;
  for (const char c : text) bytes.push_back(static_cast<unsigned char>(c));
  return Json{{"bytes", bytes}};
}

std::string TextFromJson(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  std::string text;
  for (const auto byte : json.at("bytes").get<std::vector<unsigned>>()) text.push_back(static_cast<char>(byte));
  return text;
}

// --- Header ----------------------------------------------------------------------------------------------------------

// Of the type's range: the library would cut off what does not fit.
template <typename T>
T Number(const Json& json) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > std::numeric_limits<T>::max())
    throw std::out_of_range("not a number of the right size: " + json.dump());
  return json.get<T>();
}

template <typename E>
E EnumFromJson(const Json& json, E most) {
  const auto value = Number<std::uint64_t>(json);
  if (value > static_cast<std::uint64_t>(most)) throw std::out_of_range("value out of range");
  return static_cast<E>(value);
}

Json SwitchToJson(const Schedule& schedule, const abi::Segment& segment) {
  Json json = {{"tid", segment.tid}};
  if (segment.tid < schedule.thread_paths.size()) json["thread"] = schedule.thread_paths[segment.tid];
  if (segment.until == abi::kUntilEnd) json["until"] = "end";
  else if (segment.until == abi::kUntilTail) json["until"] = "rest";
  else json["until"] = segment.until;
  if (segment.kind != abi::EventKind::kNone) {
    json["kind"] = static_cast<unsigned>(segment.kind);
    json["operation"] = KindName(segment.kind);
  }
  if (segment.site != 0) json["site"] = segment.site;
  return json;
}

abi::Segment SwitchFromJson(const Json& json) {
  abi::Segment segment{};
  segment.tid = Number<std::uint16_t>(json.at("tid"));
  const Json& until = json.at("until");
  segment.until = until == "end" ? abi::kUntilEnd : until == "rest" ? abi::kUntilTail : Number<std::uint32_t>(until);
  if (json.contains("kind")) segment.kind = EnumFromJson(json.at("kind"), abi::EventKind::kFirstMeta);
  if (json.contains("site")) segment.site = Number<std::uint32_t>(json.at("site"));
  return segment;
}

Json PlanToJson(const Schedule& schedule) {
  const Plan& plan = schedule.plan;
  Json json = {{"tail", static_cast<unsigned>(plan.tail)},
               {"granularity", static_cast<unsigned>(plan.granularity)},
               {"flags", plan.flags},
               {"pct_depth", plan.pct_depth},
               {"pct_length", plan.pct_length},
               {"record", plan.record},
               {"seed", plan.seed},
               {"max_steps", plan.max_steps}};
  for (const abi::Hold& hold : plan.holds)
    json["holds"].push_back({hold.first_site, hold.first_caller, hold.then_site, hold.then_caller});
  json["switches"] = Json::array();
  for (const auto& segment : plan.segments) json["switches"].push_back(SwitchToJson(schedule, segment));
  json["outcomes"] = Json::array();
  for (const auto& choice : plan.outcomes)
    json["outcomes"].push_back({{"tid", choice.tid}, {"ordinal", choice.ordinal}, {"outcome", choice.outcome}});
  return json;
}

// What a stored plan may ask for: it is one run from the rewind point to its end.
constexpr unsigned kKnownFlags =
    abi::kPlanSpurious | abi::kPlanFrames | abi::kPlanStopOnFailure | abi::kPlanFreeTime | abi::kPlanPassMisuse;
constexpr std::uint32_t kMostPoolThreads = 8192;

Plan PlanFromJson(const Json& json) {
  Plan plan;
  plan.tail = EnumFromJson(json.at("tail"), abi::TailPolicy::kGoal);
  plan.granularity = EnumFromJson(json.at("granularity"), abi::Granularity::kRacing);
  plan.flags = Number<std::uint8_t>(json.at("flags"));
  if ((plan.flags & ~kKnownFlags) != 0) throw std::out_of_range("unknown flags");
  plan.pct_depth = Number<std::uint8_t>(json.at("pct_depth"));
  plan.pct_length = Number<std::uint32_t>(json.at("pct_length"));
  plan.record = Number<std::uint32_t>(json.at("record"));
  plan.seed = Number<std::uint64_t>(json.at("seed"));
  plan.max_steps = Number<std::uint64_t>(json.at("max_steps"));
  if (json.contains("holds"))
    for (const Json& item : json.at("holds"))
      plan.holds.push_back({Number<std::uint32_t>(item.at(0)), Number<std::uint32_t>(item.at(1)),
                            Number<std::uint32_t>(item.at(2)), Number<std::uint32_t>(item.at(3))});
  if (plan.holds.size() > abi::kMostHolds) throw std::out_of_range("too many holds");
  for (const Json& item : json.at("switches")) plan.segments.push_back(SwitchFromJson(item));
  for (const Json& item : json.at("outcomes"))
    plan.outcomes.push_back({.tid = Number<std::uint16_t>(item.at("tid")),
                             .outcome = Number<std::uint8_t>(item.at("outcome")),
                             .reserved = 0,
                             .ordinal = Number<std::uint32_t>(item.at("ordinal"))});
  return plan;
}

void SetRace(Json& header, const std::optional<RaceExpectation>& race) {
  const auto name = [](const detect::EventName& event) { return Json::array({event.tid, event.ordinal}); };
  if (race) header["expect"]["race"] = Json::array({name(race->first), name(race->second)});
  else header["expect"].erase("race");
}

Json HeaderToJson(const Schedule& schedule) {
  Json json;
  json["version"] = schedule.tool_version;
  json["command"] = Json::array();
  for (const auto& word : schedule.command) json["command"].push_back(TextToJson(word));
  if (!schedule.directory.empty()) json["directory"] = TextToJson(schedule.directory);
  for (const auto& [name, value] : schedule.environment)
    json["environment"].push_back(Json::array({TextToJson(name), TextToJson(value)}));
  json["build"] = schedule.build_key;
  json["isolation"] = IsolationName(schedule.isolation);
  json["isolation_number"] = static_cast<unsigned>(schedule.isolation);
  json["pool"] = schedule.pool_threads;
  if (schedule.follow != 0) json["child"] = schedule.follow;
  if (schedule.start_at != 0) json["start"] = schedule.start_at;
  if (schedule.window != 0) json["window"] = schedule.window;
  if (schedule.gather != 0) json["gather"] = {{"number", schedule.gather}, {"calls", schedule.gather_calls}};
  json["strategy"] = schedule.strategy;
  json["schedule"] = schedule.schedule_number;
  json["expect"] = {{"end", EndKindName(schedule.end)},
                    {"end_number", static_cast<unsigned>(schedule.end)},
                    {"thread", schedule.end_tid},
                    {"message", TextToJson(schedule.message)}};
  SetRace(json, schedule.race);
  json["by_seed"] = schedule.by_seed;
  json["threads"] = schedule.thread_paths;
  json["plan"] = PlanToJson(schedule);
  json["sites"] = Json::array();
  for (const auto& [site, text] : schedule.sites) json["sites"].push_back(Json::array({site, TextToJson(text)}));
  json["steps"] = schedule.steps.size();
  return json;
}

// Of a test, as its suite sets them. Somebody else's file must not choose which libraries are loaded into the program.
std::pair<std::string, std::string> VariableFromJson(const Json& json) {
  std::pair<std::string, std::string> out{TextFromJson(json.at(0)), TextFromJson(json.at(1))};
  const std::string& name = out.first;
  if (name.empty() || name.find('=') != std::string::npos || name.starts_with("LD_") || name == "GLIBC_TUNABLES")
    throw std::out_of_range("a variable that a schedule may not set");
  return out;
}

Schedule HeaderFromJson(const Json& json) {
  Schedule schedule;
  schedule.tool_version = json.at("version").get<std::string>();
  for (const Json& word : json.at("command")) schedule.command.push_back(TextFromJson(word));
  if (json.contains("directory")) schedule.directory = TextFromJson(json.at("directory"));
  if (json.contains("environment"))
    for (const Json& variable : json.at("environment")) schedule.environment.push_back(VariableFromJson(variable));
  schedule.build_key = json.at("build").get<std::string>();
  schedule.isolation = EnumFromJson(json.at("isolation_number"), abi::Isolation::kExec);
  schedule.pool_threads = Number<std::uint32_t>(json.at("pool"));
  if (schedule.pool_threads == 0 || schedule.pool_threads > kMostPoolThreads) throw std::out_of_range("pool out of range");
  if (json.contains("child")) schedule.follow = Number<std::uint32_t>(json.at("child"));
  if (json.contains("start")) schedule.start_at = Number<std::uint64_t>(json.at("start"));
  if (json.contains("window")) schedule.window = Number<std::uint32_t>(json.at("window"));
  if (json.contains("gather")) {
    schedule.gather = Number<std::uint32_t>(json.at("gather").at("number"));
    for (const Json& call : json.at("gather").at("calls")) schedule.gather_calls.push_back(Number<std::uint32_t>(call));
  }
  schedule.strategy = json.at("strategy").get<std::string>();
  schedule.schedule_number = Number<std::uint64_t>(json.at("schedule"));
  schedule.end = EnumFromJson(json.at("expect").at("end_number"), abi::kLastEndKind);
  schedule.end_tid = Number<std::uint16_t>(json.at("expect").at("thread"));
  schedule.message = TextFromJson(json.at("expect").at("message"));
  if (const Json& expect = json.at("expect"); expect.contains("race")) {
    const auto name = [](const Json& event) {
      return detect::EventName{event.at(0).get<std::uint16_t>(), event.at(1).get<std::uint32_t>()};
    };
    schedule.race = RaceExpectation{name(expect.at("race").at(0)), name(expect.at("race").at(1))};
  }
  schedule.by_seed = json.at("by_seed").get<bool>();
  schedule.thread_paths = json.at("threads").get<std::vector<std::string>>();
  schedule.plan = PlanFromJson(json.at("plan"));
  for (const Json& site : json.at("sites")) schedule.sites[site.at(0).get<std::uint32_t>()] = TextFromJson(site.at(1));
  return schedule;
}

// --- Body: the steps ---------------------------------------------------------------------------------------------------

std::string EncodeSteps(const std::vector<ScheduleStep>& steps) {
  std::string out;
  for (const ScheduleStep& step : steps) {
    PutVarint(out, step.tid);
    out.push_back(static_cast<char>(step.kind));
    PutVarint(out, step.ordinal);
    PutVarint(out, step.site);
  }
  return out;
}

bool DecodeSteps(std::string_view bytes, std::vector<ScheduleStep>& steps) {
  for (Decoder in(bytes); !in.at_end();) {
    const std::uint64_t tid = in.Varint();
    const auto kind = static_cast<abi::EventKind>(in.Byte());
    const std::uint64_t ordinal = in.Varint(), site = in.Varint();
    if (!in.ok() || tid > UINT16_MAX || ordinal > UINT32_MAX || site > UINT32_MAX || !IsEvent(kind)) return false;
    steps.push_back(
        {static_cast<std::uint16_t>(tid), kind, static_cast<std::uint32_t>(ordinal), static_cast<std::uint32_t>(site)});
  }
  return true;
}

// --- First line ----------------------------------------------------------------------------------------------------------

struct FirstLine {
  std::uint64_t header_bytes, body_bytes, steps_bytes, header_sum, body_sum;
};

std::string FormatFirstLine(const FirstLine& line) {
  return fmt::format("{}{} {} {} {} {:016x} {:016x}\n", kMagic, kVersion, line.header_bytes, line.body_bytes, line.steps_bytes,
                     line.header_sum, line.body_sum);
}

bool ParseNumber(std::string_view& text, int base, std::uint64_t& out) {
  if (text.starts_with(' ')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, base);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc();
}

}  // namespace

struct ScheduleEncoder::Parts {
  Json header;
  std::string body;
  std::uint64_t steps_bytes = 0;
};

ScheduleEncoder::ScheduleEncoder(const Schedule& schedule) : parts_(std::make_unique<Parts>()) {
  const std::string steps = EncodeSteps(schedule.steps);
  *parts_ = {.header = HeaderToJson(schedule), .body = Compress(steps), .steps_bytes = steps.size()};
}

ScheduleEncoder::~ScheduleEncoder() = default;

std::string ScheduleEncoder::Encode(const std::optional<RaceExpectation>& race) {
  SetRace(parts_->header, race);
  const std::string header = parts_->header.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  const std::string& body = parts_->body;
  return FormatFirstLine({header.size(), body.size(), parts_->steps_bytes, Checksum(header), Checksum(body)}) + header + body;
}

std::string EncodeSchedule(const Schedule& schedule) { return ScheduleEncoder(schedule).Encode(schedule.race); }

Result<Schedule> DecodeSchedule(std::string_view bytes, const std::string& name) {
  const auto fail = [&](std::uint64_t offset, std::string_view why) {
    return Fail(ErrorCategory::kUsage, "cannot read schedule", name, fmt::format("byte {}: {}", offset, why));
  };
  if (bytes.empty()) return fail(0, "the file is empty");
  if (!bytes.starts_with(kMagic)) return fail(0, "this is not a Reweave schedule");
  const auto newline = bytes.substr(0, 256).find('\n');
  if (newline == std::string_view::npos) return fail(bytes.size() < 256 ? bytes.size() : 0, "the first line is incomplete");
  std::string_view line = bytes.substr(kMagic.size(), newline - kMagic.size());
  std::uint64_t version = 0;
  FirstLine first{};
  if (!ParseNumber(line, 10, version)) return fail(kMagic.size(), "no version number");
  if (version != kVersion) return fail(kMagic.size(), fmt::format("format version {}; this reweave reads {}", version, kVersion));
  if (!ParseNumber(line, 10, first.header_bytes) || !ParseNumber(line, 10, first.body_bytes) ||
      !ParseNumber(line, 10, first.steps_bytes) || !ParseNumber(line, 16, first.header_sum) ||
      !ParseNumber(line, 16, first.body_sum) || !line.empty() || first.header_bytes > kMostBytes ||
      first.body_bytes > kMostBytes || first.steps_bytes > kMostBytes)
    return fail(kMagic.size(), "the first line is damaged");

  const std::uint64_t header_at = newline + 1, body_at = header_at + first.header_bytes;
  const std::uint64_t size = body_at + first.body_bytes;
  if (bytes.size() < size) return fail(bytes.size(), fmt::format("truncated: {} bytes are missing", size - bytes.size()));
  if (bytes.size() > size) return fail(size, "there is something after the end");
  const auto header = bytes.substr(header_at, first.header_bytes), body = bytes.substr(body_at, first.body_bytes);
  if (Checksum(header) != first.header_sum) return fail(header_at, "the header's checksum does not match");
  if (Checksum(body) != first.body_sum) return fail(body_at, "the steps' checksum does not match");

  Schedule schedule;
  try {
    schedule = HeaderFromJson(Json::parse(header));
  } catch (const Json::parse_error& error) {
    return fail(header_at + error.byte, "not JSON");
  } catch (const std::exception& error) {
    return fail(header_at, fmt::format("a field is missing or wrong: {}", error.what()));
  }
  const auto steps = Decompress(body, first.steps_bytes);
  if (!steps || !DecodeSteps(*steps, schedule.steps)) return fail(body_at, "the steps are damaged");
  return schedule;
}

Result<Schedule> ReadSchedule(const std::string& path) {
  RW_ASSIGN(const std::string bytes, ReadFile(path, "cannot read schedule"));
  return DecodeSchedule(bytes, path);
}

Result<void> WriteSchedule(const Schedule& schedule, const std::string& path) {
  return WriteFile(path, EncodeSchedule(schedule), "cannot write schedule");
}

}  // namespace reweave::inline schedule
