#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/answer.h"
#include "core/claim/claim.h"
#include "core/design/class_bounds.h"
#include "core/design/error_unit.h"
#include "core/explore/solve_for.h"
#include "core/io/noise_plan.h"
#include "core/search/mechanism_ranking.h"
#include "core/search/run_stops.h"

namespace noiseloom {

/// An input that was found so that a target is reached.
struct SolvedInput {
  Field unknown;
  SolveTarget target;
  SolveForResult result;
};

/// A design with what is said of it beside its figures.
struct DesignAnswer {
  std::shared_ptr<const Design> design = {};
  PrivacyClaim claim = {};
  double profileSeconds = 0;                           ///< what the claim took
  std::vector<RankedMechanism> ranking = {};           ///< of all mechanisms, where the best one was asked for
  std::optional<SolvedInput> solved = {};              ///< where an input was to be found
  ErrorScale scale = {};                               ///< the unit that errors are asked for in
  bool inUnit = false;                                 ///< whether errors are stated in that unit as well: "errors"
  std::optional<std::vector<ClassBound>> bounds = {};  ///< of classBounds(), where they were asked for
  std::vector<RunStop> stops = {};                     ///< of runStops(), where they were asked for
};

/// The files that were written of a design; empty names where nothing was.
struct WrittenFiles {
  std::string strategy;
  std::string strategySha256;
  std::string plan;
  std::optional<NoisePlan> noisePlan;
};

/// One object (docs/formats.md): snake_case keys, numbers with every digit, at most the first 4096 coefficients.
Json designJson(const DesignAnswer& answer, const WrittenFiles& files = {});

}  // namespace noiseloom
