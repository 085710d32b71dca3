#include "core/scenario/group_accounting.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace noiseloom {
namespace {

// (e^(G x) - 1)/(e^x - 1) = 1 + e^x + .. + e^((G - 1) x): the delta of a group over that of one example.
double groupFactor(double ofOne, double examples) {
  return ofOne > 0 ? std::expm1(examples * ofOne) / std::expm1(ofOne) : examples;
}

class GroupAccounting final : public Accounting {
 public:
  GroupAccounting(std::unique_ptr<Accounting> ofOne, Index examples)
      : m_ofOne(std::move(ofOne)), m_examples(static_cast<double>(examples)) {}

  Calibrated calibrate(const RunControl& control) const override { return m_ofOne->calibrate(control); }
  Calibrated calibrateUpTo(double most, const RunControl& control) const override {
    return m_ofOne->calibrateUpTo(most, control);
  }
  Calibrated withoutDraws(const RunControl& control) const override { return m_ofOne->withoutDraws(control); }
  double approximate(const RunControl& control) const override { return m_ofOne->approximate(control); }
  double optimistic(const RunControl& control) const override { return m_ofOne->optimistic(control); }
  double atOnce(const RunControl& control) const override { return m_ofOne->atOnce(control); }
  Certified certifiedDelta(double noiseMultiplier, double epsilon, const RunControl& control) const override {
    Certified delta = m_ofOne->certifiedDelta(noiseMultiplier, epsilon / m_examples, control);
    delta.value = std::min(1.0, delta.value * groupFactor(epsilon / m_examples, m_examples) * (1 + 1e-14));
    return delta;
  }

 private:
  std::unique_ptr<Accounting> m_ofOne;
  double m_examples;
};

}  // namespace

bool accountsAsGroup(const Scenario& scenario) {
  if (scenario.examplesOfMember() == 1 || !scenario.batching->amplified()) return false;
  return scenario.batching->noiseBy != NoiseBy::Composition || scenario.adjacency == Adjacency::ReplaceOne;
}

Scenario ofOneExample(const Scenario& scenario) {
  Scenario one = scenario;
  if (!accountsAsGroup(scenario)) return one;
  const auto examples = static_cast<double>(scenario.examplesOfMember());
  one.examplesPerUser = 1;
  one.epsilon = scenario.epsilon / examples;
  // Rounded down, so that the group's is no larger.
  one.delta = scenario.delta / groupFactor(one.epsilon, examples) * (1 - 1e-14);
  return one;
}

std::unique_ptr<Accounting> groupAccounting(std::unique_ptr<Accounting> ofOne, Index examples) {
  return std::make_unique<GroupAccounting>(std::move(ofOne), examples);
}

Accountant groupAccountant(Accountant ofOne, const Scenario& scenario) {
  constexpr int kDigits = 3;
  const Scenario one = ofOneExample(scenario);
  const Text bound{Core::tr("a bound for groups of %1 examples, and not the loss of a user's own"),
                   scenario.examplesOfMember()};
  ofOne.instead = ofOne.instead.empty() ? bound : Text(Core::tr("%1; %2"), ofOne.instead, bound);
  ofOne.method = {Core::tr("%1; %2: this is of one example, for about epsilon %3 and delta %4, and %5 examples one "
                           "after another have the claimed ones"),
                  ofOne.method,
                  bound,
                  rounded(one.epsilon, kDigits),
                  rounded(one.delta, kDigits),
                  scenario.examplesOfMember()};
  return ofOne;
}

}  // namespace noiseloom
