#include "ui/lessons/lesson_player.h"

#include <algorithm>
#include <set>
#include <utility>

#include "ui/document/scenario_document.h"
#include "ui/lessons/lesson_values.h"

namespace noiseloom {
namespace {

LessonTraining trainingIn(const LessonView& view) {
  const auto panel = view.views.find(QStringLiteral("trainingPanel"));
  return lessonTrainingOf(panel == view.views.end() ? QJsonObject() : panel->second);
}

}  // namespace

LessonPlayer::LessonPlayer(ScenarioDocument& document, QObject* parent) : QObject(parent), m_document(document) {
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (!m_lesson || m_applying || change == DocumentChange::Trace || change == DocumentChange::Activity) return;
    if (change == DocumentChange::Scenario && m_document.undoStack().count() == 0) end(false);
    if (!m_lesson) return;
    followOwn();
    emit valuesChanged();
  });
  // Only opening a file empties the undo stack.
  connect(&m_document.undoStack(), &QUndoStack::indexChanged, this, [this] {
    if (m_lesson && !m_applying && m_document.undoStack().count() == 0) end(false);
  });
  connect(&m_results, &LessonResults::changed, this, [this] {
    if (m_lesson) emit valuesChanged();
  });
}

void LessonPlayer::start(std::shared_ptr<const Lesson> lesson) {
  if (m_lesson) {
    // The scenario before both lessons is restored after this one, and need not be solved in between.
    end(true);
    m_document.takeOverEntries();
  } else {
    m_document.takeOverEntries();
    m_before = m_document.scenario();
    m_designBefore = m_document.designState() == DesignState::Current ? m_document.design() : nullptr;
  }
  m_lesson = std::move(lesson);
  m_step = 0;
  m_replies.clear();
  emit started();
  goTo(0);
}

void LessonPlayer::next() {
  if (canGoOn()) goTo(m_step + 1);
}

void LessonPlayer::back() {
  if (canGoBack()) goTo(m_step - 1);
}

void LessonPlayer::restart() {
  if (!m_lesson) return;
  m_replies.clear();
  goTo(0);
}

void LessonPlayer::goTo(int step) {
  m_step = step;
  applyScenario();
  wantResults();
  emit stepChanged();
}

void LessonPlayer::resetStep() {
  if (!m_lesson) return;
  applyScenario();
  emit stepChanged();
}

void LessonPlayer::applyScenario() {
  m_now = scenarioOf(*m_lesson, m_step, isRevealed());
  if (m_document.scenario() == m_now) return;
  m_applying = true;
  m_document.adopt(m_now, tr("step %1 of the lesson").arg(m_step + 1));
  m_applying = false;
}

void LessonPlayer::wantResults() {
  const LessonStep& step = current();
  m_needsSweep = false;
  std::set<std::string> learning;
  for (const LessonFormula& formula : formulasOf(step)) {
    for (const std::string& name : formula.expression->names()) {
      m_needsSweep = m_needsSweep || name.starts_with("sweep.");
      if (isLearned(name)) learning.insert(name.substr(0, name.find('.')));
    }
  }
  m_needsOwn = learning.contains("design");
  const Scenario asked = scenarioOf(*m_lesson, m_step, false);
  const LessonTraining training = trainingIn(viewOf(*m_lesson, m_step, false));
  std::map<std::string, LessonWanted> wanted;
  for (const auto& [name, other] : step.compare) {
    const Scenario differs = withChange(asked, other.change);
    wanted[name] = {differs, {}};
    if (other.strategyOf) wanted[name].strategyOf = withChange(differs, *other.strategyOf);
  }
  if (step.question) wanted["before"] = {asked, {}};
  for (auto& [name, one] : wanted) {
    if (learning.contains(name)) one.training = training;
  }
  m_results.want(std::move(wanted), ownTask());
}

void LessonPlayer::followOwn() {
  m_results.wantOwn(ownTask());
}

