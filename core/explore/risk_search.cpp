#include "core/explore/risk_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "core/accounting/composition/attack_risk.h"
#include "core/explore/solve_for_line.h"
#include "core/linalg/secant_search.h"
#include "core/optimize/line_minimum.h"
#include "core/scenario/batching.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

/// The promises (epsilon, delta) each of which keeps an attack within the target.
class Promises {
 public:
  explicit Promises(const SolveTarget& target) : m_target(target), m_positives(target.value) {
    if (target.quantity == TargetQuantity::RightGuesses) {
      // The one delta of guessEpsilon(); what is left above guessing is rounded as 1 - prior is.
      const double more = std::max(target.prior, 1 - target.prior);
      m_only = guessEpsilon(target.prior);
      m_positives = (target.value - more - 4e-16) / std::min(target.prior, 1 - target.prior);
    }
    if (target.quantity != TargetQuantity::TruePositives) return;
    m_rate = target.falsePositives;
    // The trade-off curve is its own mirror image: one half of it has all promises of epsilon >= 0.
    if (m_positives + m_rate > 1) std::tie(m_positives, m_rate) = std::pair(1 - m_rate, 1 - m_positives);
  }

  /// Rounded down, by more than what it is computed with may err.
  double delta(double epsilon) const { return (m_positives - std::exp(epsilon) * m_rate) * (1 - 1e-12); }
  /// Above it delta would be negative; 0 where there is one promise alone, of onlyEpsilon().
  double mostEpsilon() const { return m_rate > 0 ? std::log(m_positives / m_rate) : 0; }
  double onlyEpsilon() const { return m_only; }
  /// The most that an attack may achieve, from a certified delta at an epsilon.
  double risk(double epsilon, double delta) const {
    const AttackRisk risk({{epsilon, delta}});
    return m_target.quantity == TargetQuantity::Advantage      ? risk.advantage()
           : m_target.quantity == TargetQuantity::RightGuesses ? risk.rightGuesses(m_target.prior)
                                                               : risk.truePositives(m_target.falsePositives);
  }

 private:
  SolveTarget m_target;
  double m_positives;
  double m_rate = 0;
  double m_only = 0;
};

/// Scenario and design of an epsilon, and the promise that keeps the target with the least noise of its strategy.
class RiskSearch {
 public:
  RiskSearch(const Scenario& scenario, const SolveTarget& target, const RunControl& control)
      : m_line(epsilonLine(scenario)), m_promises(target), m_control(control), m_quiet(control.quiet()) {
    m_result.scenario = scenario;
  }

  SolveForResult run() {
    constexpr int kMostRounds = 30, kEstimatedRounds = 6;
    // Positions of the line fall as epsilon rises.
    Index met = m_line.last + 1;
    Index missed = m_line.first - 1;
    Index at = m_line.start;
    for (int round = 0; round < kMostRounds && met - missed > 1; ++round) {
      m_control.report(std::min(0.9, 0.15 * round), Core::tr("certifying the design"));
      const Scenario candidate = m_line.scenario(at);
      const std::shared_ptr<const Design> found = design(candidate, m_control, {.abandon = m_control.stop});
      if (!found || !std::isfinite(found->noiseMultiplier.value)) break;
      const Promise needed = leastPromise(*found);
      if (m_control.stopRequested()) break;
      const bool enough = found->noiseMultiplier.value >= needed.certified;
      const double risk = riskOf(*found, needed, enough);
      if (enough) {
        met = at;
        m_result.scenario = candidate;
        m_result.design = found;
      }
      if (enough || !m_result.design) {
        m_result.value = m_line.value(at);
        m_result.reached = risk;
      }
      if (!enough) missed = at;
      if (!enough && at == m_line.last) return unreachable();
      if (enough && at == m_line.first) break;
      // The estimates place the next one; where they do not settle it, as where the best bands jump, halves do, or
      // steps that double towards the side that does.
      const Index guess = round < kEstimatedRounds     ? positionFor(*found, needed)
                          : m_result.design != nullptr ? missed + (met - missed) / 2
                                                       : missed + (Index{1} << (round - kEstimatedRounds));
      if (m_control.stopRequested()) break;
      if (enough && guess >= at) break;  // by the estimates no larger epsilon does
      at = std::clamp(guess, std::max(missed + 1, m_line.first), std::min(met - 1, m_line.last));
    }
    if (m_control.stopRequested()) {
      m_result.outcome = SolveOutcome::Stopped;
      return m_result;
    }
    if (!m_result.design) return unreachable();
    m_result.outcome = SolveOutcome::Met;
    return m_result;
  }

