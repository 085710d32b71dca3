#include "ui/panels/scenario_panel.h"

#include <QCheckBox>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/document/field_value.h"
#include "ui/document/scenario_document.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_choices.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kPanelWidth = 328;

template <class Array, class Value>
int indexOf(const Array& values, Value value) {
  return static_cast<int>(std::find(values.begin(), values.end(), value) - values.begin());
}

}  // namespace

ScenarioPanel::ScenarioPanel(ScenarioDocument& document, QWidget* parent) : QScrollArea(parent), m_document(document) {
  setObjectName(QStringLiteral("scenarioPanel"));
  setAccessibleName(tr("Scenario"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  auto* content = new QWidget;
  m_column = new QVBoxLayout(content);
  m_column->setContentsMargins(2 * kGrid, kHalfGrid, kGrid + kHalfGrid, kGrid);
  m_column->setSpacing(0);
  buildTraining();
  buildPrivacy();
  buildBatching();
  buildMechanism();
  buildDeployment();
  m_column->addStretch(1);
  setWidget(content);
  setMinimumWidth(kPanelWidth);

  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    switch (change) {
      case DocumentChange::Scenario: refresh(); break;
      case DocumentChange::Problems: refreshProblems(); break;
      case DocumentChange::Design: refreshBands(); break;
      case DocumentChange::Sweep:
      case DocumentChange::Activity: break;
    }
  });
  refresh();
}

QSize ScenarioPanel::sizeHint() const {
  return {kPanelWidth, 620};
}

NumberField* ScenarioPanel::numberField(Field field) const {
  const auto found = m_numbers.find(field);
  return found == m_numbers.end() ? nullptr : found->second;
}

ChoiceField* ScenarioPanel::choiceField(Field field) const {
  const auto found = m_choices.find(field);
  return found == m_choices.end() ? nullptr : found->second;
}

void ScenarioPanel::addSection(const QString& title) {
  auto* label = new QLabel(title);
  label->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  label->setContentsMargins(0, m_numbers.empty() && m_choices.empty() ? 2 : kGrid, 0, 2);
  m_column->addWidget(label);
}

void ScenarioPanel::addNumber(Field field, NumberFieldSpec spec) {
  auto* number = new NumberField(std::move(spec));
  number->setObjectName(QString::fromLatin1(argumentName(field).data()));
  connect(number, &NumberField::edited, this,
          [this, field](std::optional<double> value, bool continues) { editNumber(field, value, continues); });
  connect(number, &NumberField::unreadable, this,
          [this, field](const QString& message) { m_document.setEntryProblem(field, message); });
  m_numbers[field] = number;
  m_column->addWidget(number);
}

void ScenarioPanel::addChoice(Field field, ChoiceField* choice) {
  choice->setObjectName(QString::fromLatin1(argumentName(field).data()));
  m_choices[field] = choice;
  m_column->addWidget(choice);
}

void ScenarioPanel::editNumber(Field field, std::optional<double> value, bool continues) {
  int& gesture = m_gestures[field];
  if (!continues || gesture == 0) gesture = m_document.newGesture();
  try {
    m_document.edit(field, withValue(m_document.scenario(), field, value), gesture);
  } catch (const InvalidArgument& problem) {
    QString name = fieldLabel(field);
    name[0] = name[0].toUpper();
    m_document.setEntryProblem(
        field, tr("%1 %2 is not allowed: use %3.")
                   .arg(name, QString::fromStdString(problem.value()), QString::fromStdString(problem.allowed())));
  }
}

void ScenarioPanel::refresh() {
  const Scenario& scenario = m_document.scenario();
  for (const auto& [field, number] : m_numbers) {
    // What was typed and cannot be used stays until it is mended or undone.
    if (!m_document.hasEntryProblem(field)) number->showValue(valueOf(scenario, field));
  }
  m_numbers[Field::BatchSize]->setEnabled(scenario.datasetSize.has_value());
  m_choices[Field::Adjacency]->showChoice(indexOf(kAdjacencies, scenario.adjacency));
  m_choices[Field::Batching]->showChoice(indexOf(kBatchings, scenario.batching));
  m_choices[Field::Mechanism]->showChoice(indexOf(kMechanisms, scenario.mechanism));
  m_choices[Field::NumberType]->showChoice(indexOf(kNumberTypes, scenario.deployment.numberType));
  m_numbers[Field::MinSeparation]->setVisible(scenario.batching == Batching::MinSeparation);
  // An entry that nobody can see or change must not stand in the way.
  if (scenario.batching != Batching::MinSeparation) m_document.clearEntryProblem(Field::MinSeparation);
  if (scenario.mechanism == MechanismKind::DpSgd) m_document.clearEntryProblem(Field::Bands);
  if (!scenario.datasetSize) m_document.clearEntryProblem(Field::BatchSize);
  m_columnNormalize->setChecked(scenario.columnNormalize);
  m_columnNormalize->setEnabled(scenario.mechanism == MechanismKind::BandedToeplitz);
  refreshBands();
  refreshProblems();
}

void ScenarioPanel::refreshBands() {
  const Scenario& scenario = m_document.scenario();
  const bool hasBands = scenario.mechanism != MechanismKind::DpSgd;
  NumberField& bands = *m_numbers[Field::Bands];
  bands.setEnabled(hasBands);
  m_bestBands->setEnabled(hasBands);
  m_bestBands->setChecked(!scenario.bands);
  // Scenarios with problems may have no meaningful limit; the slider then keeps its last one.
  if (scenario.problems().empty() && scenario.mostBands() != m_mostBands) {
    m_mostBands = scenario.mostBands();
    bands.setScale(
        SliderScale(1, static_cast<double>(std::max<Index>(m_mostBands, 1)), SliderScale::Series::Binary, true));
  }
  const auto design = m_document.design();
  if (!scenario.bands && design) bands.showOpenPosition(static_cast<double>(design->bands));
}

void ScenarioPanel::refreshProblems() {
  const std::vector<FieldProblem> problems = m_document.problems();
  const auto messageFor = [&](Field field) {
    const auto found =
        std::find_if(problems.begin(), problems.end(), [field](const FieldProblem& p) { return p.field == field; });
    return found == problems.end() ? QString() : found->message;
  };
  for (const auto& [field, number] : m_numbers) number->setProblem(messageFor(field));
  for (const auto& [field, choice] : m_choices) choice->setProblem(messageFor(field));
}

}  // namespace noiseloom
