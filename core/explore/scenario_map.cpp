#include "core/explore/scenario_map.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/batching/list.h"
#include "core/search/band_search.h"
#include "core/search/curve_solver.h"

namespace noiseloom {
namespace {

/// Iterations whose accounting under random groups or b-min-sep sampling takes as long as that of one bin.
constexpr Index kMostSampledTimes = 4;

constexpr Index kCoarsest = 4;          // stride of the first pass, in cells
constexpr double kLeastPromise = 1e-3;  // epsilons that are searched for a given noise multiplier
constexpr double kMostPromise = 1e3;
constexpr double kPromiseTolerance = 1e-5;  // relative
constexpr int kMostPromiseSteps = 24;

bool searches(const MapRequest& request) {
  const Scenario& scenario = request.scenario;
  const bool varied = request.across.axis == Field::Bands || request.up.axis == Field::Bands;
  return scenario.searchesBands() && !scenario.bands && !varied;
}

void checkAxis(const MapAxis& axis, bool promises) {
  const std::string& name = optionName(axis.axis);
  if (isCategorical(axis.axis)) throw InvalidArgument("over", name, Core::tr("an input that is a number"));
  if (promises && axis.axis == Field::Epsilon)
    throw InvalidArgument("over", name, Core::tr("another input: epsilon is what the map asks for"));
  if (axis.values.empty() || std::ranges::adjacent_find(axis.values, std::greater_equal<>()) != axis.values.end())
    throw InvalidArgument("over", name, Core::tr("values that rise"));
}

// Solves the cells of one map in sequence: each starts from those before it, so that the answer is deterministic.
class Map {
 public:
  Map(const MapRequest& request, const RunControl& control)
      : m_request(request),
        m_control(control),
        m_columns(std::ssize(request.across.values)),
        m_rows(std::ssize(request.up.values)),
        m_solver(request.mostSeconds, true, true),
        m_cells(m_columns * m_rows) {}

  std::vector<MapCell> run(const std::function<void(std::size_t, const MapCell&)>& onCell) {
    Index done = 0;
    for (Index stride = kCoarsest; stride > 0; stride /= 2) {
      for (Index row = 0; row < m_rows; row += stride) {
        for (Index column = 0; column < m_columns; column += stride) {
          MapCell& cell = m_cells[at(row, column)];
          if (cell.settled()) continue;
          MapCell answer = solve(row, column, stride);
          if (m_control.stopRequested()) return std::move(m_cells);  // a cell that was stopped midway is dropped
          cell = std::move(answer);
          m_control.report(static_cast<double>(++done) / static_cast<double>(m_cells.size()),
                           Core::tr("mapping two inputs"));
          if (onCell) onCell(at(row, column), cell);
        }
      }
    }
    return std::move(m_cells);
  }

 private:
  std::size_t at(Index row, Index column) const { return static_cast<std::size_t>(row * m_columns + column); }

  MapCell solve(Index row, Index column, Index stride) {
    MapCell cell;
    try {
      Scenario scenario = scenarioOfCell(m_request, at(row, column));
      const Index steps = scenario.epochs > 0 ? scenario.stepsPerEpoch() : 0;
      // The size on which the cost of one estimate of the noise depends.
      if (scenario.batching->ofStrategy() && scenario.batching->noiseBy != NoiseBy::Bins &&
          (scenario.iterations + kMostSampledTimes - 1) / kMostSampledTimes > m_request.mostStepsPerEpoch) {
        throw InvalidArgument("iterations", scenario.iterations,
                              {Core::tr("at most %1 iterations in a map: its noise would take long to account for"),
                               kMostSampledTimes * m_request.mostStepsPerEpoch});
      }
      if (scenario.batching->noiseBy == NoiseBy::Bins && steps > m_request.mostStepsPerEpoch) {
        throw InvalidArgument("iterations", scenario.iterations,
                              {Core::tr("at most %1 steps an epoch in a map: its noise would take long to account for"),
                               m_request.mostStepsPerEpoch});
      }
      const MapCell* neighbour = neighbourOf(row, column, stride);
      cell = m_request.noiseMultiplier ? epsilonOf(std::move(scenario), neighbour)
                                       : error(scenario, searches(m_request) ? neighbour : nullptr);
    } catch (const InvalidArgument& problem) {
      cell = {};
      cell.problem = problem.text();
    }
    return cell;
  }

