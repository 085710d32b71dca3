#include "core/scenario/imported_strategy.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

template <class Kind>
bool is(const Strategy& strategy) {
  return strategy.as<Kind>() != nullptr;
}

// The least n for which a strategy that extends to any length can be made; nullopt if it exists for its own n only.
std::optional<Index> leastIterations(const Strategy& strategy) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) return toeplitz->bands();
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) return inverse->noisingBands();
  if (is<IdentityStrategy>(strategy) || is<BltStrategy>(strategy) || is<TreeStrategy>(strategy)) return 1;
  return std::nullopt;
}

// The inverse Toeplitz kind has no last band in C: its series only decays.
bool onlyDecays(const Strategy& strategy) {
  return is<InverseToeplitzStrategy>(strategy) || is<BltStrategy>(strategy) || !strategy.rowsAreSteps();
}

}  // namespace

std::optional<InvalidArgument> ImportedStrategy::problemAt(Index n) const {
  if (!m_strategy) {
    return InvalidArgument("mechanism", {Core::tr("imported from %1, whose numbers are not here"), m_file},
                           Core::tr("that file, opened again, or another mechanism"));
  }
  if (const auto least = leastIterations(*m_strategy)) {
    if (n < *least)
      return InvalidArgument("iterations", n, {Core::tr("at least %1: %2 has as many coefficients"), *least, m_file});
  } else if (n != m_strategy->iterations()) {
    return InvalidArgument("iterations", n,
                           {Core::tr("%1: the matrix of %2 has as many rows"), m_strategy->iterations(), m_file});
  }
  return std::nullopt;
}

std::optional<InvalidArgument> ImportedStrategy::problem(const Scenario& scenario) const {
  const Index n = scenario.iterations;
  if (auto found = problemAt(n)) return found;
  if (!bandsProblem(scenario, *m_strategy)) return std::nullopt;
  // The batching as chosen by the user.
  const Phrase batching = scenario.batching->name;
  if (onlyDecays(*m_strategy)) {
    return InvalidArgument("mechanism", {Core::tr("imported, of the kind %1"), m_strategy->kindName()},
                           {Core::tr("a banded strategy under %1, or another batching"), batching});
  }
  return InvalidArgument(
      "mechanism", {Core::tr("imported, with %1 bands"), m_strategy->bands()},
      {Core::tr("at most %1 bands (n/k under %2), or another batching"), n / scenario.epochs, batching});
}

Strategy ImportedStrategy::at(Index iterations) const {
  if (const auto found = problemAt(iterations)) throw *found;
  if (m_strategy->iterations() == iterations) return *m_strategy;
  if (const auto* toeplitz = m_strategy->as<ToeplitzStrategy>()) {
    const auto c = toeplitz->coefficients();
    return ToeplitzStrategy(iterations, {c.begin(), c.end()}, toeplitz->scaling());
  }
  if (const auto* inverse = m_strategy->as<InverseToeplitzStrategy>()) {
    const auto g = inverse->noisingCoefficients();
    return InverseToeplitzStrategy(iterations, {g.begin(), g.end()}, inverse->scaling());
  }
  if (const auto* blt = m_strategy->as<BltStrategy>())
    return BltStrategy(iterations, blt->parameters().theta, blt->parameters().inverseTheta);
  if (const auto* tree = m_strategy->as<TreeStrategy>()) return TreeStrategy(iterations, tree->estimate());
  return IdentityStrategy(iterations);
}

std::optional<InvalidArgument> bandsProblem(const Scenario& scenario, const Strategy& strategy) {
  if (!scenario.batching->banded || scenario.epochs < 1) return std::nullopt;
  if (onlyDecays(strategy)) {
    return InvalidArgument("strategy", strategy.kindName(),
                           {Core::tr("a banded one under %1"), scenario.batching->name});
  }
  const Index most = scenario.iterations / scenario.epochs;
  try {
    checkInteger("bands", strategy.bands(), 1, most, {Core::tr("n/k under %1"), scenario.batching->name});
  } catch (const InvalidArgument& problem) {
    return problem;
  }
  if (const Index run = scenario.bandsAtMost(strategy.bands()); run != strategy.bands()) {
    return InvalidArgument("bands", strategy.bands(),
                           run == 1 && scenario.bandsAtMost(most) == 1
                               ? Text(Core::tr("1 (independent noise under %1)"), scenario.batching->name)
                               : Text(Core::tr("a divisor of the %1 steps of an epoch under %2, such as %3"),
                                      scenario.stepsPerEpoch(), scenario.batching->name, run));
  }
  return std::nullopt;
}

}  // namespace noiseloom
