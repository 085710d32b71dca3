#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/design/design.h"

namespace noiseloom::cli {

/// One value of a sweep, with its design or the reason why there is none.
struct SweepRow {
  std::string value;
  std::shared_ptr<const Design> design;
  std::string problem;
};

/// A table for a person; one JSON object; comma-separated text with units in its header.
std::string sweepText(const std::string& over, const std::vector<SweepRow>& points);
std::string sweepJson(const std::string& over, const std::vector<SweepRow>& points);
std::string sweepCsv(const std::string& over, const std::vector<SweepRow>& points);

}  // namespace noiseloom::cli
