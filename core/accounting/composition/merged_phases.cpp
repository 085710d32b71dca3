#include "core/accounting/composition/merged_phases.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

void check(const Composition& composition) {
  checkInteger("phases", std::ssize(composition.phases), 1, kMostPhases);
  Index steps = 0;
  for (std::size_t p = 0; p < composition.phases.size(); ++p) {
    const Phase& phase = composition.phases[p];
    const std::string number = "[" + std::to_string(p) + "]";
    checkPositive("noise_multiplier" + number, phase.noiseMultiplier);
    const double q = phase.samplingProbability;
    if (!(q > 0 && q <= 1)) {
      throw InvalidArgument("sampling_probability" + number, q, Core::tr("a number above 0 and at most 1"));
    }
    if (q < 1 && phase.noiseMultiplier < kLeastSigma) {
      throw InvalidArgument("noise_multiplier" + number, phase.noiseMultiplier,
                            {Core::tr("a number of at least %1 when sampling_probability < 1"), kLeastSigma});
    }
    checkInteger("steps" + number, phase.steps, 1, kMostCompositions - steps, Core::tr("of all phases together"));
    steps += phase.steps;
  }
}

}  // namespace

MergedPhases MergedPhases::of(const Composition& composition, double scale) {
  check(composition);
  MergedPhases merged;
  const double sensitivity = distance(composition.adjacency);
  for (const Phase& phase : composition.phases) {
    const double sigma = scale * phase.noiseMultiplier, q = phase.samplingProbability;
    const double mu = std::sqrt(static_cast<double>(phase.steps)) * sensitivity / sigma;
    merged.unsampledMu = std::hypot(merged.unsampledMu, mu);
    if (q == 1 || sigma > kMostSigma) {
      merged.fixedMu = std::hypot(merged.fixedMu, mu);
      merged.credited = merged.credited && q == 1;
      continue;
    }
    const auto alike = std::ranges::find_if(
        merged.sampled, [&](const RepeatedStep& each) { return each.step.sigma == sigma && each.step.q == q; });
    if (alike != merged.sampled.end()) {
      alike->count += phase.steps;
    } else {
      merged.sampled.push_back({{sigma, q, composition.adjacency}, phase.steps});
    }
  }
  return merged;
}

Steps MergedPhases::steps() const {
  Steps steps = sampled;
  if (fixedMu > 0) {
    // The Gaussian mechanism of this mu is the same whatever the adjacency.
    const Adjacency adjacency = sampled.empty() ? Adjacency::AddRemove : sampled[0].step.adjacency;
    const double sensitivity = distance(adjacency);
    steps.push_back({{sensitivity / fixedMu, 1, adjacency}, 1});
  }
  return steps;
}

double MergedPhases::seenAtAll() const {
  if (fixedMu > 0) return 1;
  double logNever = 0;
  for (const RepeatedStep& each : sampled) logNever += static_cast<double>(each.count) * std::log1p(-each.step.q);
  return -std::expm1(logNever);
}

double MergedPhases::limitMu() const {
  double square = fixedMu * fixedMu;
  for (const auto& [step, count, slice] : sampled) {
    // q^2 times the chi-square distance of the two normals.
    const double exponent = std::min(300.0, 1 / (step.sigma * step.sigma));
    const double distance = step.replacesOne() ? 4 * std::sinh(exponent) : std::expm1(exponent);
    square += static_cast<double>(count) * step.q * step.q * distance;
  }
  return std::min(std::sqrt(square), unsampledMu);
}

}  // namespace noiseloom
