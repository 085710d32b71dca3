#include "core/mechanism/dense_solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/check.h"
#include "core/linalg/parallel.h"
#include "core/mechanism/dense_start.h"
#include "core/optimize/worst_case.h"

namespace noiseloom {
namespace {

using Vector = std::vector<double>;

constexpr std::size_t kHistory = 8;
constexpr int kMetricNodes = 4;    // 8 save no evaluations
constexpr int kMetricRefresh = 5;  // iterations
constexpr int kMostIterations = 1000;
constexpr int kMostRounds = 100;  // of the largest variance's weights
constexpr double kSoftness = 0.1;
// The largest variance is known to kGap tolerance^2; each of its smooth problems is solved to this part of the
// tolerance, as the variances are off by the first order of what is left.
constexpr double kGap = 100;
constexpr double kInnerTolerance = 0.05;
constexpr double kArmijo = 1e-4;
constexpr double kRounding = 1e-14;
constexpr double kShortestStep = 1e-9;
// Weight that the mean keeps when the last query is the objective; and the least share of 1/n that the metric's query
// weights have.
constexpr double kMeanShare = 1e-3;
constexpr double kLeastShare = 1e-3;

constexpr Index kChunk = Index{1} << 15;

template <class Part>
void forChunks(std::size_t size, const Part& part) {
  const auto n = static_cast<Index>(size);
  parallelFor((n + kChunk - 1) / kChunk, {}, [&](Index chunk) {
    part(static_cast<std::size_t>(chunk), static_cast<std::size_t>(chunk * kChunk),
         static_cast<std::size_t>(std::min(n, (chunk + 1) * kChunk)));
  });
}

double dot(const Vector& a, const Vector& b) {
  Vector parts(a.size() / static_cast<std::size_t>(kChunk) + 1, 0.0);
  forChunks(a.size(), [&](std::size_t chunk, std::size_t first, std::size_t last) {
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = first; i < last; ++i) sum += a[i] * b[i];
    parts[chunk] = sum;
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

// out = a + scale b; out may be a.
void combine(const Vector& a, double scale, const Vector& b, Vector& out) {
  forChunks(a.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) out[i] = a[i] + scale * b[i];
  });
}

class Solver {
 public:
  Solver(const Workload& workload, const DensePattern& pattern, ErrorObjective objective, double tolerance,
         const RunControl& control)
      : m_workload(workload),
        m_pattern(pattern),
        m_objective(objective),
        m_tolerance(tolerance),
        m_innerTolerance(objective == ErrorObjective::Max ? kInnerTolerance * tolerance : tolerance),
        m_control(control),
        m_n(pattern.iterations()),
        m_evaluation(workload, m_n),
        m_x(m_n),
        m_multiplier(m_n),
        m_first(m_n),
        m_second(m_n),
        m_worst(static_cast<std::size_t>(m_n), kSoftness),
        m_weights(static_cast<std::size_t>(m_n), 1 / static_cast<double>(m_n)) {
    if (objective == ErrorObjective::Last) {
      for (double& weight : m_weights) weight *= kMeanShare;
      m_weights.back() += 1 - kMeanShare;
    }
    m_metricWeights = m_weights;
  }

  DenseSolution solve() {
    m_summary.gradientTolerance = m_tolerance;
    for (Index i = 0; i < m_n; ++i) m_x.row(i)[i] = m_pattern.startDiagonal(i);
    bool started = false;
    if (m_objective == ErrorObjective::Max) setWorstCase(worstCaseWeights(m_workload, m_n, m_control));
    {
      const BandedPencil pencil(m_workload, m_weights);
      const Vector multipliers = singleMultipliers(pencil, m_n, m_control);
      if (!m_control.stopRequested()) {
        started = denseStart(pencil, multipliers, m_pattern, m_first, m_control);
        if (started) std::swap(m_x, m_first);
      }
    }
    if (started && m_pattern.size() > 0) run();
    if (m_summary.termination == Termination::NotRun) m_summary.termination = Termination::Stopped;
    DenseSolution solution{std::move(m_x), std::move(m_summary), 0};
    if (solution.summary.termination != Termination::Stopped) solution.lowerBound = certificate(solution.x);
    return solution;
  }

