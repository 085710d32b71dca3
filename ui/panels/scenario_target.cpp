// The scenario panel's links and locks: the value that follows in k N = n B, the input solved for, and its target.

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QVBoxLayout>
#include <array>
#include <vector>

#include "core/scenario/field_value.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/target_solver.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/fold_section.h"
#include "ui/panels/mark_button.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/style/number_text.h"
#include "ui/style/place_of.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

using Series = SliderScale::Series;

constexpr int kPatienceMilliseconds = 250;

constexpr std::array kLinked{Field::Iterations, Field::Epochs, Field::DatasetSize, Field::BatchSize};

QString quantityText(TargetQuantity quantity) {
  switch (quantity) {
    case TargetQuantity::Error: return ScenarioPanel::tr("Error at most");
    case TargetQuantity::Improvement: return ScenarioPanel::tr("Better than DP-SGD");
    case TargetQuantity::NoiseRows: return ScenarioPanel::tr("Noise rows at most");
    case TargetQuantity::Memory: return ScenarioPanel::tr("Memory at most");
    case TargetQuantity::Advantage: return ScenarioPanel::tr("Attack’s advantage at most");
    case TargetQuantity::TruePositives: return ScenarioPanel::tr("True positives at most");
    case TargetQuantity::RightGuesses: return ScenarioPanel::tr("Right guesses at most");
  }
  return {};
}

// Improvements are typed in percent.
double unitOf(TargetQuantity quantity) {
  return quantity == TargetQuantity::Improvement ? 100 : 1;
}

SliderScale scaleOf(TargetQuantity quantity) {
  switch (quantity) {
    case TargetQuantity::Error: return {0.01, 1e4, Series::Decimal, false};
    case TargetQuantity::Improvement: {
      std::vector<double> stops;
      for (int percent = 0; percent <= 95; percent += 5) stops.push_back(percent);
      return SliderScale(std::move(stops));
    }
    case TargetQuantity::NoiseRows: return {1, 1e4, Series::Binary, true};
    case TargetQuantity::Memory: return {1e8, 1e13, Series::Decimal, true};
    case TargetQuantity::Advantage:
    case TargetQuantity::TruePositives: return {0.01, 0.9, Series::Decimal, false};
    case TargetQuantity::RightGuesses: return {0.5, 0.99, Series::Decimal, false};
  }
  return {1, 2, Series::Decimal, false};
}

}  // namespace

void ScenarioPanel::addChains() {
  for (const Field field : kLinked) {
    auto* chain = new MarkButton(QStringLiteral("chain"));
    chain->setObjectName(m_numbers[field]->objectName() + QStringLiteral("Chain"));
    connect(chain, &MarkButton::clicked, this, [this, field] { setFollower(field); });
    m_numbers[field]->addMark(chain);
    m_chains[field] = chain;
  }
  setFollower(m_follower);
}

void ScenarioPanel::setFollower(Field field) {
  m_follower = field;
  refreshChains();
}

void ScenarioPanel::refreshChains() {
  const Scenario& scenario = m_document.scenario();
  for (const auto& [linked, chain] : m_chains) {
    const bool follows = linked == followerIn(scenario, m_follower);
    chain->setOn(follows);
    chain->setEnabled(scenario.datasetSize && followerIn(scenario, linked) == linked);
    const QString name = m_numbers[linked]->name();
    chain->describe(follows ? tr("%1 follows").arg(name) : tr("Let %1 follow").arg(name),
                    follows ? tr("Follows from the three others: k N = n B")
                            : tr("Let this value follow from the three others: k N = n B"));
  }
}

void ScenarioPanel::addLocks() {
  for (const Field field : solvedFields()) {
    NumberField& number = *m_numbers[field];
    auto* lock = new MarkButton(QStringLiteral("target"));
    lock->setObjectName(number.objectName() + QStringLiteral("Lock"));
    connect(lock, &MarkButton::clicked, this, [this, field] {
      // Text typed here is the value to start from.
      m_document.takeOverEntries();
      m_solver->lock(m_solver->unknown() == field ? std::nullopt : std::optional(field));
      if (!m_target->isVisible()) return;
      // The first thing that is wanted now is another target.
      m_target->edit().setFocus(Qt::TabFocusReason);
      ensureWidgetVisible(m_target, 0, 2 * kGrid);
    });
    number.addMark(lock);
    m_locks[field] = lock;
  }
}

