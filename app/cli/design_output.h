#pragma once

#include <optional>
#include <string>

#include "core/design/design.h"
#include "core/io/noise_plan.h"

namespace noiseloom::cli {

/// What `design` wrote beside its printed answer; empty names where nothing was.
struct WrittenFiles {
  std::string strategy;
  std::string strategySha256;
  std::string plan;
  std::optional<NoisePlan> noisePlan;
};

/// One JSON object (docs/formats.md): snake_case keys, numbers with every digit, at most the first 4096 coefficients.
std::string designJson(const Design& design, const WrittenFiles& files);

/// The same for a person: the claim, then an aligned table with units.
std::string designText(const Design& design, const WrittenFiles& files);

}  // namespace noiseloom::cli
