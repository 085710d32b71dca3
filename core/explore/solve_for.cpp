#include "core/explore/solve_for.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/design/baseline_error.h"
#include "core/explore/risk_search.h"
#include "core/explore/solve_for_line.h"
#include "core/search/band_search.h"
#include "core/search/designer.h"
#include "core/search/quick_error.h"

namespace noiseloom {
namespace {

constexpr int kMostRounds = 6;
constexpr int kMostSteps = 24;

double quantityOf(const Design& design, TargetQuantity quantity) {
  switch (quantity) {
    case TargetQuantity::Error: return design.objectiveError();
    case TargetQuantity::Improvement: return gainOverBaseline(design);
    case TargetQuantity::NoiseRows: return static_cast<double>(design.strategy.noiseRows());
    case TargetQuantity::Memory: return noiseBytesPerMachine(design.scenario.deployment, design.strategy.noiseRows());
    case TargetQuantity::Advantage:
    case TargetQuantity::TruePositives:
    case TargetQuantity::RightGuesses: break;  // epsilonAtRisk()
  }
  return 0;
}

bool meets(double reached, const SolveTarget& target) {
  return target.quantity == TargetQuantity::Improvement ? reached >= target.value : reached <= target.value;
}

// The same design for another scenario, in which its figures are the same.
std::shared_ptr<const Design> withScenario(const Design& design, const Scenario& scenario) {
  auto renewed = std::make_shared<Design>(design);
  renewed->scenario = scenario;
  return renewed;
}

class UnknownSearch {
 public:
  UnknownSearch(const Scenario& scenario, Field unknown, const SolveTarget& target, const RunControl& control)
      : m_scenario(scenario), m_unknown(unknown), m_target(target), m_control(control), m_quick(control.quiet()) {
    m_result.scenario = scenario;
  }

  SolveForResult alongLine(const SolveLine& line) {
    for (int round = 0; round < kMostRounds && !m_control.stopRequested(); ++round) {
      m_control.report(0.1 * round, {Core::tr("searching for the %1"), infoOf(m_unknown).label});
      std::optional<Index> at = hardest(line);
      if (m_control.stopRequested()) break;
      if (!at) {
        if (m_result.design) break;
        return unreachable(line);
      }
      if (m_found && *at <= *m_found) break;  // certification gained nothing more
      if (certify(line, *at)) {
        m_found = *at;
        continue;  // perhaps a harder one is met as well, now that the ratio is known
      }
      if (m_found || m_control.stopRequested()) break;
      if (round + 1 < kMostRounds) continue;
      // The ratio of certified to estimated errors did not settle it: step towards the easier end.
      for (int step = 1; step <= kMostSteps && *at - step >= line.first && !m_control.stopRequested(); ++step) {
        if (certify(line, *at - step)) break;
      }
    }
    if (!m_result.design && !m_control.stopRequested()) return unreachable(line);
    return finish();
  }

  // Fewest bands that reach the target: along the falling branch of the curve, which starts at one band.
  SolveForResult fewestBands() {
    const Index most = mostSearchedBands(m_scenario);
    SolveLine line;
    line.value = [](Index at) { return -static_cast<double>(at); };
    line.scenario = [this](Index at) {
      Scenario other = m_scenario;
      other.bands = -at;
      return other;
    };
    line.last = -1;
    // The best of the curve is the easiest position; beyond it the error rises again.
    Scenario open = m_scenario;
    open.bands.reset();
    const std::optional<QuickError::Point> best = m_quick.at(open);
    if (!best) return m_control.stopRequested() ? finish() : unreachable(line);
    line.first = -std::clamp<Index>(best->bands, 1, most);
    line.start = line.first;
    return alongLine(line);
  }

