#include "core/accounting/fourier/approximate_delta.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/accounting/fourier/atom_free_accountant.h"
#include "core/accounting/grid/grid_accountant.h"
#include "core/accounting/losses/rare_participation.h"
#include "core/base/infinity.h"

namespace noiseloom {
namespace {

constexpr double kRelativeNegligible = -25;  // log: the other direction does not matter below it
constexpr double kPlainError = 1e-8;
constexpr double kRareError = 1e-5;   // of a rare outcome alone, where the inversions need not be tried
constexpr double kRoughError = 0.05;  // the same beside the costlier inversions, which seldom settle there
constexpr double kFarFromRare = 2;    // of log delta: no point of a search beyond it is rare
constexpr int kFewFrequencies = 512;  // of an inversion that settles soon
constexpr int kManyFrequencies = 4096;

/// An inversion outside of bounds is none.
bool contradicts(const RareDelta& rare, Direction direction, double logDelta) {
  constexpr double kSlack = 1e-6;
  if (direction == Direction::Add) return logDelta > rare.logAdd + kSlack;
  return logDelta > rare.logRemove + kSlack || logDelta < rare.logLeast - kSlack;
}

}  // namespace

ApproximateDelta::ApproximateDelta(double expectedLogDelta, RunControl control)
    : m_expected(expectedLogDelta), m_control(std::move(control)) {}

std::optional<double> ApproximateDelta::operator()(const ComposedSteps& composed) {
  const auto& [step, epsilon, compositions] = composed;
  if (m_control.stopRequested()) return std::nullopt;
  m_independent = true;
  if (compositions == 1) return step.oneStepLogDelta(epsilon);
  m_error = kPlainError;
  if (const auto remove = inDirection(Direction::Remove, composed, -kInfinity)) {
    if (step.replacesOne()) return remove;
    const auto add = inDirection(Direction::Add, composed, *remove + kRelativeNegligible);
    if (add) return std::max(*remove, *add);
  }
  if (m_control.stopRequested()) return std::nullopt;
  m_independent = false;
  m_error = m_refined ? 4e-6 : 1e-3;
  const auto grid = gridDelta(step, epsilon, compositions, 0.5 * m_error, m_expected, m_control);
  if (!grid) return std::nullopt;
  m_error = std::max(m_error, grid->excess);
  return grid->logDelta - (std::isfinite(grid->excess) ? grid->excess : 0);
}

std::optional<double> ApproximateDelta::inDirection(Direction direction, const ComposedSteps& composed,
                                                    double negligible) {
  if (composed.compositions == 1) return composed.step.oneStepLogDelta(direction, composed.epsilon);
  if (const auto as = asRemoved(composed.step, composed.epsilon, composed.compositions); as && as->isAll())
    return inDirection(Direction::Remove, {as->step, as->epsilon, composed.compositions}, negligible);
  const auto rare = rareDelta(composed.step, composed.epsilon, composed.compositions);
  if (rare && direction == Direction::Add && rare->logAdd < negligible) return rare->logAdd;
  const double width = rare && direction == Direction::Remove ? rare->logRemove - rare->logLeast : kInfinity;
  const auto between = [&] {
    m_error = std::max(m_error, 0.5 * width);
    return rare->logRemove - 0.5 * width;
  };
  if (width < kRareError) return between();
  Warm& warm = m_warm[direction == Direction::Remove ? 0 : 1];
  const Method first = warm.method;
  for (const Method method : {first, Method::Plain, Method::AtomFree, Method::LongPlain}) {
    if (m_control.stopRequested()) return std::nullopt;
    if (method != Method::Plain && !m_refined && width < kRoughError) return between();
    if (const auto delta = invert(method, direction, composed, negligible)) {
      if (rare && contradicts(*rare, direction, delta->logDelta)) continue;
      warm.method = method;
      if (method != Method::AtomFree) warm.start = delta->start;
      return delta->logDelta;
    }
  }
  // What is to be refined is left to the grid.
  if (!m_refined && width < kRoughError) return between();
  return std::nullopt;
}

double ApproximateDelta::fallOfRemove(const ComposedSteps& composed) {
  const double error = m_error;
  const auto at = [&](double factor) {
    ComposedSteps moved = composed;
    moved.epsilon *= factor;
    return inDirection(Direction::Remove, moved, -kInfinity);
  };
  const auto middle = at(1);
  double fall = 0;
  // Epsilon is moved until log delta has moved by more than the inversion errs.
  for (const double move : {1e-3, 1e-2, 1e-1}) {
    const auto beside = middle ? at(1 + move) : std::nullopt;
    if (!beside || !std::isfinite(*middle) || !std::isfinite(*beside)) break;
    fall = std::max(0.0, (*middle - *beside) / (move * composed.epsilon));
    if (*middle - *beside > 0.02) break;
  }
  m_error = error;
  return fall;
}

std::optional<FourierDelta> ApproximateDelta::invert(Method method, Direction direction, const ComposedSteps& composed,
                                                     double negligible) {
  // No structured binding: what is captured below needs names of its own.
  const auto& step = composed.step;
  const auto epsilon = composed.epsilon;
  const auto compositions = composed.compositions;
  if (method == Method::AtomFree) {
    if (step.replacesOne()) return std::nullopt;
    const auto attempt = [&](double accuracy, double expected) {
      const auto delta = atomFreeDelta(step, direction, epsilon, compositions, expected, accuracy);
      if (delta) m_error = std::max(m_error, accuracy);
      return delta;
    };
    for (const double accuracy : {1e-8, 1e-6, 1e-4, 1e-3, 1e-2}) {
      if (!m_refined && accuracy < 1e-3) continue;
      if (const auto delta = attempt(accuracy, m_expected)) return delta;
    }
    // A delta far below what was expected is lost in what was taken for negligible.
    for (const double factor : {2.0, 4.0}) {
      if (const auto delta = attempt(1e-3, factor * m_expected)) return delta;
    }
    return std::nullopt;
  }
  return fourierDelta(step, direction, epsilon, compositions, m_expected, negligible,
                      m_warm[direction == Direction::Remove ? 0 : 1].start,
                      method == Method::Plain ? kFewFrequencies : kManyFrequencies);
}

double RoughDelta::operator()(const ComposedSteps& composed) {
  if (const auto as = asRemoved(composed.step, composed.epsilon, composed.compositions); as && as->isAll())
    return (*this)({as->step, as->epsilon, composed.compositions});
  const auto& [step, epsilon, compositions] = composed;
  if (m_mayBeRare) {
    const auto rare = rareDelta(step, epsilon, compositions);
    const double width = rare ? rare->logRemove - rare->logLeast : kInfinity;
    if (width < kRoughError) return rare->logRemove;
    m_mayBeRare = width < kFarFromRare;
  }
  const double mostOutcome = step.relevantOutcomes(std::log(static_cast<double>(compositions)), m_expected - 20).most;
  const auto saddle = saddlePoint(step, Direction::Remove, epsilon, compositions, 0, {mostOutcome});
  return saddle ? std::min(saddle->logDelta, 0.0) : -750;
}

double limitMu(double sigma, double q, Index compositions) {
  return q * std::sqrt(static_cast<double>(compositions)) * std::sqrt(std::expm1(std::min(700.0, 1 / (sigma * sigma))));
}

double limitSigma(double mu, double q, Index compositions) {
  const double ratio = mu / (q * std::sqrt(static_cast<double>(compositions)));
  return 1 / std::sqrt(std::log1p(ratio * ratio));
}

}  // namespace noiseloom
