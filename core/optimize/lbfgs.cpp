#include "core/optimize/lbfgs.h"

// The only file of the project that includes LBFGSpp.
#include <LBFGS.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/optimize/endings.h"

namespace noiseloom {
namespace {

constexpr std::size_t kMostTracePoints = 1000;
// A smaller relative decrease means that the objective has reached its rounding noise.
constexpr double kObjectiveNoise = 1e-15;

constexpr int kMostPolishes = 4;
// Below this relative gradient a failed line search is attributed to rounding at once.
constexpr double kNearMinimum = 1e-5;
// While polishing, the objective itself may rise by this much, relative, by rounding.
constexpr double kPolishNoise = 1e-12;
// At the noise floor of a smooth objective, the relative gradient is below some tens of sqrt(machine precision).
constexpr double kFlatGradient = 1e-6;

// Thrown to leave the library from within an evaluation.
struct Finished {
  Termination termination;
  bool resolved = false;
};

// Carries an exception of the objective. Unlike the library's exceptions, it does not mean a failed line search.
struct ObjectiveFailed {
  std::exception_ptr reason;
};

class Evaluator {
 public:
  Evaluator(const Objective& objective, std::vector<double>& best, const LbfgsOptions& options,
            const RunControl& control, OptimizerSummary& summary)
      : m_objective(objective), m_best(best), m_options(options), m_control(control), m_summary(summary) {}

  double operator()(const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    if (m_control.stopRequested()) throw Finished{Termination::Stopped};
    if (m_summary.evaluations >= m_options.maxEvaluations) throw Finished{Termination::IterationLimit};
    // A line search that interpolates between equal values may step to NaN: make it fail before evaluating there.
    if (!x.allFinite()) throw std::runtime_error("the step is not a number");
    const double value = objectiveAt(x, gradient);
    ++m_summary.evaluations;
    if (m_control.stopRequested()) throw Finished{Termination::Stopped};
    const double relative = std::isfinite(value) ? relativeGradient(x, gradient, value) : value;
    if (!std::isfinite(relative)) {
      if (m_summary.evaluations == 1)
        throw InvalidArgument("starting point", {Core::tr("objective %1"), value},
                              Core::tr("a point with a finite objective"));
      // Outside the domain, the line search brackets by value alone and steps back from infinity.
      gradient.setZero();
      if (m_options.resolution) endWhenResolved();
      return std::numeric_limits<double>::infinity();
    }
    if (m_polishing) return difference(x, gradient, relative, value);
    if (m_summary.evaluations == 1) m_summary.initialObjective = m_summary.objective = value;
    if (m_summary.evaluations == 1 || value < m_summary.objective) accept(x, relative, value);
    if (m_options.resolution) endWhenResolved();
    return value;
  }

  /// From now on values are differences to the next point evaluated, computed from the gradients: near the minimum
  /// these have many more correct digits than the objective.
  void polish() {
    m_polishing = true;
    m_anchor.resize(0);
  }

 private:
  double objectiveAt(const Eigen::VectorXd& x, Eigen::VectorXd& gradient) const {
    const std::size_t size = x.size();
    try {
      return m_objective({x.data(), size}, {gradient.data(), size});
    } catch (...) {
      throw ObjectiveFailed{std::current_exception()};
    }
  }

  // Not finite if any component of the gradient is not.
  double relativeGradient(const Eigen::VectorXd& x, const Eigen::VectorXd& gradient, double value) const {
    if (m_options.relativeGradient) return m_options.relativeGradient();
    return gradient.norm() * x.norm() / std::max(std::abs(value), std::numeric_limits<double>::min());
  }

  // f(x) - f(anchor) by the trapezoidal rule, whose error is of third order in the distance.
  double difference(const Eigen::VectorXd& x, const Eigen::VectorXd& gradient, double relative, double value) {
    if (m_anchor.size() == 0) {
      m_anchor = x;
      m_anchorGradient = gradient;
      m_lowest = 0;
      return 0;
    }
    const double change = (x - m_anchor).dot(gradient + m_anchorGradient) / 2;
    if (change < m_lowest && value <= m_summary.objective * (1 + kPolishNoise)) {
      m_lowest = change;
      accept(x, relative, value);
    }
    return change;
  }

  void accept(const Eigen::VectorXd& x, double relative, double value) {
    m_summary.objective = std::min(m_summary.objective, value);
    std::copy(x.data(), x.data() + x.size(), m_best.begin());
    m_summary.relativeGradient = relative;
    m_summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    record();
    if (m_summary.relativeGradient <= m_options.gradientTolerance) throw Finished{Termination::Converged};
  }

  // Only the lowest values of the last evaluations are kept.
  void endWhenResolved() {
    m_lowestSoFar.push_back(m_summary.objective);
    if (std::ssize(m_lowestSoFar) <= m_options.resolvedAfter) return;
    const double gained = m_lowestSoFar.front() - m_summary.objective;
    m_lowestSoFar.pop_front();
    if (gained <= m_options.resolution()) throw Finished{Termination::Converged, true};
  }

  void record() {
    ++m_summary.iterations;
    const TracePoint point{m_summary.iterations, m_summary.evaluations, m_summary.objective, m_summary.relativeGradient,
                           m_summary.seconds};
    keepTracePoint(m_summary.trace, m_every, point);
    m_control.trace(point);
    // The gradient falls by a roughly constant factor per iteration, so its logarithm measures the progress.
    if (m_summary.iterations == 1) m_firstGradient = m_summary.relativeGradient;
    const double span = std::log(m_firstGradient / m_options.gradientTolerance);
    const double fraction = span > 0 ? std::log(m_firstGradient / m_summary.relativeGradient) / span : 1;
    m_fraction = std::clamp(fraction, m_fraction, 1.0);
    m_control.report(m_fraction, Core::tr("optimising"));
  }

