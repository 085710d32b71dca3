#include "core/mechanism/band_inv_mf.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/error/inverse_toeplitz_error.h"
#include "core/error/toeplitz_kernels.h"
#include "core/error/transient_energy.h"
#include "core/linalg/reciprocal_series.h"
#include "core/mechanism/bisr.h"
#include "core/mechanism/comb_energy.h"
#include "core/optimize/worst_case.h"
#include "core/strategy/inverse_toeplitz_strategy.h"

namespace noiseloom {
namespace {

constexpr double kOutside = std::numeric_limits<double>::infinity();
// The optimiser's variables are the running sums of g and the logarithm of the last, g(1), which the lengths of C and
// of the error's tail depend on: in these the problem is well scaled at any n. Times these factors, so that the
// optimiser's first step, of length 1, is a modest one.
constexpr double kWorkingScale = 30;
constexpr double kLogScale = 10;
// An evaluation that would need more terms times bands than this, about a quarter of a second, is out of the domain.
constexpr Index kMostWork = Index{1} << 26;
// |c| is rounded off below these, relative to c_0, in turn.
constexpr double kSmoothings[] = {1e-2, 1e-3, 1e-4};
// Negative entries of C up to this size, relative to c_0, cost nothing.
constexpr double kNegligible = 1e-9;
constexpr std::size_t kTermsBetweenPolls = std::size_t{1} << 17;
// C counts as settled once it is below e^-50 of its size, where InverseToeplitzStrategy has cut it too.
constexpr double kSettledExponent = 50;
constexpr double kMaxSoftness = 0.1;
constexpr double kMaxGap = 1e-6;
constexpr int kMostMaxRounds = 30;

// The variance of an objective for C^-1 = T(g), and its gradient.
class NoisingError {
 public:
  NoisingError(const Workload& workload, Index iterations, Index bands, ErrorObjective objective,
               const RunControl& control)
      : m_workload(workload), m_iterations(iterations), m_bands(bands), m_objective(objective), m_control(control) {
    if (workload.isToeplitz()) return;
    if (objective == ErrorObjective::Max) {
      m_worst.emplace(static_cast<std::size_t>(iterations), kMaxSoftness);
      return;
    }
    const double share = 1 / static_cast<double>(iterations);
    m_weights.assign(static_cast<std::size_t>(iterations), objective == ErrorObjective::Mean ? share : 0.0);
    if (objective == ErrorObjective::Last) m_weights.back() = 1;
    m_gram = noisingGram(workload, m_weights, bands, control);
  }

  double operator()(std::span<const double> g, std::span<double> gradient) {
    if (m_workload.isToeplitz()) return inverseToeplitzVariance(g, m_workload, m_iterations, m_objective, gradient);
    const std::vector<double> v = inverseToeplitzVariances(g, m_workload, m_iterations, m_control);
    if (v.empty()) return kOutside;
    double value = 0;
    if (m_worst) {
      m_weights.resize(v.size());
      value = m_worst->value(v, m_weights);
      m_gram = noisingGram(m_workload, m_weights, m_bands, m_control);
    } else {
      value = summaryOf(v).of(m_objective);
    }
    if (m_gram.empty()) return kOutside;
    for (std::size_t l = 0; l < g.size(); ++l)
      gradient[l] = 2 * dotProduct(m_gram.data() + l * g.size(), g.data(), g.size());
    return value;
  }

  /// For the largest of the n variances: moves the weights to the optimum of the last solve; true when it is exact
  /// enough, or there is nothing to move.
  bool settle(std::span<const double> g) {
    if (!m_worst) return true;
    const std::vector<double> v = inverseToeplitzVariances(g, m_workload, m_iterations, m_control);
    if (v.empty()) return true;
    m_worst->update(v);
    return m_worst->gap(v) < kMaxGap;
  }

 private:
  const Workload& m_workload;
  Index m_iterations;
  Index m_bands;
  ErrorObjective m_objective;
  const RunControl& m_control;
  std::optional<WorstCase> m_worst;
  std::vector<double> m_weights;
  std::vector<double> m_gram;
};

// sens^2 times the variance, and its gradient in g. Smoothing > 0 takes the comb of |c| in place of c, rounded off at
// 0.
class Loss {
 public:
  Loss(Index iterations, Index bands, Index participations, Index separation, NoisingError& error,
       const RunControl& control)
      : m_iterations(iterations),
        m_mostTerms(std::clamp(kMostWork / bands, Index{1} << 14, kMostInverseToeplitzTerms)),
        m_separation(std::min(separation, iterations)),
        m_participations(std::min(participations, (iterations + m_separation - 1) / m_separation)),
        m_hits(static_cast<double>(m_participations)),
        m_error(error),
        m_control(control) {}

