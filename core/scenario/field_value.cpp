#include "core/scenario/field_value.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kMostExact = 9007199254740992.0;  // 2^53: up to here every integer is a double

Index wholeNumber(Field field, double value) {
  const std::string name(infoOf(field).name);
  if (!std::isfinite(value) || value != std::floor(value))
    throw InvalidArgument(name, value, Core::tr("a whole number"));
  if (std::abs(value) > kMostExact)
    throw InvalidArgument(name, value, Core::tr("a whole number of at most 2^53 (about 9e15)"));
  return static_cast<Index>(value);
}

std::optional<Index> optionalNumber(Field field, const std::optional<double>& value) {
  if (!value) return std::nullopt;
  return wholeNumber(field, *value);
}

template <class Value>
std::optional<double> asDouble(const Value& value) {
  if constexpr (requires { *value; }) {
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  } else {
    return static_cast<double>(value);
  }
}

template <class Kind>
constexpr bool kHoldsNumber = std::is_same_v<Kind, Place<Index>> || std::is_same_v<Kind, Place<std::optional<Index>>> ||
                              std::is_same_v<Kind, Place<double>> || std::is_same_v<Kind, Place<std::optional<double>>>;

InvalidArgument noNumber(Field field) {
  return {"field", std::string(infoOf(field).name), Core::tr("a field that holds a number")};
}

void checkScheduled(Index iterations) {
  checkInteger("iterations", iterations, 1, kMostScheduled, Core::tr("a learning rate is kept for each of them"));
}

Scenario withIterations(const Scenario& scenario, Index iterations) {
  const bool made = scenario.schedule.isFormula() && scenario.workload.fixedIterations() != 0;
  if (made) checkScheduled(iterations);
  return scenario.withIterations(iterations);
}

Scenario withFraction(Scenario scenario, double LearningRateSchedule::*fraction, double value) {
  LearningRateSchedule schedule = scenario.schedule;
  schedule.*fraction = value;
  // Named after the edited one.
  const bool warmup = fraction == &LearningRateSchedule::warmup;
  const double other = warmup ? schedule.cooldown : schedule.warmup;
  if (schedule.kind == ScheduleKind::Linear && value <= 1 && value + other > 1) {
    throw InvalidArgument(
        warmup ? "warmup" : "cooldown", shortest(value),
        {warmup ? Core::tr("at most %1 beside that cool-down") : Core::tr("at most %1 beside that warm-up"),
         1 - other});
  }
  return withSchedule(std::move(scenario), schedule);
}

// k N = n B: the value of `follower` follows from the others, B being `batchSize`, which is kept; none from numbers
// that no job has.
Scenario following(Scenario scenario, Field follower, double batchSize) {
  if (!scenario.datasetSize || static_cast<double>(*scenario.datasetSize) < batchSize) return scenario;
  if (follower != Field::Iterations && scenario.iterations < 1) return scenario;
  if (follower != Field::Epochs && !(scenario.epochs > 0)) return scenario;
  if (follower == Field::Iterations) {
    scenario = withIterations(scenario, iterationsForBatchSize(scenario, batchSize));
  } else if (follower == Field::DatasetSize) {
    const double examples = static_cast<double>(scenario.iterations) * batchSize / scenario.effectiveEpochs();
    scenario.datasetSize = wholeNumber(follower, std::max(1.0, std::round(examples)));
  }
  return scenario.batching->once ? scenario : withBatchSize(std::move(scenario), batchSize);
}

// The field that follows instead where the edited one would follow from the others.
Field otherFollower(const Scenario& scenario, Field edited) {
  if (edited == Field::Epochs || edited == Field::BatchSize) return Field::Iterations;
  return followerIn(scenario, Field::Epochs);
}

double required(Field field, const std::optional<double>& value) {
  if (!value) throw InvalidArgument(std::string(infoOf(field).name), Core::tr("nothing"), Core::tr("a number"));
  return *value;
}

}  // namespace

bool holdsNumber(Field field) {
  switch (field) {
    case Field::BatchSize:
    case Field::Momentum:
    case Field::WeightDecay:
    case Field::Averaging:
    case Field::AveragingWindow:
    case Field::Warmup:
    case Field::Cooldown: return true;
    default: break;
  }
  return std::visit([](const auto& place) { return kHoldsNumber<std::remove_cvref_t<decltype(place)>>; },
                    infoOf(field).place);
}

