#include "ui/plots/training/training_controls.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>

#include "core/base/errors.h"
#include "core/scenario/field_value.h"
#include "core/scenario/scenario_fields.h"
#include "core/train/default_training.h"
#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/training/columns_dialog.h"
#include "ui/plots/training/draw_points_dialog.h"
#include "ui/plots/training/training_example.h"
#include "ui/plots/training/training_names.h"
#include "ui/style/core_text.h"
#include "ui/style/file_chooser.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/place_of.h"
#include "ui/style/plain_text.h"
#include "ui/style/read_number.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Indices in the list of data, after the shapes.
constexpr int kDrawnPlace = std::ssize(kPlaneShapes);
constexpr int kQuadraticPlace = kDrawnPlace + 1;
constexpr int kDigitsPlace = kQuadraticPlace + 1;
constexpr int kFilePlace = kDigitsPlace + 1;

/// The largest that core trains with.
constexpr double kMostLearningRate = 1e6;

/// Slider stops: 1, 1.5, 2, 3, 5 and 7 in every decade.
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

/// Momentum can be changed if the workload is one of SGD.
bool hasMomentum(const Scenario& scenario) {
  return scenario.workload.name() == "sgd";
}

}  // namespace

TrainingControls::TrainingControls(ScenarioDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_grid(newLayout<QGridLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this)) {
  setObjectName(QStringLiteral("trainingControls"));
  m_grid->setColumnStretch(1, 1);
  m_data = addList(
      "trainingData", tr("Data"),
      tr("Points of two classes in the plane, N of them, drawn from the seed, or about points that you "
         "draw; a quadratic loss of chosen curvatures; 1797 digits of 8 × 8 pixels (by Alpaydin and Kaynak, CC BY "
         "4.0); or a file of your "
         "own"),
      planeShapeNames() << tr("Drawn by hand") << tr("Quadratic") << tr("Handwritten digits") << tr("Own file"));
  connect(m_data, &QComboBox::activated, this, &TrainingControls::chooseData);
  addDrawing();
  addCurvatures();
  addFile();
  const int modelRow = m_grid->rowCount();
  m_model =
      addList("trainingModel", tr("Model"), tr("What learns to tell the classes apart: with one hidden layer, or none"),
              trainedModelNames().first(kPlaneModels));
  m_ofModel = {m_grid->itemAtPosition(modelRow, 0)->widget(), m_model};
  connect(m_model, &QComboBox::activated, this,
          [this](int place) { change([place](TrainingChoice& choice) { choice.model = kTrainedModels.at(place); }); });
  m_rate = addSlider(
      "trainingRate", tr("Learning rate"), tr("Of the mean noisy gradient; a schedule of the scenario multiplies it"),
      rates(), [this](double rate) { change([rate](TrainingChoice& choice) { choice.learningRate = rate; }); },
      [this](double rate) {
        if (!(rate > 0 && rate <= kMostLearningRate))
          return tr("a learning rate is above 0 and at most %1").arg(entryText(kMostLearningRate));
        change([rate](TrainingChoice& choice) { choice.learningRate = rate; });
        showValue(m_rate, rates(), rate);
        return QString();
      });
  addField(Field::ClipNorm, "trainingClip", tr("Clip norm"),
           tr("Of the scenario: no example’s gradient counts for more, and the noise grows with it"), clips(), m_clip);
  addField(Field::Momentum, "trainingMomentum", tr("Momentum"),
           tr("Of the scenario: it changes the workload, and the strategy follows"), momenta(), m_momentum);
  m_seed = named<QSpinBox>("trainingSeed");
  m_seed->setRange(1, 1'000'000);
  m_seed->setKeyboardTracking(false);
  addName(tr("Seed"), tr("Of points, first weights, batches and noise; bands take the seeds from it on"), m_seed);
  connect(m_seed, &QSpinBox::valueChanged, this, [this](int seed) {
    change([seed](TrainingChoice& choice) { choice.seed = static_cast<std::uint64_t>(seed); });
  });
  m_grid->addWidget(m_seed, m_grid->rowCount() - 1, 1, 1, 2);
  m_runs = addList("trainingRuns", tr("Runs"), tr("Seeds that curves are means over, and bands are made of"),
                   {tr("10 seeds"), tr("30 seeds"), tr("100 seeds")});
  connect(m_runs, &QComboBox::activated, this, [this](int place) {
    change([place](TrainingChoice& choice) { choice.seeds = TrainingChoice::kSeeds.at(place); });
  });
  m_example = named<QPushButton>("trainingExample");
  connect(m_example, &QPushButton::clicked, this, &TrainingControls::useExample);
  m_grid->addWidget(m_example, m_grid->rowCount(), 0, 1, 3);
  m_own = named<QPushButton>("trainingOwnScenario");
  connect(m_own, &QPushButton::clicked, this, &TrainingControls::useOwnScenario);
  m_grid->addWidget(m_own, m_grid->rowCount(), 0, 1, 3);
  m_grid->setRowStretch(m_grid->rowCount(), 1);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario) showScenario();
  });
  setChoice(m_choice);
  showNote({}, false);
  showScenario();
  onChange(*this, {QEvent::PaletteChange}, [this] {
    setTextColor(*m_note, m_noteIsProblem ? themeOf(palette()).error : themeOf(palette()).mutedText);
  });
}