  // The nearest solved cell at this stride, or nullptr.
  const MapCell* neighbourOf(Index row, Index column, Index stride) const {
    for (const auto& [down, left] :
         {std::pair<Index, Index>{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}}) {
      const Index y = row + down * stride;
      const Index x = column + left * stride;
      if (y < 0 || y >= m_rows || x < 0 || x >= m_columns) continue;
      const MapCell& cell = m_cells[at(y, x)];
      if (cell.known) return &cell;
    }
    return nullptr;
  }

  double errorOf(const SweepPoint& point) const { return point.error[m_request.scenario.objective]; }

  MapCell error(const Scenario& scenario, const MapCell* neighbour) {
    const auto near = neighbour ? std::optional(neighbour->bands) : std::nullopt;
    const SweepPoint point = m_solver.solve(scenario, m_control, near);
    MapCell cell;
    if (m_control.stopRequested()) return cell;
    cell.known = true;
    cell.bands = point.bands;
    cell.error = errorOf(point);
    cell.noiseMultiplier = point.noiseMultiplier.value;
    cell.epsilon = scenario.epsilon;
    cell.estimated = scenario.batching->amplified();
    cell.bandsLeftOut = m_solver.lastLeftOut();
    Scenario independent = scenario;
    independent.mechanism = &baselineMechanism();
    independent.bands.reset();
    cell.toDpSgd = cell.error / errorOf(m_solver.solve(independent, m_control));
    if (m_request.comparesUnamplified && searches(m_request) && scenario.batching->amplified()) {
      Scenario plain = scenario;
      plain.batching = &batchings::fixedEpoch;
      plain.bands = std::max<Index>(1, mostBandsWithin(plain, m_request.mostSeconds));
      cell.toUnamplified = cell.error / errorOf(m_solver.solve(plain, m_control));
    }
    return cell;
  }

  // The epsilon at which the batching needs that noise multiplier, which falls as epsilon rises: a secant in the
  // logarithms of both, inside a bracket.
  MapCell epsilonOf(Scenario scenario, const MapCell* neighbour) {
    const double wanted = std::log(*m_request.noiseMultiplier);
    double low = std::log(kLeastPromise);
    double high = std::log(kMostPromise);
    double x = std::clamp(std::log(neighbour ? neighbour->epsilon : scenario.epsilon), low, high);
    double slope = -1;
    std::optional<std::pair<double, double>> before;
    SweepPoint point;
    const double asked = scenario.epsilon;
    for (int step = 0; step < kMostPromiseSteps; ++step) {
      scenario.epsilon = std::exp(x);
      point = m_solver.solve(scenario, m_control);
      if (m_control.stopRequested()) return {};
      const double y = std::log(point.noiseMultiplier.value) - wanted;
      // It needs more noise than is given: epsilon has to be larger.
      (y > 0 ? low : high) = x;
      if (before && std::abs(x - before->first) > 0) slope = (y - before->second) / (x - before->first);
      if (!(slope < 0) || !std::isfinite(slope)) slope = -1;
      before = {x, y};
      double next = x - y / slope;
      if (next <= low || next >= high) next = (low + high) / 2;
      if (std::abs(next - x) < kPromiseTolerance) break;
      x = next;
    }
    if (x < std::log(kLeastPromise) + 2 * kPromiseTolerance || x > std::log(kMostPromise) - 2 * kPromiseTolerance) {
      throw InvalidArgument(
          "epsilon", asked,
          {Core::tr("one from %1 to %2: this noise promises none of them"), kLeastPromise, kMostPromise});
    }
    MapCell cell{.known = true, .bands = point.bands, .noiseMultiplier = *m_request.noiseMultiplier};
    cell.error = errorOf(point) / point.noiseMultiplier.value * cell.noiseMultiplier;
    cell.epsilon = scenario.epsilon;
    return cell;
  }

