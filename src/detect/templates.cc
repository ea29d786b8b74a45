#include "detect/templates.h"

namespace reweave::detect {

std::vector<Template> DeriveTemplates() {
  std::vector<Template> out;
  const auto add = [&out](std::initializer_list<TemplateStep> steps) {
    Template shape;
    for (const TemplateStep& step : steps) shape.steps[shape.length++] = step;
    shape.number = NumberOf(shape);
    out.push_back(shape);
  };
  for (int kinds = 1; kinds < 4; ++kinds) {  // not both reads
    const bool first = kinds & 1, second = kinds & 2;
    add({{first, false, false}, {second, true, false}});
  }
  for (int kinds = 0; kinds < 8; ++kinds) {
    const bool first = kinds & 1, middle = kinds & 2, last = kinds & 4;
    if ((first || middle) && (middle || last)) add({{first, false, false}, {middle, true, false}, {last, false, false}});
  }
  // a before b on one variable, b before a on the other.
  for (int kinds = 0; kinds < 16; ++kinds) {
    const bool ax = kinds & 1, ay = kinds & 2, bx = kinds & 4, by = kinds & 8;
    if (!(ax || bx) || !(ay || by)) continue;
    const TemplateStep Ax{ax, false, false}, Ay{ay, false, true}, Bx{bx, true, false}, By{by, true, true};
    add({Ax, Bx, By, Ay});
    add({Ax, By, Bx, Ay});
    add({Ax, By, Ay, Bx});
  }
  return out;
}

Denominators CountPossible(const std::vector<SiteCounts>& variables) {
  std::uint64_t alone = 0, w2_sum = 0, w2_squares = 0, rw_sum = 0, rw_squares = 0;
  for (const auto [r, w] : variables) {
    alone += 2 * r * w + w * w + r * r * w + 3 * r * w * w + w * w * w;
    w2_sum += w * w, w2_squares += w * w * w * w;
    rw_sum += r * w, rw_squares += r * w * r * w;
  }
  const std::uint64_t pairs = 3 * (w2_sum * w2_sum - w2_squares) / 2 + 6 * (rw_sum * rw_sum - rw_squares) / 2;
  return {alone + pairs, alone + 2 * pairs};
}

}  // namespace reweave::detect