void TrainingControls::addCurvatures() {
  m_curvatures = named<QLineEdit>("trainingCurvatures");
  m_curvatures->setClearButtonEnabled(true);
  QLabel* name = addName(
      tr("Curvatures"),
      tr("Of the loss, each along a direction of its own; 0.1:5 are five directions of 0.1. Empty: those of the "
         "scenario, with so many directions each as their weights say. The first gradient has length 0.5."),
      m_curvatures);
  m_grid->addWidget(m_curvatures, m_grid->rowCount() - 1, 1, 1, 2);
  connect(m_curvatures, &QLineEdit::editingFinished, this,
          [this] { change([this](TrainingChoice& choice) { choice.curvatures = m_curvatures->text().trimmed(); }); });
  m_ofQuadratic = {name, m_curvatures};
}

void TrainingControls::addDrawing() {
  m_draw = named<QPushButton>("trainingDraw", tr("Draw …"));
  QLabel* name =
      addName(tr("Points"), tr("Opens a window in which points of two kinds are drawn with the mouse"), m_draw);
  m_grid->addWidget(m_draw, m_grid->rowCount() - 1, 1, 1, 2);
  connect(m_draw, &QPushButton::clicked, this, &TrainingControls::drawPoints);
  m_ofDrawing = {name, m_draw};
}

void TrainingControls::drawPoints() {
  QWidget* over = windowForDialogs();
  if (auto* there = over->findChild<DrawPointsDialog*>()) return there->activateWindow();
  // Beside the window, whose training follows.
  auto* dialog = new DrawPointsDialog(m_choice.points, over);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(this, &TrainingControls::choiceChanged, dialog, [this, dialog] { dialog->setPoints(m_choice.points); });
  connect(dialog, &DrawPointsDialog::changed, this, [this](const std::vector<DrawnPoint>& points) {
    change([&points](TrainingChoice& choice) { choice.points = points; });
  });
  dialog->show();
}

