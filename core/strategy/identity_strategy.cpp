#include "core/strategy/identity_strategy.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/strategy/strategy_body.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {

IdentityStrategy::IdentityStrategy(Index iterations) : m_iterations(iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
}

void IdentityStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  if (x.data() != out.data()) std::copy(x.begin(), x.end(), out.begin());
}

void IdentityStrategy::solve(std::span<const double> z, std::span<double> out) const {
  multiply(z, out);
}

namespace {

constexpr double kOne[] = {1.0};

}  // namespace

template Strategy::Strategy(IdentityStrategy);

constinit const StrategyKind IdentityStrategy::kind{
    .id = "identity",
    .since = 1,
    .series = true,
    .banded = true,
    .shapes =
        [](const StrategySizes& sizes) {
          return std::vector<NamedShape>{{"strategy_coef", {sizes.bands}}};
        },
    .arrays = [](const Strategy&) { return std::vector{vectorOf("strategy_coef", kOne)}; },
    .make = [](const StrategySizes& sizes, const TakeArray& take) -> Strategy {
      const std::vector<double> stated = take("strategy_coef");
      if (!std::ranges::equal(stated, kOne))
        throw InvalidArgument("strategy_coef", stated.empty() ? 0 : stated.front(), Core::tr("[1] for the identity"));
      return IdentityStrategy(sizes.iterations);
    },
    .leastIterations = [](const Strategy&) { return Index{1}; },
    .numbers = [](const Strategy&) { return std::vector{listOf("coefficients", kOne)}; },
    .recurrence = rowRecurrence,
};

}  // namespace noiseloom