 private:
  void run() {
    for (Vector* vector : {&m_point, &m_gradient, &m_direction, &m_trial, &m_trialGradient})
      vector->resize(m_pattern.size());
    m_pattern.pack(m_x, m_point, m_control);
    const bool minimax = m_objective == ErrorObjective::Max;
    Vector best;
    double bestTop = INFINITY;
    for (int round = 0;; ++round) {
      if (!evaluate(m_point, m_value) || !gradientAt(m_gradient)) return;
      if (round == 0) m_summary.initialObjective = reported();
      if (!minimize()) break;
      if (!minimax) break;
      // Where some queries lose all weight their variances may overshoot and the rounds drift: the best one is kept.
      const double gap = m_worst.gap(m_evaluation.variances());
      if (reported() < bestTop) {
        bestTop = reported();
        best = m_point;
      }
      if (gap <= kGap * m_tolerance * m_tolerance) break;
      if (round == kMostRounds) {
        m_summary.termination = Termination::IterationLimit;
        m_summary.message = "stopped at the limit of rounds for the largest variance; the best point is kept";
        break;
      }
      // The weights of the worst case move on; the optimiser starts afresh.
      m_worst.update(relative(m_evaluation.variances()));
      m_pairs.clear();
      m_summary.termination = Termination::NotRun;
    }
    if (bestTop < m_summary.objective) {
      m_summary.objective = bestTop;
      m_point = std::move(best);
    }
    m_pattern.unpack(m_point, m_x, m_control);
  }

  // WorstCase starts from equal weights with the scale of its first values: make that 1, and one update the weights.
  void setWorstCase(const Vector& weights) {
    Vector v(weights.size(), 1.0);
    m_worst.value(v, {});
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = kSoftness * std::log(weights[i]);
    m_worst.update(v);
    m_weights = m_metricWeights = weights;
  }

  // Variances in units of the largest one at the start.
  Vector relative(std::span<const double> variances) {
    if (m_unit == 0) m_unit = *std::max_element(variances.begin(), variances.end());
    Vector scaled(variances.begin(), variances.end());
    for (double& v : scaled) v /= m_unit;
    return scaled;
  }

  // False when stopped; +infinity outside the domain.
  bool evaluate(const Vector& point, double& value) {
    m_pattern.unpack(point, m_first, m_control);
    const Outcome outcome = m_evaluation.variancesAt(m_first, m_control);
    ++m_summary.evaluations;
    if (outcome == Outcome::Stopped) return stopped();
    value = INFINITY;
    if (outcome == Outcome::NotPositive) return true;
    const auto v = m_evaluation.variances();
    value = m_objective == ErrorObjective::Max ? m_worst.value(relative(v), m_weights) * m_unit
                                               : std::inner_product(v.begin(), v.end(), m_weights.begin(), 0.0);
    return true;
  }

  bool stopped() {
    m_summary.termination = Termination::Stopped;
    m_summary.message = "stopped on request; the best point so far is kept";
    if (!m_point.empty()) m_pattern.unpack(m_point, m_x, m_control);
    return false;
  }

  bool gradientAt(Vector& gradient) {
    if (m_evaluation.multiplier(m_weights, m_multiplier, m_control) != Outcome::Done) return stopped();
    m_pattern.project(m_multiplier, -1, gradient, m_control);
    return true;
  }

  double reported() const {
    const auto v = m_evaluation.variances();
    switch (m_objective) {
      case ErrorObjective::Mean: return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(m_n);
      case ErrorObjective::Max: return *std::max_element(v.begin(), v.end());
      case ErrorObjective::Last: return v.back();
    }
    return 0;
  }

  void setMetric() {
    m_diagonal.resize(static_cast<std::size_t>(m_n));
    for (Index i = 0; i < m_n; ++i) m_diagonal[static_cast<std::size_t>(i)] = m_multiplier.row(i)[i];
    for (std::size_t i = 0; i < m_weights.size(); ++i)
      m_metricWeights[i] = std::max(m_weights[i], kLeastShare / static_cast<double>(m_n));
    m_pencil.emplace(m_workload, m_metricWeights);
    m_nodes = m_pencil->rootNodes(m_diagonal, kMetricNodes);
  }

  // vector <- metric applied to it.
  bool applyMetric(Vector& vector) {
    m_pattern.unpack(vector, m_first, m_control);
    mirror(m_first);
    // The multiplier's matrix is free here: the gradient has been taken from it, and setMetric() its diagonal.
    if (!m_pencil->rootDerivative(m_diagonal, m_nodes, m_first, m_second, m_multiplier, m_control)) return stopped();
    m_pattern.project(m_second, 1, vector, m_control);
    return true;
  }

