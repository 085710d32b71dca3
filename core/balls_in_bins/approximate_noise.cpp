#include <algorithm>
#include <cmath>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/certificate.h"
#include "core/balls_in_bins/sampling/bin_sampler.h"
#include "core/balls_in_bins/sampling/diagonal_bins.h"
#include "core/base/check.h"
#include "core/monte_carlo/direction_search.h"

namespace noiseloom {

double approximateNoise(const BinGram& gram, double epsilon, double delta, const SampledOptions& options,
                        const RunControl& control) {
  checkNonNegative("epsilon", epsilon);
  checkOpenInterval("delta", delta, 0, 1);
  checkOptions(options);
  const BinMixture mixture(gram, control);
  const double unamplified = gram.greatestNorm() * gaussianNoiseMultiplier(epsilon, delta);
  if (gram.bins == 1 || !mixture.factor) return unamplified;
  constexpr double kMostWork = 0x1p25;     // about ten milliseconds
  constexpr double kRelativeError = 0.06;  // of delta, which falls with the tenth power of the stddev or faster
  const NoiseAxis axis(NoiseUnknown::Stddev, {unamplified, epsilon});
  if (mixture.diagonal) {
    if (const auto root = diagonalRoot(gram, axis, delta, Index{1} << 12, control)) {
      return root->stopped ? unamplified : std::min(unamplified, axis.at(root->x).stddev);
    }
  }
  const BinWeights weights(mixture);
  double stddev = 0;
  for (const Direction direction : {Direction::Remove, Direction::Add}) {
    const DirectionContext context{&weights, direction, options.stream, kMostWork, &control};
    const DirectionRoot root = findRoot(context, axis, std::log(delta), kRelativeError);
    if (root.stopped) return unamplified;
    stddev = std::max(stddev, axis.at(root.x).stddev);
  }
  return std::min(stddev, unamplified);
}

}  // namespace noiseloom
