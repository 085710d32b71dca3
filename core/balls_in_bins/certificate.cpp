#include "core/balls_in_bins/certificate.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/nested_bins.h"
#include "core/balls_in_bins/sampling/bin_sampler.h"
#include "core/balls_in_bins/sampling/diagonal_bins.h"
#include "core/base/check.h"
#include "core/monte_carlo/sampled_certificate.h"

namespace noiseloom {
namespace {

constexpr Index kDiagonalNodes = Index{1} << 14;

SampledCertificate smallest(const BinMixture& mixture, NoiseUnknown unknown, const NoisePoint& most, double delta,
                            const SampledOptions& options, const RunControl& control, CertificateTimer timed) {
  const NoiseAxis axis(unknown, most);
  const double worst = unknown == NoiseUnknown::Stddev ? most.stddev : most.epsilon;
  if (mixture.diagonal) {
    if (const auto root = diagonalRoot(mixture.gram, axis, delta, kDiagonalNodes, control)) {
      if (root->stopped) return timed.unamplified(worst, true);
      if (root->x >= axis.most()) return timed.unamplified(worst);
      SampledCertificate& result = timed.result();
      result.method = SampledMethod::Deterministic;
      const double value = unknown == NoiseUnknown::Stddev ? axis.at(root->x).stddev : root->x;
      result.value = std::min(worst, value * (1 + kCertificateRounding));
      result.errorBound = statedStep(unknown, root->x, -root->relativeError / root->slope + kCertificateRounding);
      return timed.finished();
    }
  }
  KnownRoot known;
  const NestedBins bins(mixture.bins, mixture.gram.values);
  if (unknown == NoiseUnknown::Stddev && bins.unevenness() <= kMostUnevenness) {
    known = [&](Direction direction, double logDelta) -> std::optional<DirectionRoot> {
      const auto of = direction == Direction::Remove ? &NestedLogDelta::removing : &NestedLogDelta::adding;
      const auto root = nestedRoot(bins, most.epsilon, std::exp(logDelta), of, control);
      if (!root) return std::nullopt;
      return DirectionRoot{.x = root->logStddev, .slope = root->slope};
    };
  }
  return smallestCertified(BinWeights(mixture), unknown, most, delta, options, control, timed, std::nullopt, known);
}

void checkCommon(const BinGram& gram, const SampledOptions& options) {
  checkInteger("bins", gram.bins, 1, kMostBins);
  checkOptions(options);
}

}  // namespace

SampledCertificate noiseWithoutDraws(const BinGram& gram, double epsilon, double delta, const RunControl&) {
  const double worst = gram.greatestNorm() * gaussianNoiseMultiplier(epsilon, delta);
  return gram.bins == 1 ? CertificateTimer().exact(worst) : CertificateTimer().unamplified(worst);
}

SampledCertificate certifiedNoise(const BinGram& gram, double epsilon, double delta, const SampledOptions& options,
                                  const RunControl& control) {
  checkNonNegative("epsilon", epsilon);
  checkOpenInterval("delta", delta, 0, 1);
  checkCommon(gram, options);
  CertificateTimer timed;
  const BinMixture mixture(gram, control);
  const double worst = noiseWithoutDraws(gram, epsilon, delta).value;
  if (gram.bins == 1) return timed.exact(worst);
  if (!mixture.factor) return timed.unamplified(worst, true);
  return smallest(mixture, NoiseUnknown::Stddev, {worst, epsilon}, delta, options, control, timed);
}

SampledCertificate certifiedEpsilon(const BinGram& gram, double stddev, double delta, const SampledOptions& options,
                                    const RunControl& control) {
  checkPositive("stddev", stddev);
  checkOpenInterval("delta", delta, 0, 1);
  checkCommon(gram, options);
  CertificateTimer timed;
  const BinMixture mixture(gram, control);
  const double worst = gaussianEpsilon(gram.greatestNorm() / stddev, delta);
  if (gram.bins == 1 || worst == 0) return timed.exact(worst);
  if (!mixture.factor) return timed.unamplified(worst, true);
  return smallest(mixture, NoiseUnknown::Epsilon, {stddev, worst}, delta, options, control, timed);
}

SampledCertificate certifiedDelta(const BinGram& gram, double stddev, double epsilon, const SampledOptions& options,
                                  const RunControl& control) {
  checkPositive("stddev", stddev);
  checkNonNegative("epsilon", epsilon);
  checkCommon(gram, options);
  CertificateTimer timed;
  const BinMixture mixture(gram, control);
  const double worst = gaussianDelta(gram.greatestNorm() / stddev, epsilon);
  if (gram.bins == 1 || worst == 0) return timed.exact(worst);
  if (!mixture.factor) return timed.unamplified(worst, true);
  const DiagonalBins bins(gram.bins, mixture.greatestEntry, kDiagonalNodes);
  if (epsilon < -bins.logRounding() && mixture.diagonal) {
    const DiagonalBins::Delta fine = bins.delta({stddev, epsilon});
    if (fine.upper < worst && fine.rounding <= DiagonalBins::kMostRounding * fine.upper) {
      SampledCertificate& result = timed.result();
      result.method = SampledMethod::Deterministic;
      result.value = std::min(worst, fine.upper * (1 + kCertificateRounding));
      const DiagonalBins coarse(gram.bins, mixture.greatestEntry, kDiagonalNodes / 2);
      result.errorBound = statedError(std::abs(coarse.delta({stddev, epsilon}).upper / fine.upper - 1) +
                                      2 * fine.rounding / fine.upper + kCertificateRounding);
      return timed.finished();
    }
  }
  return certifiedDelta(BinWeights(mixture), {stddev, epsilon}, worst, options, control, timed);
}

}  // namespace noiseloom
