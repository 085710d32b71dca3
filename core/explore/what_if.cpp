#include "core/explore/what_if.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/scenario/scenario_fields.h"
#include "core/search/curve_solver.h"
#include "core/search/designer.h"
#include "core/search/sweep.h"

namespace noiseloom {
namespace {

// Processor time for the strategy of one change, and the size of the accounting of noise that depends on the strategy:
// both keep a change below a second or two.
constexpr double kMostSeconds = 2;
constexpr Index kMostSampled = 2048;
constexpr Index kMostBins = 256;

// Below it, one more or less is not a small change.
constexpr double kLeastStep = 2;

bool takesLong(const Scenario& scenario) {
  if (!scenario.batching->ofStrategy()) return false;
  return scenario.batching->noiseBy == NoiseBy::Bins ? scenario.stepsPerEpoch() > kMostBins
                                                     : scenario.iterations > kMostSampled;
}

// Steps that each take a share of the data: their batch is proportional to it.
double batchOf(const Scenario& scenario) {
  return scenario.epochs / static_cast<double>(scenario.iterations);
}

class Comparison {
 public:
  Comparison(const Scenario& scenario, const Design& design, const RunControl& control)
      : m_present(scenario), m_design(design), m_control(control), m_solver(kMostSeconds, false, true) {}

  std::optional<SweepPoint> solve(Scenario scenario, std::optional<Index> near = {}) {
    if (scenario.asksForBest()) scenario.mechanism = m_design.mechanism;
    try {
      SweepPoint point = m_solver.solve(scenario, m_control, near);
      if (!m_control.stopRequested()) return point;
    } catch (const InvalidArgument&) {
      // It cannot be made, or takes long.
    }
    return std::nullopt;
  }

  /// False without an error.
  bool present() {
    const std::optional<SweepPoint> point = solve(m_present);
    if (!point) return false;
    m_error = point->error[m_present.objective];
    m_near = m_solver.lastBands();
    return true;
  }

  std::optional<WhatIf> compare(const JobChange& change) {
    // Another batching may have its best bands far away.
    const bool nearby = change.kind != JobChange::Kind::Loader;
    const std::optional<SweepPoint> point = solve(change.scenario, nearby ? m_near : std::nullopt);
    if (!point) return std::nullopt;
    WhatIf found{change};
    // Under one batching both are estimates of the same kind.
    found.ratio = change.kind == JobChange::Kind::Memory
                      ? ratioOfBands(change.scenario, point->error[m_present.objective])
                      : point->error[m_present.objective] / (nearby ? m_error : m_design.error[m_present.objective]);
    found.ratioOfMean = found.ratio * batchOf(m_present) / batchOf(change.scenario);
    return std::isfinite(found.ratioOfMean) ? std::optional(found) : std::nullopt;
  }

  std::optional<WhatIf> bestLoader() {
    std::optional<WhatIf> best;
    int leftOut = 0;
    for (const double position : automaticValues(m_present, Field::Batching)) {
      JobChange change{JobChange::Kind::Loader, atValue(m_present, Field::Batching, position), {}};
      const Batching& batching = *change.scenario.batching;
      if (&batching == m_present.batching) continue;
      change.name = batching.shortName.empty() ? batching.name : batching.shortName;
      change.scenario.jobBatching = &standardJobBatching();
      change.scenario.minSeparation = std::nullopt;
      if (!change.scenario.problems().empty()) continue;
      if (takesLong(change.scenario)) {
        ++leftOut;
        continue;
      }
      std::optional<WhatIf> found = compare(change);
      if (found && (!best || found->ratio < best->ratio)) best = std::move(found);
    }
    if (best) best->leftOut = leftOut;
    return best;
  }

 private:
  // Where noise depends on the strategy, estimates of many bands are further above their certificates than those of
  // few.
  double ratioOfBands(const Scenario& fewer, double estimate) {
    const ErrorObjective objective = m_present.objective;
    if (m_present.batching->ofStrategy()) {
      const auto certified = design(fewer, m_control.quiet());
      return certified ? certified->error[objective] / m_design.error[objective] : std::nan("");
    }
    Scenario own = m_present;
    own.bands = m_design.bands;
    const std::optional<SweepPoint> point = solve(own);
    return point ? estimate / point->error[objective] : std::nan("");
  }

  const Scenario& m_present;
  const Design& m_design;
  RunControl m_control;
  CurveSolver m_solver;
  double m_error = 0;
  std::optional<Index> m_near;
};

}  // namespace

std::vector<JobChange> jobChanges(const Scenario& scenario, Index bands) {
  using Kind = JobChange::Kind;
  std::vector<JobChange> changes;
  const auto add = [&](Kind kind, Scenario changed, const Text& name) {
    if (changed.problems().empty()) changes.push_back({kind, std::move(changed), name});
  };
  if (scenario.iterations > 1 && scenario.workload.fixedIterations() == 0)
    add(Kind::Batch, scenario.withIterations((scenario.iterations + 1) / 2), Core::tr("twice the batch"));
  if (scenario.workload.fixedIterations() == 0 && !scenario.batching->once) {
    const double longer = (scenario.epochs + 1) / scenario.epochs * static_cast<double>(scenario.iterations);
    Scenario changed = scenario.withIterations(static_cast<Index>(std::lround(longer)));
    changed.epochs = scenario.epochs + 1;
    add(Kind::Epochs, std::move(changed), Core::tr("one more epoch"));
  }
  const bool small = scenario.epsilon < kLeastStep;
  for (const Kind kind : {Kind::LargerEpsilon, Kind::SmallerEpsilon}) {
    const bool larger = kind == Kind::LargerEpsilon;
    Scenario changed = scenario;
    changed.epsilon = small ? scenario.epsilon * (larger ? 2 : 0.5) : scenario.epsilon + (larger ? 1 : -1);
    add(kind, changed, {Core::tr("epsilon %1"), rounded(changed.epsilon, 6)});
  }
  if (scenario.usesBands() && bands > 1) {
    Scenario changed = scenario;
    changed.bands = bands / 2;
    add(Kind::Memory, changed, {Core::tr("half the bands: %1"), bands / 2});
  }
  return changes;
}

std::vector<WhatIf> whatIf(const Scenario& scenario, const Design& design, const RunControl& control,
                           const std::function<void(const WhatIf&)>& onEach) {
  std::vector<WhatIf> answers;
  if (!scenario.problems().empty() || takesLong(scenario)) return answers;
  Comparison comparison(scenario, design, control);
  if (!comparison.present()) return answers;
  const auto add = [&](std::optional<WhatIf> found) {
    if (!found || control.stopRequested()) return;
    if (onEach) onEach(*found);
    answers.push_back(*std::move(found));
  };
  std::vector<JobChange> changes = jobChanges(scenario, design.bands);
  // The loader takes longest, and stands first.
  for (const JobChange& change : changes) add(comparison.compare(change));
  add(comparison.bestLoader());
  if (!answers.empty() && answers.back().kind == JobChange::Kind::Loader)
    std::rotate(answers.begin(), std::prev(answers.end()), answers.end());
  return answers;
}

}  // namespace noiseloom