void TrainingControls::addFile() {
  m_file = named<QPushButton>("trainingFile");
  QLabel* name = addName(tr("File"),
                         tr("CSV, .npy or IDX, also in gzip: up to 1 GiB, 100000 examples to train with and 65536 "
                            "features. It is read, never copied or changed."),
                         m_file);
  m_grid->addWidget(m_file, m_grid->rowCount() - 1, 1, 1, 2);
  connect(m_file, &QPushButton::clicked, this, [this] { askForFile(false); });
  m_labels = named<QLineEdit>("trainingLabels");
  m_labels->setClearButtonEnabled(true);
  m_labels->setPlaceholderText(tr("last column"));
  QLabel* labels = addName(tr("Labels"),
                           tr("CSV: the column, from 1 on or by name. .npy and IDX: a file of labels; where none is "
                              "chosen, the last column of .npy, and what lies beside IDX images"),
                           m_labels);
  const int row = m_grid->rowCount() - 1;
  m_grid->addWidget(m_labels, row, 1);
  connect(m_labels, &QLineEdit::editingFinished, this, [this] {
    if (!m_labels->isModified()) return;  // it may show the name of a file
    m_labels->setModified(false);
    change([this](TrainingChoice& choice) {
      choice.file.labels.clear();
      choice.file.labelsSha256.clear();
      choice.file.labelColumn = m_labels->text().trimmed();
    });
  });
  auto* other = named<QToolButton>("trainingLabelsFile");
  other->setText(QStringLiteral("…"));
  other->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  other->setToolTip(tr("A file of labels"));
  other->setAccessibleName(other->toolTip());
  m_grid->addWidget(other, row, 2);
  connect(other, &QToolButton::clicked, this, [this] { askForFile(true); });
  m_ofFile = {name, m_file, labels, m_labels, other};
  m_note = named<QLabel>("trainingNote");
  m_note->setWordWrap(true);
  // The note does not widen the controls.
  QSizePolicy policy = m_note->sizePolicy();
  policy.setHorizontalPolicy(QSizePolicy::Ignored);
  m_note->setSizePolicy(policy);
  m_note->setFont(scaledFont(font(), 0.92));
  m_note->setTextFormat(Qt::PlainText);
  m_note->setForegroundRole(QPalette::WindowText);
  m_grid->addWidget(m_note, m_grid->rowCount(), 0, 1, 3);
  m_columns = named<QPushButton>("trainingColumns", tr("Columns and rows…"));
  m_columns->setToolTip(tr("Of a CSV file: which columns are features, and what becomes of words and gaps"));
  m_grid->addWidget(m_columns, m_grid->rowCount(), 0, 1, 3);
  connect(m_columns, &QPushButton::clicked, this, &TrainingControls::askForColumns);
  m_take = named<QPushButton>("trainingTakeExamples");
  m_grid->addWidget(m_take, m_grid->rowCount(), 0, 1, 3);
  connect(m_take, &QPushButton::clicked, this, &TrainingControls::takeExamples);
}

void TrainingControls::askForFile(bool labels) {
  const QString folder = QFileInfo(m_choice.file.path).absolutePath();
  auto* dialog = newFileChooser(windowForDialogs(), labels ? tr("A file of labels") : tr("Examples to train with"),
                                m_choice.file.path.isEmpty() ? QString() : folder,
                                tr("Examples (*.csv *.txt *.npy *.gz *idx* *ubyte*);;All files (*)"));
  dialog->setObjectName(QStringLiteral("trainingFileDialog"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this, labels](const QString& path) {
    if (!labels) return chooseFile(path);
    TrainingChoice choice = m_choice;
    choice.file.labels = QFileInfo(path).absoluteFilePath();
    choice.file.labelsSha256.clear();
    choice.file.labelColumn.clear();
    emit fileChosen();
    setChoice(choice);
  });
  dialog->open();
}

QWidget* TrainingControls::windowForDialogs() {
  QWidget* over = window();
  if (over->windowType() != Qt::Popup) return over;
  over->hide();
  return over->parentWidget()->window();
}

bool TrainingControls::hasColumns() const {
  return m_choice.source == TrainingSource::File && !m_choice.file.path.isEmpty() && !isBundled(m_choice.file);
}

void TrainingControls::askForColumns() {
  auto* dialog = new ColumnsDialog(m_choice.file, windowForDialogs());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    TrainingChoice choice = m_choice;
    if (choice.file.path != dialog->file().path) return;  // another was chosen meanwhile
    choice.file = dialog->file();
    emit fileChosen();
    setChoice(choice);
  });
  dialog->open();
}

