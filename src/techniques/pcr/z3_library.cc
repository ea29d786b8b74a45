// The library with Z3 in it (z3_abi.h). Integer difference logic, each clause guarded by an assumption.
#include <z3++.h>

#include <memory>
#include <string>
#include <vector>

#include "techniques/pcr/z3_abi.h"

namespace {

int Solve(std::uint32_t variables, std::uint32_t clauses, const std::uint32_t* data, unsigned timeout_ms, std::int64_t* times,
          std::uint32_t* core, std::uint32_t* core_size) {
  // Making a context costs more than most problems.
  thread_local std::unique_ptr<z3::context> kept;
  thread_local int uses = 0;
  if (kept == nullptr || ++uses % 256 == 0) kept = std::make_unique<z3::context>();
  z3::context& context = *kept;
  z3::solver solver(context, z3::solver::simple());
  z3::params params(context);
  params.set("arith.solver", 1u);
  params.set("core.minimize", true);
  params.set("timeout", timeout_ms);
  solver.set(params);
  z3::expr_vector order(context), guards(context);
  for (std::uint32_t v = 0; v < variables; ++v) order.push_back(context.int_const(("o" + std::to_string(v)).c_str()));
  for (std::uint32_t c = 0; c < clauses; ++c) {
    z3::expr_vector any(context);
    for (std::uint32_t alternatives = *data++; alternatives != 0; --alternatives) {
      z3::expr_vector all(context);
      for (std::uint32_t pairs = *data++; pairs != 0; --pairs, data += 2)
        all.push_back(order[static_cast<int>(data[0])] < order[static_cast<int>(data[1])]);
      any.push_back(z3::mk_and(all));
    }
    guards.push_back(context.bool_const(("g" + std::to_string(c)).c_str()));
    solver.add(z3::implies(guards[static_cast<int>(c)], any.empty() ? context.bool_val(false) : z3::mk_or(any)));
  }
  switch (solver.check(guards)) {
    case z3::sat: {
      const z3::model model = solver.get_model();
      for (std::uint32_t v = 0; v < variables; ++v) times[v] = model.eval(order[static_cast<int>(v)], true).get_numeral_int64();
      return 1;
    }
    case z3::unsat: {
      const z3::expr_vector used = solver.unsat_core();
      *core_size = 0;
      for (unsigned i = 0; i < used.size(); ++i)
        core[(*core_size)++] = static_cast<std::uint32_t>(std::stoul(used[static_cast<int>(i)].decl().name().str().substr(1)));
      return 0;
    }
    default: return -1;
  }
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) int reweave_z3_solve(std::uint32_t variables, std::uint32_t clauses,
                                                            const std::uint32_t* data, unsigned timeout_ms, std::int64_t* times,
                                                            std::uint32_t* core, std::uint32_t* core_size) {
  try {
    return Solve(variables, clauses, data, timeout_ms, times, core, core_size);
  } catch (const z3::exception&) {
    return -1;
  }
}

__attribute__((visibility("default"))) const char* reweave_z3_version() {
  static const std::string text = [] {
    unsigned major = 0, minor = 0, build = 0, revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
  }();
  return text.c_str();
}
}
