#include <algorithm>
#include <cmath>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/certificate.h"
#include "core/balls_in_bins/nested_bins.h"
#include "core/balls_in_bins/sampling/bin_sampler.h"
#include "core/balls_in_bins/sampling/diagonal_bins.h"
#include "core/base/check.h"
#include "core/base/infinity.h"
#include "core/monte_carlo/direction_search.h"

namespace noiseloom {
namespace {

double drawnNoise(const BinGram& gram, double epsilon, double delta, const SampledOptions& options, double unamplified,
                  const RunControl& control) {
  constexpr double kMostWork = 0x1p25;     // about ten milliseconds
  constexpr double kRelativeError = 0.06;  // of delta, which falls with the tenth power of the stddev or faster
  const BinMixture mixture(gram, control);
  if (!mixture.factor) return unamplified;
  const NoiseAxis axis(NoiseUnknown::Stddev, {unamplified, epsilon});
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

// That of the trees, of bins that are nearly alike or of any; else by draws.
double estimatedNoise(const BinGram& gram, double mostUnevenness, double epsilon, double delta,
                      const SampledOptions& options, const RunControl& control) {
  checkNonNegative("epsilon", epsilon);
  checkOpenInterval("delta", delta, 0, 1);
  checkOptions(options);
  checkInteger("bins", gram.bins, 1, kMostBins);
  checkSize("gram", std::ssize(gram.values), gram.bins * gram.bins);
  const double unamplified = gram.greatestNorm() * gaussianNoiseMultiplier(epsilon, delta);
  if (gram.bins == 1) return unamplified;
  for (const Index i : NestedBins::rowsOf(gram.bins)) {
    for (Index j = 0; j < gram.bins; ++j) checkEntry(gram, i, j);
  }
  const NestedBins bins(gram.bins, gram.values);
  // Draws fail where few bins overlap, and most where none do.
  if (bins.unevenness() <= mostUnevenness || isDiagonal(gram)) {
    if (const auto noise = nestedNoise(bins, epsilon, delta, control)) return std::min(*noise, unamplified);
  }
  return drawnNoise(gram, epsilon, delta, options, unamplified, control);
}

}  // namespace

double approximateNoise(const BinGram& gram, double epsilon, double delta, const SampledOptions& options,
                        const RunControl& control) {
  return estimatedNoise(gram, kMostUnevenness, epsilon, delta, options, control);
}

double optimisticNoise(const BinGram& gram, double epsilon, double delta, const SampledOptions& options,
                       const RunControl& control) {
  return estimatedNoise(gram, kInfinity, epsilon, delta, options, control);
}

}  // namespace noiseloom
