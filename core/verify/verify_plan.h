#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/io/noise_plan.h"
#include "core/io/strategy_file.h"
#include "core/verify/verification.h"

namespace noiseloom {

/// The contents of a noise plan that repeat or follow from its strategy file, except the file's hash: steps, standard
/// deviation, formula, kept rows, deployment.
std::vector<VerificationItem> compareWithStrategy(const NoisePlan& plan, const StrategyFile& strategy);

/// Compares a plan with its strategy file, by default the one beside it, and verifies that file too ("strategy:
/// sensitivity", ...). Without a strategy file the plan does not pass, as nothing confirms its standard deviation.
/// Throws FormatError for a plan or a strategy file that is unsound or contradicts itself.
Verification verifyNoisePlan(const std::filesystem::path& path, const std::optional<std::filesystem::path>& strategy,
                             const RunControl& control = {});

}  // namespace noiseloom
