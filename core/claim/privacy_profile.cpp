#include "core/claim/privacy_profile.h"

#include <cmath>

#include "core/base/errors.h"

namespace noiseloom {

std::vector<double> profileEpsilons(const Design& design) {
  std::vector<double> epsilons;
  for (const double octave : {0.0, -1.0, 1.0, -0.5, 0.5, -1.5, -2.0})
    epsilons.push_back(design.scenario.epsilon * std::exp2(octave));
  epsilons.push_back(0);  // delta at 0 is the advantage of membership inference
  return epsilons;
}

void certifyProfile(const Design& design, const RunControl& control, const std::function<void(ProfilePoint)>& onPoint) {
  const Scenario& scenario = design.scenario;
  const RunControl quiet = control.quiet();
  const auto noise = accountingOf(scenario, design.strategy, design.sensitivity, quiet);
  for (const double epsilon : profileEpsilons(design)) {
    try {
      // The claimed point itself is certified already.
      const double delta =
          epsilon == scenario.epsilon ? scenario.delta : noise->deltaAt(design.noiseMultiplier.value, epsilon, quiet);
      if (control.stopRequested()) return;
      if (delta > 0 && delta <= 1) onPoint({epsilon, delta});
    } catch (const InvalidArgument&) {
      // Outside the accountant's range; the other points are still valid.
    }
  }
}

}  // namespace noiseloom
