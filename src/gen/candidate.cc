#include "gen/candidate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace reweave::gen {

using gen_wrapper::kMostOrders;

std::size_t Candidate::calls() const {
  return std::accumulate(threads.begin(), threads.end(), std::size_t{0},
                         [](std::size_t n, const auto& calls) { return n + calls.size(); });
}

std::size_t Candidate::size() const {
  std::size_t out = 1000 * threads.size() + 100 * (calls() + prefix.size());
  const auto add = [&](const Call& call) {
    for (const std::uint8_t argument : call.arguments) out += argument;
    out += call.on;
  };
  add(constructor);
  for (const Call& call : prefix) add(call);
  for (const auto& calls : threads)
    for (const Call& call : calls) add(call);
  return out;
}

Call RandomCall(const Operation& operation, int op, Rng& rng) {
  Call out{op, {}};
  for (const Argument& argument : operation.arguments) {
    const std::size_t values = argument.values.size();
    const std::size_t few = std::min<std::size_t>(values, 2);
    out.arguments.push_back(static_cast<std::uint8_t>(rng.Below(4) != 0 ? rng.Below(few) : rng.Below(values)));
  }
  return out;
}

namespace {

void Merge(std::vector<std::size_t>& left, std::vector<std::uint8_t>& now, std::vector<std::vector<std::uint8_t>>& out) {
  if (out.size() >= kMostOrders) return;
  bool any = false;
  for (std::size_t thread = 0; thread < left.size(); ++thread) {
    if (left[thread] == 0) continue;
    any = true;
    --left[thread];
    now.push_back(static_cast<std::uint8_t>(thread));
    Merge(left, now, out);
    now.pop_back();
    ++left[thread];
  }
  if (!any) out.push_back(now);
}

gen_wrapper::CallCode EncodeCall(const Call& call) {
  gen_wrapper::CallCode out{static_cast<std::uint16_t>(call.op), call.on, {}};
  std::copy(call.arguments.begin(), call.arguments.end(), out.arguments);
  return out;
}

}  // namespace

std::vector<std::vector<std::uint8_t>> OrdersOf(const Candidate& candidate) {
  std::vector<std::size_t> left;
  for (const auto& calls : candidate.threads) left.push_back(calls.size());
  std::vector<std::uint8_t> now;
  std::vector<std::vector<std::uint8_t>> out;
  Merge(left, now, out);
  return out;
}

gen_wrapper::CandidateCode Encode(const Candidate& candidate, const std::vector<Call>& probes,
                                  const std::vector<std::vector<std::uint8_t>>& orders, bool turns) {
  gen_wrapper::CandidateCode out{};
  out.mode = orders.empty() ? gen_wrapper::kThreads : turns ? gen_wrapper::kTurns : gen_wrapper::kOrders;
  out.other = candidate.other ? 1 : 0;
  out.constructor = EncodeCall(candidate.constructor);
  for (const Call& call : candidate.prefix) out.prefix[out.prefix_count++] = EncodeCall(call);
  for (const auto& calls : candidate.threads) {
    for (const Call& call : calls) out.calls[out.thread_count][out.call_count[out.thread_count]++] = EncodeCall(call);
    ++out.thread_count;
  }
  for (const Call& call : probes)
    if (out.probe_count < gen_wrapper::kMostProbes) out.probes[out.probe_count++] = EncodeCall(call);
  for (const auto& order : orders) std::copy(order.begin(), order.end(), out.orders[out.order_count++]);
  return out;
}

std::string CallText(const Operation& operation, const Call& call) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& argument = operation.arguments[i];
    const Value& value = argument.values[call.arguments[i]];
    const std::string variable = argument.other ? (call.on == 0 ? "other" : "object") : "value";
    words.push_back(value.null         ? "nullptr"
                    : argument.lasting ? (argument.pointer ? "&" : "") + variable
                                       : WithObject(value.plain, "object"));
  }
  const std::string on = call.on == 0 ? "" : "other.";
  if (operation.callable.copies) return fmt::format("{}copy", on);
  return fmt::format("{}{}({})", on, operation.callable.name, fmt::join(words, ", "));
}

std::string BesideText(const Subject& subject, const Candidate& candidate) {
  std::vector<std::string> threads;
  for (const auto& calls : candidate.threads) {
    std::vector<std::string> words;
    for (const Call& call : calls) words.push_back(CallText(subject.method(call.op), call));
    threads.push_back(fmt::format("{}", fmt::join(words, ", ")));
  }
  return fmt::format("{}", fmt::join(threads, " beside "));
}

}  // namespace reweave::gen
