#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/claim/claim.h"
#include "core/design/class_bounds.h"
#include "core/design/error_unit.h"
#include "core/io/noise_plan.h"
#include "core/search/mechanism_ranking.h"

namespace noiseloom::cli {

/// What `design` wrote beside its printed answer; empty names where nothing was.
struct WrittenFiles {
  std::string strategy;
  std::string strategySha256;
  std::string plan;
  std::optional<NoisePlan> noisePlan;
};

/// One JSON object (docs/formats.md): snake_case keys, numbers with every digit, at most the first 4096 coefficients.
/// claim: of the design. ranking: of all mechanisms, for the best mechanism; else empty. solvedFor: a JSON object that
/// becomes "solved_for", or empty. profileSeconds: what the claim took. scale: "errors" in its unit; nullptr: none.
/// bounds: of classBounds(), "class_bounds"; nullptr: not asked for.
std::string designJson(const Design& design, const PrivacyClaim& claim, double profileSeconds,
                       const WrittenFiles& files, const std::vector<RankedMechanism>& ranking = {},
                       const std::string& solvedFor = {}, const ErrorScale* scale = nullptr,
                       const std::vector<ClassBound>* bounds = nullptr);

/// The same for a person: the claim, then an aligned table with units, then the ranking; errors in the unit of `scale`.
std::string designText(const Design& design, const WrittenFiles& files,
                       const std::vector<RankedMechanism>& ranking = {}, const ErrorScale& scale = {},
                       const std::vector<ClassBound>* bounds = nullptr);

}  // namespace noiseloom::cli
