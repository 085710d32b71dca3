#include "core/mechanism/band_inv_mf.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/balls_in_bins/bin_gram.h"
#include "core/base/check.h"
#include "core/base/infinity.h"
#include "core/error/inverse_toeplitz_error.h"
#include "core/linalg/reciprocal_series.h"
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

// The optimiser's variables are the running sums of g and the inverse hyperbolic sine of n times the last one, g(1), on
// which the lengths of C and of the error's tail depend: its logarithm where it is large, passing through 0 to negative
// ones, where C grows with the steps, as falling learning rates may require. In these variables the problem is well
// scaled at any n. They are multiplied by this factor, so that the optimiser's first step, of length 1, is moderate.
constexpr double kWorkingScale = 30;
constexpr double kLevelScale = 10;
// |c| is smoothed below these, relative to c_0, in turn.
constexpr double kSmoothings[] = {1e-2, 1e-3, 1e-4};
// Relative gradients at which a descent ends: a smoothed one that another one follows need not be exact.
constexpr double kTolerance = 1e-7;
constexpr double kPassingTolerance = 1e-3;
// Nor need any go on whose last evaluations have gained next to nothing: relative to the squared error.
constexpr double kResolution = 1e-5;
constexpr Index kResolvedAfter = 100;
// Negative entries of C up to this size, relative to c_0, cost nothing.
constexpr double kNegligible = 1e-9;
constexpr int kMostMaxRounds = 30;
// Halvings of the way from a point with negative entries to one without.
constexpr int kHalvings = 20;
// A descent does not start from a larger loss.
constexpr double kMostStart = 1e100;
// The search by values: the size of its steps, and its number of evaluations.
constexpr double kFirstStep = 0.05;
constexpr double kLastStep = 1e-7;
constexpr int kMostTries = 4000;
// It is restarted until it gains less than this fraction.
constexpr double kLeastGain = 1e-6;

// The valid figures of one g.
struct Candidate {
  Sensitivity sensitivity;
  bool combIsExact = false;
  double objective = kInfinity;
  double mostNegative = 0;  // relative to c_0
};

// The loss has several minima, above all if C has negative entries or learning rates fall. If a descent takes a
// millisecond or so, further ones start from elsewhere.
int startsFor(const Workload& workload, Index iterations, Index bands) {
  const double work = static_cast<double>(iterations) * static_cast<double>(bands);
  return work <= 2e3 ? 32 : work <= 2e4 ? 8 : workload.fixedIterations() == 0 ? 1 : 2;
}

// The number-th point of Weyl's sequence, which fills the unit cube evenly, in one of its coordinates.
double weyl(int number, std::size_t coordinate) {
  return std::fmod(static_cast<double>(number) * std::sqrt(static_cast<double>(coordinate) + 1.0), 1.0);
}

// The first has a C that grows as fast as it decayed; the others move each running sum and the stretched last one.
std::vector<double> otherStart(std::vector<double> x, int number) {
  if (number == 1) {
    x.back() = -x.back();
    return x;
  }
  for (std::size_t l = 0; l < x.size(); ++l)
    x[l] += (l + 1 < x.size() ? kWorkingScale * 0.8 : kLevelScale * 2) * (2 * weyl(number, l + 1) - 1);
  return x;
}

// The variables x of the descents; g[0] is 1. bands > 1.
class Coordinates {
 public:
  explicit Coordinates(Index iterations) : m_stretch(static_cast<double>(iterations)) {}

  std::vector<double> of(std::span<const double> g) const {
    std::vector<double> x;
    double level = 1;
    for (std::size_t l = 1; l < g.size(); ++l) {
      level += g[l];
      x.push_back(l + 1 < g.size() ? kWorkingScale * level : kLevelScale * std::asinh(m_stretch * level));
    }
    return x;
  }
  void place(std::span<const double> x, std::span<double> g) const {
    double before = 1;
    for (std::size_t l = 1; l < g.size(); ++l) {
      const double here = l + 1 < g.size() ? x[l - 1] / kWorkingScale : std::sinh(x[l - 1] / kLevelScale) / m_stretch;
      g[l] = here - before;
      before = here;
    }
  }
  // Converts the gradient in g to that in x.
  void pullBack(std::span<const double> x, std::span<const double> byG, std::span<double> byX) const {
    for (std::size_t l = 1; l + 1 < byG.size(); ++l) byX[l - 1] = (byG[l] - byG[l + 1]) / kWorkingScale;
    byX.back() = byG.back() * std::cosh(x.back() / kLevelScale) / (kLevelScale * m_stretch);
  }

 private:
  double m_stretch;
};

// Keeps the best g by its valid figures, whatever the searches minimise.
class Search {
 public:
  Search(const ErrorProblem& problem, Index bands, const RunControl& control)
      : m_problem(problem),
        m_bands(bands),
        m_control(control),
        m_starts(startsFor(problem.workload, problem.iterations, bands)),
        m_kept(bisrCoefficients(problem.workload, bands)),
        m_best(judge(m_kept)),
        m_startObjective(m_best.objective) {
    m_options.resolution = [this] { return kResolution * m_lastValue; };
    m_options.resolvedAfter = kResolvedAfter;
    m_options.history = 100;  // costs nothing beside an evaluation, and halves their number
    m_options.maxIterations = m_options.maxEvaluations = 8000;
  }

