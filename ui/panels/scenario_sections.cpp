// The content of the scenario panel: its sections, choices and checks. field_editor.cpp has the numbers.

#include <QCheckBox>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/batching/families.h"
#include "core/mechanism/families.h"
#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/choice_preview.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/text_field.h"
#include "ui/style/batching_drawing.h"
#include "ui/style/core_text.h"
#include "ui/style/place_of.h"
#include "ui/style/strategy_stamp.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// The words of a choice between core's values of one kind.
struct ChoiceWords {
  QStringList names = {};
  QStringList shorter = {};
  QStringList helps = {};  ///< what each is, and then what its group has in common
  std::vector<ChoiceField::Group> groups = {};

  /// Names a group of `all`; an empty one is left out.
  template <class All, class Members>
  void add(const All& all, Phrase name, Phrase meaning, const Members& members) {
    ChoiceField::Group group{coreText(name), {}};
    group.indices.reserve(members.size());
    for (const auto* member : members) {
      const int index = placeOf(all, member);
      group.indices.push_back(index);
      helps[index] = coreText(member->summary);
      if (!meaning.empty()) helps[index] += QLatin1Char('\n') + coreText(meaning);
    }
    if (!group.indices.empty()) groups.push_back(std::move(group));
  }
  ChoiceField* field(const QString& name, const QString& help) const {
    auto* field = new ChoiceField(name, help, names, helps);
    field->setShorter(shorter);
    field->setGroups(groups);
    return field;
  }
};

/// A choice between all batchings, or all ways of jobs, by families.
template <class All, class Members>
ChoiceField* choiceOf(const All& all, Members BatchingFamily::*members, const QString& name, const QString& help) {
  ChoiceWords words;
  for (const auto* each : all) {
    words.names += capitalised(coreText(each->name));
    words.shorter += capitalised(coreText(each->shortName));
  }
  words.helps.resize(words.names.size());
  for (const BatchingFamily& family : batchingFamilies()) words.add(all, family.name, family.meaning, family.*members);
  return words.field(name, help);
}

constexpr double kPictureCell = 9;
constexpr Index kPicturedBands = 3;

/// Twelve examples over thirty steps, as the batching draws them; made when it is pointed at for the first time.
void showBatches(ChoiceField& field) {
  auto known = std::make_shared<std::map<int, std::optional<DrawnBatches>>>();
  new ChoicePreview(field.combo(), batchesSize(kPictureCell).toSize(),
                    [known, &field](QPainter& painter, const QRectF& bounds, int row, double progress) {
                      const int index = field.indexAt(row);
                      if (!known->contains(index)) {
                        const Batching& batching = *allBatchings()[static_cast<std::size_t>(index)];
                        try {
                          known->emplace(index, drawnBatches(batching, batching.banded ? kPicturedBands : 1));
                        } catch (const Error&) {
                          known->emplace(index, std::nullopt);
                        }
                      }
                      const std::optional<DrawnBatches>& drawn = known->at(index);
                      if (drawn) paintBatches(painter, bounds, *drawn, themeOf(field.palette()), progress);
                      return drawn.has_value();
                    });
}

/// The strategy matrix of each mechanism in a small job.
void showStamps(ChoiceField& field) {
  auto known = std::make_shared<std::map<int, StrategyStamp>>();
  new ChoicePreview(field.combo(), batchesSize(kPictureCell).toSize(),
                    [known, &field](QPainter& painter, const QRectF& bounds, int row, double progress) {
                      const int index = field.indexAt(row);
                      const auto [stamp, isNew] = known->try_emplace(index);
                      if (isNew) stamp->second = strategyStamp(*offeredMechanisms()[static_cast<std::size_t>(index)]);
                      paintStamp(painter, bounds, stamp->second, progress, themeOf(field.palette()));
                      return !stamp->second.entries.empty();
                    });
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
  for (const Field field : {Field::DatasetSize, Field::BatchSize, Field::Epochs, Field::Iterations}) addNumber(field);
}

void ScenarioPanel::buildPrivacy() {
  addSection(QStringLiteral("privacy"), tr("Privacy"), false);
  addNumber(Field::Epsilon);
  addNumber(Field::Delta);
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
  addNumber(Field::ExamplesPerUser);
}

void ScenarioPanel::buildBatching() {
  addSection(QStringLiteral("batching"), tr("Batching"), false);
  auto* batching =
      choiceOf(allBatchings(), &BatchingFamily::members, tr("Accounted as"),
               tr("How examples get into batches, as far as the accounting knows: it decides the accountant"));
  showBatches(*batching);
  addChoice(Field::Batching, batching);
  addChoice(Field::JobBatching,
            choiceOf(allJobBatchings(), &BatchingFamily::jobs, tr("Job’s batches"),
                     tr("How the training job really forms its batches. Changes no figure, but the claim is false when "
                        "it does not fit")));
  addChoice(Field::LastBatch,
            new ChoiceField(
                tr("Last batch"), tr("What ends an epoch where the batch size does not divide the data"),
                {tr("Smaller"), tr("Dropped"), tr("Carried over")},
                {tr("The rest of the data forms a smaller batch"), tr("The rest of the data is left out of this epoch"),
                 tr("The first examples of the next epoch fill the batch: under min-separation")}));
  for (const Field field : {Field::LargestBatch, Field::MinSeparation, Field::Tau, Field::FailureProbability})
    addNumber(field);
}

