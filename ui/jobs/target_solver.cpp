#include "ui/jobs/target_solver.h"

#include <QPointer>
#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/design/baseline_error.h"
#include "core/search/band_curve.h"
#include "ui/document/scenario_document.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

constexpr std::size_t kMostAnswers = 200;
constexpr double kUsualRisk = 0.1;

// Rounds to four digits, to the side that is easier to reach, so that the present scenario meets its own target.
double eased(double value, bool up) {
  if (!(std::abs(value) > 0) || !std::isfinite(value)) return value;
  const double power = std::pow(10.0, 3 - std::floor(std::log10(std::abs(value))));
  return (up ? std::ceil(value * power - 1e-9) : std::floor(value * power + 1e-9)) / power;
}

}  // namespace

TargetSolver::TargetSolver(ScenarioDocument& document, QObject* parent) : QObject(parent), m_document(document) {
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (!m_unknown) return;
    if (change == DocumentChange::Design) checkRestored();
    if (change == DocumentChange::Scenario) {
      if (m_document.editing()) {
        solve();
      } else if (!m_amending) {
        // Undo, redo or opening replaced the scenario in question.
        m_job.cancel();
        setState(isAnswered() ? State::Met : State::Stopped);
      }
    }
  });
  connect(&m_job, &NewestJob::failed, this, [this](const QString& message) { setState(State::Refused, message); });
}

SolveTarget TargetSolver::standing(TargetQuantity quantity) const {
  const auto design = m_document.design();
  const Deployment& deployment = m_document.scenario().deployment;
  switch (quantity) {
    case TargetQuantity::Error: return {quantity, design ? eased(design->objectiveError(), true) : 1};
    case TargetQuantity::Improvement:
      return {quantity, design && design->dpSgdRmse > 0 ? eased(gainOverBaseline(*design), false) : 0};
    case TargetQuantity::NoiseRows: return {quantity, design ? static_cast<double>(design->strategy.noiseRows()) : 0};
    case TargetQuantity::Memory: {
      if (deployment.memoryPerMachine) return {quantity, static_cast<double>(*deployment.memoryPerMachine)};
      const Index rows = design ? std::max<Index>(1, design->strategy.noiseRows()) : 1;
      return {quantity, noiseBytesPerMachine(deployment, rows)};
    }
    // Under some batchings the present design's own value takes draws: a usual demand stands in.
    case TargetQuantity::Advantage:
    case TargetQuantity::TruePositives: return {quantity, kUsualRisk};
    case TargetQuantity::RightGuesses: return {quantity, 0.5 + 0.5 * kUsualRisk};  // whose advantage that is
  }
  return {};
}

void TargetSolver::release() {
  if (!m_unknown) return;
  m_unknown.reset();
  m_restored = false;
  m_job.cancel();
  setState(State::Off);
}

/// A question restored by undo or redo comes with its scenario, which has its answer or none.
void TargetSolver::ask(const Question& question) {
  m_job.cancel();
  m_restored = false;
  m_unknown = question.unknown;
  m_target = question.target;
  setState(!m_unknown ? State::Off : isAnswered() ? State::Met : State::Stopped);
}

void TargetSolver::addStep(const QString& text, const Question& before, int gesture) {
  const auto asking = [self = QPointer(this)](const Question& question) {
    return [self, question] {
      if (self) self->ask(question);
    };
  };
  m_document.addStep(text, asking(before), asking({m_unknown, m_target}), gesture);
}

void TargetSolver::remember() {
  if (m_answers.size() == kMostAnswers) m_answers.erase(m_answers.begin());
  m_answers.push_back({m_document.scenario(), *m_unknown, m_target});
}

