#include "ui/plots/training/training_controls.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/mechanism/list.h"
#include "core/train/default_training.h"
#include "ui/document/field_value.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr std::array kShapes{PlaneShape::Circles, PlaneShape::Moons, PlaneShape::Blobs, PlaneShape::Spirals};
constexpr std::array kModels{ModelKind::Relu, ModelKind::Tanh, ModelKind::Logistic};

/// What sliders land on: 1, 1.5, 2, 3, 5 and 7 in every decade.
std::vector<double> decades(int from, int to) {
  std::vector<double> stops;
  for (int decade = from; decade < to; ++decade) {
    for (const double digit : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0})
      stops.push_back(decade < 0 ? digit / std::pow(10, -decade) : digit * std::pow(10, decade));
  }
  stops.push_back(std::pow(10, to));
  return stops;
}

const std::vector<double>& rates() {
  static const std::vector<double> stops = decades(-3, 1);
  return stops;
}

const std::vector<double>& clips() {
  static const std::vector<double> stops = decades(-2, 2);
  return stops;
}

const std::vector<double>& momenta() {
  static const std::vector<double> stops{0,    0.1, 0.2,  0.3, 0.4,  0.5,  0.6,  0.7,
                                         0.75, 0.8, 0.85, 0.9, 0.92, 0.95, 0.97, 0.99};
  return stops;
}

int nearestOf(const std::vector<double>& stops, double value) {
  const auto above = std::ranges::lower_bound(stops, value);
  if (above == stops.begin()) return 0;
  const bool below = above == stops.end() || value - *std::prev(above) < *above - value;
  return static_cast<int>(above - stops.begin()) - (below ? 1 : 0);
}

/// Momentum is there to move where the workload is one of SGD.
bool hasMomentum(const Scenario& scenario) {
  return scenario.workload.name() == "sgd";
}

template <std::size_t count, class Value>
int placeOf(const std::array<Value, count>& all, Value value) {
  return static_cast<int>(std::ranges::find(all, value) - all.begin());
}

}  // namespace

TrainingControls::TrainingControls(ScenarioDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_grid(newLayout<QGridLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this)) {
  setObjectName(QStringLiteral("trainingControls"));
  m_grid->setColumnStretch(1, 1);
  m_data = addList("trainingData", tr("Data"), tr("Points of two classes in the plane, N of them, drawn from the seed"),
                   {tr("Circles"), tr("Moons"), tr("Blobs"), tr("Spirals")});
  m_model =
      addList("trainingModel", tr("Model"), tr("What learns to tell the classes apart: with one hidden layer, or none"),
              {tr("16 ReLU units"), tr("16 tanh units"), tr("Logistic regression")});
  connect(m_data, &QComboBox::activated, this, [this](int place) {
    change([place](TrainingChoice& choice) { choice.shape = kShapes.at(static_cast<std::size_t>(place)); });
  });
  connect(m_model, &QComboBox::activated, this, [this](int place) {
    change([place](TrainingChoice& choice) { choice.model = kModels.at(static_cast<std::size_t>(place)); });
  });
  m_rate = addSlider("trainingRate", tr("Learning rate"),
                     tr("Of the mean noisy gradient; a schedule of the scenario multiplies it"), rates(),
                     [this](double rate) { change([rate](TrainingChoice& choice) { choice.learningRate = rate; }); });
  addField(Field::ClipNorm, "trainingClip", tr("Clip norm"),
           tr("Of the scenario: no example’s gradient counts for more, and the noise grows with it"), clips(), m_clip);
  addField(Field::Momentum, "trainingMomentum", tr("Momentum"),
           tr("Of the scenario: it changes the workload, and the strategy follows"), momenta(), m_momentum);
  m_seed = new QSpinBox;
  m_seed->setObjectName(QStringLiteral("trainingSeed"));
  m_seed->setRange(1, 1'000'000);
  m_seed->setKeyboardTracking(false);
  addName(tr("Seed"), tr("Of points, first weights, batches and noise; bands take the 30 seeds from it on"), m_seed);
  connect(m_seed, &QSpinBox::valueChanged, this, [this](int seed) {
    change([seed](TrainingChoice& choice) { choice.seed = static_cast<std::uint64_t>(seed); });
  });
  m_grid->addWidget(m_seed, m_grid->rowCount() - 1, 1, 1, 2);
  auto* example = new QPushButton(tr("Use the scenario of the example"));
  example->setObjectName(QStringLiteral("trainingExample"));
  example->setToolTip(
      tr("N = 1000, B = 50, n = 400, eps = 1: small enough for many seeds, private enough for the "
         "noise to show. Undo takes the scenario back."));
  connect(example, &QPushButton::clicked, this, &TrainingControls::useExample);
  m_grid->addWidget(example, m_grid->rowCount(), 0, 1, 3);
  m_grid->setRowStretch(m_grid->rowCount(), 1);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario) showScenario();
  });
  setChoice(m_choice);
  showScenario();
}

