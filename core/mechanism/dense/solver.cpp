#include "core/mechanism/dense/solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/mechanism/dense/certificate.h"
#include "core/mechanism/dense/lbfgs_pairs.h"
#include "core/mechanism/dense/start.h"
#include "core/mechanism/parts/equivalent_workload.h"
#include "core/optimize/endings.h"

namespace noiseloom {
namespace {

// Turns "minimise max_i v_i(X)", v_i the variance of query i of a dense strategy, into a few smooth problems by
// exponential multipliers p_i with a scale m_i of each: value(v) = min_t t + sum_i p_i m_i (exp((v_i - t) / m_i) - 1),
// the logarithm of a sum of exponentials if all m_i are equal. A query of little weight has a short scale: it counts
// before it rises far above the others, and below them it vanishes, so that weights which are 0 at the optimum settle.
class QueryWeights {
 public:
  // p > 0, of sum 1; longest: the scale of queries with an equal share or more, in units of the variances.
  QueryWeights(std::vector<double> p, double longest);
  // The smooth value, and its derivatives in v, of sum 1.
  double value(std::span<const double> v, std::span<double> seeds) const;
  // Takes the derivatives at the minimiser as the weights of the next problem.
  void update(std::span<const double> seeds);

 private:
  void setScales();

  std::vector<double> m_p;
  std::vector<double> m_scale;
  double m_longest;
};

constexpr double kShortest = 0.01;          // scale, relative to the longest
constexpr double kLeastQueryWeight = 1e-9;  // times 1/n: a weight of 0 could never grow again
constexpr int kMostSteps = 100;

QueryWeights::QueryWeights(std::vector<double> p, double longest)
    : m_p(std::move(p)), m_scale(m_p.size()), m_longest(longest) {
  setScales();
}

void QueryWeights::setScales() {
  const auto n = static_cast<double>(m_p.size());
  for (std::size_t i = 0; i < m_p.size(); ++i)
    m_scale[i] = m_longest * std::clamp(std::sqrt(n * m_p[i]), kShortest, 1.0);
}

double QueryWeights::value(std::span<const double> v, std::span<double> seeds) const {
  // The t with sum_i p_i exp((v_i - t) / m_i) = 1: the sum is convex and falls in t, so Newton steps from its left
  // never overshoot. It starts on the left, where a single term is 1.
  double t = -INFINITY;
  for (std::size_t i = 0; i < v.size(); ++i) t = std::max(t, v[i] + m_scale[i] * std::log(m_p[i]));
  double sum = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    double slope = 0;
    sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
      seeds[i] = m_p[i] * std::exp((v[i] - t) / m_scale[i]);
      sum += seeds[i];
      slope += seeds[i] / m_scale[i];
    }
    if (sum - 1 < 1e-15) break;
    // On the logarithm, which is convex too and closer to a line.
    t += std::log(sum) * sum / slope;
  }
  double value = t;
  for (std::size_t i = 0; i < v.size(); ++i) {
    value += m_scale[i] * (seeds[i] - m_p[i]);
    seeds[i] /= sum;
  }
  return value;
}

void QueryWeights::update(std::span<const double> seeds) {
  const auto n = static_cast<double>(m_p.size());
  double sum = 0;
  for (std::size_t i = 0; i < m_p.size(); ++i) {
    m_p[i] = std::max(seeds[i], kLeastQueryWeight / n);
    sum += m_p[i];
  }
  for (double& p : m_p) p /= sum;
  setScales();
}

using Vector = std::vector<double>;

