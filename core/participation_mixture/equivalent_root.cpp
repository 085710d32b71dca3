#include "core/participation_mixture/equivalent_root.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/participation_mixture/equivalent_noise.h"
#include "core/participation_mixture/fallback.h"
#include "core/participation_mixture/period_lattice.h"
#include "core/participation_mixture/sampling/joint_patterns.h"

namespace noiseloom {
namespace {

constexpr Index kLatticePeriod = 16;
// The largest stddev over a column's norm: beyond it rounding shows in the third moment, while the rate hardly moves.
constexpr double kMostRateSigma = 4;
constexpr double kSigmaTolerance = 1e-5;
constexpr double kRoughly = 0.05;  // of log M_2
// Rates below these shares of that at which periods are joined tell of meetings at one and the same step, or in one
// group, which are a law of their own; measured (math: section 10.8).
constexpr double kLeastSpacedRatio = 1.03;
constexpr double kLeastGroupRatio = 0.9;
constexpr double kLeastGroupParticipations = 3;
// With more steps than that, draws are so few that they err by a third and more, the composition by some percent.
constexpr double kMostDrawnSteps = 4096;
constexpr double kLeastManyStepsRatio = 1;

// The probability that an example takes part within a period.
double rateOf(const ParticipationMixture::Law& law) {
  return std::min(1.0, rateOfStep(law) * static_cast<double>(periodOf(law)));
}

}  // namespace

std::optional<EquivalentComposition> equivalentOf(std::span<const double> products, Index steps,
                                                  const ParticipationMixture::Law& law, double stddev) {
  const PeriodLattice lattice(law, kLatticePeriod);
  const double sigma = std::min(stddev, kMostRateSigma * std::sqrt(products[0]));
  const double precision = 1 / (sigma * sigma);
  std::vector<double> exponents(products.begin(), products.end());
  for (double& exponent : exponents) exponent *= precision;
  const auto count = static_cast<Index>(std::llround(static_cast<double>(steps) / lattice.stride()));
  std::vector<double> joined = lattice.exponents(exponents);
  for (double& exponent : joined) exponent /= precision;
  const MixtureColumns columns = MixtureColumns::ofProducts(joined, std::max(count, lattice.period()));
  const auto rules = std::visit([&](const auto& own) { return makeLaw(own, columns.steps); }, lattice.law());
  const double logThird = JointPatterns(columns, rules->rhythm(), 3, 1, sigma, false).logMoment();
  const auto rate = matchedRate(rules->logPairMoment(columns, precision), logThird,
                                static_cast<double>(columns.steps) / static_cast<double>(lattice.period()));
  if (!rate) return std::nullopt;
  return EquivalentComposition{*rate, static_cast<double>(steps) / static_cast<double>(periodOf(law))};
}

bool isEquivalent(const EquivalentComposition& composition, const ParticipationMixture::Law& law) {
  const double joined = rateOf(law);
  if (periodOf(law) == 1) return true;  // they are the same
  const bool many = composition.steps * static_cast<double>(periodOf(law)) > kMostDrawnSteps;
  if (std::holds_alternative<RandomGroups>(law)) {
    return composition.rate >= kLeastGroupRatio * joined &&
           (many || joined * composition.steps >= kLeastGroupParticipations);
  }
  return composition.rate >= (many ? kLeastManyStepsRatio : kLeastSpacedRatio) * joined;
}

std::optional<EquivalentRoot> equivalentRoot(const EquivalentProblem& problem, std::span<const double> products,
                                             const LogMoment& logMoment, SigmaTrail& trail, const RunControl& control) {
  const double norm = std::sqrt(products[0]);
  EquivalentRoot root;
  root.composition = {rateOf(problem.law),
                      static_cast<double>(problem.steps) / static_cast<double>(periodOf(problem.law))};
  // First where the second moment alone leads, then with the third one there.
  for (const bool matched : {false, true}) {
    if (matched) {
      const auto composition = equivalentOf(products, problem.steps, problem.law, std::exp(root.logSigma));
      if (!composition) return std::nullopt;
      root.composition = *composition;
    }
    const auto multiplier = composedNoiseMultiplier(root.composition, problem.epsilon, problem.delta, trail);
    if (!multiplier) return std::nullopt;
    root.logSecond = root.composition.logSecondMoment(*multiplier);
    const auto found =
        whereSecondMomentIs(root.logSecond, logMoment, matched ? root.logSigma : std::log(*multiplier * norm), norm,
                            matched ? 2 * kSigmaTolerance : kRoughly, control);
    if (!found) return std::nullopt;
    root.logSigma = *found;
  }
  return root;
}

namespace {

std::optional<EquivalentRoot> rootOf(const EquivalentProblem& problem, const MixtureColumns& columns,
                                     const RunControl& control) {
  const auto rules = std::visit([&](const auto& law) { return makeLaw(law, columns.steps); }, problem.law);
  std::vector<double> products;
  for (Index d = 0; d < columns.bands; ++d) products.push_back(columns.product((columns.steps - columns.bands) / 2, d));
  SigmaTrail trail;
  return equivalentRoot(
      problem, products, [&](double logSigma) { return rules->logPairMoment(columns, std::exp(-2 * logSigma)); }, trail,
      control);
}

std::optional<EquivalentRoot> rootOf(const ParticipationMixture& mixture, double epsilon, double delta,
                                     const RunControl& control) {
  const MixtureColumns& columns = mixture.columns();
  if (columns.empty()) {
    EquivalentNoise noise({mixture.law(), mixture.steps(), epsilon, delta});
    if (mixture.coefficients().empty() || !noise.draw(mixture.coefficients(), 0, control)) return std::nullopt;
    return noise.root();
  }
  return rootOf({mixture.law(), columns.steps, epsilon, delta}, columns, control);
}

}  // namespace

std::optional<double> equivalentNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                                      const RunControl& control) {
  const auto root = rootOf(mixture, epsilon, delta, control);
  if (!root || !isEquivalent(root->composition, mixture.law())) return std::nullopt;
  return std::exp(root->logSigma);
}

