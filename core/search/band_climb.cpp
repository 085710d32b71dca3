#include "core/search/band_climb.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/infinity.h"
#include "core/batching/mixture_law.h"
#include "core/design/evaluator.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/square_root.h"
#include "core/participation_mixture/certificate.h"
#include "core/participation_mixture/equivalent_noise.h"
#include "core/participation_mixture/equivalent_root.h"
#include "core/participation_mixture/joined_steps.h"
#include "core/scenario/group_accounting.h"
#include "core/scenario/mechanism.h"
#include "core/search/band_search.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {
namespace {

// True if an equivalent composition gives the noise without draws: a solve then takes a few tenths of a second.
bool solvesWithoutDraws(const Scenario& scenario, Index bands) {
  const auto law = mixtureLaw(scenario, bands);
  if (!law || bands < 2) return false;
  const Scenario one = ofOneExample(scenario);
  EquivalentNoise noise({*law, scenario.iterations, one.epsilon, one.delta});
  return noise.isEquivalentAt(squareRootCoefficients(Workload::prefix(), bands), {});
}

// Where the noise of many bands is known only of strategies that are optimised with it, the square root's coefficients
// tell, as if all of them were credited, which number is likely; else `bands`.
Index likelyBands(const Scenario& scenario, Index bands, Index most, const RunControl& control) {
  const Index n = scenario.iterations;
  if (ParticipationMixture::isMixed(n, most, most)) return bands;
  double least = kInfinity;
  Index best = bands;
  for (Index count = most; count >= 2 && !control.stopRequested(); count /= 2) {
    const auto law = mixtureLaw(scenario, count);
    if (!law || (joinedTail(n, *law) == 0 && !ParticipationMixture::isMixed(n, count, count))) continue;
    const ToeplitzStrategy root(n, squareRootCoefficients(Workload::prefix(), count), ColumnScaling::Normalized);
    const double error = approximateError(scenario, root, control, NoiseEstimate::Optimistic);
    if (error < least) {
      least = error;
      best = count;
    }
    if (error > 2 * least) break;
  }
  return best;
}

double joiningFactor(const Scenario& scenario, Index bands, const Strategy& strategy, const RunControl& control) {
  const auto law = mixtureLaw(scenario, bands);
  if (!law || joinedTail(scenario.iterations, *law) == 0) return 1;
  const ParticipationMixture mixture(strategy, *law, control);
  const Scenario one = ofOneExample(scenario);
  return mixture.stopped() ? 1 : joiningFactor(mixture, one.epsilon, one.delta, control);
}

}  // namespace

bool optimisesSampled(const Scenario& scenario) {
  return scenario.mechanism->optimisedJointly && scenario.searchesBands() && scenario.batching->ofStrategy() &&
         scenario.batching->banded;
}

bool climbsBands(const Scenario& scenario) {
  return optimisesSampled(scenario) && !scenario.bands;
}

std::vector<ClimbedBands> climbBands(const Scenario& scenario, Index bands, const RunControl& control, double toBeat) {
  std::vector<ClimbedBands> tried;
  if (!climbsBands(scenario)) return tried;
  const RunControl quiet = control.quiet();
  const Index most = mostSearchedBands(scenario);
  double least = kInfinity;
  // False when stopped with others to choose from.
  const auto tryBands = [&](Index next) {
    control.report(tried.empty() ? 0 : 0.5,
                   {next == 1 ? Core::tr("solving 1 band") : Core::tr("solving %1 bands"), next});
    Solution solution = solveMechanism(scenario, next, {}, quiet);
    // If it is no better even with optimistic noise, no draws are needed.
    double error = approximateError(scenario, solution.strategy, quiet, NoiseEstimate::Optimistic);
    if (error < least) error = approximateError(scenario, solution.strategy, quiet);
    if (error < least) error *= joiningFactor(scenario, next, solution.strategy, quiet);
    least = std::min(least, error);
    if (!tried.empty() && control.stopRequested()) return false;
    tried.push_back({next, std::move(solution), error});
    return true;
  };
  const auto climb = [&](Index next) {
    double before = kInfinity;
    while (tryBands(next) && tried.back().error < before && next < most && !control.stopRequested()) {
      before = tried.back().error;
      next = std::min(most, 2 * next);
    }
  };
  const Index given = std::min(bands, most);
  const Index likely = likelyBands(scenario, given, most, quiet);
  if (ParticipationMixture::isMixed(scenario.iterations, given, given)) climb(given);
  if (std::ranges::find(tried, likely, &ClimbedBands::bands) == tried.end()) climb(likely);
  std::ranges::stable_sort(tried, {}, &ClimbedBands::error);
  // If a solve takes no draws, numbers between the best and its neighbours are tried too, and once more between those,
  // which gains a percent or two; not of so many steps that their error alone takes seconds.
  constexpr double kMostGained = 0.05;
  if (scenario.iterations > kQuickErrorSteps || !(tried.front().error < (1 + kMostGained) * toBeat)) return tried;
  for (const double ratio : {std::sqrt(2.0), std::pow(2.0, 0.25)}) {
    const Index best = tried.front().bands;
    for (const double by : {1 / ratio, ratio}) {
      const Index next = std::min(most, std::max<Index>(1, std::llround(by * static_cast<double>(best))));
      const bool known = std::ranges::find(tried, next, &ClimbedBands::bands) != tried.end();
      if (!known && !control.stopRequested() && solvesWithoutDraws(scenario, next) && !tryBands(next)) break;
    }
    std::ranges::stable_sort(tried, {}, &ClimbedBands::error);
  }
  return tried;
}

}  // namespace noiseloom
