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
// The optimiser's variables are the running sums of g and the inverse hyperbolic sine of n times the last, g(1), which
// the lengths of C and of the error's tail depend on: its logarithm where it is large, and through nothing to negative
// ones, where C grows with the steps, as falling learning rates may call for. In these the problem is well scaled at
// any n. Times these factors, so that the optimiser's first step, of length 1, is a modest one.
constexpr double kWorkingScale = 30;
constexpr double kLevelScale = 10;
// |c| is rounded off below these, relative to c_0, in turn.
constexpr double kSmoothings[] = {1e-2, 1e-3, 1e-4};
// Negative entries of C up to this size, relative to c_0, cost nothing.
constexpr double kNegligible = 1e-9;
constexpr int kMostMaxRounds = 30;
// The search by values: of its steps, and of how many values it may take.
constexpr double kMostStart = 1e100;
constexpr double kFirstStep = 0.05;
constexpr double kLastStep = 1e-7;
constexpr int kMostTries = 4000;
// It begins anew until it gains less than this part.
constexpr double kLeastGain = 1e-6;

// The valid figures of one g.
struct Candidate {
  Sensitivity sensitivity;
  bool combIsExact = false;
  double objective = kOutside;
  double mostNegative = 0;  // relative to c_0
};

// The loss has several minima, above all where C has negative entries or learning rates fall. Where a descent takes a
// millisecond or so, others start from elsewhere.
int startsFor(const Workload& workload, Index iterations, Index bands) {
  const double work = static_cast<double>(iterations) * static_cast<double>(bands);
  return work <= 2e3 ? 32 : work <= 2e4 ? 8 : workload.isToeplitz() ? 1 : 2;
}

// The number-th point of Weyl's sequence, which fills the unit cube evenly, in one of its coordinates.
double weyl(int number, std::size_t coordinate) {
  return std::fmod(static_cast<double>(number) * std::sqrt(static_cast<double>(coordinate) + 1.0), 1.0);
}

// The first start with a C that grows as fast as it decayed; then with each running sum, and the stretched last one,
// moved.
std::vector<double> otherStart(std::vector<double> x, int number) {
  if (number == 1) {
    x.back() = -x.back();
    return x;
  }
  for (std::size_t l = 0; l < x.size(); ++l)
    x[l] += (l + 1 < x.size() ? kWorkingScale * 0.8 : kLevelScale * 2) * (2 * weyl(number, l + 1) - 1);
  return x;
}

}  // namespace

Solution optimizeBandInvMf(const Workload& workload, Index iterations, Index bands, const Participation& participation,
                           ErrorObjective objective, const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, iterations, Core::tr("the iterations"));
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
  const bool single = participation.schema == Participation::Schema::Single;
  const int starts = startsFor(workload, iterations, bands);
  const auto judge = [&](const std::vector<double>& g) {
    const InverseToeplitzStrategy strategy(iterations, g);
    const auto c = strategy.strategyCoefficients();
    Candidate candidate;
    candidate.sensitivity = combSensitivity(c, iterations, participation, control);
    candidate.combIsExact = candidate.sensitivity.kind == BoundKind::Exact;
    // Longer to find, and often smaller.
    if (starts > 1 && !candidate.combIsExact) candidate.sensitivity = sensitivityOf(strategy, participation, control);
    candidate.mostNegative = -*std::min_element(c.begin(), c.end()) / c[0];
    const ErrorSummary error = errorOf(strategy, workload, control);
    if (error.valid) candidate.objective = candidate.sensitivity.value * std::sqrt(error.variance[objective]);
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
    const auto stretch = static_cast<double>(iterations);
    double level = 1;
    for (std::size_t l = 1; l < g.size(); ++l) {
      level += g[l];
      x.push_back(l + 1 < g.size() ? kWorkingScale * level : kLevelScale * std::asinh(stretch * level));
    }
    const auto place = [&](std::span<const double> at) {
      double before = 1;
      for (std::size_t l = 1; l < g.size(); ++l) {
        const double here = l + 1 < g.size() ? at[l - 1] / kWorkingScale : std::sinh(at[l - 1] / kLevelScale) / stretch;
        g[l] = here - before;
        before = here;
      }
    };
    LbfgsOptions options;
    options.history = 12;
    options.gradientTolerance = 1e-7;
    options.maxIterations = options.maxEvaluations = 8000;
    bool atEdge = true;  // of the best: not the end of a smooth descent
    // From the current x; then keeps the result if it is better than the best valid one.
    const auto solve = [&](double smoothing, const RunControl& part) {
      const Objective f = [&](std::span<const double> at, std::span<double> out) {
        place(at);
        const double value = loss(g, smoothing, gradient);
        for (std::size_t l = 1; l + 1 < g.size(); ++l) out[l - 1] = (gradient[l] - gradient[l + 1]) / kWorkingScale;
        out.back() = gradient.back() * std::cosh(at.back() / kLevelScale) / (kLevelScale * stretch);
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
        atEdge = smoothing > 0 || !found.combIsExact;
      }
      return found;
    };
    // From x; false where the loss is not finite there.
    const auto descend = [&](const RunControl& part) {
      place(x);
      if (!control.stopRequested() && !(loss(g, 0, gradient) < kMostStart &&
                                        std::ranges::all_of(gradient, [](double x) { return std::isfinite(x); })))
        return false;
      const Candidate free = solve(0, part.part(0, 0.4));
      // Where the comb of c is not the sensitivity, negative entries call for the comb of |c|.
      if (!free.combIsExact && free.mostNegative > kNegligible) {
        double from = 0.4;
        for (const double smoothing : kSmoothings) {
          if (control.stopRequested()) break;
          solve(smoothing, part.part(from, from + 0.2));
          from += 0.2;
        }
      }
      return true;
    };
    const std::vector<double> firstStart = x;
    const double share = 1.0 / starts;
    if (!descend(traced.part(0, share))) {
      // Where C decays over very many steps, its series of sums leaves the optimiser nowhere to start from.
      summary.termination = Termination::LineSearchFailed;
      summary.message = endings::kNoLowerPoint;
      summary.objective = best.objective;
    }
    // The trace is the first descent's.
    const OptimizerSummary known = summary;
    for (int other = 1; other < starts && !control.stopRequested(); ++other) {
      x = otherStart(firstStart, other);
      descend({control.stop, traced.part(other * share, (other + 1) * share).onProgress});
    }
    summary = known;
    // With negative entries the true sensitivity lies below the comb of |c|, and minima lie at edges, where two
    // patterns of participation are equally bad or an entry of C is 0: a search by values alone goes on from the best
    // point.
    if (starts > 1 && atEdge) {
      double before = kOutside;
      int tries = 0;
      while (best.objective < (1 - kLeastGain) * before && tries < kMostTries && !control.stopRequested()) {
        before = best.objective;
        for (double step = kFirstStep; step > kLastStep && tries < kMostTries && !control.stopRequested();) {
          bool better = false;
          for (std::size_t turn = 0; turn < 8 * kept.size() && !better; ++turn, ++tries) {
            std::vector<double> moved = kept;
            for (std::size_t l = 1; l < moved.size(); ++l) moved[l] += step * (2 * weyl(tries, l) - 1);
            const Candidate found = judge(moved);
            if (!(found.objective < best.objective)) continue;
            best = found;
            kept = std::move(moved);
            better = true;
          }
          step *= better ? 1.5 : 0.5;
        }
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
