// What explorations of the evaluation cost, kept in a file while they run: an evaluation that was stopped goes on where it was.
#pragma once

#include <fstream>
#include <map>
#include <string>

#include "base/result.h"
#include "evaluate/capp_bench.h"

namespace reweave::inline evaluate {

class CostLog {
 public:
  // Costs count again that this very `reweave` measured (`tool`), of the same programs and with the same limits (`about`).
  static Result<CostLog> Open(const std::string& path, const std::string& tool);

  const Cost* Find(const CostKey& key, const std::string& about) const;
  // Not by two threads at once.
  void Add(const CostKey& key, const std::string& about, const Cost& cost);

 private:
  static std::string Line(const CostKey& key, const std::string& about);

  std::map<std::string, Cost> known_;
  std::ofstream out_;
};

// The file of this program, its size and time: what was measured by another one is measured again.
std::string ThisTool();

}  // namespace reweave::inline evaluate
