// The content of the scenario panel: names, symbols, help, slider ranges.

#include <QCheckBox>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/search/mechanism_ranking.h"
#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/text_field.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

using Series = SliderScale::Series;

/// A choice between core's values of one kind, with their names and one-line descriptions.
template <class All>
ChoiceField* choiceOf(const All& all, const QString& name, const QString& help) {
  const auto first = [](const Phrase& phrase) {
    const QString text = coreText(phrase);
    return text.left(1).toUpper() + text.mid(1);
  };
  QStringList names;
  QStringList shorter;
  QStringList helps;
  for (const auto* each : all) {
    names += first(each->name);
    shorter += first(each->shortName);
    helps += coreText(each->summary);
  }
  auto* field = new ChoiceField(name, help, names, helps);
  field->setShorter(shorter);
  return field;
}

}  // namespace

QCheckBox* ScenarioPanel::addCheck(const QString& name) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  auto* check = new QCheckBox;
  check->setObjectName(name);
  layout->addWidget(check);
  rows().addWidget(row);
  m_checkRows += row;
  return check;
}

void ScenarioPanel::buildTraining() {
  addSection(QStringLiteral("training"), tr("Training"), false);
  addNumber(Field::Iterations,
            {tr("Iterations"), QStringLiteral("n"), tr("Number of training steps"), QString(),
             SliderScale(10, 1e6, Series::Decimal, true), tr("whole, from 1"), tr("docs/math.md, section 0")});
  addNumber(Field::Epochs,
            {tr("Epochs"), QStringLiteral("k"), tr("Most participations of one example"), QString(),
             SliderScale(1, 200, Series::Decimal, true), tr("whole, from 1 to n"), tr("docs/math.md, section 2")});
  addNumber(Field::DatasetSize,
            {tr("Data set size"), QStringLiteral("N"), tr("Number of examples; sets the batch size B = k N / n"),
             tr("none"), SliderScale(1000, 1e9, Series::Decimal, true), tr("whole, from 1; or none")});
  addNumber(Field::BatchSize, {tr("Batch size"), QStringLiteral("B"), tr("Expected examples a step; sets n = k N / B"),
                               QString(), SliderScale(1, 1e6, Series::Decimal, true), tr("above 0, at most N")});
  m_numbers[Field::BatchSize]->setFormat(
      [](double value) { return value < 1e6 ? QString::number(value, 'g', 6) : entryText(std::round(value)); });
}

void ScenarioPanel::buildPrivacy() {
  addSection(QStringLiteral("privacy"), tr("Privacy"), false);
  addNumber(Field::Epsilon, {tr("Epsilon"), QStringLiteral("ε"), tr("Privacy budget: smaller is more private"),
                             QString(), SliderScale(0.05, 100, Series::Decimal, false), tr("above 0, at most 1000"),
                             tr("docs/math.md, section 10")});
  addNumber(Field::Delta, {tr("Delta"), QStringLiteral("δ"), tr("Failure probability; well below 1/N"), QString(),
                           SliderScale(1e-12, 1e-2, Series::OneTwoFive, false), tr("above 0, below 1"),
                           tr("docs/math.md, section 10")});
  addChoice(
      Field::Adjacency,
      new ChoiceField(tr("Adjacency"), tr("What two neighbouring data sets differ in"),
                      {tr("Add or remove one"), tr("Zero out one"), tr("Replace one")},
                      {tr("One example is added or removed"), tr("The gradient of one example is replaced by zero"),
                       tr("One example is replaced by another: two contributions differ, so more noise")}));
  addChoice(Field::Unit,
            new ChoiceField(tr("Unit"), tr("Whose presence the guarantee hides: what one clipped contribution is of"),
                            {tr("One example"), tr("One user"), tr("One device")},
                            {tr("Gradients are clipped an example at a time"),
                             tr("All examples of a user are clipped together, as one contribution a step"),
                             tr("All examples of a device are clipped together, as one contribution a step")}));
}

void ScenarioPanel::buildBatching() {
  addSection(QStringLiteral("batching"), tr("Batching"), false);
  addChoice(Field::Batching,
            choiceOf(allBatchings(), tr("Accounted as"),
                     tr("How examples get into batches, as far as the accounting knows: it decides the accountant")));
  addChoice(Field::JobBatching,
            choiceOf(allJobBatchings(), tr("Job’s batches"),
                     tr("How the training job really forms its batches. Changes no figure, but the claim is false when "
                        "it does not fit")));
  addNumber(Field::LargestBatch,
            {tr("Largest batch"), QStringLiteral("K"),
             tr("Examples that a batch has room for: of more, some are left out at random, which is accounted for"),
             tr("any size"), SliderScale(1, 1e6, Series::Decimal, true), tr("whole, from B; or any size")});
  addNumber(Field::MinSeparation, {tr("Min-separation"), QStringLiteral("s"),
                                   tr("Fewest steps between two participations; n / k unless given"), tr("n / k"),
                                   SliderScale(1, 1e5, Series::Decimal, true), tr("whole, from 1 to n"),
                                   cited("amplified-bandmf", tr("section 2"))});
  addNumber(Field::Tau, {tr("Certificate’s τ"), QStringLiteral("τ"),
                         tr("Above 1: delta is at most τ times its estimate. Nearer to 1 takes more samples and less "
                            "noise"),
                         QString(), SliderScale(1.01, 10, Series::Decimal, false)});
  addNumber(Field::FailureProbability, {tr("May fail with"), QStringLiteral("β"),
                                        tr("Probability, over the samples drawn, that the certificate is wrong"),
                                        QString(), SliderScale(1e-15, 1e-3, Series::OneTwoFive, false)});
}