std::optional<double> equivalentSlope(const ParticipationMixture& mixture, double epsilon, double delta,
                                      const RunControl& control) {
  const auto here = equivalentNoise(mixture, epsilon, delta, control);
  const auto beyond = here ? equivalentNoise(mixture, epsilon, delta / std::numbers::e, control) : std::nullopt;
  return beyond && *beyond > *here ? std::optional(1 / std::log(*here / *beyond)) : std::nullopt;
}

std::optional<double> composedNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                                    const RunControl& control) {
  const auto root = rootOf(mixture, epsilon, delta, control);
  return root ? std::optional(std::exp(root->logSigma)) : std::nullopt;
}

double optimisticNoise(const ParticipationMixture& mixture, double epsilon, double delta, const SampledOptions& options,
                       const RunControl& control) {
  const auto root = rootOf(mixture, epsilon, delta, control);
  // Random groups may have less noise than their composition where it does not hold.
  const bool low =
      root && (std::holds_alternative<SpacedSampling>(mixture.law()) || isEquivalent(root->composition, mixture.law()));
  if (!low) return approximateNoise(mixture, epsilon, delta, options, control);
  return std::exp(root->logSigma);
}

double joiningFactor(const ParticipationMixture& mixture, double epsilon, double delta, const RunControl& control) {
  const JoinedSteps* joined = mixture.joinable() ? mixture.joined(control) : nullptr;
  if (!joined || joined->columns.empty() || !(epsilon > joined->shift)) return 1;
  const auto own = rootOf(mixture, epsilon, delta, control);
  const EquivalentProblem problem{joined->law, joined->columns.steps, epsilon - joined->shift,
                                  delta * std::exp(-joined->shift)};
  const auto ofJoined = own ? rootOf(problem, joined->columns, control) : std::nullopt;
  return ofJoined ? std::max(1.0, std::exp(ofJoined->logSigma - own->logSigma)) : 1;
}

}  // namespace noiseloom
