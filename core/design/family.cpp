#include "core/design/family.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/mechanism/amplified.h"
#include "core/mechanism/band_inv_mf.h"
#include "core/mechanism/banded.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/bisr.h"
#include "core/mechanism/blt.h"
#include "core/mechanism/dense.h"
#include "core/mechanism/reciprocal_toeplitz.h"
#include "core/mechanism/robust_taper.h"
#include "core/mechanism/square_root.h"
#include "core/mechanism/stamped.h"
#include "core/mechanism/tree.h"

namespace noiseloom {
namespace {

// Coefficients that a full Toeplitz strategy keeps.
constexpr Index kMostSquareRootIterations = Index{1} << 20;
// Relative projected gradient of the general banded solve: its error is then optimal to about eight digits.
constexpr double kBandedTolerance = 1e-4;

Index blockSize(const Scenario& scenario) {
  const Index stamps = std::clamp<Index>(scenario.effectiveStamps(), 1, scenario.iterations);
  return (scenario.iterations + stamps - 1) / stamps;
}

// Cholesky factorisations with an inverse, 0.28 s each at n = 2048: about 10 in all for a single participation, whose
// start is next to the optimum, over 300 else.
double denseSeconds(double n, bool single) {
  return (single ? 10 : 320) * 3.3e-11 * n * n * n;
}

// Where the loss has its closed form (toeplitz_loss.cpp) evaluations take O(b^2), else O(n log n); some fifty of
// either. Columns that are normalised are refined after that, while n b^2 is moderate: the mean takes some fifty
// evaluations of O(n b), the other objectives hundreds, with momentum thousands. Measured at n = 256 to 10^6, b = 2 to
// 16384.
double toeplitzSeconds(const Scenario& scenario, Index bands) {
  const double n = static_cast<double>(scenario.iterations);
  const double b = static_cast<double>(bands);
  const bool closed = n >= std::max(1024.0, 16 * b) && b <= 512;
  const double plain = closed ? 5e-5 + 7e-8 * b * b : 1e-5 * n;
  const bool refined = scenario.mechanism == MechanismKind::BandedToeplitz && scenario.columnNormalize &&
                       refinesColumnScaling(scenario.iterations, bands);
  if (!refined) return plain;
  const double momentum = scenario.workload.beta() > 0 ? 2 : 1;
  const double objective = scenario.objective == ErrorObjective::Mean ? 1 : momentum > 1 ? 40 : 12;
  return plain + std::min(n, 2.5e5) * (4e-6 + 5e-7 * b) * momentum * objective;
}

// The families that are optimised with balls-in-bins amplification in view; the others take their unamplified optimum.
bool isOptimisedAmplified(const Scenario& scenario) {
  return scenario.batching == Batching::BallsInBins &&
         (scenario.mechanism == MechanismKind::BandedToeplitz || scenario.mechanism == MechanismKind::Blt);
}

FamilySolution amplifiedFamily(const Scenario& scenario, Index bands, std::span<const double> start,
                               const RunControl& control) {
  const AmplifiedProblem problem{scenario.workload, scenario.iterations, scenario.epochs,
                                 scenario.epsilon,  scenario.delta,      scenario.objective};
  AmplifiedOptimum optimum = scenario.mechanism == MechanismKind::Blt
                                 ? optimizeAmplifiedBlt(problem, scenario.buffers, control)
                                 : optimizeAmplifiedToeplitz(problem, bands, start, control);
  return {std::move(optimum.strategy), std::move(optimum.summary), std::move(optimum.coefficients)};
}

FamilySolution toeplitzFamily(const Scenario& scenario, Index bands, std::span<const double> start,
                              const RunControl& control) {
  const ColumnScaling scaling = scenario.columnNormalize ? ColumnScaling::Normalized : ColumnScaling::None;
  ToeplitzOptimum optimum = optimizeBandedToeplitz(scenario.workload, scenario.iterations, bands, scenario.objective,
                                                   scaling, start, control);
  std::vector<double> coefficients = optimum.coefficients;
  if (scenario.robustFrom) coefficients = robustTaper(coefficients, std::min(*scenario.robustFrom, bands));
  return {ToeplitzStrategy(scenario.iterations, std::move(coefficients), scaling), std::move(optimum.summary),
          std::move(optimum.coefficients)};
}

FamilySolution denseFamily(const Scenario& scenario, const RunControl& control) {
  DenseOptions options;
  options.norms = scenario.columnNormalize ? ColumnNorms::Equal : ColumnNorms::Free;
  options.bands = scenario.bands;
  options.objective = scenario.objective;
  DenseOptimum optimum =
      optimizeDense(scenario.workload, scenario.iterations, scenario.participation(), options, control);
  return {std::move(optimum.strategy), std::move(optimum.summary)};
}

}  // namespace

std::optional<Index> fixedNoiseRows(const Scenario& scenario) {
  switch (scenario.mechanism) {
    case MechanismKind::Tree:
      if (scenario.treeDecoder == TreeDecoder::Full) return scenario.iterations - 1;
      return TreeStrategy(scenario.iterations).levels() + 1;
    case MechanismKind::SquareRoot: return scenario.iterations - 1;
    case MechanismKind::Dense: return scenario.bands.value_or(scenario.iterations) - 1;
    case MechanismKind::Stamped: return blockSize(scenario) - 1;
    case MechanismKind::Blt: return scenario.buffers.value_or(1);
    default: return std::nullopt;
  }
}

std::span<const MechanismKind> allMechanisms() {
  const auto offered = offeredMechanisms();
  return offered.first(offered.size() - 1);
}

bool isBanded(const Scenario& scenario) {
  switch (scenario.mechanism) {
    case MechanismKind::DpSgd:
    case MechanismKind::Bsr:
    case MechanismKind::ReciprocalToeplitz:
    case MechanismKind::BandedToeplitz:
    case MechanismKind::Banded:
    case MechanismKind::Stamped:
    case MechanismKind::Best: return true;
    case MechanismKind::Dense: return scenario.bands.has_value();
    default: return false;
  }
}

std::optional<InvalidArgument> familyProblem(const Scenario& scenario) {
  const std::string name(toString(scenario.mechanism));
  const Index n = scenario.iterations;
  if (n < 1 || scenario.epochs < 1) return std::nullopt;
  const bool poisson = scenario.batching == Batching::CyclicPoisson;
  if (poisson && !isBanded(scenario)) {
    return InvalidArgument("mechanism", name,
                           scenario.mechanism == MechanismKind::Dense
                               ? "dense with bands (at most n/k) under cyclic-poisson, or another batching"
                               : "a banded family under cyclic-poisson (dp-sgd, bsr, reciprocal-toeplitz, "
                                 "banded-toeplitz, banded, dense with bands, stamped), or another batching");
  }
  const auto mostIterations = [&](Index most, const char* why) -> std::optional<InvalidArgument> {
    if (n <= most) return std::nullopt;
    return InvalidArgument("iterations", std::to_string(n), "1 to " + std::to_string(most) + " (" + why + ")");
  };
  if (scenario.batching == Batching::BallsInBins && scenario.mechanism == MechanismKind::BandedToeplitz &&
      scenario.robustFrom) {
    return InvalidArgument("robust_from", std::to_string(*scenario.robustFrom),
                           "it without amplification only: a taper is not optimised for balls-in-bins");
  }
  std::optional<InvalidArgument> problem;
  switch (scenario.mechanism) {
    case MechanismKind::Tree:
      if (scenario.treeDecoder == TreeDecoder::Full)
        problem = mostIterations(kMostFullTreeIterations, "memory of the full decoder");
      break;
    case MechanismKind::SquareRoot:
      problem = mostIterations(kMostSquareRootIterations, "n coefficients are kept");
      break;
    case MechanismKind::Dense:
      problem = mostIterations(mostDenseIterations(), "time and memory of a dense strategy");
      break;
    case MechanismKind::Stamped: {
      const Index stamps = scenario.effectiveStamps();
      const Index size = blockSize(scenario);
      const Index mostSize = std::min(mostDenseIterations(), poisson ? std::max<Index>(1, n / scenario.epochs) : n);
      if (stamps < 1 || stamps > n || size > mostSize) {
        problem =
            InvalidArgument("stamps", std::to_string(stamps),
                            std::to_string((n + mostSize - 1) / mostSize) + " to " + std::to_string(n) +
                                (poisson ? " (blocks of at most n/k under cyclic-poisson)" : " (size of a block)"));
      }
      break;
    }
    default: break;
  }
  if (problem) return problem;
  if (scenario.mostNoiseRows) {
    if (const auto rows = fixedNoiseRows(scenario); rows && *rows > *scenario.mostNoiseRows) {
      return InvalidArgument("most_noise_rows", std::to_string(*scenario.mostNoiseRows),
                             "at least " + std::to_string(*rows) + " for " + name);
    }
  }
  return std::nullopt;
}

FamilySolution solveFamily(const Scenario& scenario, Index bands, std::span<const double> start,
                           const RunControl& control) {
  const Workload& workload = scenario.workload;
  const Index n = scenario.iterations;
  if (isOptimisedAmplified(scenario)) return amplifiedFamily(scenario, bands, start, control);
  switch (scenario.mechanism) {
    case MechanismKind::DpSgd: return {IdentityStrategy(n)};
    case MechanismKind::Tree:
      if (scenario.treeDecoder == TreeDecoder::Full) return {fullTreeStrategy(n)};
      return {TreeStrategy(n)};
    case MechanismKind::SquareRoot: return {ToeplitzStrategy(n, squareRootCoefficients(workload, n))};
    case MechanismKind::Bsr: return {ToeplitzStrategy(n, squareRootCoefficients(workload, bands))};
    case MechanismKind::Bisr: return {InverseToeplitzStrategy(n, bisrCoefficients(workload, bands))};
    case MechanismKind::BandInvMf: {
      BandInvMfOptimum optimum =
          optimizeBandInvMf(workload, n, bands, scenario.participation(), scenario.objective, control);
      return {InverseToeplitzStrategy(n, std::move(optimum.coefficients)), std::move(optimum.summary)};
    }
    case MechanismKind::ReciprocalToeplitz: {
      ReciprocalToeplitzOptimum optimum = optimizeReciprocalToeplitz(workload, n, bands, scenario.objective, control);
      return {ToeplitzStrategy(n, std::move(optimum.coefficients)), std::move(optimum.summary)};
    }
    case MechanismKind::BandedToeplitz: return toeplitzFamily(scenario, bands, start, control);
    case MechanismKind::Banded: {
      std::vector<double> coefficients(start.begin(), start.end());
      if (static_cast<Index>(coefficients.size()) != bands) {
        coefficients = optimizeBandedToeplitz(workload, n, bands, scenario.objective, ColumnScaling::None, start,
                                              control.part(0, 0.2))
                           .coefficients;
      }
      BandedOptimum optimum =
          optimizeBanded(workload, n, bands, coefficients, scenario.objective, kBandedTolerance, control.part(0.2, 1));
      return {std::move(optimum.strategy), std::move(optimum.summary)};
    }
    case MechanismKind::Dense: return denseFamily(scenario, control);
    case MechanismKind::Stamped: {
      DenseOptimum optimum = optimizeStamped(workload, n, scenario.effectiveStamps(), scenario.objective, control);
      return {std::move(optimum.strategy), std::move(optimum.summary)};
    }
    case MechanismKind::Blt: {
      BltOptimum optimum =
          optimizeBlt(workload, n, scenario.participation(), scenario.buffers, scenario.objective, control);
      return {std::move(optimum.strategy), std::move(optimum.summary)};
    }
    case MechanismKind::Best: break;
  }
  throw InvalidArgument("mechanism", std::string(toString(scenario.mechanism)), "one family");
}

double estimatedSeconds(const Scenario& scenario, Index bands) {
  const double n = static_cast<double>(scenario.iterations);
  const double b = static_cast<double>(bands);
  // A schedule makes every evaluation O(n b^2).
  const double scheduled = scenario.workload.isToeplitz() ? 0 : 100 * 1e-9 * n * b * b;
  // Samples of as many values as there are bins.
  if (isOptimisedAmplified(scenario)) return 1.5 + 0.012 * static_cast<double>(scenario.stepsPerEpoch()) + scheduled;
  switch (scenario.mechanism) {
    case MechanismKind::BandInvMf: return 0.02 * b + scheduled;
    case MechanismKind::ReciprocalToeplitz:
    case MechanismKind::BandedToeplitz: return toeplitzSeconds(scenario, bands) + scheduled;
    case MechanismKind::Banded: return 150 * n * (1e-9 * b * b + 2e-8 * b);
    case MechanismKind::Dense: return denseSeconds(n, scenario.participation().schema == Participation::Schema::Single);
    case MechanismKind::Stamped: return denseSeconds(static_cast<double>(blockSize(scenario)), true);
    case MechanismKind::Tree: return scenario.treeDecoder == TreeDecoder::Full ? n * n * n / 1e10 : 1e-3;
    case MechanismKind::Blt: return scenario.workload.isToeplitz() ? 0.3 : 2e-5 * n;
    default: return 1e-6 * std::min(n, 1e6);
  }
}

}  // namespace noiseloom
