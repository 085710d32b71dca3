#include "core/monte_carlo/direction_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/linalg/secant_search.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kTiltPurpose = 16;   // and on
constexpr std::uint32_t kStagePurpose = 64;  // and on
constexpr Index kTiltSamples = 512;
constexpr Index kFirstSamples = 1024;
constexpr int kMostStages = 8;
constexpr double kTrust = 0.22;  // of log stddev around the proposal's
// Typical bounds of the weights, over delta.
constexpr double kLogBoundOverDelta = 3;
// The tolerance of log delta: far below the error of the sample. From there the last secant is followed.
constexpr double kRootTolerance = 0.01;
constexpr Index kSlopeDraws = 512;
constexpr Index kEnoughDraws = 512;  // to tell more than the estimate to begin with

WeightSample sampleOf(const DirectionContext& context, std::shared_ptr<const WeightSampler> sampler,
                      std::uint32_t purpose, Index count) {
  return {std::move(sampler), context.stream, purpose, count, context.mostWork, *context.control};
}

// The estimates of a sample along the axis; the last one is kept.
class SampleCurve {
 public:
  SampleCurve(const WeightSample& sample, const NoiseAxis& axis, const RunControl& control)
      : m_sample(sample), m_axis(axis), m_control(control) {}
  const WeightEstimate& at(double x) {
    if (x != m_x) {
      const NoisePoint point = m_axis.at(x);
      m_last = m_sample.at(point.stddev, point.epsilon, m_control);
      m_x = x;
    }
    return m_last;
  }
  SecantResult root(double start, double logTarget) {
    const double trust = m_axis.trust(start);
    const SecantOptions options{.start = start,
                                .slope = slope(start),
                                .leastX = std::max(m_axis.least(), start - trust),
                                .mostX = std::min(m_axis.most(), start + trust),
                                .mostStep = trust,
                                .tolerance = kRootTolerance,
                                .mostEvaluations = 40};
    return searchDecreasing(
        [&](double x) -> std::optional<double> {
          const double above = at(x).logDelta - logTarget;
          if (m_control.stopRequested()) return std::nullopt;
          return above;
        },
        options);
  }

 private:
  // d log delta / dx, by some of the draws; a usual one if these do not say.
  double slope(double x) const {
    const double step = 0.01 * m_axis.trust(x);
    const auto partAt = [&](double at) {
      const NoisePoint point = m_axis.at(at);
      return m_sample.at(point.stddev, point.epsilon, m_control, kSlopeDraws).logDelta;
    };
    const double slope = (partAt(x + step) - partAt(x)) / step;
    return std::isfinite(slope) && slope < -1 ? slope : -20;
  }

  const WeightSample& m_sample;
  const NoiseAxis& m_axis;
  const RunControl& m_control;
  double m_x = std::numeric_limits<double>::quiet_NaN();
  WeightEstimate m_last = kNoEstimate;
};

DirectionRoot stoppedRoot() {
  DirectionRoot root;
  root.stopped = true;
  return root;
}

}  // namespace

NoisePoint NoiseAxis::at(double x) const {
  NoisePoint point = m_from;
  (m_unknown == NoiseUnknown::Stddev ? point.stddev : point.epsilon) =
      m_unknown == NoiseUnknown::Stddev ? std::exp(x) : x;
  return point;
}

double NoiseAxis::least() const {
  return m_unknown == NoiseUnknown::Stddev ? most() - 14 : 0;
}

double NoiseAxis::most() const {
  return m_unknown == NoiseUnknown::Stddev ? std::log(m_from.stddev) : m_from.epsilon;
}

double NoiseAxis::trust(double x) const {
  return m_unknown == NoiseUnknown::Stddev ? kTrust : std::max(0.02, 0.3 * x);
}

double whereBoundIs(const WeightModel& model, Direction direction, const NoiseAxis& axis, double logBound,
                    const RunControl& control) {
  const auto excess = [&](double x) -> std::optional<double> {
    if (control.stopRequested()) return std::nullopt;
    const NoisePoint point = axis.at(x);
    return std::min(model.logDeltaBound(direction, point.stddev, point.epsilon),
                    model.boundedTilt(direction, point.stddev, point.epsilon).logBound) -
           logBound;
  };
  const double length = axis.most() - axis.least();
  const SecantResult found = searchDecreasing(excess, {.start = axis.most(),
                                                       .slope = -300 / length,
                                                       .leastX = axis.least(),
                                                       .mostX = axis.most(),
                                                       .mostStep = 0.1 * length,
                                                       .tolerance = 1e-6,
                                                       .fromBelow = true});
  return std::isnan(found.x) ? axis.most() : found.x;
}