void ScenarioPanel::addSeparations() {
  for (const Field field : {Field::RobustFrom, Field::MinSeparation}) {
    NumberField& number = *m_numbers[field];
    auto* curve = new MarkButton(QStringLiteral("chart"));
    curve->setCheckable(false);
    curve->setObjectName(number.objectName() + QStringLiteral("Curve"));
    curve->describe(tr("Epsilon against the separation observed …"),
                    tr("What still holds, with the noise as it is, where members return sooner than promised"));
    connect(curve, &MarkButton::clicked, this, &ScenarioPanel::separationsWanted);
    number.addMark(curve);
  }
}

// What a target says of the attack that it is about.
void ScenarioPanel::addAttack(QWidget* owner) {
  m_falsePositives = named<NumberField>(
      "targetFalsePositives",
      NumberFieldSpec{tr("False positives"),
                      {},
                      tr("The share of those who did not take part for whom the attack says that they "
                         "did. Also the chance of guessing a record, where it is to be reconstructed"),
                      {},
                      SliderScale{1e-4, 0.5, Series::Decimal, false}},
      owner);
  m_prior =
      named<NumberField>("targetPrior",
                         NumberFieldSpec{tr("Believed before"),
                                         QStringLiteral("π"),
                                         tr("With what probability the attacker believed that somebody took part"),
                                         {},
                                         SliderScale{1e-3, 0.999, Series::OneTwoFive, false}},
                         owner);
  connect(m_falsePositives, &NumberField::edited, this, [this](std::optional<double> value, bool continues) {
    SolveTarget target = m_solver->target();
    target.falsePositives = value.value_or(0);
    editTarget(target, continues);
  });
  connect(m_prior, &NumberField::edited, this, [this](std::optional<double> value, bool continues) {
    SolveTarget target = m_solver->target();
    target.prior = value.value_or(0);
    editTarget(target, continues);
  });
}

void ScenarioPanel::addTarget() {
  QStringList names;
  for (const TargetQuantity quantity : valuesOf<TargetQuantity>()) names += quantityText(quantity);
  // Without a row until something is solved for, but never without an owner.
  QWidget* owner = m_column->parentWidget();
  m_targetQuantity =
      named<ChoiceField>("targetQuantity", tr("Solve so that"), tr("What the design has to reach"), names,
                         QStringList{tr("The error of the objective, in clip norms"),
                                     tr("By how much the rmse is below that of independent noise, in percent"),
                                     tr("The best bands that keep so many rows of noise"),
                                     tr("The best bands that fit a machine’s memory, in bytes"),
                                     tr("True less false positives of whatever attack asks who took part: the "
                                        "largest ε that keeps it"),
                                     tr("True positives of whatever attack asks who took part, at a rate of false "
                                        "positives: the largest ε that keeps them"),
                                     tr("How probably whoever guesses who took part is right, from a prior belief: "
                                        "1 less the Bayes risk")},
                         owner);
  m_target = named<NumberField>(
      "target",
      NumberFieldSpec{tr("Target"), {}, tr("What the design has to reach"), {}, scaleOf(TargetQuantity::Error)}, owner);
  // The first target is the design's error to the last digit, which is too long to read.
  m_target->setFormat([](double value) {
    const QString whole = entryText(value);
    return whole.size() > 8 && value < 1e5 ? resultText(value, 5) : whole;
  });
  // Most answers are immediate: only longer searches show that they are running.
  auto* patience = new QTimer(this);
  patience->setSingleShot(true);
  patience->setInterval(kPatienceMilliseconds);
  connect(patience, &QTimer::timeout, this,
          [this] { m_target->setName(tr("Solving …"), tr("The value that reaches this target is being looked for")); });
  connect(m_solver, &TargetSolver::changed, patience, [this, patience] {
    if (m_solver->state() == TargetSolver::State::Solving) {
      if (!patience->isActive()) patience->start();
      return;
    }
    patience->stop();
    m_target->setName(tr("Target"), tr("What the design has to reach"));
  });
  addAttack(owner);
  for (QWidget* widget : targetRows()) widget->hide();
  connect(m_targetQuantity, &ChoiceField::chosen, this,
          [this](int index) { m_solver->setTarget(m_solver->standing(valuesOf<TargetQuantity>()[index])); });
  connect(m_target, &NumberField::edited, this, [this](std::optional<double> value, bool continues) {
    SolveTarget target = m_solver->target();
    target.value = value.value_or(0) / unitOf(target.quantity);
    editTarget(target, continues);
  });
  for (NumberField* number : {m_target, m_falsePositives, m_prior}) {
    connect(number, &NumberField::unreadable, number, &NumberField::setProblem);
    connect(&m_document, &ScenarioDocument::entriesWanted, number, &NumberField::takeOver);
    connect(&number->edit(), &QLineEdit::returnPressed, this, [this] {
      if (m_solver->state() == TargetSolver::State::Stopped) m_solver->again();
    });
  }
  connect(m_solver, &TargetSolver::changed, this, [this] {
    placeTarget();
    refreshTarget();
  });
  refreshTarget();
}

