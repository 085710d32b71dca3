#include "core/search/sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "core/scenario/field_value.h"
#include "core/search/band_search.h"
#include "core/search/comparable.h"
#include "core/search/curve_solver.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

constexpr std::array kSwept{Field::Bands,     Field::Epsilon,     Field::Epochs,        Field::Iterations,
                            Field::Mechanism, Field::Batching,    Field::MinSeparation, Field::Delta,
                            Field::Momentum,  Field::WeightDecay, Field::Averaging,     Field::AveragingWindow};
constexpr double kLeastAutomaticEpsilon = 0.25;
constexpr double kMostAutomaticEpsilon = 16;
constexpr double kMostAutomaticEpochs = 64;
constexpr double kLeastAutomaticIterations = 256;
constexpr double kMostAutomaticIterations = 65'536;

// The value of a list at a position.
template <class Value>
Value nearest(std::span<const Value> list, double position) {
  const double last = static_cast<double>(list.size() - 1);
  return list[static_cast<std::size_t>(std::clamp(std::round(position), 0.0, last))];
}

template <class Value>
std::optional<double> positionIn(std::span<const Value> list, Value value) {
  const auto found = std::ranges::find(list, value);
  return found == list.end() ? std::nullopt : std::optional(static_cast<double>(found - list.begin()));
}

bool hasSeparation(const Batching* batching) {
  return batching->uses(Field::MinSeparation);
}

Index wholeFrom(double value) {
  constexpr double kMost = 9e18;
  if (!(value >= 1)) return 0;  // refused by the scenario's own checks, by name
  return value >= kMost ? std::numeric_limits<Index>::max() : std::llround(value);
}

std::vector<double> doublings(double first, double last, Index perDoubling, bool whole) {
  std::vector<double> values;
  for (Index step = 0;; ++step) {
    double value = first * std::exp2(static_cast<double>(step) / static_cast<double>(perDoubling));
    if (whole) value = std::round(value);
    if (value > last * (1 + 1e-9)) break;
    if (values.empty() || value > values.back()) values.push_back(value);
  }
  return values;
}

// Includes the largest. A scenario that cannot be solved still has the series of its least value.
std::vector<double> upTo(Index most, Index perDoubling) {
  const auto last = static_cast<double>(std::max<Index>(most, 1));
  std::vector<double> values = doublings(1, last, perDoubling, true);
  if (values.back() != last) values.push_back(last);
  return values;
}

SweepPoint pointOf(std::shared_ptr<const Design> design) {
  SweepPoint point;
  if (!design) return point;  // stopped
  point.mechanism = design->mechanism;
  point.bands = design->bands;
  point.noise = noiseShapeOf(design->strategy);
  static_cast<DesignFigures&>(point) = *design;
  point.design = std::move(design);
  return point;
}

struct Task {
  std::vector<Scenario> scenarios;
  std::map<std::size_t, InvalidArgument> refused;  // values without a scenario, with the reason
  std::vector<double> values;
  std::vector<std::size_t> order;
  Text stage;  // the quantity of the values
  std::function<SweepPoint(const Scenario&, const RunControl&)> solve;
};

std::vector<SweepPoint> run(const Task& task, const RunControl& control,
                            const std::function<void(const SweepPoint&)>& onPoint) {
  std::vector<SweepPoint> points;
  const double share = 1 / static_cast<double>(std::max<std::size_t>(1, task.order.size()));
  for (std::size_t done = 0; done < task.order.size() && !control.stopRequested(); ++done) {
    const std::size_t at = task.order[done];
    const double from = static_cast<double>(done) * share;
    control.report(from, task.stage);
    SweepPoint point;
    try {
      if (task.refused.contains(at)) throw task.refused.at(at);
      point = task.solve(task.scenarios[at], control.part(from, from + share));
    } catch (const InvalidArgument& problem) {
      point.mechanism = task.scenarios[at].mechanism;
      point.problem = problem.text();
    }
    // A point that was stopped midway does not belong to the curve.
    if (control.stopRequested()) break;
    point.at = at;
    point.value = task.values[at];
    if (onPoint) onPoint(point);
    points.push_back(std::move(point));
  }
  std::ranges::sort(points, {}, &SweepPoint::at);
  return points;
}