  // The best of those that keep at most that many noise rows.
  SolveForResult bestWithin(Index rows) {
    Scenario limited = m_scenario;
    limited.bands.reset();
    limited.mostNoiseRows = std::min(rows, limited.mostNoiseRows.value_or(rows));
    const std::shared_ptr<const Design> found = design(limited, m_control, {.abandon = m_control.stop});
    if (!found) return finish();
    Scenario asked = m_scenario;
    asked.bands = found->bands;
    auto kept = withScenario(*found, asked);
    const double reached = quantityOf(*kept, m_target.quantity);
    m_result.value = static_cast<double>(found->bands);
    m_result.reached = reached;
    if (!meets(reached, m_target)) {
      m_result.outcome = SolveOutcome::Unreachable;
      return m_result;
    }
    m_result.scenario = std::move(asked);
    m_result.design = std::move(kept);
    return finish();
  }

 private:
  // The quantity at a position, corrected by the certificates' ratio so far; nullopt if the position is not allowed.
  std::optional<double> quick(const SolveLine& line, Index at) {
    const std::optional<QuickError::Point> point = m_quick.at(line.scenario(at));
    if (!point) return std::nullopt;
    if (m_target.quantity == TargetQuantity::Improvement) return 1 - (1 - point->improvement) * m_ratio;
    return point->objective * m_ratio;
  }

  bool easy(const SolveLine& line, Index at) {
    const std::optional<double> reached = quick(line, at);
    return reached && meets(*reached, m_target);
  }

  // The hardest position that meets the target, next to the start: strides that double, then halves of the bracket.
  std::optional<Index> hardest(const SolveLine& line) {
    const Index from = m_anchor.value_or(line.start);
    const bool startMeets = easy(line, from);
    const Index end = startMeets ? line.last : line.first;
    Index met = from;
    Index missed = from;
    Index& alike = startMeets ? met : missed;  // the last one that is as the start
    Index& other = startMeets ? missed : met;
    for (Index stride = std::max<Index>(1, strideAt(line, from)); other == alike; stride *= 2) {
      if (m_control.stopRequested()) return std::nullopt;
      if (alike == end) return startMeets ? std::optional(met) : std::nullopt;
      const Index next = startMeets ? std::min(end, alike + stride) : std::max(end, alike - stride);
      other = next;
      if (easy(line, next) == startMeets) alike = next;
    }
    while (missed - met > 1) {
      if (m_control.stopRequested()) return std::nullopt;
      const Index middle = met + (missed - met) / 2;
      (easy(line, middle) ? met : missed) = middle;
    }
    m_anchor = met;
    return met;
  }

  // Near an answer, only its neighbourhood is searched again.
  Index strideAt(const SolveLine& line, Index from) const {
    if (m_anchor) return 2;
    const Index reach = std::max(from - line.first, line.last - from);
    return m_unknown == Field::Epsilon ? 2000 : std::max<Index>(1, std::min<Index>(reach, std::abs(from) / 8));
  }

  // True if the certified design at a position meets the target; it is then kept.
  bool certify(const SolveLine& line, Index at) {
    const Scenario candidate = line.scenario(at);
    m_control.report(0.7, Core::tr("certifying the design"));
    const std::shared_ptr<const Design> found = design(candidate, m_control, {.abandon = m_control.stop});
    if (!found || !std::isfinite(found->noiseMultiplier.value)) return false;
    const double reached = quantityOf(*found, m_target.quantity);
    if (!m_control.stopRequested()) {
      if (const std::optional<double> guessed = quick(line, at)) {
        const bool improvement = m_target.quantity == TargetQuantity::Improvement;
        m_ratio *= improvement ? (1 - reached) / (1 - *guessed) : reached / *guessed;
      }
    }
    if (!meets(reached, m_target)) return false;
    m_result.scenario = candidate;
    m_result.design = found;
    m_result.value = line.value(at);
    m_result.reached = reached;
    return true;
  }

  SolveForResult unreachable(const SolveLine& line) {
    m_result.outcome = SolveOutcome::Unreachable;
    // The easiest position with a valid design, found in strides that double.
    for (Index step = 0;; step = std::max<Index>(1, 2 * step)) {
      const Index at = std::min(line.last, line.first + step);
      m_result.value = line.value ? line.value(at) : 0;
      m_result.reached = std::numeric_limits<double>::infinity();
      if (m_control.stopRequested()) return finish();
      if (const std::optional<double> reached = quick(line, at)) {
        m_result.reached = *reached;
        break;
      }
      if (at == line.last) break;
    }
    return m_result;
  }

