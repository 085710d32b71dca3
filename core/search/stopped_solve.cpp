#include "core/search/stopped_solve.h"

#include <algorithm>

#include "core/base/errors.h"
#include "core/design/evaluator.h"
#include "core/optimize/endings.h"
#include "core/search/comparable.h"

namespace noiseloom {
namespace {

bool isWorse(const DesignPointer& found, const Design& than) {
  return !found || !(found->objectiveError() <= than.objectiveError());
}

/// The same strategy with a complete certificate; nullptr if that takes too long, or it cannot have one.
DesignPointer withCertificate(const Design& found, const ProcessorBudget& budget) {
  Scenario own = found.scenario;
  own.mechanism = found.mechanism;
  try {
    const DesignPointer made = evaluate(own, found.strategy, {budget.token(), {}});
    if (!made) return nullptr;
    auto copy = std::make_shared<Design>(*made);
    copy->optimizer = found.optimizer;
    return copy;
  } catch (const InvalidArgument&) {
    return nullptr;
  }
}

}  // namespace

DesignPointer asAskedFor(const DesignPointer& found, const Scenario& scenario, bool stopped) {
  if (!found) return nullptr;
  auto copy = std::make_shared<Design>(*found);
  copy->scenario = scenario;
  if (stopped) {
    copy->optimizer.termination = Termination::Stopped;
    copy->optimizer.message = endings::kCancelled;
  }
  return copy;
}

SolveSink StoppedSolve::sink() {
  SolveSink guarded = m_sink;
  guarded.onDesign = [this](DesignPointer found, bool final) { take(std::move(found), final); };
  return guarded;
}

void StoppedSolve::take(DesignPointer found, bool final) {
  if (m_control.stopRequested()) {
    if (!found->estimated) m_late.emplace_back(std::move(found), final);
    return;
  }
  m_shown = found;
  m_final = final;
  if (!found->estimated && isWorse(m_certified, *found)) m_certified = found;
  m_sink.onDesign(std::move(found), final);
}

void StoppedSolve::consider(const DesignPointer& found, bool asItIs) {
  if (!found) return;
  m_failure.add(found->certificate);
  if (m_best && !isWorse(m_best, *found)) return;
  m_best = found;
  m_asItIs = asItIs;
}

void StoppedSolve::settle() {
  if (!m_control.stopRequested() || m_request.abandon.stop_requested() || m_final) return;
  if (!m_shown && m_late.empty()) return;
  const Scenario& scenario = m_request.scenario;
  const ProcessorBudget budget(m_request.abandon, m_request.secondsAfterStop);
  for (const auto& [found, final] : m_late) consider(found, final);
  consider(m_certified, false);
  const DesignPointer& before = m_request.neighbour;
  if (before && !before->estimated && sameDesign(before->scenario, scenario)) consider(before, true);
  const bool falls = m_shown && m_shown->estimated && isWorse(m_best, *m_shown);
  const DesignPointer known = falls ? withCertificate(*m_shown, budget) : nullptr;
  consider(known, false);
  for (const auto& [found, final] : m_late) {
    // In a choice among mechanisms each has had its time.
    if (!known && isCutShort(*found) && !scenario.asksForBest()) consider(withCertificate(*found, budget), false);
  }
  if (falls && !known && isWorse(m_best, *m_shown)) return;
  if (!m_best || m_request.abandon.stop_requested()) return;
  auto kept = std::make_shared<Design>(*(m_asItIs ? m_best : asAskedFor(m_best, scenario, true)));
  m_failure.state(kept->certificate);
  m_sink.onDesign(std::move(kept), true);
}

}  // namespace noiseloom
