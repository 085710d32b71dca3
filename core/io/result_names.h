#pragma once

#include <optional>
#include <string_view>

#include "core/base/termination.h"
#include "core/monte_carlo/certificate.h"
#include "core/participation/participation.h"
#include "core/strategy/tree_strategy.h"

namespace noiseloom {

/// The names in files of what a design has besides its scenario, back to values: nullopt for a name that is not one.
std::optional<Termination> terminationFromName(std::string_view name);
std::optional<BoundKind> boundKindFromName(std::string_view name);

/// "monte-carlo", "deterministic" or "unamplified", and back.
std::string_view toString(SampledMethod method);
std::optional<SampledMethod> sampledMethodFromName(std::string_view name);

}  // namespace noiseloom