  const Objective& m_objective;
  std::vector<double>& m_best;
  const LbfgsOptions& m_options;
  const RunControl& m_control;
  OptimizerSummary& m_summary;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  bool m_polishing = false;
  Eigen::VectorXd m_anchor;
  Eigen::VectorXd m_anchorGradient;
  double m_lowest = 0;
  std::deque<double> m_lowestSoFar;
  double m_firstGradient = 1;
  double m_fraction = 0;
  Index m_every = 1;
};

Text messageFor(const OptimizerSummary& summary, const LbfgsOptions& options, bool resolved) {
  switch (summary.termination) {
    case Termination::Converged:
      if (resolved) return {endings::kResolved, summary.relativeGradient};
      return summary.relativeGradient <= options.gradientTolerance
                 ? Text(endings::kGradient, summary.relativeGradient, options.gradientTolerance)
                 : Text(endings::kFlat, summary.relativeGradient);
    case Termination::IterationLimit: return endings::kLimit;
    case Termination::Stopped: return endings::kStopped;
    case Termination::LineSearchFailed: return endings::kNoLowerPoint;
    default: return {};
  }
}

}  // namespace

void LbfgsOptions::validate() const {
  checkPositive("gradient_tolerance", gradientTolerance);
  checkInteger("max_iterations", maxIterations, 1, std::numeric_limits<int>::max());
  checkInteger("max_evaluations", maxEvaluations, 1, kNoLimit);
  checkInteger("history", history, 1, 100);
  checkInteger("resolved_after", resolvedAfter, 1, kNoLimit);
}

void keepTracePoint(std::vector<TracePoint>& trace, Index& stride, const TracePoint& point) {
  if (point.iteration % stride == 0) trace.push_back(point);
  if (trace.size() <= kMostTracePoints) return;
  for (std::size_t i = 0; 2 * i + 1 < trace.size(); ++i) trace[i] = trace[2 * i + 1];
  trace.resize(trace.size() / 2);
  stride *= 2;
}

void append(OptimizerSummary& summary, OptimizerSummary next) {
  for (TracePoint& point : next.trace) {
    point.iteration += summary.iterations;
    point.evaluations += summary.evaluations;
    point.seconds += summary.seconds;
  }
  next.iterations += summary.iterations;
  next.evaluations += summary.evaluations;
  next.seconds += summary.seconds;
  if (summary.termination != Termination::NotRun) next.initialObjective = summary.initialObjective;
  next.trace.insert(next.trace.begin(), summary.trace.begin(), summary.trace.end());
  summary = std::move(next);
}

RunControl continuing(const OptimizerSummary& summary, const RunControl& control) {
  if (summary.evaluations == 0) return control;
  return control.withTrace([iterations = summary.iterations, evaluations = summary.evaluations,
                            seconds = summary.seconds](TracePoint& point) {
    point.iteration += iterations;
    point.evaluations += evaluations;
    point.seconds += seconds;
  });
}

OptimizerSummary minimizeLbfgs(const Objective& objective, std::vector<double>& x, const LbfgsOptions& options,
                               const RunControl& control) {
  options.validate();
  checkInteger("size of x", std::ssize(x), 1, std::numeric_limits<int>::max());
  checkAllFinite("x", x);

  LBFGSpp::LBFGSParam<double> parameters;
  parameters.m = static_cast<int>(options.history);
  // The evaluator decides when to end: the library's own tests are relative to other quantities.
  parameters.epsilon = 0;
  parameters.epsilon_rel = 0;
  parameters.max_iterations = static_cast<int>(options.maxIterations);
  parameters.linesearch = LBFGSpp::LBFGS_LINESEARCH_BACKTRACKING_STRONG_WOLFE;
  parameters.max_linesearch = 20;

  OptimizerSummary summary;
  summary.gradientTolerance = options.gradientTolerance;
  Evaluator evaluate(objective, x, options, control, summary);
  // A failed line search is often due to a stale curvature history: restart from the best point as long as that helps,
  // then polish by differences of gradients.
  double before = std::numeric_limits<double>::infinity();
  bool resolved = false;
  for (int polishes = 0; summary.termination == Termination::NotRun;) {
    try {
      Eigen::VectorXd point = Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
      double value = 0;
      LBFGSpp::LBFGSSolver<double, LBFGSpp::LineSearchBracketing> solver(parameters);
      if (solver.minimize(evaluate, point, value) < parameters.max_iterations) throw std::runtime_error("ended early");
      summary.termination = Termination::IterationLimit;
    } catch (const Finished& finished) {
      summary.termination = finished.termination;
      resolved = finished.resolved;
    } catch (const ObjectiveFailed& failed) {
      std::rethrow_exception(failed.reason);
    } catch (const InvalidArgument&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      const bool lower = before - summary.objective > kObjectiveNoise * std::abs(summary.objective);
      before = summary.objective;
      const bool near = summary.relativeGradient <= kNearMinimum;
      if (lower && !near) continue;
      if (near && polishes++ < kMostPolishes) {
        evaluate.polish();
        parameters.max_linesearch = 60;  // its first step, of length 1, is now far too long
        continue;
      }
      const bool flat = summary.relativeGradient <= std::max(kFlatGradient, 100 * options.gradientTolerance);
      summary.termination = flat ? Termination::Converged : Termination::LineSearchFailed;
    }
  }
  summary.message = messageFor(summary, options, resolved);
  return summary;
}

}  // namespace noiseloom