void TargetSolver::lock(std::optional<Field> unknown) {
  if (unknown == m_unknown) return;
  const Question before{m_unknown, m_target};
  const bool keeps = m_unknown && unknown && fits(*unknown, m_target.quantity);
  m_unknown = unknown;
  m_restored = false;
  m_job.cancel();
  if (!m_unknown) {
    addStep(tr("solve for nothing"), before);
    setState(State::Off);
    return;
  }
  const auto design = m_document.design();
  const bool solved = design && m_document.designState() == DesignState::Current;
  // Bands and memory are chosen from many values; for other numbers the present value is the exact answer.
  const bool number = m_unknown != Field::Bands && m_unknown != Field::Memory;
  if (!keeps && solved && number) {
    m_target = {TargetQuantity::Error, design->objectiveError()};
    if (!refusalOf(m_document.scenario())) {
      addStep(tr("solve for %1").arg(fieldLabel(*m_unknown)), before);
      remember();
      setState(State::Met);
      return;
    }
  }
  if (!keeps) m_target = standing(TargetQuantity::Error);
  addStep(tr("solve for %1").arg(fieldLabel(*m_unknown)), before);
  solve();
}

void TargetSolver::restore(Field unknown, const SolveTarget& target) {
  m_unknown = unknown;
  m_target = target;
  m_job.cancel();
  if (const auto problem = refusalOf(m_document.scenario())) {
    setState(State::Refused, *problem);
    return;
  }
  // A design does not say what it means for attacks: asked once more, and nothing is changed.
  if (isRisk(m_target.quantity)) return solve(Answers::Compared);
  // The session says that its scenario was solved: checked once its design is there.
  m_restored = true;
  setState(State::Met);
  checkRestored();
}

void TargetSolver::checkRestored() {
  const auto design = m_document.design();
  if (!m_restored || !design || m_document.designState() != DesignState::Current) return;
  m_restored = false;
  const auto reaches = [&] {
    constexpr double kSlack = 1e-9;  // relative slack for numbers stored in a file
    switch (m_target.quantity) {
      case TargetQuantity::Error: return design->objectiveError() <= m_target.value * (1 + kSlack);
      case TargetQuantity::Improvement: return gainOverBaseline(*design) >= m_target.value - kSlack;
      case TargetQuantity::NoiseRows: return static_cast<double>(design->strategy.noiseRows()) <= m_target.value;
      case TargetQuantity::Memory:
        return noiseBytesPerMachine(m_document.scenario().deployment, design->strategy.noiseRows()) <=
               m_target.value * (1 + kSlack);
      case TargetQuantity::Advantage:
      case TargetQuantity::TruePositives:
      case TargetQuantity::RightGuesses: break;  // solved anew
    }
    return true;
  };
  if (!reaches()) setState(State::Stopped);
}

void TargetSolver::setTarget(const SolveTarget& target, int gesture) {
  if (target == m_target) return;
  const Question before{m_unknown, m_target};
  m_target = target;
  if (!m_unknown) return;
  addStep(tr("target"), before, gesture);
  solve();
}

void TargetSolver::cancel() {
  if (m_state != State::Solving) return;
  m_job.cancel();
}

bool TargetSolver::isAnswered() const {
  return std::ranges::any_of(m_answers, [this](const Answer& answer) {
    return m_unknown == answer.unknown && answer.target == m_target && answer.scenario == m_document.scenario();
  });
}

void TargetSolver::again() {
  if (m_unknown && m_state != State::Solving) solve();
}

std::optional<QString> TargetSolver::refusalOf(const Scenario& scenario) const {
  const auto problem = solveForProblem(scenario, *m_unknown, m_target);
  if (!problem) return std::nullopt;
  return tr("%1 is not allowed: use %2.").arg(valueText(problem->value()), coreText(problem->allowed()));
}