 private:
  struct Promise {
    double epsilon = 0;
    double delta = 0;
    double certified = 0;  ///< the noise multiplier that the promise takes
  };

  static Scenario promising(Scenario scenario, double epsilon, double delta) {
    scenario.epsilon = epsilon;
    scenario.delta = delta;
    return scenario;
  }

  std::unique_ptr<Accounting> accounting(const Design& design, double epsilon, double delta) const {
    return accountingOf(promising(design.scenario, epsilon, delta), design.strategy, design.sensitivity, m_quiet);
  }

  double estimate(const Design& design, double epsilon, double delta) const {
    return accounting(design, epsilon, delta)->approximate(m_quiet);
  }

  // The promise of least noise by the estimates.
  Promise leastPromise(const Design& design) {
    Promise least{.epsilon = m_promises.onlyEpsilon()};
    try {
      if (const double most = m_promises.mostEpsilon(); most > 0) {
        const auto noise = [&](double epsilon) {
          const double delta = m_promises.delta(epsilon);
          return delta > 0 ? estimate(design, epsilon, delta) : std::numeric_limits<double>::infinity();
        };
        // The noise hardly depends on where exactly; from one design to the next it hardly moves.
        const LineOptions options{.start = m_weakest.value_or(most / 2),
                                  .least = 0,
                                  .most = most,
                                  .step = most / (m_weakest ? 32 : 8),
                                  .tolerance = most / 100,
                                  .variable = {}};
        least.epsilon = minimizeAlongLine(noise, options, m_quiet).x;
        m_weakest = least.epsilon;
      }
      least.delta = m_promises.delta(least.epsilon);
      if (m_control.stopRequested()) return least;
      least.certified = accounting(design, least.epsilon, least.delta)->calibrate(m_quiet).noiseMultiplier.value;
    } catch (const InvalidArgument& error) {
      if (error.argument() != "delta") throw;
      // No noise multiplier belongs to so small a delta, or to so large a one that members are hardly ever seen.
      least = {.epsilon = m_promises.onlyEpsilon(), .delta = m_promises.delta(m_promises.onlyEpsilon())};
      least.certified = deltaOf(design, least.epsilon) <= least.delta ? 0 : std::numeric_limits<double>::infinity();
    }
    return least;
  }

  double deltaOf(const Design& design, double epsilon) const {
    return accounting(design, design.scenario.epsilon, design.scenario.delta)
        ->deltaAt(design.noiseMultiplier.value, epsilon, m_quiet);
  }

  double riskOf(const Design& design, const Promise& needed, bool enough) const {
    const double delta = deltaOf(design, needed.epsilon);
    return m_promises.risk(needed.epsilon, std::min(delta, enough ? needed.delta : 1.0));
  }

  // Where the design's noise would be what the promise takes, certificates being as far above estimates as here.
  Index positionFor(const Design& design, const Promise& needed) const {
    if (needed.certified == 0) return m_line.first;
    if (!std::isfinite(needed.certified)) return m_line.last;
    const double excess =
        design.noiseMultiplier.value / estimate(design, design.scenario.epsilon, design.scenario.delta);
    const auto surplus = [&](double logEpsilon) -> std::optional<double> {
      if (m_control.stopRequested()) return std::nullopt;
      return std::log(estimate(design, std::exp(logEpsilon), design.scenario.delta) * excess / needed.certified);
    };
    const SecantResult root = searchDecreasing(surplus, {.start = std::log(design.scenario.epsilon),
                                                         .slope = -0.5,
                                                         .leastX = std::log(m_line.value(m_line.last)),
                                                         .mostX = std::log(m_line.value(m_line.first)),
                                                         .mostStep = 2,
                                                         .tolerance = 1e-5,
                                                         .mostEvaluations = 20});
    if (std::isnan(root.x)) return m_line.last;
    // The largest epsilon of four digits that is not above the root.
    const double most = std::exp(root.x);
    const Index nearest = epsilonLine(promising(design.scenario, most, design.scenario.delta)).start;
    return m_line.value(nearest) <= most ? nearest : nearest + 1;
  }

  SolveForResult unreachable() {
    m_result.outcome = SolveOutcome::Unreachable;
    return m_result;
  }

  SolveLine m_line;
  Promises m_promises;
  RunControl m_control;
  RunControl m_quiet;
  SolveForResult m_result;
  std::optional<double> m_weakest;  ///< epsilon of the last leastPromise()
};

}  // namespace

SolveForResult epsilonAtRisk(const Scenario& scenario, const SolveTarget& target, const RunControl& control) {
  return RiskSearch(scenario, target, control).run();
}

}  // namespace noiseloom