SweepPoint certified(const Scenario& scenario, const RunControl& control) {
  return pointOf(design(scenario, control, {.abandon = control.stop}));
}

Task eachOf(std::span<const Scenario> scenarios) {
  Task task;
  task.scenarios.assign(scenarios.begin(), scenarios.end());
  task.values.resize(scenarios.size());
  std::iota(task.values.begin(), task.values.end(), 0.0);
  task.order = coarseFirst(scenarios.size());
  return task;
}

}  // namespace

std::span<const Field> sweptFields() {
  return kSwept;
}

bool isLogarithmic(Field axis) {
  return isWhole(axis) || axis == Field::Epsilon || axis == Field::Delta;
}

bool isWhole(Field axis) {
  return isCount(axis) || axis == Field::Epochs;
}

Scenario atValue(Scenario scenario, Field axis, double value) {
  switch (axis) {
    case Field::Mechanism: {
      scenario.mechanism = nearest(allMechanisms(), value);
      scenario.bands.reset();
      scenario.stamps.reset();
      return scenario;
    }
    case Field::Batching:
      scenario.batching = nearest(allBatchings(), value);
      if (scenario.batching->once && scenario.epochs > 1) {
        throw InvalidArgument(
            "batching", scenario.batching->id,
            {Core::tr("one in which an example may take part %1 times: fewer are another training"), scenario.epochs});
      }
      return scenario;
    case Field::Bands: scenario.bands = wholeFrom(value); return scenario;
    case Field::Epochs: scenario.epochs = value; return scenario;
    case Field::Iterations: return scenario.withIterations(wholeFrom(value));
    case Field::MinSeparation:
      if (!hasSeparation(scenario.batching)) scenario.batching = *std::ranges::find_if(allBatchings(), hasSeparation);
      scenario.minSeparation = wholeFrom(value);
      return scenario;
    default: return withValue(std::move(scenario), axis, value);
  }
}

std::optional<double> placeOn(const Scenario& scenario, Field axis) {
  if (axis == Field::Mechanism) return positionIn(allMechanisms(), scenario.mechanism);
  if (axis == Field::Batching) return positionIn(allBatchings(), scenario.batching);
  if (!matters(infoOf(axis), scenario)) return std::nullopt;
  if (axis == Field::MinSeparation) return static_cast<double>(scenario.effectiveMinSeparation());
  return valueOf(scenario, axis);
}