std::optional<VariedTilt> leastVariedTilt(const DirectionContext& context, const NoisePoint& point) {
  const std::vector<Tilt> candidates =
      context.model->estimateCandidates(context.direction, point.stddev, point.epsilon);
  std::vector<WeightEstimate> estimates;
  std::vector<std::shared_ptr<const WeightSampler>> samplers;
  double least = std::numeric_limits<double>::infinity();
  int worse = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool sameKind = i > 0 && candidates[i].kind == candidates[i - 1].kind;
    worse = sameKind ? worse : 0;
    if (worse > 1) {
      estimates.push_back(kNoEstimate);
      samplers.push_back(nullptr);
      continue;
    }
    const auto purpose = kTiltPurpose + static_cast<std::uint32_t>(i);
    samplers.push_back(context.model->sampler(candidates[i], point.stddev, *context.control));
    const WeightSample sample = sampleOf(context, samplers.back(), purpose, kTiltSamples);
    if (!sample.complete()) return std::nullopt;
    estimates.push_back(sample.at(point.stddev, point.epsilon, *context.control));
    worse = estimates.back().relativeVariance < least ? 0 : worse + 1;
    least = std::min(least, estimates.back().relativeVariance);
  }
  dropImplausible(estimates, kTiltSamples);
  VariedTilt best{candidates.front(), samplers.front(), std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (estimates[i].relativeVariance < best.relativeVariance)
      best = {candidates[i], samplers[i], estimates[i].relativeVariance};
  }
  return best;
}

DirectionRoot findRoot(const DirectionContext& context, const NoiseAxis& axis, double logTarget, double relativeError,
                       std::optional<double> start) {
  DirectionRoot root;
  root.x = start ? *start
                 : whereBoundIs(*context.model, context.direction, axis,
                                std::min(logTarget + kLogBoundOverDelta, 0.5 * logTarget), *context.control);
  for (std::uint32_t stage = 0; stage < kMostStages; ++stage) {
    const NoisePoint point = axis.at(root.x);
    const bool first = stage == 0 && !start;
    VariedTilt tilt{{}, nullptr, 0};
    if (first) {
      tilt.tilt = context.model->boundedTilt(context.direction, point.stddev, point.epsilon).tilt;
      tilt.sampler = context.model->sampler(tilt.tilt, point.stddev, *context.control);
    } else {
      const auto varied = leastVariedTilt(context, point);
      if (!varied) return stoppedRoot();
      tilt = *varied;
    }
    const double needed = std::min(tilt.relativeVariance, 1e6) / (relativeError * relativeError);
    const WeightSample sample = sampleOf(context, tilt.sampler, kStagePurpose + stage,
                                         first ? kFirstSamples : std::max(kFirstSamples, static_cast<Index>(needed)));
    if (!sample.complete()) return stoppedRoot();
    SampleCurve curve(sample, axis, *context.control);
    const bool reached = std::isfinite(curve.at(root.x).logDelta);
    if (context.control->stopRequested()) return stoppedRoot();
    if (!reached) {
      // Not one draw reaches epsilon: delta is far below the target here.
      root.x = std::max(axis.least(), root.x - 1.5 * axis.trust(root.x));
      continue;
    }
    const SecantResult found = curve.root(root.x, logTarget);
    if (found.stopped) return stoppedRoot();
    const bool trusted = std::abs(found.x - root.x) < 0.3 * axis.trust(root.x);
    root.x = std::clamp(found.x - found.value / found.slope, axis.least(), axis.most());
    root.slope = found.slope;
    if (first || !trusted) continue;
    root.relativeVariance = curve.at(found.x).relativeVariance;
    if (context.control->stopRequested()) return stoppedRoot();
    const double logBound = context.model->logWeightBound(tilt.tilt, point.stddev, point.epsilon, *context.control);
    root.boundOverMean = std::exp(logBound - logTarget);
    root.work = static_cast<double>(tilt.sampler->work()) / static_cast<double>(kLanes);
    break;
  }
  return root;
}

std::optional<DirectionRoot> rootByBound(const DirectionContext& context, const NoiseAxis& axis, const RootStart& start,
                                         double logDelta, double logTarget) {
  const auto boundAt = [&](double at) {
    const NoisePoint point = axis.at(at);
    return context.model->boundedTilt(context.direction, point.stddev, point.epsilon);
  };
  const BoundedTilt here = boundAt(start.x);
  const auto sampler = context.model->sampler(here.tilt, axis.at(start.x).stddev, *context.control);
  if (context.control->stopRequested()) return stoppedRoot();
  if (WeightSample::mostDraws(sampler->size()) >= kEnoughDraws) return std::nullopt;
  const double step = 0.1 * axis.trust(start.x);
  DirectionRoot root;
  const auto known = start.slope ? start.slope() : std::nullopt;
  root.slope = std::min(-1.0, known ? *known : (boundAt(start.x + step).logBound - here.logBound) / step);
  root.x = std::clamp(start.x + (logTarget - logDelta) / root.slope, axis.least(), axis.most());
  root.stopped = context.control->stopRequested();
  return root;
}

}  // namespace noiseloom
