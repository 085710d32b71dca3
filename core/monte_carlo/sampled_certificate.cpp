#include "core/monte_carlo/sampled_certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "core/base/infinity.h"
#include "core/monte_carlo/convex_tail.h"

namespace noiseloom {
namespace {

constexpr Direction kDirections[] = {Direction::Remove, Direction::Add};

// Points that both directions' certificates are asked for, one after the other: first by how many log tau their delta
// is to be below the first one's, unless a pilot tells; then, in fractions, the way to where no weight exceeds delta
// and nothing needs to be drawn.
constexpr double kSteps[] = {0, 1, 3, 10};
constexpr double kFractions[] = {0.15, 0.35, 0.6, 1};

// How far below the delta asked for, in log tau, the first rung is; the draws that it takes: math: section 10.8.
double firstStep(const WeightModel& model, const DirectionRoot& root, double logTau, double logOdds) {
  if (!model.aimsNearer()) return 1;
  return *std::ranges::find_if(kTauSteps, [&](double step) {
    const double ratio = std::exp(step * logTau), over = ratio / (ratio - 1);
    const double draws = logOdds * (2 * root.relativeVariance * over * over + 4.0 / 3 * root.boundOverMean * over);
    return step == 1 || (root.work > 0 && draws * root.work <= kMostNearWork);
  });
}

// Where delta is expected to be e^(-step logTau) times the root's.
double stepFrom(const DirectionRoot& root, double step, double logTau) {
  return root.x - step * logTau / root.slope;
}

class Ladder {
 public:
  /// No rung is below `floor`.
  Ladder(const NoiseAxis& axis, const DirectionRoot& root, double logTau, double firstStep, double floor)
      : m_axis(axis), m_root(root), m_logTau(logTau), m_floor(floor), m_step(firstStep - 1) {}
  /// Each rung has its share of the failure probability, all of them together less than all of it.
  static double share(std::uint32_t rung) { return 0.9 * std::pow(0.1, static_cast<double>(rung)); }
  bool ended() const { return m_ways == std::size(kFractions); }
  /// The next rung, not below the ones before it; beyond `useful` anywhere.
  double next(const WeightModel& model, double logDelta, double useful, const RunControl& control) {
    if (m_drawn < kDrawn && !m_hopeless) {
      const double before = m_step;
      if (m_drawn++ > 0) m_step = nextStep();
      if (m_drawn == 1 || m_step > before) return m_last = std::max(m_floor, stepFrom(m_root, m_step, m_logTau));
      m_drawn = kDrawn;
    }
    if (m_bounded < m_axis.least()) {
      m_bounded = m_axis.least();
      for (const Direction direction : kDirections) {
        // A little further: the search takes an estimate of it.
        m_bounded = std::max(m_bounded, whereBoundIs(model, direction, m_axis, logDelta - 0.02, control));
      }
    }
    if (m_hopeless && m_growths < kMostGrowths) {
      m_growths *= 2;
      const DirectionContext context{&model, m_bounds, 0, 0, &control};
      return m_last =
                 std::min(m_bounded, whereDrawsMayDo(context, m_axis, m_last, useful, logDelta, m_growths * m_growth));
    }
    const double way = m_root.x + kFractions[m_ways++] * (m_bounded - m_root.x);
    return m_last = std::max(m_last, way);
  }
  /// What a direction's certificate at the last rung says of the next one; `root` is that direction's, if it is known.
  void learn(Direction direction, const DirectionRoot* root, const DirectionCertificate& failed, double logOdds) {
    m_needed = -1;
    if (root && failed.logRatioNeeded > 0) {
      m_needed = stepOf(stepFrom(*root, failed.logRatioNeeded / m_logTau - 1, m_logTau));
      // Some number of draws would do, after all.
      if (m_hopeless) m_step = stepOf(m_last);
      m_hopeless = false;
    }
    if (!(failed.hopelessDraws > 0)) return;
    m_hopeless = true;
    m_bounds = direction;
    m_growth = logOdds / failed.hopelessDraws;
  }