  SolveForResult finish() {
    if (m_control.stopRequested()) {
      m_result.outcome = SolveOutcome::Stopped;
      return m_result;
    }
    m_result.outcome = SolveOutcome::Met;
    if (m_unknown == Field::Memory) {
      const Index rows = m_result.design->strategy.noiseRows();
      m_result.value = std::max(1.0, noiseBytesPerMachine(m_result.scenario.deployment, rows));
      m_result.scenario.deployment.memoryPerMachine = static_cast<Index>(std::llround(m_result.value));
      m_result.design = withScenario(*m_result.design, m_result.scenario);
    }
    return m_result;
  }

  const Scenario m_scenario;
  Field m_unknown;
  SolveTarget m_target;
  RunControl m_control;
  QuickError m_quick;
  SolveForResult m_result;
  double m_ratio = 1;             ///< of certified figures to uncertified ones
  std::optional<Index> m_anchor;  ///< the last answer of hardest()
  std::optional<Index> m_found;   ///< the hardest position that is certified
};

// The scenario with a harmless value of the unknown.
Scenario withoutUnknown(Scenario scenario, Field unknown) {
  switch (unknown) {
    case Field::Epsilon: scenario.epsilon = withinSearchedEpsilons(scenario.epsilon); break;
    case Field::Bands:
    case Field::Memory:
      if (scenario.usesBands()) scenario.bands.reset();
      scenario.deployment.memoryPerMachine.reset();
      break;
    default: break;
  }
  return scenario;
}

}  // namespace

SolveForResult solveFor(const Scenario& scenario, Field unknown, const SolveTarget& target, const RunControl& control) {
  if (auto problem = solveForProblem(scenario, unknown, target)) throw *std::move(problem);
  const Scenario base = withoutUnknown(scenario, unknown);
  for (const InvalidArgument& problem : base.problems()) {
    // More iterations or other epochs may make the bands and the separations valid.
    const bool own = problem.argument() == optionName(unknown);
    const bool follows = (unknown == Field::Iterations || unknown == Field::Epochs) &&
                         (problem.argument() == "bands" || problem.argument() == "epochs" ||
                          problem.argument() == "min_separation" || problem.argument() == "size of learning_rates");
    if (!own && !follows) throw problem;
  }
  UnknownSearch search(base, unknown, target, control);
  SolveForResult result;
  switch (unknown) {
    case Field::Epsilon:
      result = isRisk(target.quantity) ? epsilonAtRisk(base, target, control) : search.alongLine(epsilonLine(base));
      break;
    case Field::Epochs: result = search.alongLine(epochsLine(base)); break;
    case Field::Iterations: result = search.alongLine(iterationsLine(base, target)); break;
    case Field::Memory:
    case Field::Bands: {
      if (isLimit(target.quantity)) {
        const double row = noiseBytesPerMachine(base.deployment, 1);
        const double rows = target.quantity == TargetQuantity::Memory ? target.value / row : target.value;
        result = search.bestWithin(static_cast<Index>(std::floor(std::min(rows, 1e12))));
      } else if (base.searchesBands()) {
        result = search.fewestBands();
      } else {
        SolveLine line;
        line.value = [](Index) { return 0.0; };
        line.scenario = [scenario = &base](Index) { return *scenario; };
        result = search.alongLine(line);
      }
      break;
    }
    default: break;
  }
  if (unknown == Field::Bands) {
    // The machine's memory does not belong to the question.
    result.scenario.deployment = scenario.deployment;
    if (result.design) {
      Scenario own = result.design->scenario;
      own.deployment = scenario.deployment;
      result.design = withScenario(*result.design, own);
    }
  }
  if (result.outcome == SolveOutcome::Unreachable) result.scenario = scenario;
  return result;
}

}  // namespace noiseloom