  // From m_point with m_value and m_gradient there; true when converged.
  bool minimize() {
    double scale = 1;
    for (int iteration = 0; iteration < kMostIterations; ++iteration) {
      const bool refresh = iteration % kMetricRefresh == 0;
      if (refresh) setMetric();
      if (!m_pairs.empty() && (refresh || iteration <= 2)) {
        m_trial = m_pairs.back().change;
        if (!applyMetric(m_trial)) return false;
        scale = 1 / (m_pairs.back().reciprocal * dot(m_pairs.back().change, m_trial));
      }
      if (!direction(scale)) return false;
      double slope = dot(m_direction, m_gradient);
      const double decrement = std::sqrt(std::max(0.0, slope) / m_value);
      record(decrement);
      if (decrement <= m_innerTolerance) {
        m_summary.termination = Termination::Converged;
        m_summary.message =
            "relative Newton decrement " + shortest(decrement) + " reached the tolerance " + shortest(m_innerTolerance);
        return true;
      }
      double step = 1, value = INFINITY;
      for (;;) {
        combine(m_point, -step, m_direction, m_trial);
        if (!evaluate(m_trial, value)) return false;
        if (value <= m_value - kArmijo * step * slope + kRounding * m_value) break;
        const double parabola = 0.5 * step * slope / (value - m_value + step * slope);
        step *= std::isfinite(value) ? std::clamp(parabola, 0.1, 0.7) : 0.3;
        if (step < kShortestStep) break;
      }
      if (step < kShortestStep) {
        if (!evaluate(m_point, value)) return false;
        if (!m_pairs.empty()) {
          m_pairs.clear();
          scale = 1;
          if (!gradientAt(m_gradient)) return false;
          continue;
        }
        m_summary.termination = Termination::LineSearchFailed;
        m_summary.message = "the line search found no lower point";
        return false;
      }
      if (!gradientAt(m_trialGradient)) return false;
      if (m_pairs.size() == kHistory) {
        m_pairs.push_back(std::move(m_pairs.front()));
        m_pairs.pop_front();
      } else {
        m_pairs.push_back({Vector(m_point.size()), Vector(m_point.size()), 0});
      }
      combine(m_trial, -1, m_point, m_pairs.back().step);
      combine(m_trialGradient, -1, m_gradient, m_pairs.back().change);
      const double curvature = dot(m_pairs.back().step, m_pairs.back().change);
      if (curvature > 0)
        m_pairs.back().reciprocal = 1 / curvature;
      else
        m_pairs.pop_back();  // rounding alone: the problem is convex
      std::swap(m_point, m_trial);
      std::swap(m_gradient, m_trialGradient);
      m_value = value;
    }
    m_summary.termination = Termination::IterationLimit;
    m_summary.message = "stopped at the limit of iterations";
    return false;
  }

  // Two-loop recursion; the direction is to be subtracted.
  bool direction(double scale) {
    m_direction = m_gradient;
    std::vector<double> taken(m_pairs.size());
    for (std::size_t i = m_pairs.size(); i-- > 0;) {
      taken[i] = m_pairs[i].reciprocal * dot(m_pairs[i].step, m_direction);
      combine(m_direction, -taken[i], m_pairs[i].change, m_direction);
    }
    if (!applyMetric(m_direction)) return false;
    forChunks(m_direction.size(), [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) m_direction[i] *= scale;
    });
    for (std::size_t i = 0; i < m_pairs.size(); ++i) {
      const double back = m_pairs[i].reciprocal * dot(m_pairs[i].change, m_direction);
      combine(m_direction, taken[i] - back, m_pairs[i].step, m_direction);
    }
    return true;
  }

  void record(double decrement) {
    ++m_summary.iterations;
    m_summary.objective = reported();
    m_summary.relativeGradient = decrement;
    m_summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    if (m_summary.trace.size() < 1000)
      m_summary.trace.push_back(
          {m_summary.iterations, m_summary.evaluations, m_summary.objective, decrement, m_summary.seconds});
    if (m_summary.iterations == 1) m_firstDecrement = decrement;
    const double span = std::log(m_firstDecrement / m_tolerance);
    if (span > 0 && decrement > 0)
      m_fraction = std::clamp(std::log(m_firstDecrement / decrement) / span, m_fraction, 1.0);
    m_control.report(m_fraction, "optimising");
  }

