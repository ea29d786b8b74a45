// The 17 templates of problematic access patterns: P1..P3 ordered conflicting pairs; P4..P8 the triples on one variable that no
// serial order explains; P9..P17 two threads on two variables, each with one kind of access, in the three orders that are
// cycles. One table for what is counted, what is predicted and what is solved for.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace reweave::detect {

struct TemplateStep {
  bool writes = false, other_thread = false, other_variable = false;  // thread a is that of the first step, x its variable
  friend bool operator==(const TemplateStep&, const TemplateStep&) = default;
};

struct Template {
  std::uint8_t number = 0;  // 1..17; 0: one of the 18 cycles that mix kinds within a thread
  std::uint8_t length = 0;
  std::array<TemplateStep, 4> steps{};
};

// "Ra(x) Wb(x) ...": from the text, so that table and reports cannot differ.
constexpr Template ParseTemplate(std::uint8_t number, const char* text) {
  Template out{number, 0, {}};
  for (const char* p = text; *p != 0; p += p[5] == 0 ? 5 : 6) out.steps[out.length++] = {p[0] == 'W', p[1] == 'b', p[3] == 'y'};
  return out;
}

constexpr std::array<const char*, 18> kTemplateTexts = {"?",
                                                        "Ra(x) Wb(x)",
                                                        "Wa(x) Rb(x)",
                                                        "Wa(x) Wb(x)",
                                                        "Ra(x) Wb(x) Ra(x)",
                                                        "Wa(x) Wb(x) Ra(x)",
                                                        "Wa(x) Rb(x) Wa(x)",
                                                        "Ra(x) Wb(x) Wa(x)",
                                                        "Wa(x) Wb(x) Wa(x)",
                                                        "Wa(x) Wb(x) Wb(y) Wa(y)",
                                                        "Wa(x) Wb(y) Wb(x) Wa(y)",
                                                        "Wa(x) Wb(y) Wa(y) Wb(x)",
                                                        "Wa(x) Rb(x) Rb(y) Wa(y)",
                                                        "Wa(x) Rb(y) Rb(x) Wa(y)",
                                                        "Ra(x) Wb(x) Wb(y) Ra(y)",
                                                        "Ra(x) Wb(y) Wb(x) Ra(y)",
                                                        "Ra(x) Wb(y) Ra(y) Wb(x)",
                                                        "Wa(x) Rb(y) Wa(y) Rb(x)"};

constexpr std::array<Template, 18> kTemplates = [] {
  std::array<Template, 18> out{};
  for (std::uint8_t p = 1; p <= 17; ++p) out[p] = ParseTemplate(p, kTemplateTexts[p]);
  return out;
}();

// Number of the template that these steps are, 0 if none.
constexpr std::uint8_t NumberOf(const Template& shape) {
  for (std::uint8_t p = 1; p <= 17; ++p) {
    bool same = kTemplates[p].length == shape.length;
    for (std::uint8_t i = 0; same && i < shape.length; ++i) same = kTemplates[p].steps[i] == shape.steps[i];
    if (same) return p;
  }
  return 0;
}

// The shapes from their definition, not from the table: conflicting pairs, triples whose neighbours conflict, and all 27 cycles
// of length 4.
std::vector<Template> DeriveTemplates();

// The estimate of how many patterns there are, from how many sites read and write each variable: term by term P1 and P2, P3,
// P4, P5 to P7, P8; over pairs of variables P9 to P11, P12 to P17. Unordered pairs, as published, or both roles of x and y.
struct SiteCounts {
  std::uint64_t reading = 0, writing = 0;
};
struct Denominators {
  std::uint64_t tc = 0, tc_ordered = 0;
};
Denominators CountPossible(const std::vector<SiteCounts>& variables);

// What names a pattern whichever threads and addresses it was: template and sites.
class PatternKey {
 public:
  explicit PatternKey(std::uint8_t pattern) : hash_(pattern) {}
  void Add(std::uint32_t site) {
    hash_ = (hash_ ^ site) * 0x9e3779b97f4a7c15ull;
    hash_ ^= hash_ >> 29;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_;
};

}  // namespace reweave::detect
