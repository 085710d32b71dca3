#include "ui/dialogs/spectrum_dialog.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "core/train/learning_task.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/message_line.h"
#include "ui/document/scenario_document.h"
#include "ui/panels/number_field.h"
#include "ui/plots/training/training_names.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/place_of.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr std::array kPlaces{SpectrumPlace::Trained, SpectrumPlace::Start};
constexpr std::chrono::milliseconds kAskProgress{100};

// Limits for a measurement of a few seconds; beyond them the default task's values are used.
constexpr Index kMostExamples = 100'000;
constexpr double kMostGradients = 2e6;

struct Job {
  PlanePoints points;
  ShortTraining training;
};

Job jobOf(const Scenario& scenario, const SpectrumDialog::Choice& choice) {
  Job job;
  job.points = {.shape = choice.shape, .test = 0, .seed = choice.seed};
  job.training.learningRate = choice.learningRate;
  job.training.clipNorm = scenario.clipNorm;
  const Index examples = scenario.datasetSize.value_or(0);
  if (examples < 2 || examples > kMostExamples) return job;
  const double batch = scenario.epochs * static_cast<double>(examples) / static_cast<double>(scenario.iterations);
  job.points.train = examples;
  job.training.batch = std::clamp<Index>(std::llround(batch), 1, examples);
  const auto affordable = static_cast<Index>(kMostGradients / static_cast<double>(job.training.batch));
  job.training.steps = std::clamp<Index>(scenario.iterations, 1, std::max<Index>(1, affordable));
  return job;
}

}  // namespace

