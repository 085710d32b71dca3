#include "core/record/public_divisor.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/scenario/batch_size.h"

namespace noiseloom {

bool PublicDivisor::allows(double divisor) const {
  constexpr double kRounding = 1e-12;  // relative, of a number that is computed as a quotient
  return divisor >= least * (1 - kRounding) && divisor <= most * (1 + kRounding);
}

Text PublicDivisor::against(double divisor) const {
  const double times = std::round(divisor / batch);
  if (!allows(divisor) && times >= 2 && allows(divisor / times)) {
    return {
        Core::tr("%1, the claim's batch: with %2 times as much the noise is as many times too small, as where each of "
                 "%2 ranks takes the whole batch"),
        rounded(batch, 6), shortest(times)};
  }
  return {Core::tr("%1, the claim's batch"), rounded(batch, 6)};
}

std::optional<PublicDivisor> publicDivisor(Scenario scenario, std::optional<Index> datasetSize) {
  if (!scenario.datasetSize) scenario.datasetSize = datasetSize;
  const std::optional<double> batch = batchSizeOf(scenario);
  if (!batch) return std::nullopt;
  // If epochs do not divide the steps, batches in a fixed order have N / (steps of an epoch) examples.
  const double ofEpoch = static_cast<double>(*scenario.datasetSize) / static_cast<double>(scenario.stepsPerEpoch());
  const double rounding = *batch / (2 * static_cast<double>(scenario.iterations));
  const auto whole = [](double value, double rounded) { return value < 1 ? value : rounded; };
  return PublicDivisor{*batch, std::min(*batch - rounding, whole(ofEpoch, std::floor(ofEpoch))),
                       std::max(*batch + rounding, whole(*batch, std::ceil(*batch)))};
}

}  // namespace noiseloom