  const MapRequest& m_request;
  const RunControl& m_control;
  Index m_columns;
  Index m_rows;
  CurveSolver m_solver;
  std::vector<MapCell> m_cells;
};

}  // namespace

void checkMap(const MapRequest& request) {
  const bool promises = request.noiseMultiplier.has_value();
  if (promises) checkPositive("noise_multiplier", *request.noiseMultiplier);
  checkAxis(request.across, promises);
  checkAxis(request.up, promises);
  if (request.across.axis == request.up.axis)
    throw InvalidArgument("over", optionName(request.up.axis), Core::tr("two different inputs"));
  if (request.scenario.asksForBest())
    throw InvalidArgument("mechanism", request.scenario.mechanism->id, Core::tr("one mechanism for a map"));
  if (promises && searches(request)) {
    throw InvalidArgument("bands", std::string("best"),
                          Core::tr("a number of bands: at a fixed noise multiplier more of them only promise less"));
  }
}

std::vector<MapCell> scenarioMap(const MapRequest& request, const RunControl& control,
                                 const std::function<void(std::size_t, const MapCell&)>& onCell) {
  checkMap(request);
  return Map(request, control).run(onCell);
}

Scenario scenarioOfCell(const MapRequest& request, std::size_t at) {
  const std::size_t columns = request.across.values.size();
  // Separations come last: they may imply a batching of their own.
  std::pair<const MapAxis*, double> first{&request.across, request.across.values[at % columns]};
  std::pair<const MapAxis*, double> second{&request.up, request.up.values[at / columns]};
  if (first.first->axis == Field::MinSeparation) std::swap(first, second);
  Scenario scenario = atValue(request.scenario, first.first->axis, first.second);
  return atValue(std::move(scenario), second.first->axis, second.second);
}

std::vector<double> mapValues(Field axis, double from, double to, std::size_t count, std::optional<double> own) {
  const bool logarithmic = isLogarithmic(axis);
  if (!std::isfinite(from) || !std::isfinite(to) || from >= to)
    throw InvalidArgument("from", from, {Core::tr("a number below %1"), to});
  if (from < 0 || (logarithmic && from == 0)) throw InvalidArgument("from", from, Core::tr("a number above 0"));
  if (isWhole(axis) && from < 1) throw InvalidArgument("from", from, Core::tr("a number of at least 1"));
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0;
    double value = logarithmic ? from * std::pow(to / from, share) : from + share * (to - from);
    const bool end = i == 0 || i + 1 == count;
    if (isWhole(axis)) {
      value = std::round(value);
    } else if (!end) {
      value = rounded(value, 2);
    } else {
      value = i == 0 ? from : to;
    }
    if (values.empty() || value > values.back()) values.push_back(value);
  }
  if (own && !values.empty() && *own >= values.front() && *own <= values.back()) {
    const auto place = [&](double value) { return logarithmic ? std::log(value) : value; };
    const auto nearest =
        std::ranges::min_element(values, {}, [&](double value) { return std::abs(place(value) - place(*own)); });
    // The limits stay as requested.
    if (nearest != values.begin() && std::next(nearest) != values.end()) *nearest = *own;
  }
  return values;
}

std::pair<double, double> mapLimits(const Scenario& scenario, Field axis) {
  const auto n = static_cast<double>(std::max<Index>(1, scenario.iterations));
  std::pair<double, double> limits;
  switch (axis) {
    case Field::Epsilon: limits = {0.25, 20}; break;
    case Field::Epochs: limits = {1, std::min(n, 128.0)}; break;
    case Field::Iterations: limits = {std::max(1.0, std::round(n / 4)), 4 * n}; break;
    case Field::Bands: limits = {1, static_cast<double>(mostSearchedBands(scenario))}; break;
    case Field::MinSeparation: limits = {1, static_cast<double>(scenario.stepsPerEpoch())}; break;
    case Field::Delta: limits = {scenario.delta / 1000, std::min(0.1, scenario.delta * 100)}; break;
    case Field::Momentum: limits = {0, 0.95}; break;
    case Field::WeightDecay: limits = {0.95, 1}; break;
    case Field::Averaging: limits = {0, 0.99}; break;
    case Field::AveragingWindow: limits = {1, n}; break;
    default: break;
  }
  if (const auto own = placeOn(scenario, axis)) {
    limits.first = std::min(limits.first, *own);
    limits.second = std::max(limits.second, *own);
  }
  // Avoids a range of one value.
  if (limits.second <= limits.first) limits.second = isWhole(axis) ? limits.first + 1 : 2 * limits.first;
  return limits;
}

std::vector<Field> mapAxes(const Scenario& scenario) {
  std::vector<Field> axes;
  for (const Field axis : sweptFields()) {
    if (isCategorical(axis)) continue;
    if (axis == Field::Bands && !scenario.usesBands()) continue;
    if (axis == Field::MinSeparation && !scenario.batching->uses(Field::MinSeparation)) continue;
    const bool windows = axis == Field::AveragingWindow;
    const bool ofSgd = axis == Field::Momentum || axis == Field::WeightDecay || axis == Field::Averaging || windows;
    if (ofSgd && scenario.workload.alpha() == 0) continue;
    if (windows && !scenario.workload.isToeplitz()) continue;
    if (axis == Field::Iterations && scenario.workload.fixedIterations() != 0 && !scenario.schedule.isFormula())
      continue;
    axes.push_back(axis);
  }
  return axes;
}

}  // namespace noiseloom