void TrainingControls::chooseFile(const QString& path) {
  TrainingChoice choice = m_choice;
  choice.source = TrainingSource::File;
  const QString chosen = QFileInfo(path).absoluteFilePath();
  // The labels belonged to the previous file.
  if (chosen != choice.file.path && !choice.file.path.isEmpty()) choice.file = {};
  choice.file.path = chosen;
  choice.file.sha256.clear();
  choice.file.labelsSha256.clear();
  const bool same = choice == m_choice;
  emit fileChosen();
  setChoice(choice);
  if (same) emit choiceChanged();
}

void TrainingControls::chooseData(int place) {
  TrainingChoice choice = m_choice;
  choice.drawn = place == kDrawnPlace;
  if (place < kQuadraticPlace) {
    choice.source = TrainingSource::Plane;
    if (!choice.drawn) choice.shape = kPlaneShapes.at(place);
  } else {
    choice.source = place == kQuadraticPlace ? TrainingSource::Quadratic : TrainingSource::File;
    const bool digits = place == kDigitsPlace;
    if (choice.source == TrainingSource::File && digits != isBundled(choice.file))
      choice.file = digits ? bundledDigits() : TrainingFile();
  }
  setChoice(choice);
}

void TrainingControls::takeExamples() {
  if (!m_examples) return;
  Scenario scenario = m_document.scenario();
  scenario.datasetSize = *m_examples;
  m_document.edit(Field::DatasetSize, scenario);
}

void TrainingControls::showNote(const QString& text, bool problem, std::optional<Index> examples) {
  m_examples = examples;
  m_noteIsProblem = problem;
  m_note->setText(text);
  m_note->setVisible(!text.isEmpty());
  setTextColor(*m_note, problem ? themeOf(palette()).error : themeOf(palette()).mutedText);
  if (examples) m_take->setText(tr("Take N = %1 into the scenario").arg(*examples));
  m_take->setVisible(examples.has_value());
}

QString TrainingControls::note() const {
  return m_note->isHidden() ? QString() : m_note->text();
}

