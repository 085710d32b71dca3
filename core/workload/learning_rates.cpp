#include "core/workload/learning_rates.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr double kLeastRate = 0.05;

}  // namespace

std::vector<double> learningRates(const LearningRateSchedule& schedule, Index count) {
  checkInteger("iterations", count, 1, kMostRates, Core::tr("a learning rate for each of them is kept"));
  checkClosedInterval("warmup", schedule.warmup, 0, 1);
  checkClosedInterval("cooldown", schedule.cooldown, 0, 1);
  if (schedule.kind == ScheduleKind::File)
    throw InvalidArgument("learning_rates", schedule.file,
                          Core::tr("the rates of the file: they follow from no formula"));
  std::vector<double> rates(count, 1.0);
  if (!schedule.isFormula()) return rates;
  const bool linear = schedule.kind == ScheduleKind::Linear;
  if (linear && schedule.warmup + schedule.cooldown > 1) {
    throw InvalidArgument("cooldown", schedule.cooldown,
                          {Core::tr("at most %1 beside that warm-up"), 1 - schedule.warmup});
  }
  const auto steps = [count](double fraction) {
    return static_cast<Index>(std::lround(fraction * static_cast<double>(count)));
  };
  const Index rising = steps(schedule.warmup);
  for (Index i = 0; i < rising; ++i)
    rates[i] = kLeastRate + (1 - kLeastRate) * static_cast<double>(i) / static_cast<double>(rising);
  // For an odd count, both halves would round up.
  const Index falling = linear ? std::min(steps(schedule.cooldown), count - rising) : count - rising;
  for (Index i = 0; i < falling; ++i) {
    const double left = static_cast<double>(i) / static_cast<double>(falling);
    const double height = linear ? left : (1 - std::cos(std::numbers::pi * left)) / 2;
    rates[count - 1 - i] = kLeastRate + (1 - kLeastRate) * height;
  }
  return rates;
}

}  // namespace noiseloom