  double operator()(std::span<const double> g, double smoothing, std::span<double> gradient) {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    if (settledEnergy(g)) {
      m_byG.assign(g.size(), 0.0);
      const double variance = m_error(g, m_byG);
      for (std::size_t l = 0; l < g.size(); ++l)
        gradient[l] = m_hits * (m_settled.energy * m_byG[l] + variance * m_settled.energyByDenominator[l]);
      return std::isfinite(variance) ? m_hits * m_settled.energy * variance : kOutside;
    }
    const ReciprocalSeries series = reciprocalSeries(g, m_iterations, m_mostTerms, m_control);
    if (!series.valid) return kOutside;
    const std::vector<double>& c = series.terms;
    m_taken = c;
    m_slope.assign(c.size(), 1.0);
    if (smoothing > 0) {
      const double width = smoothing * c[0];
      for (std::size_t j = 0; j < c.size(); ++j) {
        const double root = std::hypot(c[j], width);
        m_taken[j] = root - width;
        m_slope[j] = c[j] / root;
      }
    }
    m_byC.resize(c.size());
    const double energy = combEnergy(m_taken, m_iterations, m_participations, m_separation, m_byC);
    m_byG.assign(g.size(), 0.0);
    const double variance = m_error(g, m_byG);
    if (!std::isfinite(energy) || !std::isfinite(variance)) return kOutside;
    // T(g)^T r = c-bar, run backwards: in reversed order it is the series' own recurrence; g-bar_l = -sum_j r_j
    // c_(j-l).
    const std::size_t terms = c.size();
    const std::size_t taps = g.size() - 1;
    for (std::size_t j = 0; j < terms; ++j) m_byC[j] *= m_slope[j];
    std::reverse(m_byC.begin(), m_byC.end());
    const std::vector<double> reversed(g.rbegin(), g.rend() - 1);
    m_padded.assign(taps + terms, 0.0);
    for (std::size_t j = 0; j < terms && !m_control.stopRequested(); j += kTermsBetweenPolls)
      recurrence(m_byC.data(), reversed.data(), taps, 1 / g[0], m_padded.data() + taps, j,
                 std::min(j + kTermsBetweenPolls, terms));
    const std::vector<double> r(m_padded.rbegin(), m_padded.rend() - static_cast<std::ptrdiff_t>(taps));
    for (std::size_t l = 0; l < g.size(); ++l) {
      const double inner = l < terms ? dotProduct(r.data() + l, c.data(), terms - l) : 0;
      gradient[l] = energy * m_byG[l] - variance * inner;
    }
    return energy * variance;
  }

 private:
  // Where C decays before the next hit and before the end, its columns do not overlap and are all alike: their energy
  // in closed form, whatever the number of terms.
  bool settledEnergy(std::span<const double> g) {
    const Index rows = m_iterations - (m_participations - 1) * m_separation;
    const Index span = std::min({rows, m_participations > 1 ? m_separation : rows, kMostInverseToeplitzTerms});
    if (!isStable(g, std::exp(kSettledExponent / static_cast<double>(span)))) return false;
    std::vector<double> one(g.size(), 0.0);
    one[0] = 1;
    m_settled = transientEnergy(g, one);
    return m_settled.stable;
  }

  Index m_iterations;
  Index m_mostTerms;
  Index m_separation;
  Index m_participations;
  double m_hits;
  NoisingError& m_error;
  const RunControl& m_control;
  TransientEnergy m_settled;
  std::vector<double> m_taken;  // what stands for c in the comb
  std::vector<double> m_slope;
  std::vector<double> m_byC;
  std::vector<double> m_byG;
  std::vector<double> m_padded;
};

// The valid figures of one g.
struct Candidate {
  Sensitivity sensitivity;
  double objective = kOutside;
  double mostNegative = 0;  // relative to c_0
};

}  // namespace

BandInvMfOptimum optimizeBandInvMf(const Workload& workload, Index iterations, Index bands,
                                   const Participation& participation, ErrorObjective objective,
                                   const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, iterations, "the iterations");
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
  const bool single = participation.schema == Participation::Schema::Single;
  const auto judge = [&](const std::vector<double>& g) {
    const InverseToeplitzStrategy strategy(iterations, g);
    const auto c = strategy.strategyCoefficients();
    Candidate candidate;
    candidate.sensitivity = combSensitivity(c, iterations, participation);
    candidate.mostNegative = -*std::min_element(c.begin(), c.end()) / c[0];
    const ErrorSummary error = inverseToeplitzError(strategy, workload, control);
    if (error.valid) candidate.objective = candidate.sensitivity.value * std::sqrt(error.of(objective));
    return candidate;
  };

  BandInvMfOptimum optimum;
  optimum.coefficients = bisrCoefficients(workload, bands);
  Candidate best = judge(optimum.coefficients);
  OptimizerSummary& summary = optimum.summary;
  const double start = best.objective;
  if (bands == 1) {
    summary.termination = Termination::Converged;
    summary.message = "one band leaves nothing to choose";
  } else {
    NoisingError error(workload, iterations, bands, objective, control);
    Loss loss(iterations, bands, single ? 1 : participation.participations,
              single ? iterations : participation.separation, error, control);
    std::vector<double> g = optimum.coefficients;
    std::vector<double> gradient(g.size());
    std::vector<double> x;
    double level = 1;
    for (std::size_t l = 1; l < g.size(); ++l) {
      level += g[l];
      x.push_back(l + 1 < g.size() ? kWorkingScale * level : kLogScale * std::log(level));
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
      for (int round = 0; round < kMostMaxRounds; ++round) {
        append(summary, minimizeLbfgs(f, x, options, part));
        place(x);
        if (summary.termination == Termination::Stopped || error.settle(g)) break;
      }
      const Candidate found = judge(g);
      if (found.objective < best.objective) {
        best = found;
        optimum.coefficients = g;
      }
      return found;
    };
    const Candidate free = solve(0, control.part(0, 0.4));
    // Where the comb of c is not the sensitivity, negative entries call for the comb of |c|.
    if (free.sensitivity.kind != BoundKind::Exact && free.mostNegative > kNegligible) {
      double from = 0.4;
      for (const double smoothing : kSmoothings) {
        if (control.stopRequested()) break;
        solve(smoothing, control.part(from, from + 0.2));
        from += 0.2;
      }
    }
  }
  if (control.stopRequested()) summary.termination = Termination::Stopped;
  optimum.sensitivity = best.sensitivity;
  for (TracePoint& point : summary.trace) point.objective = std::sqrt(point.objective);
  summary.initialObjective = std::isfinite(start) ? start : 0;  // 0: stopped before it was known
  summary.objective = std::isfinite(best.objective) ? best.objective : 0;
  return optimum;
}

}  // namespace noiseloom
