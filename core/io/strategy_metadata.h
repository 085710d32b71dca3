#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/run_control.h"
#include "core/claim/claim.h"
#include "core/design/design.h"
#include "core/io/scenario_json.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {

/// Sentences about the figures that every file has since version 2.
inline constexpr char kStddevFormula[] =
    "stddev = clip_norm * noise_multiplier * sensitivity; z has independent N(0, 1) entries, y = C^-1 z, and step i "
    "adds "
    "stddev * y[i] to the sum of the clipped gradients";
inline constexpr char kErrorFormula[] =
    "v_i = squared norm of row i of A C^-1; loss_mean, loss_max and loss_last = sensitivity^2 * the mean, the largest "
    "and the last of v_i; rmse, max_error and last_error = noise_multiplier * the square root of each; in units of the "
    "clip norm, for sums of gradients";

/// The entry of metadata.json for one array of its strategy file.
struct ArrayDescription {
  std::string name;
  std::vector<Index> shape;
  std::string sha256;  ///< of the little-endian float64 values in C order
};

/// metadata.json as read and checked against itself (docs/formats.md); what the arrays hold is not known here.
struct StrategyMetadata {
  Scenario scenario;  ///< complete but for a learning-rate schedule, which is an array of the file
  bool hasLearningRates = false;
  bool hasCoefficients = false;       ///< of the workload, which are an array, too
  std::string coefficientsFile = {};  ///< where they were read, for people
  bool ofMatrix = false;              ///< they are the rows of a matrix
  Index version = 3;
  const Mechanism* mechanism = &baselineMechanism();  ///< the mechanism of the strategy, never Best
  const StrategyKind* kind = &IdentityStrategy::kind;
  StrategySizes sizes;  ///< scaling: what the file says of the columns' norms, whatever the kind
  OptimizerSummary optimizer;
  GaussianMethod gaussianMethod = kGaussianMethod;
  DesignFigures figures;  ///< balls-in-bins without its value, which stddev holds, and seconds
  PrivacyClaim claim;     ///< versions 1 and 2 state the words of it alone, and no assumption's status
  std::string softwareVersion;
  std::vector<ArrayDescription> arrays;
};

inline constexpr char kStrategyFormat[] = "noiseloom-strategy";
/// The newest version of strategy files.
inline constexpr Index kStrategyVersion = kScenarioVersion;
/// The first one that names the Gaussian method of its noise, and whose dense inverse makes it. This one is written, or
/// the first later one that can say everything of the scenario; of designs with the first method, scenarioVersion().
inline constexpr Index kGeneratorVersion = 9;

/// The metadata of a design as ASCII JSON. The same design gives the same text: no times, no names of machines.
std::string strategyMetadataText(const Design& design, std::span<const ArrayDescription> arrays,
                                 const RunControl& control = {});

/// Reads the text back, of any version from 1 on; throws FormatError naming the field.
StrategyMetadata parseStrategyMetadata(std::string_view text, const std::filesystem::path& path);

}  // namespace noiseloom
