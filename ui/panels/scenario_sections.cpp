// What stands in the scenario panel: names, symbols, help, ranges of the sliders.

#include <QCheckBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/document/scenario_document.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_choices.h"
#include "ui/panels/scenario_panel.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

using Series = SliderScale::Series;

template <class Array>
auto at(const Array& values, int index) {
  return values[static_cast<std::size_t>(index)];
}

}  // namespace

void ScenarioPanel::buildTraining() {
  addSection(tr("Training"));
  addNumber(Field::Iterations, {tr("Iterations"),
                                QStringLiteral("n"),
                                tr("Number of training steps"),
                                {},
                                SliderScale(10, 1e6, Series::Decimal, true)});
  addNumber(Field::Epochs, {tr("Epochs"),
                            QStringLiteral("k"),
                            tr("Most participations of one example"),
                            {},
                            SliderScale(1, 200, Series::Decimal, true)});
  addNumber(Field::DatasetSize,
            {tr("Data set size"), QStringLiteral("N"), tr("Number of examples; sets the batch size B = k N / n"),
             tr("none"), SliderScale(1000, 1e9, Series::Decimal, true)});
  addNumber(Field::BatchSize, {tr("Batch size"),
                               QStringLiteral("B"),
                               tr("Expected examples a step; sets n = k N / B"),
                               {},
                               SliderScale(1, 1e6, Series::Decimal, true)});
  m_numbers[Field::BatchSize]->setFormat(
      [](double value) { return value < 1e6 ? QString::number(value, 'g', 6) : entryText(std::round(value)); });
}

void ScenarioPanel::buildPrivacy() {
  addSection(tr("Privacy"));
  addNumber(Field::Epsilon, {tr("Epsilon"),
                             QStringLiteral("ε"),
                             tr("Privacy budget: smaller is more private"),
                             {},
                             SliderScale(0.05, 100, Series::Decimal, false)});
  addNumber(Field::Delta, {tr("Delta"),
                           QStringLiteral("δ"),
                           tr("Failure probability; well below 1/N"),
                           {},
                           SliderScale(1e-12, 1e-2, Series::OneTwoFive, false)});
  auto* adjacency =
      new ChoiceField(tr("Adjacency"), tr("What two neighbouring data sets differ in"),
                      {tr("Add or remove one"), tr("Zero out one"), tr("Replace one")},
                      {tr("One example is added or removed"), tr("The gradient of one example is replaced by zero"),
                       tr("One example is replaced by another: twice the sensitivity")});
  connect(adjacency, &ChoiceField::chosen, this, [this](int index) {
    Scenario scenario = m_document.scenario();
    scenario.adjacency = at(kAdjacencies, index);
    m_document.edit(Field::Adjacency, scenario);
  });
  addChoice(Field::Adjacency, adjacency);
}

void ScenarioPanel::buildBatching() {
  addSection(tr("Batching"));
  auto* batching =
      new ChoiceField(tr("Sampling"), tr("How examples get into batches: it decides which accountant is right"),
                      {tr("Cyclic Poisson"), tr("Fixed epoch order"), tr("Min-separation"), tr("Single epoch")},
                      {tr("Data split into b parts; step i samples part i mod b by Poisson sampling (amplified)"),
                       tr("The same order in every epoch; also shuffled once. Not amplified"),
                       tr("At least s steps between two participations of an example. Not amplified"),
                       tr("Every example takes part at most once. Not amplified")});
  connect(batching, &ChoiceField::chosen, this, [this](int index) {
    Scenario scenario = m_document.scenario();
    scenario.batching = at(kBatchings, index);
    m_document.edit(Field::Batching, scenario);
  });
  addChoice(Field::Batching, batching);
  addNumber(Field::MinSeparation, {tr("Min-separation"), QStringLiteral("s"),
                                   tr("Fewest steps between two participations; n / k unless given"), tr("n / k"),
                                   SliderScale(1, 1e5, Series::Decimal, true)});
}

void ScenarioPanel::buildMechanism() {
  addSection(tr("Mechanism"));
  auto* mechanism = new ChoiceField(
      tr("Family"), tr("Which strategy matrices are searched"), {tr("DP-SGD"), tr("Banded Toeplitz"), tr("Banded")},
      {tr("Independent noise: C is the identity"), tr("The same coefficients in every column: fast at any n"),
       tr("General banded matrices with unit columns: up to 2 % better, slower to solve")});
  connect(mechanism, &ChoiceField::chosen, this, [this](int index) {
    Scenario scenario = m_document.scenario();
    scenario.mechanism = at(kMechanisms, index);
    if (scenario.mechanism == MechanismKind::DpSgd) scenario.bands.reset();
    m_document.edit(Field::Mechanism, scenario);
  });
  addChoice(Field::Mechanism, mechanism);
  addNumber(Field::Bands,
            {tr("Bands"), QStringLiteral("b"), tr("Diagonals of C that are not zero; b − 1 noise vectors are kept"),
             tr("best"), SliderScale(1, 100, Series::Binary, true)});

  const auto addCheck = [this](const QString& text, const QString& help, const QString& name) {
    auto* check = new QCheckBox(text);
    check->setToolTip(help);
    check->setAccessibleName(text);
    check->setAccessibleDescription(help);
    check->setObjectName(name);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kNameWidth + kSymbolWidth + 2 * kHalfGrid, 2, 0, 2);
    row->addWidget(check);
    m_column->addLayout(row);
    return check;
  };
  m_bestBands =
      addCheck(tr("Search for the best"), tr("Tries all feasible numbers of bands and takes the one of least rmse"),
               QStringLiteral("bestBands"));
  connect(m_bestBands, &QCheckBox::clicked, this, [this](bool checked) {
    Scenario scenario = m_document.scenario();
    if (checked) {
      scenario.bands.reset();
    } else {
      const auto design = m_document.design();
      scenario.bands = design ? std::clamp<Index>(design->bands, 1, std::max<Index>(1, scenario.mostBands())) : 1;
    }
    m_document.edit(Field::Bands, scenario);
  });
  m_columnNormalize = addCheck(tr("Normalise columns"), tr("Rescales the short last columns to norm 1: never worse"),
                               QStringLiteral("columnNormalize"));
  connect(m_columnNormalize, &QCheckBox::clicked, this, [this](bool checked) {
    Scenario scenario = m_document.scenario();
    scenario.columnNormalize = checked;
    m_document.edit(Field::ColumnNormalize, scenario);
  });
}

void ScenarioPanel::buildDeployment() {
  addSection(tr("Deployment"));
  addNumber(Field::Parameters, {tr("Parameters"),
                                QStringLiteral("d"),
                                tr("Model parameters: coordinates of the noise"),
                                {},
                                SliderScale(1e4, 1e12, Series::Decimal, true)});
  addNumber(Field::Machines, {tr("Machines"),
                              {},
                              tr("Machines that share the noise generation"),
                              {},
                              SliderScale(1, 4096, Series::Binary, true)});
  auto* type = new ChoiceField(tr("Number type"), tr("How a coordinate of the noise buffer is stored"),
                               {QStringLiteral("float32"), QStringLiteral("float64")}, {});
  connect(type, &ChoiceField::chosen, this, [this](int index) {
    Scenario scenario = m_document.scenario();
    scenario.deployment.numberType = at(kNumberTypes, index);
    m_document.edit(Field::NumberType, scenario);
  });
  addChoice(Field::NumberType, type);
}

}  // namespace noiseloom