std::optional<double> valueOf(const Scenario& scenario, Field field) {
  switch (field) {
    case Field::BatchSize: return batchSizeOf(scenario);
    case Field::Momentum: return scenario.workload.beta();
    case Field::WeightDecay: return scenario.workload.alpha();
    case Field::Averaging: return scenario.workload.averaging();
    case Field::AveragingWindow: return static_cast<double>(scenario.workload.window());
    case Field::Warmup: return scenario.schedule.warmup;
    case Field::Cooldown: return scenario.schedule.cooldown;
    default: break;
  }
  const auto number = [&](const auto& place) -> std::optional<double> {
    using Kind = std::remove_cvref_t<decltype(place)>;
    if constexpr (kHoldsNumber<Kind>) {
      return asDouble(place.of(scenario));
    } else {
      throw noNumber(field);
    }
  };
  return std::visit(number, infoOf(field).place);
}

bool isLinked(Field field) {
  return field == Field::Iterations || field == Field::Epochs || field == Field::DatasetSize ||
         field == Field::BatchSize;
}

Scenario withSchedule(Scenario scenario, const LearningRateSchedule& schedule) {
  if (schedule.isFormula()) {
    checkScheduled(scenario.iterations);
    scenario.workload = scenario.workload.withRates(learningRates(schedule, scenario.iterations));
  } else if (schedule.kind == ScheduleKind::Constant) {
    scenario.workload = scenario.workload.withoutRates();
  }
  scenario.schedule = schedule;
  return scenario;
}

Scenario withRates(Scenario scenario, std::vector<double> rates, const std::string& file) {
  scenario.workload = scenario.workload.withRates(std::move(rates));
  scenario.schedule = {ScheduleKind::File, 0, 0, file};
  return scenario;
}

Field followerIn(const Scenario& scenario, Field follower) {
  return follower == Field::Epochs && scenario.batching->once ? Field::BatchSize : follower;
}

namespace {

// Ignores links between fields.
Scenario withOne(Scenario scenario, Field field, const std::optional<double>& value) {
  switch (field) {
    case Field::Iterations: return withIterations(scenario, wholeNumber(field, required(field, value)));
    case Field::Momentum: scenario.workload = scenario.workload.withMomentum(required(field, value)); return scenario;
    case Field::WeightDecay:
      scenario.workload = scenario.workload.withWeightDecay(required(field, value));
      return scenario;
    case Field::Averaging: scenario.workload = scenario.workload.withAveraging(required(field, value)); return scenario;
    case Field::AveragingWindow:
      scenario.workload = scenario.workload.withWindow(wholeNumber(field, required(field, value)));
      return scenario;
    case Field::Warmup: return withFraction(scenario, &LearningRateSchedule::warmup, required(field, value));
    case Field::Cooldown: return withFraction(scenario, &LearningRateSchedule::cooldown, required(field, value));
    default: break;
  }
  const auto store = [&](const auto& place) {
    using Kind = std::remove_cvref_t<decltype(place)>;
    if constexpr (std::is_same_v<Kind, Place<Index>>) {
      place.in(scenario) = wholeNumber(field, required(field, value));
    } else if constexpr (std::is_same_v<Kind, Place<std::optional<Index>>>) {
      place.in(scenario) = optionalNumber(field, value);
    } else if constexpr (std::is_same_v<Kind, Place<double>>) {
      place.in(scenario) = required(field, value);
    } else if constexpr (std::is_same_v<Kind, Place<std::optional<double>>>) {
      place.in(scenario) = value;
    } else {
      throw noNumber(field);
    }
  };
  std::visit(store, infoOf(field).place);
  return scenario;
}

}  // namespace

Scenario withValue(Scenario scenario, Field field, std::optional<double> value, Field chosen) {
  const Field kept = followerIn(scenario, chosen);
  const Field follower = kept == field ? otherFollower(scenario, field) : kept;
  if (field == Field::BatchSize) {
    const double entered = required(field, value);
    (void)iterationsForBatchSize(scenario, entered);  // refuses an invalid batch size
    // A value that no job can have is corrected before one that a job can have.
    const Field wrong = scenario.iterations < 1 ? Field::Iterations : Field::Epochs;
    const bool sound = scenario.iterations >= 1 && scenario.epochs > 0;
    return following(std::move(scenario), sound ? follower : wrong, entered);
  }
  const std::optional<double> batchSize = batchSizeOf(scenario);
  Scenario other = withOne(std::move(scenario), field, value);
  // From a batch size of 0, of an empty data set, nothing follows.
  const bool follows = isLinked(field) && follower != Field::BatchSize && batchSize.value_or(0) > 0;
  return follows ? following(std::move(other), follower, *batchSize) : other;
}

}  // namespace noiseloom