  // Weak duality with a polar factor that is orthogonal to second order. M = X^-1 G X^-1 (G = A^T P A) splits into M'
  // on the fixed entries and R on those that may move. For a positive definite M', with B^T B = L^T G L and M' = L L^T,
  // the loss of any feasible Y is at least (nuclear norm of B)^2 / <M', Y>, and <M', Y> = <M', X>. Q = B (L^T X L)^-1
  // has Q^T Q = L^-1 M L^-T, so after one Newton-Schulz step its singular values are at most 1 if 4 M' > M, and the
  // nuclear norm is at least tr(B^T Q (3 - Q^T Q) / 2) = f - <R, X> / 2 - ||L^-1 R F||^2 / 2, where X = F F^T.
  double certificate(const SquareMatrix& x) {
    if (m_objective == ErrorObjective::Last) {
      // One participation at step j costs at least A[n-1, j]^2.
      double most = 0;
      Vector unit(static_cast<std::size_t>(m_n));
      for (Index j = 0; j < m_n; ++j) {
        std::fill(unit.begin(), unit.end(), 0.0);
        unit[static_cast<std::size_t>(j)] = 1;
        m_workload.multiply(unit, unit);
        most = std::max(most, unit.back() * unit.back());
      }
      return most;
    }
    if (m_evaluation.variancesAt(x, m_control) != Outcome::Done) return 0;
    const auto v = m_evaluation.variances();
    if (m_objective == ErrorObjective::Max) m_weights.assign(m_worst.weights().begin(), m_worst.weights().end());
    const double loss = std::inner_product(v.begin(), v.end(), m_weights.begin(), 0.0);
    if (!gradientAt(m_gradient)) return 0;
    m_pattern.unpack(m_gradient, m_second, m_control);  // -R
    double product = 0;
    for (Index i = 0; i < m_n; ++i) {
      for (Index j = 0; j < i; ++j) product -= 2 * m_second.row(i)[j] * x.row(i)[j];
      product -= m_second.row(i)[i] * x.row(i)[i];
    }
    // M' and 4 M' - M = 3 M' - R must be positive definite.
    for (Index i = 0; i < m_n; ++i) {
      for (Index j = 0; j <= i; ++j) {
        m_multiplier.row(i)[j] += m_second.row(i)[j];
        m_first.row(i)[j] = 3 * m_multiplier.row(i)[j] + m_second.row(i)[j];
      }
    }
    if (cholesky(m_first, m_control) != Outcome::Done || cholesky(m_multiplier, m_control) != Outcome::Done) return 0;
    mirror(m_second);
    if (timesLower(m_second, m_evaluation.factor(), m_first, m_control) != Outcome::Done) return 0;
    if (solveLower(m_multiplier, m_first, m_control) != Outcome::Done) return 0;
    double squares = 0;
    for (const double value : m_first.values) squares += value * value;
    const double nuclear = loss - product / 2 - squares / 2;
    const double denominator = loss - product;
    return nuclear > 0 && denominator > 0 ? nuclear * nuclear / denominator : 0;
  }

  struct Pair {
    Vector step;
    Vector change;
    double reciprocal;  // of their product
  };

  const Workload& m_workload;
  const DensePattern& m_pattern;
  ErrorObjective m_objective;
  double m_tolerance;
  double m_innerTolerance;
  const RunControl& m_control;
  Index m_n;
  DenseEvaluation m_evaluation;
  SquareMatrix m_x;
  SquareMatrix m_multiplier;  // M at the point evaluated last
  SquareMatrix m_first;
  SquareMatrix m_second;
  WorstCase m_worst;
  Vector m_weights;  // of the queries
  Vector m_metricWeights;
  Vector m_diagonal;  // of M, for the metric
  std::optional<BandedPencil> m_pencil;
  std::vector<RootNode> m_nodes;
  Vector m_point, m_gradient, m_direction, m_trial, m_trialGradient;
  std::deque<Pair> m_pairs;
  double m_value = 0;
  double m_unit = 0;
  double m_firstDecrement = 1;
  double m_fraction = 0;
  OptimizerSummary m_summary;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

}  // namespace

DenseSolution solveDense(const Workload& workload, const DensePattern& pattern, ErrorObjective objective,
                         double gradientTolerance, const RunControl& control) {
  return Solver(workload, pattern, objective, gradientTolerance, control).solve();
}

}  // namespace noiseloom
