// The constraints of a problem written out: clauses over "event a before event b". For solvers that know nothing of runs (Z3,
// brute force in tests) and as the definition that the closure solver is compared with.
#pragma once

#include <functional>
#include <vector>

#include "techniques/pcr/closure.h"

namespace reweave::pcr {

struct Before {
  EventId a = 0, b = 0;
};

struct Clause {  // one of the alternatives, each a list of what must all be so; none: never
  std::vector<std::vector<Before>> any;
  Literal why;
};

struct Formula {
  std::vector<EventId> events;
  std::vector<Clause> clauses;
};
Formula MakeFormula(const Problem& problem);

// Place of each event in an order, by EventId.
bool Holds(const Clause& clause, const std::vector<std::uint32_t>& place);
// The clauses that a reason names: it must be impossible by itself.
Formula Restrict(const Formula& formula, const std::vector<Literal>& core, const Run& run);

// Another way to solve, loaded at run time.
struct FormulaAnswer {
  Verdict verdict = Verdict::kUnknown;
  std::vector<EventId> order;       // possible
  std::vector<std::size_t> core;    // impossible: numbers of clauses
};
using FormulaSolver = std::function<FormulaAnswer(const Formula&, unsigned timeout_ms)>;

}  // namespace reweave::pcr