LessonResults::Task LessonPlayer::ownTask() const {
  const bool now = m_needsOwn && isStepScenario() && m_document.designState() == DesignState::Current;
  const auto design = now ? m_document.design() : nullptr;
  return {design && !design->estimated ? design : nullptr, trainingIn(view())};
}

void LessonPlayer::leave() {
  if (!m_lesson) return;
  m_lesson.reset();
  m_results.clear();
  if (m_document.scenario() != m_before)
    m_document.adopt(m_before, tr("leaving the lesson"), std::exchange(m_designBefore, nullptr));
  emit left(true);
}

void LessonPlayer::end(bool restored) {
  m_lesson.reset();
  m_results.clear();
  emit left(restored);
}

void LessonPlayer::setGuess(double guess) {
  if (m_lesson && current().question && !isRevealed()) m_replies[m_step].guess = guess;
}

void LessonPlayer::reveal() {
  if (!m_lesson || !current().question || !guess() || isRevealed()) return;
  m_replies[m_step].revealed = true;
  // Undoes the user's own changes too: the explanation is about the lesson's scenario.
  applyScenario();
  followOwn();
  emit stepChanged();
}

std::optional<double> LessonPlayer::answer() const {
  if (!m_lesson || !isRevealed()) return std::nullopt;
  std::optional<double>& answer = m_replies[m_step].answer;
  if (!answer && isSolved()) answer = computedAnswer();
  return answer;
}

std::optional<double> LessonPlayer::computedAnswer() const {
  const LessonQuestion& question = *current().question;
  if (question.kind == LessonQuestion::Kind::Number) return question.answer->evaluate(lookup());
  std::optional<double> found;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const std::optional<bool> holds = question.options[i].when.holds(lookup());
    if (!holds) return std::nullopt;
    if (!*holds) continue;
    if (found) return std::nullopt;
    found = static_cast<double>(i);
  }
  return found;
}

std::optional<bool> LessonPlayer::isRight() const {
  const std::optional<double> right = answer();
  const std::optional<double> mine = guess();
  if (!right || !mine) return std::nullopt;
  const LessonQuestion& question = *current().question;
  if (question.kind == LessonQuestion::Kind::Choice) return *mine == *right;
  return std::max(*mine, *right) <= question.factor * std::min(*mine, *right);
}

bool LessonPlayer::isStepScenario() const {
  return m_lesson && m_document.scenario() == m_now;
}

bool LessonPlayer::isSolved() const {
  return m_lesson && isStepScenario() && m_document.designState() == DesignState::Current && m_results.isComplete() &&
         (!m_needsOwn || m_results.ownLearned()) && (!m_needsSweep || m_document.sweepIsComplete());
}

std::optional<double> LessonPlayer::value(std::string_view name) const {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string group(name.substr(0, dot));
  const std::string_view member = name.substr(dot + 1);
  if (group == "sweep") {
    return m_document.sweepIsComplete() && m_document.sweepIsCurrent() ? sweepValue(m_document.sweep(), member)
                                                                       : std::nullopt;
  }
  const bool own = group == "design";
  if (isLearned(name)) {
    const auto learned = own ? m_results.ownLearned() : m_results.learned(group);
    return learned ? learnedValue(*learned, member) : std::nullopt;
  }
  if (own && m_document.designState() != DesignState::Current) return std::nullopt;
  const auto design = own ? m_document.design() : m_results.find(group);
  return design ? designValue(*design, member) : std::nullopt;
}

ExpressionLookup LessonPlayer::lookup() const {
  return [this](std::string_view name) { return value(name); };
}

LessonView LessonPlayer::view() const {
  return viewOf(*m_lesson, m_step, isRevealed());
}

QString LessonPlayer::highlight() const {
  const LessonStep& step = current();
  return isRevealed() && !step.question->highlight.isEmpty() ? step.question->highlight : step.highlight;
}

}  // namespace noiseloom