void ScenarioPanel::buildMechanism() {
  addSection(QStringLiteral("mechanism"), tr("Mechanism"), false);
  QStringList names;
  QStringList shorter;
  QStringList helps;
  for (const Mechanism* each : offeredMechanisms()) {
    names += mechanismTitle(each);
    shorter += each->shortName.empty() ? QString() : mechanismShortName(each);
    helps += coreText(each->summary);
  }
  auto* mechanism = new ChoiceField(tr("Mechanism"), tr("Which strategy matrices are searched"), names, helps);
  mechanism->setShorter(shorter);
  addChoice(Field::Mechanism, mechanism);
  addNumber(Field::Bands,
            {tr("Bands"), QStringLiteral("b"), QString(), tr("best"), SliderScale(1, 100, Series::Binary, true),
             tr("whole, from 1 to n / k under cyclic Poisson; or best"), cited("scaling-bandmf", tr("section 3"))});
  m_bestBands = addCheck(QStringLiteral("bestBands"));
  m_bestBands->setText(tr("Search for the best"));
  m_bestBands->setAccessibleName(m_bestBands->text());
  m_bestBands->setToolTip(tr("Tries all feasible numbers of bands and takes the one of least error"));
  m_bestBands->setAccessibleDescription(m_bestBands->toolTip());
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
  buildMechanismFields();
}

void ScenarioPanel::buildWorkload() {
  addSection(QStringLiteral("workload"), tr("Workload"), true);
  const QString source = tr("docs/math.md, section 1");
  addChoice(Field::Workload,
            new ChoiceField(tr("Workload"), tr("The linear map from noisy gradients to what is released"),
                            {tr("Running sums"), tr("SGD"), tr("Each step alone")},
                            {tr("Prefix sums: plain SGD with a constant learning rate"),
                             tr("Iterates of SGD with momentum, weight decay or learning rates"),
                             tr("The noise that each step adds by itself: A is the identity")}));
  connect(m_choices[Field::Workload], &ChoiceField::chosen, this, &ScenarioPanel::chooseWorkload);
  addNumber(Field::Momentum, {tr("Momentum"), QStringLiteral("β"), tr("Share of the last step that is kept"), QString(),
                              SliderScale({0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99}),
                              tr("from 0 to below the weight decay factor"), source});
  addNumber(Field::WeightDecay,
            {tr("Weight decay"), QStringLiteral("α"), tr("Factor on the iterate at each step; 1 for none"), QString(),
             SliderScale({0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999, 1}),
             tr("above the momentum, at most 1"), source});
  addChoice(Field::Schedule,
            new ChoiceField(
                tr("Learning rate"), tr("How the learning rate changes over the steps; a factor scales all errors"),
                {tr("Constant"), tr("Linear warm-up, cool-down"), tr("Cosine"), tr("From a file …")},
                {tr("The same in every step"), tr("Rises in a straight line from 0.05 to 1, and falls back at the end"),
                 tr("After the warm-up half a period of a cosine, from 1 to 0.05"),
                 tr("A text file with one rate for each step")}));
  connect(m_choices[Field::Schedule], &ChoiceField::chosen, this, &ScenarioPanel::chooseSchedule);
  const auto fractions = [] {
    std::vector<double> stops;
    for (int i = 0; i <= 20; ++i) stops.push_back(i / 20.0);
    return SliderScale(stops);
  };
  addNumber(Field::Warmup,
            {tr("Warm-up"), QString(), tr("Fraction of the steps over which the rate rises"), QString(), fractions(),
             tr("from 0 to 1, together with the cool-down at most 1"), cited("amplified-bandmf", tr("appendix I"))});
  addNumber(Field::Cooldown,
            {tr("Cool-down"), QString(), tr("Fraction of the steps over which the rate falls"), QString(), fractions(),
             tr("from 0 to 1, together with the warm-up at most 1"), cited("amplified-bandmf", tr("appendix I"))});
}

