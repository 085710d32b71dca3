#include "core/balls_in_bins/certificate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/accounting/analytic_gaussian.h"
#include "core/balls_in_bins/options.h"
#include "core/balls_in_bins/sampling/diagonal_bins.h"
#include "core/balls_in_bins/sampling/direction_certificate.h"
#include "core/base/check.h"

namespace noiseloom {
namespace {

using Clock = std::chrono::steady_clock;

// Sums of rounded numbers: far above their error, far below what sampling leaves.
constexpr double kRounding = 1e-6;
constexpr double kMostSampleWork = 0x1p30;  // a third of a second
constexpr Index kDiagonalNodes = Index{1} << 14;
constexpr Direction kDirections[] = {Direction::Remove, Direction::Add};

// An error as certificates state it; not a number where nothing was drawn that says how large it is.
double stated(double error) {
  return error < 1 ? error : 1;
}

class Timed {
 public:
  BallsInBinsCertificate exact(double value) {
    unamplified(value);
    m_result.errorBound = 0;
    return m_result;
  }
  BallsInBinsCertificate unamplified(double value, bool stopped = false) {
    m_result.value = value;
    m_result.errorBound = 1;
    m_result.method = BallsInBinsMethod::Unamplified;
    m_result.failureProbability = 0;
    m_result.stopped = stopped;
    return finished();
  }
  BallsInBinsCertificate finished() {
    m_result.seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
    return m_result;
  }
  BallsInBinsCertificate& result() { return m_result; }

 private:
  Clock::time_point m_start = Clock::now();
  BallsInBinsCertificate m_result;
};

// Points that both directions' certificates are asked for, one after the other: first by how many log tau their delta
// is to be below the first one's; then the way, in fractions, to where no weight exceeds delta and nothing needs to be
// drawn.
constexpr double kSteps[] = {0, 1, 3, 10};
constexpr double kFractions[] = {0.15, 0.35, 0.6, 1};

class Ladder {
 public:
  Ladder(const BinAxis& axis, const DirectionRoot& root, double logTau)
      : m_axis(axis), m_root(root), m_logTau(logTau) {}
  static constexpr std::size_t size() { return std::size(kSteps) + std::size(kFractions); }
  /// Each rung has its share of the failure probability, all of them together less than all of it.
  static double share(std::size_t rung) { return 0.9 * std::pow(0.1, static_cast<double>(rung)); }
  double at(std::size_t rung, const BinMixture& mixture, double logDelta, const RunControl& control) {
    if (rung < std::size(kSteps)) return m_last = m_root.x - kSteps[rung] * m_logTau / m_root.slope;
    if (rung == std::size(kSteps)) {
      for (const Direction direction : kDirections) {
        // A little further: the search takes one row of the Gram matrix for all.
        m_bounded = std::max(m_bounded, whereBoundIs(mixture, direction, m_axis, logDelta - 0.02, control));
      }
    }
    const double way = m_root.x + kFractions[rung - std::size(kSteps)] * (m_bounded - m_root.x);
    return m_last = std::max(m_last, way);
  }