void ScenarioPanel::buildMechanism() {
  addSection(QStringLiteral("mechanism"), tr("Mechanism"), false);
  ChoiceWords words;
  for (const Mechanism* each : offeredMechanisms()) {
    words.names += mechanismTitle(each);
    words.shorter += each->shortName.empty() ? QString() : mechanismShortName(each);
  }
  words.helps.resize(words.names.size());
  for (const MechanismFamily& family : mechanismFamilies())
    words.add(offeredMechanisms(), family.name, family.costs, family.members);
  ChoiceField* mechanism = words.field(tr("Mechanism"), tr("Which strategy matrices are searched"));
  showStamps(*mechanism);
  addChoice(Field::Mechanism, mechanism);
  addNumber(Field::Bands);
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
  addChoice(Field::Workload,
            new ChoiceField(
                tr("Workload"), tr("The linear map from noisy gradients to what is released"),
                {tr("Running sums"), tr("SGD"), tr("Each step alone"), tr("From a file …")},
                {tr("Prefix sums: plain SGD with a constant learning rate"),
                 tr("Iterates of SGD with momentum, weight decay, averaging or learning rates"),
                 tr("The noise that each step adds by itself: A is the identity"),
                 tr("A Toeplitz matrix by its coefficients, one for each step, or a whole matrix, from a text or .npy "
                    "file")}));
  connect(m_choices[Field::Workload], &ChoiceField::chosen, this, &ScenarioPanel::chooseWorkload);
  addNumber(Field::Momentum);
  addNumber(Field::WeightDecay);
  addNumber(Field::Averaging);
  addNumber(Field::AveragingWindow);
  addChoice(Field::Schedule,
            new ChoiceField(
                tr("Learning rate"), tr("How the learning rate changes over the steps; a factor scales all errors"),
                {tr("Constant"), tr("Linear warm-up, cool-down"), tr("Cosine"), tr("From a file …")},
                {tr("The same in every step"), tr("Rises in a straight line from 0.05 to 1, and falls back at the end"),
                 tr("After the warm-up half a period of a cosine, from 1 to 0.05"),
                 tr("A text file with one rate for each step")}));
  connect(m_choices[Field::Schedule], &ChoiceField::chosen, this, &ScenarioPanel::chooseSchedule);
  addNumber(Field::Warmup);
  addNumber(Field::Cooldown);
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
  m_measureSpectrum = named<QPushButton>("measureSpectrum", tr("From a model …"));
  m_measureSpectrum->setToolTip(tr("Measure the curvatures of a model’s loss on data"));
  m_measureSpectrum->setAccessibleDescription(m_measureSpectrum->toolTip());
  connect(m_measureSpectrum, &QPushButton::clicked, this, &ScenarioPanel::spectrumWanted);
  rows().addWidget(m_measureSpectrum);
  addNumber(Field::ClipNorm);
}

void ScenarioPanel::buildMechanismFields() {
  addNumber(Field::Buffers);
  addChoice(Field::TreeDecoder, new ChoiceField(tr("Decoder"), tr("How running sums are put together from noisy nodes"),
                                                {tr("Online"), tr("Full"), tr("Own node")},
                                                {tr("From each node and those below it: fast at any n"),
                                                 tr("The best linear decoder: n³ operations"),
                                                 tr("From each node’s own noisy sum alone: the plain binary tree")}));
  addNumber(Field::Stamps);
  addNumber(Field::RobustFrom);
  m_columnNormalize = addCheck(QStringLiteral("columnNormalize"));
  connect(m_columnNormalize, &QCheckBox::clicked, this, [this](bool checked) {
    Scenario scenario = m_document.scenario();
    scenario.columnNormalize = checked;
    m_document.edit(Field::ColumnNormalize, scenario);
  });
  addNumber(Field::NoiseRows);
  addNumber(Field::Seconds);
}

void ScenarioPanel::buildDeployment() {
  addSection(QStringLiteral("deployment"), tr("Deployment"), true);
  for (const Field field : {Field::DatasetSizeAtMost, Field::Parameters, Field::Machines, Field::Memory})
    addNumber(field);
  addChoice(Field::NumberType, new ChoiceField(tr("Number type"), tr("How a coordinate of the noise buffer is stored"),
                                               {QStringLiteral("float32"), QStringLiteral("float64")}, {}));
}

}  // namespace noiseloom