  Solution run() {
    if (m_bands == 1) {
      m_summary.termination = Termination::Converged;
      m_summary.message = endings::kOneBand;
    } else {
      descendFromAllStarts();
      // With negative entries the true sensitivity is below the comb of |c|, and minima are at edges, where two
      // patterns of participation are equally bad or an entry of C is 0: a search by values continues from the best.
      if (m_starts > 1 && m_atEdge) searchByValues();
    }
    if (m_control.stopRequested()) m_summary.termination = Termination::Stopped;
    for (TracePoint& point : m_summary.trace) point.objective = std::sqrt(point.objective);
    m_summary.initialObjective = std::isfinite(m_startObjective) ? m_startObjective : 0;  // 0: stopped before
    m_summary.objective = std::isfinite(m_best.objective) ? m_best.objective : 0;
    return {InverseToeplitzStrategy(m_problem.iterations, m_kept), std::move(m_summary), std::move(m_kept)};
  }

 private:
  // The problem of the descents, and their current point.
  struct Descents {
    Descents(const ErrorProblem& problem, Index bands, const std::vector<double>& from, const RunControl& control)
        : coordinates(problem.iterations),
          error(problem.workload, problem.iterations, bands, problem.objective, control),
          loss(problem.iterations, bands, isOnce(problem) ? 1 : problem.participation.participations,
               isOnce(problem) ? problem.iterations : problem.participation.separation, error, control),
          g(from),
          gradient(g.size()),
          x(coordinates.of(g)) {}
    static bool isOnce(const ErrorProblem& problem) {
      return problem.participation.schema == Participation::Schema::Single;
    }

    Coordinates coordinates;
    NoisingError error;
    NoisingLoss loss;
    std::vector<double> g;
    std::vector<double> gradient;
    std::vector<double> x;
  };

  static double mostNegativeOf(std::span<const double> c) { return -*std::min_element(c.begin(), c.end()) / c[0]; }
  bool refuses(const Candidate& candidate) const {
    return m_problem.nonNegative && candidate.mostNegative > kEntryRounding;
  }

  Candidate judge(const std::vector<double>& g) const {
    // Another start may end where C grows too far to be a strategy.
    if (!reciprocalSeries(g, m_problem.iterations, kMostInverseToeplitzTerms).valid) return {};
    const InverseToeplitzStrategy strategy(m_problem.iterations, g);
    const auto c = strategy.strategyCoefficients();
    Candidate candidate;
    candidate.sensitivity = combSensitivity(c, m_problem.iterations, m_problem.participation, m_control);
    candidate.combIsExact = candidate.sensitivity.kind == BoundKind::Exact;
    // Takes longer, and is often smaller.
    if (m_starts > 1 && !candidate.combIsExact)
      candidate.sensitivity = sensitivityOf(strategy, m_problem.participation, m_control);
    candidate.mostNegative = mostNegativeOf(c);
    if (refuses(candidate)) return candidate;
    const ErrorSummary error = errorOf(strategy, m_problem.workload, m_control);
    if (error.valid) candidate.objective = candidate.sensitivity.value * std::sqrt(error.variance[m_problem.objective]);
    return candidate;
  }

  void descendFromAllStarts() {
    Descents descents(m_problem, m_bands, m_kept, m_control);
    const RunControl traced =
        m_control.withTrace([](TracePoint& point) { point.objective = std::sqrt(point.objective); });
    const std::vector<double> firstStart = descents.x;
    const double share = 1.0 / m_starts;
    if (!descend(descents, traced.part(0, share))) {
      // If C decays over very many steps, its series of sums offers the optimiser no start.
      m_summary.termination = Termination::LineSearchFailed;
      m_summary.message = endings::kNoLowerPoint;
      m_summary.objective = m_best.objective;
    }
    // The trace is the first descent's.
    const OptimizerSummary known = m_summary;
    for (int other = 1; other < m_starts && !m_control.stopRequested(); ++other) {
      descents.x = otherStart(firstStart, other);
      descend(descents, {m_control.stop, traced.part(other * share, (other + 1) * share).onProgress});
    }
    m_summary = known;
  }

  // From x; returns false if the loss is not finite there.
  bool descend(Descents& at, const RunControl& part) {
    at.coordinates.place(at.x, at.g);
    const auto finite = [](double value) { return std::isfinite(value); };
    if (!m_control.stopRequested() &&
        !(at.loss(at.g, 0, at.gradient) < kMostStart && std::ranges::all_of(at.gradient, finite)))
      return false;
    const Candidate free = solve(at, 0, part.part(0, 0.4));
    // If the comb of c is not the sensitivity, negative entries require the comb of |c|.
    if (free.combIsExact || free.mostNegative <= kNegligible) return true;
    double from = 0.4;
    for (const double smoothing : kSmoothings) {
      if (m_control.stopRequested()) break;
      solve(at, smoothing, part.part(from, from + 0.2));
      from += 0.2;
    }
    return true;
  }

