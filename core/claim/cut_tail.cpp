#include "core/claim/cut_tail.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/safe_digits.h"

namespace noiseloom {

double cutTail(const Design& design) {
  const double participations = design.scenario.batching->amplified() ? design.scenario.epochs : 1.0;
  const double shift = static_cast<double>(design.scenario.examplesOfMember()) * distance(design.scenario.adjacency) /
                       design.noiseMultiplier.value;
  const double end = largestNormal(design.gaussianMethod);
  return std::min(1.0, participations * 0.5 * std::erfc((end - shift) / std::numbers::sqrt2));
}

Text cutTailCaution(const Design& design) {
  constexpr double kWorthAWord = 1e-3;
  const double beyond = cutTail(design);
  if (!(beyond > kWorthAWord * design.scenario.delta)) return {};
  return {
      Core::tr("Generated normals end at %1 standard deviations: with so little noise that can add up to %2 to delta, "
               "which is not part of the claim. A smaller epsilon or a larger delta takes the weight from it."),
      roundedDown(largestNormal(design.gaussianMethod), 3), roundedUp(beyond, 2)};
}

}  // namespace noiseloom
