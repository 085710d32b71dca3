#include "core/mechanism/reciprocal_toeplitz.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/error/toeplitz_loss.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {
namespace {

constexpr double kStartConstant = 0.3;
// Of x: the error, flat at its minimum, no longer changes in double precision.
constexpr double kTolerance = 1e-7;
constexpr Index kMostEvaluations = 200;
constexpr int kMostStarts = 20;
// A large constant brings roots so close to the unit circle that the closed loss gives up where the recurrence, with
// its memory of n, still answers.
constexpr Index kMostRecurrence = Index{1} << 20;

std::vector<double> coefficientsAt(double constant, Index bands) {
  std::vector<double> theta(static_cast<std::size_t>(bands));
  double squares = 0;
  for (std::size_t i = 0; i < theta.size(); ++i) {
    theta[i] = 1 / static_cast<double>(i + 1) + constant;
    squares += theta[i] * theta[i];
  }
  for (double& value : theta) value /= std::sqrt(squares);
  return theta;
}

// A point of the search in x = log(c + 1/b), over which theta stays positive, and its error.
struct Point {
  double x = 0;
  double error = std::numeric_limits<double>::infinity();
};

class Search {
 public:
  Search(const Workload& workload, Index iterations, Index bands, ErrorObjective objective, const RunControl& control,
         OptimizerSummary& summary)
      : m_workload(workload),
        m_iterations(iterations),
        m_bands(bands),
        m_objective(objective),
        m_control(control),
        m_summary(summary) {}

  double constantAt(double x) const { return std::exp(x) - 1 / static_cast<double>(m_bands); }
  double startX() const { return std::log(kStartConstant + 1 / static_cast<double>(m_bands)); }
  const Point& best() const { return m_best; }
  bool over() const { return m_control.stopRequested() || m_summary.evaluations >= kMostEvaluations; }

  Point at(double x) {
    const std::vector<double> theta = coefficientsAt(constantAt(x), m_bands);
    Point point{x, std::sqrt(loss(theta))};
    if (std::isnan(point.error)) point.error = std::numeric_limits<double>::infinity();
    // A stop makes the value worthless.
    ++m_summary.evaluations;
    if (m_control.stopRequested()) return point;
    const bool first = !std::isfinite(m_best.error);
    if (first && std::isfinite(point.error)) {
      m_best = point;
      m_summary.initialObjective = m_summary.objective = point.error;
    } else if (point.error < m_best.error) {
      m_best = point;
      m_summary.objective = point.error;
      ++m_summary.iterations;
      m_summary.trace.push_back({m_summary.iterations, m_summary.evaluations, point.error, 0, secondsSinceStart()});
      m_control.trace(m_summary.trace.back());
    }
    m_control.report(std::min(1.0, static_cast<double>(m_summary.evaluations) / 50), "searching the constant");
    return point;
  }
  double secondsSinceStart() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
  }

 private:
  double loss(const std::vector<double>& theta) {
    if (m_workload.isToeplitz()) {
      m_gradient.resize(theta.size());
      const double loss = toeplitzLoss(theta, m_workload, m_iterations, m_objective, m_gradient, m_control);
      if (std::isfinite(loss) || m_iterations > kMostRecurrence) return loss;
      return toeplitzLossByRecurrence(theta, m_workload, m_iterations, m_objective, m_gradient, m_control);
    }
    const ErrorSummary error = errorOf(ToeplitzStrategy(m_iterations, theta), m_workload, m_control);
    return error.valid ? error.of(m_objective) : std::numeric_limits<double>::infinity();
  }

  const Workload& m_workload;
  Index m_iterations;
  Index m_bands;
  ErrorObjective m_objective;
  const RunControl& m_control;
  OptimizerSummary& m_summary;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  std::vector<double> m_gradient;
  Point m_best;
};

}  // namespace

ReciprocalToeplitzOptimum optimizeReciprocalToeplitz(const Workload& workload, Index iterations, Index bands,
                                                     ErrorObjective objective, const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, iterations, "the iterations");
  ReciprocalToeplitzOptimum optimum;
  OptimizerSummary& summary = optimum.summary;
  summary.gradientTolerance = kTolerance;
  Search search(workload, iterations, bands, objective, control, summary);
  Point middle = search.at(search.startX());
  // Smaller constants have roots farther from the unit circle.
  for (int i = 0; i < kMostStarts && bands > 1 && !std::isfinite(middle.error) && !search.over(); ++i)
    middle = search.at(middle.x - 1);
  if (!std::isfinite(middle.error) && !control.stopRequested())
    throw InvalidArgument("workload", "error " + shortest(middle.error), "a workload whose error is finite");
  if (bands > 1) {
    // Walk downhill in growing steps until a point on each side is higher.
    Point left = search.at(middle.x - 1);
    Point right = search.at(middle.x + 1);
    for (double step = 2; left.error < middle.error && !search.over(); step *= 1.6)
      right = std::exchange(middle, std::exchange(left, search.at(left.x - step)));
    for (double step = 2; right.error < middle.error && !search.over(); step *= 1.6)
      left = std::exchange(middle, std::exchange(right, search.at(right.x + step)));
    // Golden section of the longer side.
    while (right.x - left.x > kTolerance && !search.over()) {
      const double toRight = right.x - middle.x, toLeft = middle.x - left.x;
      const double section = 2 - std::numbers::phi;
      const Point point = search.at(toRight > toLeft ? middle.x + section * toRight : middle.x - section * toLeft);
      const bool lower = point.error < middle.error;
      const bool above = point.x > middle.x;
      (above == lower ? left : right) = lower ? middle : point;
      if (lower) middle = point;
    }
  }
  summary.seconds = search.secondsSinceStart();
  if (control.stopRequested()) {
    summary.termination = Termination::Stopped;
    summary.message = "stopped on request; the best point so far is kept";
  } else if (summary.evaluations >= kMostEvaluations) {
    summary.termination = Termination::IterationLimit;
    summary.message = "stopped at the limit of evaluations";
  } else {
    summary.termination = Termination::Converged;
    summary.message = "the error no longer changes with the constant";
  }
  const bool any = summary.initialObjective > 0;
  optimum.constant = bands == 1 ? 0 : any ? search.constantAt(search.best().x) : kStartConstant;
  optimum.coefficients = coefficientsAt(optimum.constant, bands);
  return optimum;
}

}  // namespace noiseloom