void TrainingControls::showSource() {
  const auto show = [](const std::vector<QWidget*>& row, bool visible) {
    for (QWidget* part : row) part->setVisible(visible);
  };
  const TrainingSource source = m_choice.source;
  const bool drawn = source == TrainingSource::Plane && m_choice.drawn;
  show(m_ofDrawing, drawn);
  show(m_ofQuadratic, source == TrainingSource::Quadratic);
  const bool own = source == TrainingSource::File && !isBundled(m_choice.file);
  show(m_ofFile, own);
  show(m_ofModel, source != TrainingSource::Quadratic);
  m_data->setCurrentIndex(source == TrainingSource::Quadratic ? kQuadraticPlace
                          : own                               ? kFilePlace
                          : source == TrainingSource::File    ? kDigitsPlace
                          : drawn                             ? kDrawnPlace
                                                              : placeOf(kPlaneShapes, m_choice.shape));
  if (source == TrainingSource::File && m_model->count() == kPlaneModels)
    m_model->addItems(trainedModelNames().sliced(kPlaneModels));
  while (source != TrainingSource::File && m_model->count() > kPlaneModels) m_model->removeItem(kPlaneModels);
  m_model->setCurrentIndex(placeOf(kTrainedModels, m_choice.model));
  m_columns->setVisible(hasColumns());
  m_curvatures->setText(m_choice.curvatures);
  const TrainingFile& file = m_choice.file;
  const QString name = QFileInfo(file.path).fileName();
  m_file->setText(name.isEmpty() ? tr("Choose…")
                                 : fontMetrics()
                                       .elidedText(name, Qt::ElideMiddle, widthIn(font(), 160))
                                       .replace(QLatin1Char('&'), QStringLiteral("&&")));
  m_file->setToolTip(file.path.isEmpty() ? m_ofFile.front()->toolTip() : asWritten(file.path));
  m_file->setAccessibleDescription(file.path);
  m_labels->setText(file.labels.isEmpty() ? file.labelColumn : QFileInfo(file.labels).fileName());
  m_labels->setModified(false);
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
                                                  const std::vector<double>& stops, std::function<void(double)> take,
                                                  std::function<QString(double)> typed) {
  Row row;
  row.slider = new QSlider(Qt::Horizontal);
  row.slider->setObjectName(QString::fromLatin1(objectName));
  row.slider->setRange(0, static_cast<int>(stops.size()) - 1);
  row.slider->setMinimumWidth(widthIn(font(), 96));
  row.name = addName(name, help, row.slider);
  row.value = new QLineEdit;
  row.value->setObjectName(QString::fromLatin1(objectName) + QStringLiteral("Value"));
  row.value->setFont(tabularFigures(font()));
  row.value->setFixedWidth(widthIn(font(), 64));
  row.value->setToolTip(help);
  row.value->setAccessibleName(name);
  row.value->setAccessibleDescription(help);
  m_grid->addWidget(row.slider, m_grid->rowCount() - 1, 1);
  m_grid->addWidget(row.value, m_grid->rowCount() - 1, 2);
  connect(row.slider, &QSlider::valueChanged, this, [row, stops, take = std::move(take)](int place) {
    row.value->setText(entryText(stops.at(place)));
    take(stops.at(place));
  });
  connect(row.value, &QLineEdit::editingFinished, this, [this, row, name, typed = std::move(typed)] {
    if (!row.value->isModified()) return;
    row.value->setModified(false);
    const QString text = row.value->text().trimmed();
    const ExpressionResult found = readNumber(text);
    QString problem = found.value ? typed(*found.value) : tr("“%1” is no number").arg(text);
    if (problem.isEmpty()) return;
    refuse(*row.value, tr("%1: %2").arg(name, problem));
    showChoices();
  });
  return row;
}

void TrainingControls::refuse(QLineEdit& value, const QString& problem) {
  QToolTip::showText(value.mapToGlobal(QPoint(0, value.height())), asWritten(problem), &value);
  showScenario();
}

void TrainingControls::addField(Field field, const char* objectName, const QString& name, const QString& help,
                                const std::vector<double>& stops, Row& row) {
  // Some numbers no scenario has, as momentum from the weight decay factor on: why not, or nothing.
  const auto edited = [this, field](double value, int gesture) {
    try {
      const Scenario scenario = withValue(m_document.scenario(), field, value);
      const auto problems = scenario.problems();
      const auto own = std::ranges::find(problems, infoOf(field).name, &InvalidArgument::argument);
      if (own != problems.end()) return errorText(*own);
      m_document.edit(field, scenario, gesture);
      return QString();
    } catch (const InvalidArgument& problem) {
      return errorText(problem);
    }
  };
  const auto slide = [this, edited, name, &row](double value) {
    const bool dragged = row.slider->isSliderDown();
    if (!dragged || m_gesture == 0) m_gesture = m_document.newGesture();
    const auto take = [this, edited, name, value, &row, gesture = m_gesture] {
      const QString problem = edited(value, gesture);
      if (!problem.isEmpty()) refuse(*row.value, tr("%1: %2").arg(name, problem));
    };
    if (dragged) {
      FramePacer::instance().move(*this, take);
    } else {
      FramePacer::instance().rest();
      take();
    }
  };
  row = addSlider(objectName, name, help, stops, slide,
                  [this, edited](double value) { return edited(value, m_document.newGesture()); });
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
  // What is being typed stays.
  if (!row.value->hasFocus() || !row.value->isModified()) row.value->setText(entryText(value));
}