  // Solves from x; keeps the result if it is better than the best valid one.
  Candidate solve(Descents& at, double smoothing, const RunControl& part) {
    const Objective f = [&](std::span<const double> x, std::span<double> out) {
      at.coordinates.place(x, at.g);
      const double value = at.loss(at.g, smoothing, at.gradient);
      at.coordinates.pullBack(x, at.gradient, out);
      if (std::isfinite(value)) m_lastValue = value;
      return value;
    };
    const bool passing = smoothing > 0 && smoothing != std::end(kSmoothings)[-1];
    m_options.gradientTolerance = passing ? kPassingTolerance : kTolerance;
    double left = 1;  // of the part's progress
    for (int round = 0; round < kMostMaxRounds; ++round, left /= 2) {
      append(m_summary, minimizeLbfgs(f, at.x, m_options, continuing(m_summary, part.part(1 - left, 1 - left / 2))));
      at.coordinates.place(at.x, at.g);
      if (m_summary.termination == Termination::Stopped || at.error.settle(at.g)) break;
    }
    const Candidate found = judge(at.g);
    const std::vector<double> kept = refuses(found) ? withoutNegativeEntries(at.g) : at.g;
    const Candidate valid = refuses(found) ? judge(kept) : found;
    if (valid.objective < m_best.objective) {
      m_best = valid;
      m_kept = kept;
      m_atEdge = smoothing > 0 || !valid.combIsExact;
    }
    return found;
  }

  // The nearest point to g on the way there from the best one, which has none.
  std::vector<double> withoutNegativeEntries(const std::vector<double>& g) const {
    std::vector<double> valid = m_kept;
    std::vector<double> refused = g;
    for (int i = 0; i < kHalvings && !m_control.stopRequested(); ++i) {
      std::vector<double> middle = valid;
      for (std::size_t l = 0; l < middle.size(); ++l) middle[l] += (refused[l] - middle[l]) / 2;
      const InverseToeplitzStrategy strategy(m_problem.iterations, middle);
      (mostNegativeOf(strategy.strategyCoefficients()) > kEntryRounding ? refused : valid) = std::move(middle);
    }
    return valid;
  }

  void searchByValues() {
    double before = kInfinity;
    int tries = 0;
    const auto goesOn = [&] { return tries < kMostTries && !m_control.stopRequested(); };
    while (m_best.objective < (1 - kLeastGain) * before && goesOn()) {
      before = m_best.objective;
      for (double step = kFirstStep; step > kLastStep && goesOn();) {
        bool better = false;
        for (std::size_t turn = 0; turn < 8 * m_kept.size() && !better; ++turn, ++tries) better = improve(step, tries);
        step *= better ? 1.5 : 0.5;
      }
    }
  }

  bool improve(double step, int number) {
    std::vector<double> moved = m_kept;
    for (std::size_t l = 1; l < moved.size(); ++l) moved[l] += step * (2 * weyl(number, l) - 1);
    const Candidate found = judge(moved);
    if (!(found.objective < m_best.objective)) return false;
    m_best = found;
    m_kept = std::move(moved);
    return true;
  }

  const ErrorProblem& m_problem;
  Index m_bands;
  const RunControl& m_control;
  int m_starts;
  std::vector<double> m_kept;
  Candidate m_best;
  double m_startObjective;
  bool m_atEdge = true;  ///< the best is not the end of a smooth descent
  LbfgsOptions m_options;
  double m_lastValue = 0;
  OptimizerSummary m_summary;
};

}  // namespace

Solution optimizeBandInvMf(const ErrorProblem& problem, Index bands, const RunControl& control) {
  checkInteger("iterations", problem.iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, problem.iterations, Core::tr("the iterations"));
  checkInteger("participations", problem.participation.participations, 1, kNoLimit);
  checkInteger("separation", problem.participation.separation, 1, kNoLimit);
  return Search(problem, bands, control).run();
}

namespace {

constexpr MechanismSource kSources[]{{"bisr-bandinvmf", Core::tr("section 6")}};
constexpr MechanismSetting kSettings[]{{Field::Bands}};

Solution solve(const Scenario& scenario, Index bands, std::span<const double>, const RunControl& control) {
  return optimizeBandInvMf(errorProblem(scenario), bands, control);
}

// An evaluation is some n b additions and multiplications. As C decays, some forty are enough until the participations
// of an example share rows; from then on there may be negative entries, and descents of thousands.
double seconds(const Scenario& scenario, Index bands) {
  const double n = static_cast<double>(scenario.iterations);
  const double b = static_cast<double>(bands);
  const bool shared = scenario.epochs > 1 && 3 * bands >= scenario.effectiveMinSeparation();
  return (shared ? 4e-7 : 1.5e-8) * n * b + scheduleSeconds(scenario, bands);
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
    .seconds = seconds,
    .sketch = &bisr,
};

}  // namespace noiseloom