constexpr int kMetricNodes = 4;    // 8 save no evaluations
constexpr int kMetricRefresh = 5;  // iterations
constexpr int kMostIterations = 1000;
constexpr int kMostRounds = 100;  // for the weights of the largest variance
// Largest variance, single participation: known to kGap tolerance^2; each of its smooth problems is solved to this part
// of the tolerance, as the variances have a first-order error in the rest. With several participations that takes
// thousands of evaluations: known to the tolerance itself, with smoother problems.
constexpr double kGap = 100;
constexpr double kInnerTolerance = 0.05;
// The next problem is solved more closely once a round reduces the gap to no less than this part of the least before.
constexpr double kFallOfGap = 0.7;
constexpr double kTighter = 0.3;
constexpr double kLeastInner = 1e-3;
constexpr double kSingleSoftness = 0.01;
constexpr double kMultiSoftness = 0.1;
// The start's decrement, relative to the tolerance, if its constraints' multipliers can be found; and its progress.
constexpr double kStartTolerance = 0.02;
constexpr double kStartFraction = 0.5;
constexpr double kArmijo = 1e-4;
constexpr double kRounding = 1e-14;
constexpr double kShortestStep = 1e-9;
// The metric's query weights are at least this share of 1/n.
constexpr double kLeastShare = 1e-3;

class Solver {
 public:
  Solver(const Workload& workload, const DensePattern& pattern, ErrorObjective objective, double tolerance,
         const RunControl& control)
      : m_workload(workload),
        m_pattern(pattern),
        m_objective(objective),
        m_tolerance(tolerance),
        m_innerTolerance(objective == ErrorObjective::Max && pattern.hits() == 1 ? kInnerTolerance * tolerance
                                                                                 : tolerance),
        m_gap(pattern.hits() == 1 ? kGap * tolerance * tolerance : tolerance),
        m_control(control),
        m_n(pattern.iterations()),
        m_equivalent(equivalentWorkload(workload, m_n, objective)),
        m_evaluation(workload, objective),
        m_weights(static_cast<std::size_t>(m_n), 1 / static_cast<double>(m_n)) {
    if (isLast(objective)) {
      for (double& weight : m_weights) weight *= kMeanShareOfLast;
      m_weights.back() += 1 - kMeanShareOfLast;
    }
    m_metricWeights = m_weights;
  }

  DenseSolution solve() {
    m_summary.gradientTolerance = m_tolerance;
    if (reserve() && start()) run();
    DenseSolution solution;
    if (m_summary.termination == Termination::NotRun) stopped();
    if (m_summary.termination != Termination::Stopped) solution.lowerBound = certificate();
    for (SquareMatrix* matrix : {&m_first, &m_second}) {
      if (matrix->size == 0) *matrix = SquareMatrix(m_n);
    }
    if (m_evaluation.kept()) {
      m_evaluation.keptStrategy(m_first, m_second);
    } else {
      for (Index i = 0; i < m_n; ++i) {
        std::fill_n(m_first.row(i), m_n, 0.0);
        std::fill_n(m_second.row(i), m_n, 0.0);
        m_first.row(i)[i] = std::sqrt(m_pattern.startDiagonal(i));
        m_second.row(i)[i] = 1 / m_first.row(i)[i];
      }
    }
    solution.c = std::move(m_first);
    solution.inverse = std::move(m_second);
    solution.summary = std::move(m_summary);
    return solution;
  }

 private:
  bool reserve() {
    if (!m_evaluation.reserve(m_n, m_control)) return false;
    for (SquareMatrix* matrix : {&m_first, &m_second, &m_multiplier}) {
      if (m_control.stopRequested()) return false;
      *matrix = SquareMatrix(m_n);
    }
    for (Vector* vector : {&m_point, &m_gradient, &m_direction, &m_trial, &m_trialGradient}) {
      if (m_control.stopRequested()) return false;
      vector->resize(m_pattern.size());
    }
    return true;
  }

  bool start() {
    if (m_objective == ErrorObjective::Max)
      m_weights = m_metricWeights = worstCaseWeights(m_equivalent, m_n, m_control);
    const BandedPencil pencil(m_equivalent, m_weights);
    const RunControl starting{m_control.stop, [this](const Progress& progress) {
                                m_fraction = kStartFraction * progress.fraction;
                                m_control.report(m_fraction, progress.stage);
                              }};
    if (!denseStart(pencil, m_pattern, kStartTolerance * m_tolerance, m_first, m_second, starting)) return false;
    m_pattern.pack(m_first, m_point, m_control);
    return true;
  }