void TrainingControls::setChoice(const TrainingChoice& choice) {
  const bool other = choice != m_choice;
  m_choice = choice;
  // Models that only file data support are reset with other data.
  if (m_choice.source != TrainingSource::File && placeOf(kTrainedModels, m_choice.model) >= kPlaneModels)
    m_choice.model = TrainingChoice{}.model;
  showSource();
  showChoices();
  if (other) {
    showScenario();
    emit choiceChanged();
  }
}

void TrainingControls::showChoices() {
  const TrainingChoice& choice = m_choice;
  m_runs->setCurrentIndex(placeOf(TrainingChoice::kSeeds, choice.seeds));
  showValue(m_rate, rates(), choice.learningRate);
  const QSignalBlocker quiet(m_seed);
  m_seed->setValue(static_cast<int>(choice.seed));
}

void TrainingControls::showScenario() {
  const Scenario& scenario = m_document.scenario();
  m_curvatures->setPlaceholderText(scenario.workload.spectrum().empty() ? QString::fromLatin1(kUsualCurvatures)
                                                                        : tr("those of the scenario"));
  showValue(m_clip, clips(), scenario.clipNorm);
  // Clip norm and momentum are of the document's scenario, which the example does not train with.
  const bool example = trainsExample(m_document, m_choice);
  const bool momentum = hasMomentum(scenario) && !example;
  const auto show = [](const Row& row, bool visible) {
    for (QWidget* part : std::initializer_list<QWidget*>{row.name, row.slider, row.value}) part->setVisible(visible);
  };
  show(m_clip, !example);
  show(m_momentum, momentum);
  if (momentum) showValue(m_momentum, momenta(), scenario.workload.beta());
  showScenarioButtons();
}

void TrainingControls::showScenarioButtons() {
  const Scenario& now = m_document.scenario();
  const Scenario example = exampleScenario(m_document);
  QStringList changes;
  const auto add = [&changes](const QString& symbol, const QString& before, const QString& after) {
    if (before != after) changes += tr("%1: %2 instead of %3").arg(symbol, after, before);
  };
  const auto count = [](std::optional<Index> number) { return number ? countText(*number) : tr("none"); };
  add(QStringLiteral("N"), count(now.datasetSize), count(example.datasetSize));
  add(QStringLiteral("n"), count(now.iterations), count(example.iterations));
  add(QStringLiteral("k"), entryText(now.epochs), entryText(example.epochs));
  add(QStringLiteral("ε"), entryText(now.epsilon), entryText(example.epsilon));
  add(QStringLiteral("δ"), entryText(now.delta), entryText(example.delta));
  add(tr("batches"), coreText(now.batching->name), coreText(example.batching->name));
  add(tr("mechanism"), mechanismName(now.mechanism), mechanismName(example.mechanism));
  m_example->setText(tr("Use the scenario of the example"));
  m_example->setToolTip(changes.isEmpty() ? tr("The scenario is the example’s; its data and model come back as well.")
                                          : tr("Changes the scenario: %1. All else becomes the example’s, too; "
                                               "Undo takes the scenario back.")
                                                .arg(changes.join(QStringLiteral("; "))));
  m_own->setVisible(trainsExample(m_document, m_choice));
  m_own->setText(tr("Train with your scenario"));
  m_own->setToolTip(tr("Trains with the scenario of the window, N = %1 and ε = %2, instead of the example.")
                        .arg(count(now.datasetSize), entryText(now.epsilon)));
}

void TrainingControls::useOwnScenario() {
  TrainingChoice choice = m_choice;
  choice.ownScenario = true;
  setChoice(choice);
}

void TrainingControls::useExample() {
  const DefaultTraining example = defaultTraining();
  const Scenario scenario = exampleScenario(m_document);
  TrainingChoice choice = m_choice;
  choice.source = TrainingSource::Plane;
  choice.shape = example.data.shape;
  choice.model = example.model;
  choice.learningRate = example.learningRate;
  setChoice(choice);
  m_document.takeOverEntries();
  m_document.adopt(scenario, tr("Use the scenario of the example"));
}

}  // namespace noiseloom