void TargetSolver::solve(Answers answers) {
  const Scenario scenario = m_document.scenario();
  const Field unknown = *m_unknown;
  const SolveTarget target = m_target;
  m_restored = false;
  if (const auto problem = refusalOf(scenario)) {
    m_job.cancel();
    setState(State::Refused, *problem);
    return;
  }
  setState(State::Solving);
  m_job.start([this, scenario, unknown, target, answers](const std::stop_token& stop) -> NewestJob::Delivery {
    try {
      const SolveForResult result = solveFor(scenario, unknown, target, {stop});
      return [this, scenario, target, result, answers] { receive(scenario, target, result, answers); };
    } catch (const InvalidArgument&) {
      // The problem belongs to another field, which shows it.
      return [this] { setState(State::Stopped); };
    }
  });
}

void TargetSolver::receive(const Scenario& asked, const SolveTarget& target, const SolveForResult& result,
                           Answers answers) {
  const bool current = m_unknown && target == m_target && asked == m_document.scenario();
  if (!current) return;
  if (answers == Answers::Compared) {
    constexpr double kDigits = 2e-3;  // where a search ends depends on where it begins, by the last of four
    const bool same =
        result.outcome == SolveOutcome::Met && std::abs(result.value - asked.epsilon) <= kDigits * result.value;
    if (same) remember();
    setState(same ? State::Met : State::Stopped);
    return;
  }
  if (result.outcome == SolveOutcome::Unreachable) {
    setState(State::Unreachable, whyNot(result));
    return;
  }
  if (result.design && std::isfinite(result.design->noiseMultiplier.value)) {
    m_amending = true;
    m_document.amend(*m_unknown, result.scenario);
    m_amending = false;
    if (result.outcome == SolveOutcome::Met) remember();
    // Already solved and certified: shown before the window's solver reaches it.
    if (sameDesign(result.design->scenario, m_document.scenario())) m_document.setDesign(result.design, true);
  }
  setState(result.outcome == SolveOutcome::Met ? State::Met : State::Stopped);
}

QString TargetSolver::whyNot(const SolveForResult& result) const {
  if (!std::isfinite(result.reached)) return tr("No value gives a valid design.");
  const QString value = entryText(result.value);
  QString reached = resultText(result.reached);
  if (m_target.quantity == TargetQuantity::Improvement) {
    const QString share = tr("%1 %").arg(percentText(100 * result.reached));
    switch (*m_unknown) {
      case Field::Epsilon:
        return tr("Even ε = %1 is only %2 better than DP-SGD under the same batching.").arg(value, share);
      case Field::Bands:
        return tr("Even %1 bands are only %2 better than DP-SGD under the same batching.").arg(value, share);
      case Field::Epochs:
        return tr("Even %1 epochs are only %2 better than DP-SGD under the same batching.").arg(value, share);
      case Field::Iterations:
        return tr("Even %1 iterations are only %2 better than DP-SGD under the same batching.").arg(value, share);
      case Field::Memory:
        return tr("With any memory the design is only %1 better than DP-SGD under the same batching.").arg(share);
      default: break;
    }
  }
  if (m_target.quantity == TargetQuantity::Advantage)
    return tr("Even ε = %1 lets an attack have an advantage of %2.").arg(value, reached);
  if (m_target.quantity == TargetQuantity::TruePositives)
    return tr("Even ε = %1 lets an attack have true positives of %2.").arg(value, reached);
  if (m_target.quantity == TargetQuantity::RightGuesses)
    return tr("Even ε = %1 lets an attack guess rightly with probability %2.").arg(value, reached);
  switch (*m_unknown) {
    case Field::Epsilon: return tr("Even ε = %1 gives an error of %2.").arg(value, reached);
    case Field::Bands: return tr("Even %1 bands give an error of %2.").arg(value, reached);
    case Field::Epochs: return tr("Even %1 epochs give an error of %2.").arg(value, reached);
    case Field::Iterations: return tr("Even %1 iterations give an error of %2.").arg(value, reached);
    case Field::Memory: return tr("With any memory the error is %1.").arg(reached);
    default: break;
  }
  return {};
}

void TargetSolver::setState(State state, const QString& message) {
  m_state = state;
  m_message = message;
  emit changed();
}

}  // namespace noiseloom