  void run() {
    for (int round = 0;; ++round) {
      if (!evaluate(m_point, m_value) || !gradientAt(m_gradient)) return;
      if (round == 0) m_summary.initialObjective = reported();
      if (!minimize() || m_objective != ErrorObjective::Max) return;
      if (gap() <= m_gap) return;
      if (round == kMostRounds) {
        m_summary.termination = Termination::IterationLimit;
        m_summary.message = endings::kRounds;
        return;
      }
      // Weights from points too far from their minima do not close the gap.
      if (gap() > kFallOfGap * m_leastGap)
        m_innerTolerance = std::max(m_innerTolerance * kTighter, kLeastInner * m_tolerance);
      m_leastGap = std::min(m_leastGap, gap());
      // The weights of the worst case have changed: the optimiser restarts.
      m_worst->update(m_weights);
      m_pairs.clear();
      m_summary.termination = Termination::NotRun;
    }
  }

  // Between the largest variance and the weighted one, which is approximately a lower bound.
  double gap() const {
    const auto v = m_evaluation.variances();
    return 1 - std::inner_product(v.begin(), v.end(), m_weights.begin(), 0.0) / *std::max_element(v.begin(), v.end());
  }

  // Returns false when stopped; the value is +infinity outside the domain.
  bool evaluate(const Vector& point, double& value) {
    m_pattern.unpack(point, m_first, m_control);
    const MatrixOutcome outcome = m_evaluation.variancesAt(m_first, m_control);
    ++m_summary.evaluations;
    if (outcome == MatrixOutcome::Stopped) return stopped();
    value = INFINITY;
    if (outcome == MatrixOutcome::NotPositive) return true;
    const auto v = m_evaluation.variances();
    if (m_objective == ErrorObjective::Max) {
      if (!m_worst)
        m_worst.emplace(m_weights, (m_pattern.hits() > 1 ? kMultiSoftness : kSingleSoftness) *
                                       *std::max_element(v.begin(), v.end()));
      value = m_worst->value(v, m_weights);
    } else {
      value = std::inner_product(v.begin(), v.end(), m_weights.begin(), 0.0);
    }
    return true;
  }

  bool stopped() {
    m_summary.termination = Termination::Stopped;
    m_summary.message = endings::kStopped;
    return false;
  }

  bool gradientAt(Vector& gradient) {
    if (m_evaluation.multiplier(m_weights, m_multiplier, m_control) != MatrixOutcome::Done) return stopped();
    m_pattern.project(m_multiplier, -1, gradient, m_control);
    return true;
  }

  double reported() const {
    const auto v = m_evaluation.variances();
    if (isMean(m_objective)) return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(m_n);
    return isLast(m_objective) ? v.back() : *std::max_element(v.begin(), v.end());
  }

  void setMetric() {
    m_diagonal.resize(m_n);
    for (Index i = 0; i < m_n; ++i) m_diagonal[i] = m_multiplier.row(i)[i];
    if (m_objective == ErrorObjective::Max) {
      // Columns that cost nothing would stretch the metric as queries without weight do.
      const double sum = std::accumulate(m_diagonal.begin(), m_diagonal.end(), 0.0);
      for (double& value : m_diagonal) value = std::max(value, kLeastShare * sum / static_cast<double>(m_n));
    }
    for (std::size_t i = 0; i < m_weights.size(); ++i)
      m_metricWeights[i] = std::max(m_weights[i], kLeastShare / static_cast<double>(m_n));
    m_pencil.emplace(m_equivalent, m_metricWeights);
    m_nodes = m_pencil->rootNodes(m_diagonal, kMetricNodes);
  }

  // vector <- scale times the metric applied to it.
  bool applyMetric(Vector& vector, double scale) {
    m_pattern.unpack(vector, m_first, m_control);
    mirror(m_first);
    // The multiplier's matrix is free here: the gradient and the diagonal of setMetric() have been computed from it.
    if (!m_pencil->rootDerivative(m_diagonal, m_nodes, m_first, m_second, m_multiplier, m_control)) return stopped();
    m_pattern.project(m_second, scale, vector, m_control);
    return true;
  }

