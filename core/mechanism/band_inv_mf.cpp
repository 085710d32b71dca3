#include "core/mechanism/band_inv_mf.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/error/inverse_toeplitz_error.h"
#include "core/mechanism/bisr.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/noising_loss.h"
#include "core/mechanism/parts/seconds.h"
#include "core/optimize/endings.h"
#include "core/participation/comb_energy.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/inverse_toeplitz_strategy.h"

namespace noiseloom {
namespace {

constexpr double kOutside = std::numeric_limits<double>::infinity();
// The optimiser's variables are the running sums of g and the logarithm of the last, g(1), which the lengths of C and
// of the error's tail depend on: in these the problem is well scaled at any n. Times these factors, so that the
// optimiser's first step, of length 1, is a modest one.
constexpr double kWorkingScale = 30;
constexpr double kLogScale = 10;
// g(1) of BISR is positive, but with momentum close to 1 it may round to nothing.
constexpr double kLeastLevel = 1e-14;
// |c| is rounded off below these, relative to c_0, in turn.
constexpr double kSmoothings[] = {1e-2, 1e-3, 1e-4};
// Negative entries of C up to this size, relative to c_0, cost nothing.
constexpr double kNegligible = 1e-9;
constexpr int kMostMaxRounds = 30;

// The valid figures of one g.
struct Candidate {
  Sensitivity sensitivity;
  double objective = kOutside;
  double mostNegative = 0;  // relative to c_0
};

}  // namespace

Solution optimizeBandInvMf(const Workload& workload, Index iterations, Index bands, const Participation& participation,
                           ErrorObjective objective, const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, iterations, Core::tr("the iterations"));
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
  const bool single = participation.schema == Participation::Schema::Single;
  const auto judge = [&](const std::vector<double>& g) {
    const InverseToeplitzStrategy strategy(iterations, g);
    const auto c = strategy.strategyCoefficients();
    Candidate candidate;
    candidate.sensitivity = combSensitivity(c, iterations, participation, control);
    candidate.mostNegative = -*std::min_element(c.begin(), c.end()) / c[0];
    const ErrorSummary error = inverseToeplitzError(strategy, workload, control);
    if (error.valid) candidate.objective = candidate.sensitivity.value * std::sqrt(error.of(objective));
    return candidate;
  };

  std::vector<double> kept = bisrCoefficients(workload, bands);
  Candidate best = judge(kept);
  OptimizerSummary summary;
  const double start = best.objective;
  if (bands == 1) {
    summary.termination = Termination::Converged;
    summary.message = endings::kOneBand;
  } else {
    NoisingError error(workload, iterations, bands, objective, control);
    NoisingLoss loss(iterations, bands, single ? 1 : participation.participations,
                     single ? iterations : participation.separation, error, control);
    std::vector<double> g = kept;
    std::vector<double> gradient(g.size());
    std::vector<double> x;
    const RunControl traced =
        control.withTrace([](TracePoint& point) { point.objective = std::sqrt(point.objective); });
    double level = 1;
    for (std::size_t l = 1; l < g.size(); ++l) {
      level += g[l];
      x.push_back(l + 1 < g.size() ? kWorkingScale * level : kLogScale * std::log(std::max(level, kLeastLevel)));
    }
    const auto place = [&](std::span<const double> at) {
      double before = 1;
      for (std::size_t l = 1; l < g.size(); ++l) {
        const double here = l + 1 < g.size() ? at[l - 1] / kWorkingScale : std::exp(at[l - 1] / kLogScale);
        g[l] = here - before;
        before = here;
      }
    };
    LbfgsOptions options;
    options.history = 12;
    options.gradientTolerance = 1e-7;
    options.maxIterations = options.maxEvaluations = 8000;
    // From the current x; then keeps the result if it is better than the best valid one.
    const auto solve = [&](double smoothing, const RunControl& part) {
      const Objective f = [&](std::span<const double> at, std::span<double> out) {
        place(at);
        const double value = loss(g, smoothing, gradient);
        for (std::size_t l = 1; l + 1 < g.size(); ++l) out[l - 1] = (gradient[l] - gradient[l + 1]) / kWorkingScale;
        out.back() = gradient.back() * std::exp(at.back() / kLogScale) / kLogScale;
        return value;
      };
      double left = 1;  // of the part's progress
      for (int round = 0; round < kMostMaxRounds; ++round, left /= 2) {
        append(summary, minimizeLbfgs(f, x, options, continuing(summary, part.part(1 - left, 1 - left / 2))));
        place(x);
        if (summary.termination == Termination::Stopped || error.settle(g)) break;
      }
      const Candidate found = judge(g);
      if (found.objective < best.objective) {
        best = found;
        kept = g;
      }
      return found;
    };
    place(x);
    // Where C decays over very many steps, its series of sums leaves the optimiser nowhere to start from.
    const bool startable = control.stopRequested() || std::isfinite(loss(g, 0, gradient));
    Candidate free = best;
    if (startable) {
      free = solve(0, traced.part(0, 0.4));
    } else {
      summary.termination = Termination::LineSearchFailed;
      summary.message = endings::kNoLowerPoint;
      summary.objective = best.objective;
    }
    // Where the comb of c is not the sensitivity, negative entries call for the comb of |c|.
    if (startable && free.sensitivity.kind != BoundKind::Exact && free.mostNegative > kNegligible) {
      double from = 0.4;
      for (const double smoothing : kSmoothings) {
        if (control.stopRequested()) break;
        solve(smoothing, traced.part(from, from + 0.2));
        from += 0.2;
      }
    }
  }
  if (control.stopRequested()) summary.termination = Termination::Stopped;
  for (TracePoint& point : summary.trace) point.objective = std::sqrt(point.objective);
  summary.initialObjective = std::isfinite(start) ? start : 0;  // 0: stopped before it was known
  summary.objective = std::isfinite(best.objective) ? best.objective : 0;
  return {InverseToeplitzStrategy(iterations, kept), std::move(summary), std::move(kept)};
}

namespace {

constexpr MechanismSource kSources[]{{"bisr-bandinvmf", Core::tr("section 6")}};
constexpr MechanismSetting kSettings[]{{Field::Bands}};

Solution solve(const Scenario& scenario, Index bands, std::span<const double>, const RunControl& control) {
  return optimizeBandInvMf(scenario.workload, scenario.iterations, bands, scenario.participation(), scenario.objective,
                           control);
}

}  // namespace

constinit const Mechanism mechanisms::bandInvMf{
    .id = "band-inv-mf",
    .name = Core::tr("Banded inverse"),
    .shortName = "BandInvMF",
    .summary = Core::tr("The best C whose inverse has b bands, for several epochs"),
    .sources = kSources,
    .color = 11,
    .settings = kSettings,
    .bandsOfInverse = true,
    .ofParticipation = true,
    .solve = solve,
    .seconds = [](const Scenario& scenario,
                  Index bands) { return 1e-3 * static_cast<double>(bands) + scheduleSeconds(scenario, bands); },
    .sketch = &bisr,
};

}  // namespace noiseloom