void ScenarioPanel::buildObjective() {
  addSection(QStringLiteral("objective"), tr("Objective"), true);
  addChoice(Field::Objective,
            new ChoiceField(tr("Objective"), tr("The error that the strategy is optimised for"),
                            {tr("Mean error"), tr("Largest error"), tr("Last error"), tr("Curvature error"),
                             tr("Last curvature error")},
                            {tr("Root mean square error of all running sums"), tr("The largest error of a running sum"),
                             tr("The error of the last running sum: of the final model"),
                             tr("The excess loss of a quadratic with the curvatures below, which forget old noise"),
                             tr("The same of the last step alone: of the final model")}));
  m_spectrum = new TextField(tr("Curvatures"), QStringLiteral("ηλ"),
                             tr("Learning rate times curvature, from 0 to 1, each with its weight behind a colon where "
                                "that is not 1: 0.001:5, 0.01, 0.1:2. At most %1")
                                 .arg(kMostCurvatures),
                             QStringLiteral("0.001:5, 0.01, 0.1:2"));
  m_spectrum->setObjectName(QString::fromLatin1(infoOf(Field::Spectrum).name.data()));
  connect(m_spectrum, &TextField::edited, this, &ScenarioPanel::editSpectrum);
  connect(&m_document, &ScenarioDocument::entriesWanted, m_spectrum, &TextField::takeOver);
  m_places[Field::Spectrum] = m_sections.back();
  rows().addWidget(m_spectrum);
  m_measureSpectrum = new QPushButton(tr("From a model …"));
  m_measureSpectrum->setObjectName(QStringLiteral("measureSpectrum"));
  m_measureSpectrum->setToolTip(tr("Measure the curvatures of a model’s loss on data"));
  m_measureSpectrum->setAccessibleDescription(m_measureSpectrum->toolTip());
  connect(m_measureSpectrum, &QPushButton::clicked, this, &ScenarioPanel::spectrumWanted);
  rows().addWidget(m_measureSpectrum);
  addNumber(Field::ClipNorm, {tr("Clip norm"), QStringLiteral("ζ"),
                              tr("Largest norm of one clipped contribution; errors are in units of it"), QString(),
                              SliderScale(1e-3, 1e3, Series::OneTwoFive, false), tr("above 0")});
}

void ScenarioPanel::buildMechanismFields() {
  addNumber(Field::Buffers, {tr("Buffers"), QStringLiteral("m"), tr("Noise vectors that are kept; as many as help"),
                             tr("best"), SliderScale(1, 16, Series::Binary, true)});
  addChoice(Field::TreeDecoder, new ChoiceField(tr("Decoder"), tr("How running sums are put together from noisy nodes"),
                                                {tr("Online"), tr("Full"), tr("Own node")},
                                                {tr("From each node and those below it: fast at any n"),
                                                 tr("The best linear decoder: n³ operations"),
                                                 tr("From each node’s own noisy sum alone: the plain binary tree")}));
  addNumber(Field::Stamps, {tr("Stamps"), QString(), tr("Equal blocks along the diagonal; one an epoch unless given"),
                            QStringLiteral("k"), SliderScale(1, 1000, Series::Binary, true)});
  addNumber(Field::RobustFrom, {tr("Robust from"), QStringLiteral("b₀"),
                                tr("Least min-separation to be prepared for: coefficients beyond it are tapered"),
                                tr("off"), SliderScale(1, 100, Series::Binary, true)});
  m_columnNormalize = addCheck(QStringLiteral("columnNormalize"));
  connect(m_columnNormalize, &QCheckBox::clicked, this, [this](bool checked) {
    Scenario scenario = m_document.scenario();
    scenario.columnNormalize = checked;
    m_document.edit(Field::ColumnNormalize, scenario);
  });
  addNumber(Field::NoiseRows,
            {tr("Noise rows"), QString(), tr("Most vectors of the model's size that the training job has room for"),
             tr("any"), SliderScale(1, 1e5, Series::Decimal, true)});
  addNumber(Field::Seconds, {tr("Time limit"), QStringLiteral("s"),
                             tr("Mechanisms that would take longer to solve, in seconds, are left out"),
                             tr("%1 s").arg(kDefaultMostSeconds), SliderScale(0.1, 1000, Series::OneTwoFive, false)});
}

void ScenarioPanel::buildDeployment() {
  addSection(QStringLiteral("deployment"), tr("Deployment"), true);
  addNumber(Field::Parameters, {tr("Parameters"), QStringLiteral("d"), tr("Model parameters: coordinates of the noise"),
                                QString(), SliderScale(1e4, 1e12, Series::Decimal, true), tr("whole, from 1")});
  addNumber(Field::Machines, {tr("Machines"), QString(), tr("Machines that share the noise generation"), QString(),
                              SliderScale(1, 4096, Series::Binary, true), tr("whole, at most one a parameter")});
  addNumber(Field::Memory,
            {tr("Memory each"), QStringLiteral("M"), tr("Memory that a machine has for the noise, in bytes: 80G, 16Gi"),
             tr("not known"), SliderScale(1e9, 1e13, Series::Decimal, true), tr("from 1 to 2^53 bytes")});
  addChoice(Field::NumberType, new ChoiceField(tr("Number type"), tr("How a coordinate of the noise buffer is stored"),
                                               {QStringLiteral("float32"), QStringLiteral("float64")}, {}));
}

}  // namespace noiseloom