std::array<QWidget*, 4> ScenarioPanel::targetRows() const {
  return {m_targetQuantity, m_target, m_falsePositives, m_prior};
}

void ScenarioPanel::editTarget(const SolveTarget& target, bool continues) {
  if (!continues || m_targetGesture == 0) m_targetGesture = m_document.newGesture();
  m_solver->setTarget(target, m_targetGesture);
}

// Directly below the field that is solved for.
void ScenarioPanel::placeTarget() {
  const std::optional<Field> unknown = m_solver->unknown();
  if (!unknown) return;
  const Field field = *unknown;
  FoldSection* section = m_places[field];
  QVBoxLayout& rows = section->rows();
  const int at = rows.indexOf(m_numbers[field]);
  if (rows.indexOf(m_target) == at + 2) return;
  for (QWidget* widget : targetRows()) {
    if (QWidget* parent = widget->parentWidget(); parent && parent->layout()) parent->layout()->removeWidget(widget);
  }
  int place = rows.indexOf(m_numbers[field]);
  for (QWidget* widget : targetRows()) rows.insertWidget(++place, widget);
  setTabOrder(&m_numbers[field]->edit(), &m_targetQuantity->combo());
  setTabOrder(&m_targetQuantity->combo(), &m_target->edit());
  setTabOrder(&m_target->edit(), &m_falsePositives->edit());
  setTabOrder(&m_falsePositives->edit(), &m_prior->edit());
  section->setFolded(false);
}

void ScenarioPanel::refreshTarget() {
  using State = TargetSolver::State;
  const std::optional<Field> unknown = m_solver->unknown();
  const SolveTarget& target = m_solver->target();
  for (const auto& [field, lock] : m_locks) {
    const bool locked = unknown && *unknown == field;
    lock->setOn(locked);
    const QString name = m_numbers[field]->name();
    lock->describe(locked ? tr("Stop solving for %1").arg(name) : tr("Solve for %1").arg(name),
                   locked ? tr("Solved for: the target decides this value. Click to set it yourself")
                          : tr("Solve for this value: set a target instead"));
  }
  // The required memory is that of particular bands.
  const bool bandsToo = unknown == Field::Memory;
  for (const auto& [field, number] : m_numbers) {
    const bool result = unknown && (*unknown == field || (bandsToo && field == Field::Bands));
    number->setResult(result);
  }
  m_bestBands->setEnabled(unknown != Field::Bands && !bandsToo);
  const bool shown = unknown.has_value() && m_numbers[*unknown]->isVisibleTo(widget());
  m_targetQuantity->setVisible(shown);
  m_target->setVisible(shown);
  m_falsePositives->setVisible(shown && target.quantity == TargetQuantity::TruePositives);
  m_prior->setVisible(shown && target.quantity == TargetQuantity::RightGuesses);
  if (!unknown) return;
  const auto quantities = valuesOf<TargetQuantity>();
  const int quantity = placeOf(quantities, target.quantity);
  m_targetQuantity->showChoice(quantity);
  for (int i = 0; i < static_cast<int>(quantities.size()); ++i)
    m_targetQuantity->setOffered(i, fits(*unknown, quantities[i]));
  const bool percent = target.quantity == TargetQuantity::Improvement;
  m_target->setSymbol(percent                                     ? QStringLiteral("%")
                      : target.quantity == TargetQuantity::Memory ? QStringLiteral("B")
                                                                  : QStringLiteral("≤"));
  if (m_targetScale != target.quantity) {
    m_targetScale = target.quantity;
    m_target->setScale(scaleOf(target.quantity));
  }
  m_target->showValue(target.value * unitOf(target.quantity));
  m_falsePositives->showValue(target.falsePositives);
  m_prior->showValue(target.prior);
  const State state = m_solver->state();
  m_target->setProblem(state == State::Unreachable || state == State::Refused ? m_solver->message()
                       : state == State::Stopped ? tr("Not solved for this scenario. Press Enter here to solve again.")
                                                 : QString());
}

}  // namespace noiseloom
