#include "core/batching/parts/scheme.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/base/safe_digits.h"
#include "core/scenario/batch_size.h"

namespace noiseloom {
namespace {

constexpr int kDigits = 6;  ///< of a probability in a sentence

// The bits of a quotient are no digits: 0.3 may be the next double below it.
bool sameButForBits(double exact, double probability) {
  return std::abs(exact - probability) <= 1e-15 * probability;
}

class LossAccounting final : public Accounting {
 public:
  LossAccounting(std::unique_ptr<LossBound> loss, const Scenario& scenario, Index bands, double distance)
      : m_loss(std::move(loss)),
        m_epsilon(scenario.epsilon),
        m_capped(capReached(scenario, bands)),
        m_delta(scenario.delta - m_capped),
        m_distance(distance) {}

  Calibrated calibrate(const RunControl& control) const override {
    Certified sigma = m_loss->certifiedNoiseMultiplier(m_epsilon, m_delta, control);
    sigma.value *= m_distance;
    return {sigma, {}};
  }
  double approximate(const RunControl& control) const override {
    return m_distance * m_loss->approximateNoiseMultiplier(m_epsilon, m_delta, control);
  }
  Certified certifiedDelta(double noiseMultiplier, double epsilon, const RunControl& control) const override {
    return withCapped(m_loss->certifiedDelta(noiseMultiplier / m_distance, epsilon, control), m_capped);
  }

 private:
  std::unique_ptr<LossBound> m_loss;
  double m_epsilon;
  double m_capped;  // a part of delta
  double m_delta;
  double m_distance;
};

}  // namespace

std::unique_ptr<Accounting> lossAccounting(std::unique_ptr<LossBound> loss, const Scenario& scenario, Index bands,
                                           double distance) {
  return std::make_unique<LossAccounting>(std::move(loss), scenario, bands, distance);
}

Certified withCapped(const Certified& delta, double capped) {
  Certified all = delta;
  all.value = std::min(1.0, delta.value + capped);
  // Nobody knows how much less than its bound the cap costs.
  if (capped > 0) all.errorBound = std::min(1.0, (delta.errorBound * delta.value + capped) / all.value);
  return all;
}

Index largerSize(const Scenario& scenario) {
  return *mostExamplesOf(scenario) + (scenario.adjacency == Adjacency::AddRemove ? 1 : 0);
}

Text capText(const Scenario& scenario) {
  if (!scenario.largestBatch || !scenario.datasetSize) return {};
  const Phrase cut = scenario.datasetSizeAtMost
                         ? Core::tr(
                               "Of a batch of more than %1, all but %2 are left out, drawn uniformly at random; "
                               "the data set has at most %3 members.")
                         : Core::tr(
                               "Of a batch of more than %1, all but %2 are left out, drawn uniformly at random; "
                               "the data set has %3 members, which is public.");
  return {cut, *scenario.largestBatch, *scenario.largestBatch, *mostExamplesOf(scenario)};
}

Text withCap(const Text& assumed, const Scenario& scenario) {
  const Text cap = capText(scenario);
  return cap.empty() ? assumed : Text(Core::tr("%1 %2"), assumed, cap);
}

Text replacedInPlace(const Text& assumed, const Scenario& scenario, Index parts) {
  if (scenario.adjacency != Adjacency::ReplaceOne || parts == 1) return assumed;
  return {Core::tr("%1 One that replaces another belongs to the same part."), assumed};
}

Accountant pldAccountant(const Sampling& sampling, Text method) {
  Accountant made;
  made.name = "pld";
  made.shortName = Core::tr("PLD");
  made.method = std::move(method);
  made.sampling = sampling;
  return made;
}

Text withStandIn(const Text& method, const Text& instead) {
  return instead.empty() ? method : Text(Core::tr("%1; %2"), method, instead);
}

Text sixDigits(double probability) {
  const double exact = rounded(probability, kDigits);
  return sameButForBits(exact, probability) ? Text(exact)
                                            : Text(Core::tr("about %1"), roundedDown(probability, kDigits));
}

// By its continued fraction.
Text allDigits(double probability) {
  constexpr double kMostDenominator = 1e6;
  const double exact = rounded(probability, kDigits);
  if (sameButForBits(exact, probability)) return exact;
  double rest = probability, numerator = 1, denominator = 0, numeratorBefore = 0, denominatorBefore = 1;
  while (denominator <= kMostDenominator) {
    const double whole = std::floor(rest);
    numeratorBefore = std::exchange(numerator, whole * numerator + numeratorBefore);
    denominatorBefore = std::exchange(denominator, whole * denominator + denominatorBefore);
    if (sameButForBits(numerator / denominator, probability) && denominator <= kMostDenominator)
      return {Core::tr("%1/%2"), static_cast<Index>(numerator), static_cast<Index>(denominator)};
    if (rest == whole) break;
    rest = 1 / (rest - whole);
  }
  return probability;
}

std::string twoDigits(double value) {
  char text[32];
  return {text, std::to_chars(text, std::end(text), value, std::chars_format::general, 2).ptr};
}

}  // namespace noiseloom