QLabel* TrainingControls::addName(const QString& name, const QString& help, QWidget* buddy) {
  auto* label = new QLabel(name);
  label->setBuddy(buddy);
  label->setToolTip(help);
  buddy->setToolTip(help);
  buddy->setAccessibleName(name);
  buddy->setAccessibleDescription(help);
  m_grid->addWidget(label, m_grid->rowCount(), 0);
  return label;
}

QComboBox* TrainingControls::addList(const char* objectName, const QString& name, const QString& help,
                                     const QStringList& labels) {
  auto* combo = new QComboBox;
  combo->setObjectName(QString::fromLatin1(objectName));
  combo->addItems(labels);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  combo->setMinimumContentsLength(14);
  addName(name, help, combo);
  m_grid->addWidget(combo, m_grid->rowCount() - 1, 1, 1, 2);
  return combo;
}

TrainingControls::Row TrainingControls::addSlider(const char* objectName, const QString& name, const QString& help,
                                                  const std::vector<double>& stops, std::function<void(double)> take) {
  Row row;
  row.slider = new QSlider(Qt::Horizontal);
  row.slider->setObjectName(QString::fromLatin1(objectName));
  row.slider->setRange(0, static_cast<int>(stops.size()) - 1);
  row.slider->setMinimumWidth(widthIn(font(), 96));
  row.name = addName(name, help, row.slider);
  row.value = new QLabel;
  row.value->setFont(tabularFigures(font()));
  row.value->setMinimumWidth(widthIn(font(), 40));
  row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_grid->addWidget(row.slider, m_grid->rowCount() - 1, 1);
  m_grid->addWidget(row.value, m_grid->rowCount() - 1, 2);
  connect(row.slider, &QSlider::valueChanged, this, [row, stops, take = std::move(take)](int place) {
    row.value->setText(entryText(stops.at(static_cast<std::size_t>(place))));
    take(stops.at(static_cast<std::size_t>(place)));
  });
  return row;
}

void TrainingControls::addField(Field field, const char* objectName, const QString& name, const QString& help,
                                const std::vector<double>& stops, Row& row) {
  row = addSlider(objectName, name, help, stops, [this, field, &row](double value) {
    const bool dragged = row.slider->isSliderDown();
    if (!dragged || m_gesture == 0) m_gesture = m_document.newGesture();
    const auto take = [this, field, value, gesture = m_gesture] {
      m_document.edit(field, withValue(m_document.scenario(), field, value), gesture);
    };
    if (dragged) {
      FramePacer::instance().move(*this, take);
    } else {
      FramePacer::instance().rest();
      take();
    }
  });
  connect(row.slider, &QSlider::sliderPressed, this, [this] { m_gesture = m_document.newGesture(); });
  connect(row.slider, &QSlider::sliderReleased, this, [] { FramePacer::instance().rest(); });
}

void TrainingControls::change(const std::function<void(TrainingChoice&)>& edit) {
  const TrainingChoice before = m_choice;
  edit(m_choice);
  if (m_choice != before) emit choiceChanged();
}

void TrainingControls::showValue(const Row& row, const std::vector<double>& stops, double value) {
  const QSignalBlocker quiet(row.slider);
  if (!row.slider->isSliderDown()) row.slider->setValue(nearestOf(stops, value));
  row.value->setText(entryText(value));
}

void TrainingControls::setChoice(const TrainingChoice& choice) {
  const bool other = choice != m_choice;
  m_choice = choice;
  m_data->setCurrentIndex(placeOf(kShapes, choice.shape));
  m_model->setCurrentIndex(placeOf(kModels, choice.model));
  showValue(m_rate, rates(), choice.learningRate);
  const QSignalBlocker quiet(m_seed);
  m_seed->setValue(static_cast<int>(choice.seed));
  if (other) emit choiceChanged();
}

void TrainingControls::showScenario() {
  const Scenario& scenario = m_document.scenario();
  showValue(m_clip, clips(), scenario.clipNorm);
  const bool momentum = hasMomentum(scenario);
  for (QWidget* part : {static_cast<QWidget*>(m_momentum.name), static_cast<QWidget*>(m_momentum.slider),
                        static_cast<QWidget*>(m_momentum.value)})
    part->setVisible(momentum);
  if (momentum) showValue(m_momentum, momenta(), scenario.workload.beta());
}

void TrainingControls::useExample() {
  const DefaultTraining example = defaultTraining();
  Scenario scenario = example.scenarios.front();
  // The first one is the baseline, which trains beside whatever is designed.
  scenario.mechanism = &mechanisms::bandedToeplitz;
  scenario.deployment = m_document.scenario().deployment;
  TrainingChoice choice = m_choice;
  choice.shape = example.data.shape;
  choice.model = example.model;
  choice.learningRate = example.learningRate;
  setChoice(choice);
  m_document.takeOverEntries();
  m_document.adopt(scenario, tr("Use the scenario of the example"));
}

}  // namespace noiseloom
