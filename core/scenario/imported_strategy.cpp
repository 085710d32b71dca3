#include "core/scenario/imported_strategy.h"

#include "core/base/check.h"
#include "core/scenario/scenario.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// Some kinds have no last band in C: the series of an inverse Toeplitz strategy only decays.
bool onlyDecays(const Strategy& strategy) {
  return !strategy.kind().banded;
}

}  // namespace

std::optional<InvalidArgument> ImportedStrategy::problemAt(Index n) const {
  if (!m_strategy) {
    return InvalidArgument("mechanism", {Core::tr("imported from %1, whose numbers are not here"), m_file},
                           Core::tr("that file, opened again, or another mechanism"));
  }
  if (const auto leastOf = m_strategy->kind().leastIterations) {
    const Index least = leastOf(*m_strategy);
    if (n < least)
      return InvalidArgument("iterations", n, {Core::tr("at least %1: %2 has as many coefficients"), least, m_file});
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
      {Core::tr("at most %1 bands (n/k under %2), or another batching"), scenario.mostParts(), batching});
}

Strategy ImportedStrategy::at(Index iterations) const {
  if (const auto found = problemAt(iterations)) throw *found;
  return m_strategy->withIterations(iterations);
}

std::optional<InvalidArgument> bandsProblem(const Scenario& scenario, const Strategy& strategy) {
  if (!scenario.batching->banded || !(scenario.epochs > 0)) return std::nullopt;
  if (onlyDecays(strategy)) {
    return InvalidArgument("strategy", strategy.kindName(),
                           {Core::tr("a banded one under %1"), scenario.batching->name});
  }
  const Index most = scenario.mostParts();
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