  // From m_point with m_value and m_gradient there; returns true when converged.
  bool minimize() {
    double scale = 1;
    for (int iteration = 0; iteration < kMostIterations; ++iteration) {
      const bool refresh = iteration % kMetricRefresh == 0;
      if (refresh) setMetric();
      if (!m_pairs.empty() && (refresh || iteration <= 2)) {
        m_trial = m_pairs.change();
        if (!applyMetric(m_trial, 1)) return false;
        scale = m_pairs.curvature() / dot(m_pairs.change(), m_trial);
      }
      m_direction = m_gradient;
      if (!m_pairs.apply(
              m_direction, [&](Vector& vector) { return applyMetric(vector, scale); },
              [&] { return m_control.stopRequested() && !stopped(); }))
        return false;
      double slope = dot(m_direction, m_gradient);
      const double decrement = std::sqrt(std::max(0.0, slope) / m_value);
      record(decrement);
      if (decrement <= m_innerTolerance) {
        m_summary.termination = Termination::Converged;
        m_summary.message = {endings::kDecrement, decrement, m_innerTolerance};
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
        m_summary.message = endings::kNoLowerPoint;
        return false;
      }
      if (!gradientAt(m_trialGradient)) return false;
      m_pairs.add(m_point, m_gradient, m_trial, m_trialGradient);
      std::swap(m_point, m_trial);
      std::swap(m_gradient, m_trialGradient);
      m_value = value;
    }
    m_summary.termination = Termination::IterationLimit;
    m_summary.message = endings::kIterations;
    return false;
  }

  void record(double decrement) {
    ++m_summary.iterations;
    if (reported() < m_least) {
      m_summary.objective = m_least = reported();
      m_evaluation.keep();
    }
    m_summary.relativeGradient = decrement;
    m_summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    const TracePoint point{m_summary.iterations, m_summary.evaluations, m_summary.objective, decrement,
                           m_summary.seconds};
    keepTracePoint(m_summary.trace, m_traceStride, point);
    m_control.trace(point);
    if (m_summary.iterations == 1) m_firstDecrement = decrement;
    const double span = std::log(m_firstDecrement / m_tolerance);
    if (span > 0 && decrement > 0)
      m_fraction = std::clamp(std::log(m_firstDecrement / decrement) / span, m_fraction, 1.0);
    m_control.report(m_fraction, Core::tr("optimising"));
  }

  // At the last evaluated point, which is m_point.
  double certificate() {
    if (m_objective == ErrorObjective::Last) return lastQueryBound(m_workload, m_n);
    if (isLast(m_objective)) {
      double sum = 0;
      for (const WorkloadComponent& component : m_workload.components())
        sum += component.weight * lastQueryBound(component.workload, m_n);
      return sum;
    }
    return dualBound(m_pattern, m_weights, m_evaluation, m_trial, {m_first, m_second, m_multiplier}, m_control);
  }

  const Workload& m_workload;
  const DensePattern& m_pattern;
  ErrorObjective m_objective;
  double m_tolerance;
  double m_innerTolerance;
  double m_gap;  // the tolerance for the largest variance, relative
  double m_leastGap = 1;
  const RunControl& m_control;
  Index m_n;
  Workload m_equivalent;  // the single workload of the start and the metric
  DenseEvaluation m_evaluation;
  SquareMatrix m_multiplier{0};  // M at the last evaluated point
  SquareMatrix m_first{0};
  SquareMatrix m_second{0};
  std::optional<QueryWeights> m_worst;  // for the largest variance, from the first evaluation on
  Vector m_weights;                     // of the queries
  Vector m_metricWeights;
  Vector m_diagonal;  // of M, for the metric
  std::optional<BandedPencil> m_pencil;
  std::vector<RootNode> m_nodes;
  Vector m_point, m_gradient, m_direction, m_trial, m_trialGradient;
  LbfgsPairs m_pairs;
  double m_least = INFINITY;  // objective of the kept point
  double m_value = 0;
  double m_firstDecrement = 1;
  double m_fraction = 0;
  Index m_traceStride = 1;
  OptimizerSummary m_summary;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

}  // namespace

DenseSolution solveDense(const Workload& workload, const DensePattern& pattern, ErrorObjective objective,
                         double gradientTolerance, const RunControl& control) {
  return Solver(workload, pattern, objective, gradientTolerance, control).solve();
}

}  // namespace noiseloom
