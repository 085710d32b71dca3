#include "core/optimize/line_minimum.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/optimize/endings.h"

namespace noiseloom {
namespace {

constexpr int kMostStarts = 20;
constexpr Index kUsualEvaluations = 50;

struct Point {
  double x = 0;
  double value = std::numeric_limits<double>::infinity();
};

class Search {
 public:
  Search(const std::function<double(double)>& f, const LineOptions& options, const RunControl& control)
      : m_f(f), m_options(options), m_control(control) {
    m_summary.gradientTolerance = options.tolerance;
  }

  LineMinimum run() {
    Point middle = at(m_options.start);
    for (int i = 0; i < kMostStarts && !std::isfinite(middle.value) && !over(); ++i) middle = at(middle.x - 1);
    if (std::isfinite(middle.value)) narrow(middle);
    m_summary.seconds = secondsSinceStart();
    if (m_control.stopRequested()) {
      m_summary.termination = Termination::Stopped;
      m_summary.message = endings::kStopped;
    } else if (m_summary.evaluations >= m_options.maxEvaluations) {
      m_summary.termination = Termination::IterationLimit;
      m_summary.message = endings::kEvaluations;
    } else {
      m_summary.termination = Termination::Converged;
      const bool atEnd = m_options.least < m_options.most && (m_best.x - m_options.least < m_options.tolerance ||
                                                              m_options.most - m_best.x < m_options.tolerance);
      m_summary.message = {atEnd ? endings::kEndOfRange : endings::kNoChange, m_options.variable};
    }
    return {std::isfinite(m_best.value) ? m_best.x : m_options.start, std::move(m_summary)};
  }

 private:
  bool over() const { return m_control.stopRequested() || m_summary.evaluations >= m_options.maxEvaluations; }
  double secondsSinceStart() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
  }

  Point at(double x) {
    Point point{std::clamp(x, m_options.least, m_options.most)};
    const double value = m_f(point.x);
    if (std::isfinite(value)) point.value = value;
    ++m_summary.evaluations;
    // A value computed during a stop is worthless.
    if (m_control.stopRequested()) return point;
    if (!std::isfinite(m_best.value) && std::isfinite(point.value)) {
      m_best = point;
      m_summary.initialObjective = m_summary.objective = point.value;
    } else if (point.value < m_best.value) {
      m_best = point;
      m_summary.objective = point.value;
      ++m_summary.iterations;
      m_summary.trace.push_back({m_summary.iterations, m_summary.evaluations, point.value, 0, secondsSinceStart()});
      m_control.trace(m_summary.trace.back());
    }
    m_control.report(std::min(1.0, static_cast<double>(m_summary.evaluations) / static_cast<double>(kUsualEvaluations)),
                     {Core::tr("searching the %1"), m_options.variable});
    return point;
  }

  void narrow(Point middle) {
    if (m_options.least == m_options.most) return;
    Point left = at(middle.x - m_options.step);
    Point right = at(middle.x + m_options.step);
    for (double step = 2 * m_options.step; left.value < middle.value && !over(); step *= 1.6)
      right = std::exchange(middle, std::exchange(left, at(left.x - step)));
    for (double step = 2 * m_options.step; right.value < middle.value && !over(); step *= 1.6)
      left = std::exchange(middle, std::exchange(right, at(right.x + step)));
    shrink(left, middle, right);
  }

  // Brent's method: the minimum of the parabola through the three lowest points where that lies well inside, else the
  // golden section of the longer side.
  void shrink(const Point& left, Point lowest, const Point& right) {
    const double least = m_options.tolerance / 2;  // of a step
    double from = left.x, to = right.x;
    Point second = left.value < right.value ? left : right;
    Point third = left.value < right.value ? right : left;
    double step = to - from, before = step;
    while (std::max(lowest.x - from, to - lowest.x) > m_options.tolerance && !over()) {
      const double first = (lowest.x - second.x) * (lowest.value - third.value);
      const double other = (lowest.x - third.x) * (lowest.value - second.value);
      const double parabola = ((lowest.x - third.x) * other - (lowest.x - second.x) * first) / (2 * (first - other));
      const bool fits =
          std::abs(parabola) < std::abs(before) / 2 && lowest.x + parabola > from && lowest.x + parabola < to;
      const bool leftIsLonger = lowest.x > (from + to) / 2;
      before = step;
      if (fits) {
        step = parabola;
        const double next = lowest.x + step;
        if (next - from < 2 * least || to - next < 2 * least) step = leftIsLonger ? -least : least;
      } else {
        before = leftIsLonger ? from - lowest.x : to - lowest.x;
        step = (2 - std::numbers::phi) * before;
      }
      if (std::abs(step) < least) step = std::copysign(least, step);
      const Point point = at(lowest.x + step);
      const bool lower = point.value < lowest.value;
      ((point.x < lowest.x) == lower ? to : from) = lower ? lowest.x : point.x;
      if (lower) {
        third = std::exchange(second, std::exchange(lowest, point));
      } else if (point.value <= second.value || second.x == lowest.x) {
        third = std::exchange(second, point);
      } else if (point.value <= third.value || third.x == lowest.x || third.x == second.x) {
        third = point;
      }
    }
  }

  const std::function<double(double)>& m_f;
  const LineOptions& m_options;
  const RunControl& m_control;
  OptimizerSummary m_summary;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  Point m_best;
};

}  // namespace

void LineOptions::validate() const {
  checkFinite("start", start);
  if (!(least <= start && start <= most)) throw InvalidArgument("start", start, Core::tr("a point between the bounds"));
  checkPositive("step", step);
  checkPositive("tolerance", tolerance);
  checkInteger("maxEvaluations", maxEvaluations, 1, kNoLimit);
}

LineMinimum minimizeAlongLine(const std::function<double(double)>& f, const LineOptions& options,
                              const RunControl& control) {
  options.validate();
  return Search(f, options, control).run();
}

}  // namespace noiseloom