 private:
  const BinAxis& m_axis;
  DirectionRoot m_root;
  double m_logTau;
  double m_last = 0;
  double m_bounded = -std::numeric_limits<double>::infinity();
};

// The least x at which both directions are certified. A claim is wrong only when a direction whose delta is above the
// target passes on some rung: one given direction is enough for that, so a rung costs its share of beta once, and all
// of them together at most beta.
BallsInBinsCertificate smallest(const BinMixture& mixture, BinUnknown unknown, const BinPoint& most, double delta,
                                const BallsInBinsOptions& options, const RunControl& control, Timed timed) {
  const BinAxis axis(unknown, most);
  const auto valueAt = [&](double x) { return unknown == BinUnknown::Stddev ? axis.at(x).stddev : x; };
  // What a step along the axis is of the value.
  const auto relativeTo = [&](double x, double moved) {
    return stated(unknown == BinUnknown::Stddev ? std::expm1(moved) : x > 0 ? moved / x : 0);
  };
  const double worst = unknown == BinUnknown::Stddev ? most.stddev : most.epsilon;
  if (isDiagonal(mixture.gram)) {
    if (const auto root = diagonalRoot(mixture.gram, axis, delta, kDiagonalNodes, control)) {
      if (root->stopped) return timed.unamplified(worst, true);
      if (root->x >= axis.most()) return timed.unamplified(worst);
      BallsInBinsCertificate& result = timed.result();
      result.method = BallsInBinsMethod::Deterministic;
      result.value = std::min(worst, valueAt(root->x) * (1 + kRounding));
      result.errorBound = relativeTo(root->x, -root->relativeError / root->slope + kRounding);
      return timed.finished();
    }
  }
  // For a delta near one it is 1 - delta that counts.
  const double logTau = std::log1p((options.tau - 1) * (1 - delta));
  control.report(0, Core::tr("estimating"));
  DirectionRoot roots[2];
  for (int d = 0; d < 2; ++d) {
    const DirectionContext context{&mixture, kDirections[d], options.stream, kMostSampleWork, &control};
    roots[d] = findRoot(context, axis, std::log(delta) - logTau, std::expm1(logTau) / 5);
    if (roots[d].stopped) return timed.unamplified(worst, true);
  }
  const DirectionRoot& root = roots[0].x > roots[1].x ? roots[0] : roots[1];
  Ladder ladder(axis, root, logTau);
  for (std::uint32_t attempt = 0; attempt < Ladder::size(); ++attempt) {
    control.report(0.2 + 0.1 * attempt, Core::tr("certifying"));
    const double x = ladder.at(attempt, mixture, std::log(delta), control);
    if (control.stopRequested()) return timed.unamplified(worst, true);
    if (x >= axis.most()) continue;
    const double logOdds = -std::log(options.failureProbability * Ladder::share(attempt));
    bool accepted = true;
    double logEstimate = -std::numeric_limits<double>::infinity();
    for (int d = 0; d < 2; ++d) {
      const DirectionContext context{&mixture, kDirections[d], options.stream, kMostSampleWork, &control};
      const double expected = std::log(delta) - logTau + roots[d].slope * (x - roots[d].x);
      const DirectionCertificate own = certifyBelow(context, axis.at(x), std::log(delta), expected, logOdds, attempt);
      if (own.stopped) return timed.unamplified(worst, true);
      timed.result().samples += own.samples;
      logEstimate = std::max(logEstimate, own.logEstimate);
      accepted = own.accepted;
      if (!accepted) break;
    }
    if (!accepted) continue;
    BallsInBinsCertificate& result = timed.result();
    result.value = std::min(worst, valueAt(x) * (1 + kRounding));
    result.failureProbability = options.failureProbability;
    // By what the draws say, and by the estimate that the ladder began with; the second matters on its last rungs.
    const double byDraws = (logEstimate - std::log(delta)) / root.slope;
    const double byRoot = x - (root.x + logTau / root.slope);
    result.errorBound = relativeTo(x, std::max({byDraws, byRoot > 0.1 ? byRoot : 0, 0.0}) + kRounding);
    return timed.finished();
  }
  return timed.unamplified(worst);
}

void checkCommon(const BinGram& gram, const BallsInBinsOptions& options) {
  checkInteger("bins", gram.bins, 1, kMostBins);
  checkOptions(options);
}

}  // namespace

BallsInBinsCertificate ballsInBinsNoise(const BinGram& gram, double epsilon, double delta,
                                        const BallsInBinsOptions& options, const RunControl& control) {
  checkPositive("epsilon", epsilon);
  checkOpenInterval("delta", delta, 0, 1);
  checkCommon(gram, options);
  Timed timed;
  const BinMixture mixture(gram, control);
  const double worst = gram.greatestNorm() * gaussianNoiseMultiplier(epsilon, delta);
  if (gram.bins == 1) return timed.exact(worst);
  if (mixture.factor.empty()) return timed.unamplified(worst, true);
  return smallest(mixture, BinUnknown::Stddev, {worst, epsilon}, delta, options, control, timed);
}

BallsInBinsCertificate ballsInBinsEpsilon(const BinGram& gram, double stddev, double delta,
                                          const BallsInBinsOptions& options, const RunControl& control) {
  checkPositive("stddev", stddev);
  checkOpenInterval("delta", delta, 0, 1);
  checkCommon(gram, options);
  Timed timed;
  const BinMixture mixture(gram, control);
  const double worst = gaussianEpsilon(gram.greatestNorm() / stddev, delta);
  if (gram.bins == 1 || worst == 0) return timed.exact(worst);
  if (mixture.factor.empty()) return timed.unamplified(worst, true);
  return smallest(mixture, BinUnknown::Epsilon, {stddev, worst}, delta, options, control, timed);
}

BallsInBinsCertificate ballsInBinsDelta(const BinGram& gram, double stddev, double epsilon,
                                        const BallsInBinsOptions& options, const RunControl& control) {
  checkPositive("stddev", stddev);
  checkClosedInterval("epsilon", epsilon, 0, std::numeric_limits<double>::max());
  checkCommon(gram, options);
  Timed timed;
  const BinMixture mixture(gram, control);
  const double worst = gaussianDelta(gram.greatestNorm() / stddev, epsilon);
  if (gram.bins == 1 || worst == 0) return timed.exact(worst);
  if (mixture.factor.empty()) return timed.unamplified(worst, true);
  const DiagonalBins bins(gram.bins, mixture.greatestEntry, kDiagonalNodes);
  if (epsilon < -bins.logRounding() && isDiagonal(gram)) {
    const DiagonalBins::Delta fine = bins.delta({stddev, epsilon});
    if (fine.upper < worst && fine.rounding <= DiagonalBins::kMostRounding * fine.upper) {
      BallsInBinsCertificate& result = timed.result();
      result.method = BallsInBinsMethod::Deterministic;
      result.value = std::min(worst, fine.upper * (1 + kRounding));
      const DiagonalBins coarse(gram.bins, mixture.greatestEntry, kDiagonalNodes / 2);
      result.errorBound = stated(std::abs(coarse.delta({stddev, epsilon}).upper / fine.upper - 1) +
                                 2 * fine.rounding / fine.upper + kRounding);
      return timed.finished();
    }
  }
  double logUpper = -std::numeric_limits<double>::infinity();
  double logEstimate = logUpper;
  for (const Direction direction : kDirections) {
    const DirectionContext context{&mixture, direction, options.stream, kMostSampleWork, &control};
    // As for the ladder: one given direction, that of the larger delta, has to exceed its bound for an error.
    const DirectionCertificate own =
        certifyUpperBound(context, {stddev, epsilon}, options.tau, -std::log(options.failureProbability), logUpper);
    if (own.stopped) return timed.unamplified(worst, true);
    timed.result().samples += own.samples;
    logUpper = std::max(logUpper, own.logUpper);
    logEstimate = std::max(logEstimate, own.logEstimate);
  }
  BallsInBinsCertificate& result = timed.result();
  result.value = std::max(std::exp(logUpper) * (1 + kRounding), std::numeric_limits<double>::min());
  if (!(result.value < worst)) return timed.unamplified(worst);
  result.failureProbability = options.failureProbability;
  result.errorBound = stated(std::expm1(logUpper - logEstimate) + kRounding);
  return timed.finished();
}

}  // namespace noiseloom
