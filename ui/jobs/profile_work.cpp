#include "ui/jobs/profile_work.h"

#include <cmath>
#include <optional>

#include "core/balls_in_bins/bin_gram.h"
#include "core/base/errors.h"
#include "core/design/scenario_noise.h"

namespace noiseloom {
namespace {

bool isAmplifiedByBins(const Design& design) {
  return design.ballsInBins && design.ballsInBins->method != BallsInBinsMethod::Unamplified;
}

}  // namespace

std::vector<double> profileEpsilons(const Design& design) {
  std::vector<double> epsilons;
  for (const double octave : {0.0, -1.0, 1.0, -0.5, 0.5, -1.5, -2.0})
    epsilons.push_back(design.scenario.epsilon * std::exp2(octave));
  return epsilons;
}

void runProfile(const Design& design, const RunControl& control, const std::function<void(ProfilePoint)>& onPoint) {
  const Scenario& scenario = design.scenario;
  std::optional<BinGram> gram;
  if (isAmplifiedByBins(design)) gram = binGram(design.strategy, scenario.epochs, {control.stop, {}});
  const BallsInBinsOptions options{scenario.tau, scenario.failureProbability};
  for (const double epsilon : profileEpsilons(design)) {
    if (control.stopRequested()) return;
    try {
      double delta = scenario.delta;  // the claimed point itself is certified already
      if (epsilon != scenario.epsilon && gram) {
        const BallsInBinsCertificate found =
            ballsInBinsDelta(*gram, design.stddev / scenario.clipNorm, epsilon, options, {control.stop, {}});
        if (found.stopped) return;
        delta = found.value;
      } else if (epsilon != scenario.epsilon) {
        delta = deltaAt(scenario, design.bands, design.noiseMultiplier.value, epsilon);
      }
      if (delta > 0 && delta <= 1) onPoint({epsilon, delta});
    } catch (const InvalidArgument&) {
      // Beyond what the accountant takes; the other points stand for themselves.
    }
  }
}

}  // namespace noiseloom