SpectrumDialog::SpectrumDialog(ScenarioDocument& document, const Choice& choice, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_choice(choice),
      m_most(new QSpinBox),
      m_rate(new NumberField({tr("Learning rate"), QStringLiteral("η"),
                              tr("Times the curvatures, and of the training without noise"), QString(),
                              SliderScale(1e-3, 10, SliderScale::Series::OneTwoFive, false), tr("above 0")})),
      m_where(new QLabel),
      m_list(new QPlainTextEdit),
      m_notes(new QLabel),
      m_progress(new QProgressBar),
      m_message(new MessageLine),
      m_stop(new QPushButton(tr("Stop"))),
      m_use(new QPushButton(tr("Use these curvatures"))),
      m_poll(new QTimer(this)),
      m_reached(std::make_shared<Mailbox<Progress>>()) {
  setObjectName(QStringLiteral("spectrumDialog"));
  setWindowTitle(tr("Curvatures from a model"));
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  auto* intro = new QLabel(
      tr("A loss is more curved in some directions than in others, and forgets old noise the faster the more it is "
         "curved. Measured here: the eigenvalues of the second derivatives of the training loss, times the learning "
         "rate. Each counts by its directions times its curvature, which is the noise’s part of a quadratic loss."));
  intro->setWordWrap(true);
  layout->addWidget(intro);
  auto* form = new QFormLayout;
  m_data = addList(*form, tr("Data"), tr("Points of two classes in the plane"), planeShapeNames());
  m_model =
      addList(*form, tr("Model"), tr("What learns to tell the classes apart"), trainedModelNames().first(kPlaneModels));
  m_place = addList(*form, tr("Weights"), tr("Where the loss is looked at"),
                    {tr("Where training without noise ends"), tr("At the start")});
  m_most->setRange(1, static_cast<int>(kMostCurvatures));
  m_most->setAccessibleName(tr("At most"));
  m_most->setToolTip(tr("Curvatures of the list; neighbours are joined, and the sum of all stays"));
  form->addRow(tr("At most"), m_most);
  layout->addLayout(form);
  layout->addWidget(m_rate);
  m_data->setCurrentIndex(placeOf(kPlaneShapes, choice.shape));
  m_model->setCurrentIndex(placeOf(kTrainedModels, choice.model));
  m_place->setCurrentIndex(placeOf(kPlaces, choice.place));
  m_most->setValue(static_cast<int>(choice.most));
  m_rate->showValue(choice.learningRate);
  m_where->setWordWrap(true);
  m_list->setReadOnly(true);
  m_list->setAccessibleName(tr("Curvatures"));
  m_list->setTabChangesFocus(true);
  m_notes->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  makeReadable({m_notes}, true);
  m_progress->setRange(0, 1000);
  m_progress->setTextVisible(false);
  for (QWidget* each : std::initializer_list<QWidget*>{m_where, m_list, m_notes, m_progress, m_message})
    layout->addWidget(each);
  layout->setStretchFactor(m_list, 1);
  auto* buttons = new QHBoxLayout;
  m_use->setDefault(true);
  m_use->setToolTip(tr("They become the scenario’s, as one step to undo"));
  m_stop->setAutoDefault(false);
  buttons->addWidget(m_stop);
  buttons->addStretch(1);
  buttons->addWidget(m_use);
  buttons->addWidget(newCloseButton(*this, tr("Close")));
  layout->addLayout(buttons);
  QSize size(widthIn(font(), 620), 560);
  if (parent) size = size.boundedTo(parent->size() - QSize(4 * kGrid, 4 * kGrid));
  resize(size);
  listen();
  measure();
}

void SpectrumDialog::listen() {
  for (QComboBox* each : {m_data, m_model, m_place})
    connect(each, &QComboBox::currentIndexChanged, this, &SpectrumDialog::take);
  connect(m_most, &QSpinBox::valueChanged, this, &SpectrumDialog::take);
  connect(m_rate, &NumberField::edited, this, [this](std::optional<double> value, bool) {
    const bool usable = value && *value > 0 && *value <= 1e6;
    m_rate->setProblem(usable ? QString() : tr("Use a number above 0."));
    if (!usable) return;
    m_choice.learningRate = *value;
    m_rate->showValue(value);
    take();
  });
  connect(m_rate, &NumberField::unreadable, this, [this](const QString& message) { m_rate->setProblem(message); });
  connect(m_use, &QPushButton::clicked, this, &SpectrumDialog::use);
  connect(m_stop, &QPushButton::clicked, this, [this] { m_work.cancel(); });
  connect(&m_work, &NewestJob::failed, this, &SpectrumDialog::end);
  // A stop also drops work that waits behind a superseded run, which then reports nothing.
  connect(&m_work, &NewestJob::idle, this, [this] {
    if (m_running) end(tr("Stopped: nothing was measured."));
  });
  m_poll->setInterval(kAskProgress);
  connect(m_poll, &QTimer::timeout, this, [this] {
    const Progress reached = m_reached->get();
    m_progress->setValue(static_cast<int>(1000 * reached.fraction));
    m_message->show(MessageLine::Tone::Quiet, coreText(reached.stage));
  });
}

QComboBox* SpectrumDialog::addList(QFormLayout& form, const QString& name, const QString& help,
                                   const QStringList& labels) {
  auto* list = new QComboBox;
  list->addItems(labels);
  list->setToolTip(help);
  list->setAccessibleName(name);
  list->setAccessibleDescription(help);
  form.addRow(name, list);
  return list;
}

QString SpectrumDialog::message() const {
  return m_message->text();
}

void SpectrumDialog::take() {
  m_choice.shape = kPlaneShapes.at(m_data->currentIndex());
  m_choice.model = kTrainedModels.at(m_model->currentIndex());
  m_choice.place = kPlaces.at(m_place->currentIndex());
  m_choice.most = m_most->value();
  measure();
}

void SpectrumDialog::measure() {
  const Job job = jobOf(m_document.scenario(), m_choice);
  m_running = true;
  m_found.reset();
  m_reached = std::make_shared<Mailbox<Progress>>();
  m_progress->setValue(0);
  m_poll->start();
  showFound();
  m_where->setText(
      m_choice.place == SpectrumPlace::Trained
          ? tr("%1 points; after %2 steps without noise in batches of %3, with the scenario’s clip norm of %4")
                .arg(entryText(static_cast<double>(job.points.train)),
                     entryText(static_cast<double>(job.training.steps)),
                     entryText(static_cast<double>(job.training.batch)), entryText(job.training.clipNorm))
          : tr("%1 points; at the first weights").arg(entryText(static_cast<double>(job.points.train))));
  m_work.start([this, job, choice = m_choice, reached = m_reached](const std::stop_token& stop) -> NewestJob::Delivery {
    const RunControl control{stop, [reached](const Progress& progress) { reached->put(progress); }};
    const LearningTask task(planePoints(job.points), choice.model);
    std::optional<std::vector<double>> weights = task.start(choice.seed);
    if (choice.place == SpectrumPlace::Trained)
      weights = trainedWeights(task, job.training, choice.seed, control.part(0, 0.5));
    std::optional<LossSpectrum> found;
    if (weights) {
      found =
          lossSpectrum(task, *weights, {.learningRate = choice.learningRate, .most = choice.most, .seed = choice.seed},
                       control.part(0.5, 1));
    }
    return [this, found] {
      m_found = found;
      end(found ? QString() : tr("Stopped: nothing was measured."));
    };
  });
}

void SpectrumDialog::end(const QString& problem) {
  m_running = false;
  m_poll->stop();
  m_message->show(problem.isEmpty() ? MessageLine::Tone::Quiet : MessageLine::Tone::Error, problem);
  showFound();
  emit measured();
}

void SpectrumDialog::showFound() {
  m_progress->setVisible(m_running);
  m_stop->setEnabled(m_running);
  m_use->setEnabled(m_found.has_value());
  m_list->setPlainText(m_found ? QString::fromStdString(toText(m_found->spectrum)) : QString());
  QStringList notes;
  if (m_found) {
    for (const Text& note : m_found->notes()) notes += coreText(note);
  }
  m_notes->setText(notes.join(QLatin1Char('\n')));
}

void SpectrumDialog::use() {
  if (!m_found) return;
  Scenario scenario = m_document.scenario();
  scenario.workload = scenario.workload.withSpectrum(m_found->spectrum);
  m_document.edit(Field::Spectrum, scenario);
  accept();
}

}  // namespace noiseloom