 private:
  static constexpr int kDrawn = 6;
  static constexpr double kMostGrowths = 16;
  double stepOf(double x) const { return (m_root.x - x) * m_root.slope / m_logTau; }
  // The usual next one, or where draws are said to do.
  double nextStep() const {
    constexpr double kLeast = 0.3;
    const auto* usual = std::ranges::upper_bound(kSteps, m_step);
    const double most = kSteps[std::size(kSteps) - 1];
    if (m_needed > m_step) return std::min(std::max(most, m_step), std::max(m_needed, m_step + kLeast));
    return usual == std::end(kSteps) ? m_step : *usual;
  }

  const NoiseAxis& m_axis;
  DirectionRoot m_root;
  double m_logTau;
  double m_floor;
  double m_step;
  int m_drawn = 0;
  std::size_t m_ways = 0;
  double m_needed = -1;
  // No number of draws would do, since the bound of the weights in that direction is far above delta. The next rungs
  // are where draws of weight 0 would make wealth grow 2, 4, 8 and 16 times as fast as it has to.
  bool m_hopeless = false;
  Direction m_bounds = Direction::Remove;
  double m_growth = 0;  // that it needs a draw
  double m_growths = 1;
  double m_last = 0;
  double m_bounded = -std::numeric_limits<double>::infinity();  // where no draws are needed
};

// Where lines of the loss are likely to show that adding takes no more than delta.
struct Lined {
  double x;
  TailPlan plan;
};

// They are tried from x on, a few times; delta falls as fast as that slope, what few lines show of it a little slower.
std::optional<Lined> whereLinesShow(const DirectionContext& context, const NoiseAxis& axis, double x, double slope,
                                    double logTarget, double logOdds) {
  constexpr std::uint32_t kAttempt = 31;
  constexpr int kTrials = 4;
  constexpr double kSlower = 0.7, kBeyond = 0.15;
  for (int trial = 0; trial < kTrials && x < axis.most(); ++trial) {
    const NoisePoint point = axis.at(x);
    const auto lines = context.model->lossLines(point.stddev);
    if (!lines) break;
    const std::optional<TailPlan> plan = planTail(context, *lines, point.epsilon, logTarget, logOdds, kAttempt);
    if (!plan || !std::isfinite(plan->logLikely)) break;
    if (plan->draws > 0) return Lined{x, *plan};
    x += std::max(0.0, plan->logLikely - logTarget + kBeyond) / (-kSlower * slope);
  }
  return std::nullopt;
}

// A rung on which a direction has passed.
struct Shown {
  double x;
  double logEstimate;
  Index samples;
};

bool boundIsBelow(const WeightModel& model, Direction direction, const NoisePoint& point, double logTarget) {
  return model.logDeltaBound(direction, point.stddev, point.epsilon) <= logTarget ||
         model.boundedTilt(direction, point.stddev, point.epsilon).logBound <= logTarget;
}

// Where draws say that removing and adding take delta e^-logTau, or that adding can be shown along lines.
struct Roots {
  DirectionRoot of[2];
  std::optional<Lined> lined;
  bool stopped = false;
};

Roots rootsOf(const WeightModel& model, const NoiseAxis& axis, double delta, double logTau,
              const SampledOptions& options, const RunControl& control, const std::optional<RootStart>& start,
              const KnownRoot& known, const std::shared_ptr<DrawMemory>& memory) {
  Roots roots;
  const double logTarget = std::log(delta) - logTau;
  const double logOdds = -std::log(options.failureProbability);
  for (int d = 0; d < 2; ++d) {
    const DirectionContext context{&model, kDirections[d], options.stream, kMostSampleWork, &control, memory};
    DirectionRoot& root = roots.of[d];
    if (d > 0) {
      const DirectionRoot& removing = roots.of[0];
      const bool below = boundIsBelow(model, kDirections[d], axis.at(removing.x), logTarget);
      if (!below) {
        const double first = firstStep(model, removing, logTau, logOdds);
        const double least = std::max(axis.least(), stepFrom(removing, first - 1, logTau));
        roots.lined = whereLinesShow(context, axis, least, removing.slope, std::log(delta),
                                     logOdds - std::log(Ladder::share(0)) + std::numbers::ln2);
      }
      roots.stopped = control.stopRequested();
      if (below || roots.lined) root = {axis.least() - 1, -1, false};  // far below the other
      if (below || roots.lined || roots.stopped) break;
    }
    if (const auto own = known ? known(kDirections[d], logTarget) : std::nullopt) {
      root = *own;
      root.x = std::clamp(root.x, axis.least(), axis.most());
      continue;
    }
    const bool begun = d == 0 && start;
    const auto byBound = begun ? rootByBound(context, axis, *start, std::log(delta), logTarget) : std::nullopt;
    root = byBound ? *byBound
                   : findRoot(context, axis, logTarget, std::expm1(logTau) / (model.aimsNearer() ? 8 : 5),
                              begun ? std::optional(start->x) : std::nullopt);
    roots.stopped = root.stopped;
    if (roots.stopped) break;
  }
  return roots;
}

}  // namespace

double statedError(double error) {
  return error < 1 ? error : 1;
}

double statedStep(NoiseUnknown unknown, double x, double moved) {
  return statedError(unknown == NoiseUnknown::Stddev ? std::expm1(moved) : x > 0 ? moved / x : 0);
}

SampledCertificate CertificateTimer::exact(double value, SampledMethod method) {
  m_result.value = value;
  m_result.errorBound = 0;
  m_result.method = method;
  m_result.failureProbability = 0;
  return finished();
}

SampledCertificate CertificateTimer::unamplified(double value, bool stopped) {
  exact(value);
  m_result.errorBound = 1;
  m_result.stopped = stopped;
  return m_result;
}

SampledCertificate CertificateTimer::finished() {
  m_result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
  return m_result;
}

// A claim is wrong only when a direction whose delta is above the target passes on some rung: one given direction is
// enough for that, the one that takes more, so a rung costs its share of beta once, and all of them together at most
// beta. Delta falls along the axis: a direction that has passed on a rung has done so on those beyond.
SampledCertificate smallestCertified(const WeightModel& model, NoiseUnknown unknown, const NoisePoint& most,
                                     double delta, const SampledOptions& options, const RunControl& control,
                                     CertificateTimer timer, const std::optional<RootStart>& start,
                                     const KnownRoot& known) {
  const NoiseAxis axis(unknown, most);
  const auto valueAt = [&](double x) { return unknown == NoiseUnknown::Stddev ? axis.at(x).stddev : x; };
  const double worst = unknown == NoiseUnknown::Stddev ? most.stddev : most.epsilon;
  // For a delta near one it is 1 - delta that counts.
  const double logTau = std::log1p((options.tau - 1) * (1 - delta));
  control.report(0, Core::tr("estimating"));
  const auto memory = std::make_shared<DrawMemory>();
  const Roots roots = rootsOf(model, axis, delta, logTau, options, control, start, known, memory);
  if (roots.stopped) return timer.unamplified(worst, true);
  const std::optional<Lined>& lined = roots.lined;
  const DirectionRoot& root = roots.of[0].x > roots.of[1].x ? roots.of[0] : roots.of[1];
  Ladder ladder(axis, root, logTau, firstStep(model, root, logTau, -std::log(options.failureProbability)),
                lined ? lined->x : axis.least());
  double tried = axis.least() - 1;
  std::optional<Shown> shown[2];
  const double useful = unknown == NoiseUnknown::Stddev ? std::log(options.mostOfUse) : kInfinity;
  const auto isBoundedThere = [&](Direction direction) {
    return boundIsBelow(model, direction, axis.at(std::min(useful, axis.most())), std::log(delta));
  };
  for (std::uint32_t rungs = 0; !ladder.ended();) {
    control.report(0.2 + 0.1 * std::min(rungs, 7U), Core::tr("certifying"));
    const double x = ladder.next(model, std::log(delta), useful, control);
    if (control.stopRequested()) return timer.unamplified(worst, true);
    if (x > useful && !std::ranges::all_of(kDirections, isBoundedThere))
      return timer.unamplified(worst, control.stopRequested());
    if (x >= axis.most() || x > useful || x == tried) continue;
    tried = x;
    const std::uint32_t attempt = rungs++;
    const double logOdds = -std::log(options.failureProbability * Ladder::share(attempt));
    bool accepted = true;
    Index samples = 0;
    double logEstimate = -std::numeric_limits<double>::infinity();
    // First what is less likely to be shown, before draws for the other are made in vain: adding, unless a trial of
    // lines has shown it.
    const int first = lined ? 0 : 1;
    for (const int d : {first, 1 - first}) {
      if (shown[d] && shown[d]->x <= x) {
        logEstimate = std::max(logEstimate, shown[d]->logEstimate + roots.of[d].slope * (x - shown[d]->x));
        continue;
      }
      const DirectionContext context{&model, kDirections[d], options.stream, kMostSampleWork, &control, memory};
      const double expected = std::log(delta) - logTau + roots.of[d].slope * (x - roots.of[d].x);
      const DirectionCertificate own = certifyBelow(context, axis.at(x), std::log(delta), expected, logOdds, attempt,
                                                    d == 1 && lined && lined->x == x ? &lined->plan : nullptr);
      if (own.stopped) return timer.unamplified(worst, true);
      samples += own.samples;
      logEstimate = std::max(logEstimate, own.logEstimate);
      accepted = own.accepted;
      if (accepted) {
        shown[d] = Shown{x, own.logEstimate, own.samples};
        continue;
      }
      ladder.learn(kDirections[d], roots.of[d].x >= axis.least() ? &roots.of[d] : nullptr, own, logOdds);
      break;
    }
    timer.result().samples += samples;
    if (samples > 0) timer.result().triedProbability = options.failureProbability;
    if (!accepted) continue;
    SampledCertificate& result = timer.result();
    result.value = std::min(worst, valueAt(x) * (1 + kCertificateRounding));
    result.failureProbability = options.failureProbability;
    if (const auto method = model.withoutDraws(); method && shown[0]->samples + shown[1]->samples == 0) {
      result.method = *method;
      result.failureProbability = 0;
    }
    // By what the draws say, and by the estimate that the ladder began with; the second matters on its last rungs.
    const double byDraws = (logEstimate - std::log(delta)) / root.slope;
    const double byRoot = x - (root.x + logTau / root.slope);
    result.errorBound =
        statedStep(unknown, x, std::max({byDraws, byRoot > 0.1 ? byRoot : 0, 0.0}) + kCertificateRounding);
    return timer.finished();
  }
  return timer.unamplified(worst);
}

SampledCertificate certifiedDelta(const WeightModel& model, const NoisePoint& point, double worst,
                                  const SampledOptions& options, const RunControl& control, CertificateTimer timer) {
  double logUpper = -std::numeric_limits<double>::infinity();
  double logEstimate = logUpper;
  for (const Direction direction : kDirections) {
    const DirectionContext context{&model, direction, options.stream, kMostSampleWork, &control};
    if (direction == Direction::Add && boundIsBelow(model, direction, point, logUpper)) continue;
    // As for the ladder: one given direction, that of the larger delta, has to exceed its bound for an error.
    double logOdds = -std::log(options.failureProbability);
    DirectionCertificate own;
    const auto lines = direction == Direction::Add ? model.lossLines(point.stddev) : nullptr;
    if (lines) {
      logOdds += std::numbers::ln2;  // one of two ways to err
      own = tryTail(context, *lines, point.epsilon, logUpper, logOdds, 0);
    }
    if (!own.accepted && !own.stopped) {
      const Index before = own.samples;
      own = certifyUpperBound(context, point, options.tau, logOdds, logUpper);
      own.samples += before;
    }
    if (own.stopped) return timer.unamplified(worst, true);
    timer.result().samples += own.samples;
    if (own.samples > 0) timer.result().triedProbability = options.failureProbability;
    logUpper = std::max(logUpper, own.logUpper);
    logEstimate = std::max(logEstimate, own.logEstimate);
  }
  SampledCertificate& result = timer.result();
  result.value = std::max(std::exp(logUpper) * (1 + kCertificateRounding), std::numeric_limits<double>::min());
  if (!(result.value < worst)) return timer.unamplified(worst);
  result.failureProbability = options.failureProbability;
  result.errorBound = statedError(std::expm1(logUpper - logEstimate) + kCertificateRounding);
  return timer.finished();
}

}  // namespace noiseloom