std::vector<double> automaticValues(const Scenario& scenario, Field axis, Index perDoubling) {
  switch (axis) {
    case Field::Bands: return upTo(mostSearchedBands(scenario), perDoubling);
    case Field::Epsilon: {
      std::vector<double> values = doublings(kLeastAutomaticEpsilon, kMostAutomaticEpsilon, perDoubling, false);
      // 2^(1/2) is not a number that a person would choose.
      if (perDoubling > 1)
        std::ranges::transform(values, values.begin(), [](double value) { return rounded(value, 2); });
      return values;
    }
    case Field::Epochs:
      return doublings(1, std::clamp(static_cast<double>(scenario.iterations), 1.0, kMostAutomaticEpochs), perDoubling,
                       true);
    case Field::Iterations: return doublings(kLeastAutomaticIterations, kMostAutomaticIterations, perDoubling, true);
    case Field::MinSeparation: return upTo(scenario.stepsPerEpoch(), perDoubling);
    case Field::Delta: return {1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3};
    case Field::Momentum: return {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
    case Field::WeightDecay: return {0.9, 0.99, 0.999, 0.9999, 1};
    case Field::Averaging: return {0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999};
    case Field::AveragingWindow: return upTo(scenario.iterations, perDoubling);
    default: break;
  }
  const auto batchings = allBatchings();
  std::vector<double> values(axis == Field::Batching ? batchings.size() : allMechanisms().size());
  std::iota(values.begin(), values.end(), 0.0);
  if (axis == Field::Batching && scenario.epochs > 1)
    std::erase_if(values, [&](double at) { return batchings[static_cast<std::size_t>(at)]->once; });
  return values;
}

std::vector<std::size_t> coarseFirst(std::size_t count) {
  std::vector<std::size_t> order;
  if (count == 0) return order;
  order.push_back(0);
  if (count > 1) order.push_back(count - 1);
  // Gaps of one width after the other, so that the curve is refined evenly.
  std::vector<std::pair<std::size_t, std::size_t>> gaps{{0, count - 1}};
  for (std::size_t next = 0; next < gaps.size(); ++next) {
    const auto [low, high] = gaps[next];
    if (high - low < 2) continue;
    const std::size_t middle = low + (high - low) / 2;
    order.push_back(middle);
    gaps.emplace_back(low, middle);
    gaps.emplace_back(middle, high);
  }
  return order;
}

std::vector<SweepPoint> sweep(const SweepRequest& request, const RunControl& control,
                              const std::function<void(const SweepPoint&)>& onPoint) {
  Task task;
  task.values = request.values.empty() ? automaticValues(request.scenario, request.axis) : request.values;
  for (const double value : task.values) {
    try {
      task.scenarios.push_back(atValue(request.scenario, request.axis, value));
    } catch (const InvalidArgument& problem) {
      task.refused.emplace(task.scenarios.size(), problem);
      task.scenarios.push_back(request.scenario);
    }
  }
  task.order = coarseFirst(task.values.size());
  if (request.axis == Field::Mechanism) {
    const auto seconds = [&](std::size_t at) { return estimatedSeconds(task.scenarios[at], 1); };
    std::iota(task.order.begin(), task.order.end(), std::size_t{0});
    std::ranges::stable_sort(task.order, {}, seconds);
  }
  task.stage = {Core::tr("sweeping over %1"), infoOf(request.axis).label};
  CurveSolver solver(request.mostSeconds, request.axis == Field::Mechanism);
  task.solve = certified;
  if (request.accuracy == SweepAccuracy::Curve) {
    task.solve = [&solver](const Scenario& scenario, const RunControl& part) { return solver.solve(scenario, part); };
  }
  return run(task, control, onPoint);
}

Text standInAlong(const Scenario& scenario, Field axis, std::span<const SweepPoint> points) {
  // The result does not depend on the workload, and many learning rates are expensive to make anew.
  Scenario plain = scenario;
  plain.workload = Workload::prefix();
  plain.schedule = {};
  const bool moves =
      axis == Field::Epsilon || axis == Field::Epochs || axis == Field::Iterations || axis == Field::Batching;
  struct StandIn {
    Text first;  ///< of those in the same words
    Index points = 0;
  };
  std::vector<StandIn> found;
  Index solved = 0;
  for (const SweepPoint& point : points) {
    if (!point.solved()) continue;
    ++solved;
    const Text own = standInOf(moves ? atValue(plain, axis, point.value) : plain, point.bands);
    if (own.empty()) continue;
    auto same = std::ranges::find_if(found, [&](const StandIn& each) { return each.first.phrase() == own.phrase(); });
    if (same == found.end()) same = found.insert(found.end(), {own});
    ++same->points;
  }
  std::ranges::stable_sort(found, std::ranges::greater(), &StandIn::points);
  Text all;
  for (const StandIn& each : found) {
    const Text some =
        each.points == solved ? each.first : Text(Core::tr("at %1 of %2 points %3"), each.points, solved, each.first);
    all = all.empty() ? some : Text(Core::tr("%1; %2"), all, some);
  }
  return all;
}

std::vector<SweepPoint> designEach(std::span<const Scenario> scenarios, const RunControl& control,
                                   const std::function<void(const SweepPoint&)>& onPoint) {
  Task task = eachOf(scenarios);
  task.stage = Core::tr("solving");
  task.solve = certified;
  return run(task, control, onPoint);
}

std::vector<SweepPoint> evaluateEach(const Design& design, std::span<const Scenario> scenarios,
                                     const RunControl& control, const std::function<void(const SweepPoint&)>& onPoint) {
  Task task = eachOf(scenarios);
  task.stage = Core::tr("evaluating one strategy");
  task.solve = [&design](const Scenario& scenario, const RunControl& part) {
    return pointOf(evaluatedIn(design, scenario, part));
  };
  return run(task, control, onPoint);
}

}  // namespace noiseloom
