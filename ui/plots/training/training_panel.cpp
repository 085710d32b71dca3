#include "ui/plots/training/training_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QFrame>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/training/training_controls.h"
#include "ui/plots/training/training_pictures.h"
#include "ui/plots/training/training_session.h"
#include "ui/plots/training/training_verdict.h"
#include "ui/style/core_text.h"
#include "ui/style/elided_label.h"
#include "ui/style/icons.h"
#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kTrainingFrameMilliseconds = 33;
constexpr int kSearchMilliseconds = 200;
/// Seconds that a whole run takes to play.
constexpr std::array kSeconds{60.0, 20.0, 5.0, 1.0};
constexpr int kUsualSpeed = 1;
/// Minimum sizes, in pixels of the usual font, for controls beside the plots and pictures above the curves.
constexpr int kWide = 760;
constexpr int kHigh = 260;
/// The same for the offer beside the progress.
constexpr int kRoomForOffer = 520;

}  // namespace

TrainingPanel::TrainingPanel(ScenarioDocument& document, QWidget* parent)
    : LinePanel(QStringLiteral("trainingPanel"), tr("Training"), trainingHint({}, TrainingMeasure::Accuracy),
                tr("Curves of models that train with the noise of designs"), document, parent),
      m_views(addChoice(QStringLiteral("trainingView"), QStringLiteral("view"), tr("Shows"),
                        {{QStringLiteral("pictures"), tr("Pictures"), tr("What each model sees in the plane")},
                         {QStringLiteral("curves"), tr("Curves"), tr("Accuracy or loss along the steps")}})),
      m_measures(
          addChoice(QStringLiteral("trainingMeasure"), QStringLiteral("measure"), tr("Curves show"),
                    {{QStringLiteral("accuracy"), tr("Accuracy"), tr("Share of test points classified correctly")},
                     {QStringLiteral("test-loss"), tr("Test loss"), tr("Mean loss of test points")},
                     {QStringLiteral("loss"), tr("Loss"), tr("Mean loss of points that are trained with")}})),
      m_body(new QWidget),
      m_across(newLayout<QHBoxLayout>({}, kGrid, m_body)),
      m_content(newLayout<QVBoxLayout>({}, kHalfGrid)),
      m_column(newLayout<QVBoxLayout>({}, kHalfGrid)),
      m_bar(nullptr),
      m_pictures(new TrainingPicturesView),
      m_controls(new TrainingControls(document)),
      m_popup(new QFrame(this, Qt::Popup)) {
  m_content->addWidget(m_pictures, 1);
  m_content->addWidget(m_plot, 1);
  m_column->addLayout(m_content, 1);
  m_column->addWidget(buildBar());
  m_across->addLayout(m_column, 1);
  m_popup->setFrameShape(QFrame::StyledPanel);
  m_popup->setAccessibleName(tr("Data, model and learning rate"));
  newLayout<QVBoxLayout>({}, 0, m_popup)->addWidget(m_controls);
  // The content adapts to the available space and requests none.
  m_body->setMinimumSize(widthIn(font(), 200), widthIn(font(), 120));
  setBody(m_body);
  setFocusProxy(m_playButton);
  m_body->installEventFilter(this);
  m_plot->installEventFilter(this);
  m_searchTimer.setInterval(kSearchMilliseconds);
  m_play.setInterval(kTrainingFrameMilliseconds);
  listen();
  redraw();
}

void TrainingPanel::listen() {
  connect(&m_play, &QTimer::timeout, this, &TrainingPanel::tick);
  connect(m_views, &SegmentedButtons::chosen, this, &TrainingPanel::arrange);
  connect(m_measures, &SegmentedButtons::chosen, this, [this] { redraw(); });
  connect(m_controls, &TrainingControls::choiceChanged, this, [this] {
    refresh();
    if (m_data.wantedSeeds == m_controls->choice().seeds) return;
    m_data.wantedSeeds = m_controls->choice().seeds;
    redraw();
    nextSeed();
  });
  connect(m_controls, &TrainingControls::fileChosen, this, [this] {
    m_examples.reset();
    m_fileRead.reset();
    m_fileJob.cancel();
  });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario || change == DocumentChange::Design) refresh();
    showStale();
  });
  connect(&m_document.shelf(), &Shelf::changed, this, &TrainingPanel::refresh);
  connect(&FramePacer::instance(), &FramePacer::began, this, &TrainingPanel::showStale);
  connect(&FramePacer::instance(), &FramePacer::rested, this, [this] {
    refresh();
    showStale();
    nextSeed();
  });
  connect(&m_job, &NewestJob::failed, this, &TrainingPanel::refuse);
  connect(&m_fileJob, &NewestJob::failed, this, [this](const QString& message) {
    if (m_fileRead) m_fileRead->problem = message;
    refresh();
  });
  // A reading interrupted by a slider or by another plot in front restarts when the panel is visible again.
  connect(&m_fileJob, &NewestJob::idle, this, [this] {
    if (!m_fileRead || !m_fileRead->problem.isEmpty()) return;
    m_fileRead.reset();
    refresh();
  });
  connect(&m_caseJob, &NewestJob::failed, this, [this](const QString& message) {
    m_data.search = message;
    redraw();
  });
  connect(&m_caseJob, &NewestJob::idle, this, [this] {
    m_searchTimer.stop();
    redraw();
  });
  connect(&m_searchTimer, &QTimer::timeout, this, [this] {
    const Progress now = m_searched->get();
    if (now.stage.english().empty() || !m_caseJob.running()) return;
    m_data.search = tr("Looking for a case where the noise matters: %1").arg(coreText(now.stage));
    redraw();
  });
  connect(&m_job, &NewestJob::idle, this, [this] {
    m_preparing.reset();
    showStale();
  });
}

QWidget* TrainingPanel::buildBar() {
  auto* row = new QWidget;
  m_bar = newLayout<QHBoxLayout>({}, kHalfGrid, row);
  m_playButton = addButton(*m_bar, "trainingPlay", "play", tr("Train, or pause"), [this] { play(!m_play.isActive()); });
  m_stepButton = addButton(*m_bar, "trainingStep", "step", tr("One step"), [this] {
    play(false);
    m_started = true;
    m_data.restored = false;
    if (!m_job.running() && m_race) advanceTo(m_data.frame.step + 1);
    nextSeed();
  });
  m_restartButton =
      addButton(*m_bar, "trainingRestart", "step-back", tr("From the first step again"), [this] { restart(); });
  m_speed = new QComboBox;
  nameWidget(m_speed, QStringLiteral("trainingSpeed"), tr("Speed"));
  m_speed->setToolTip(tr("Speed: all steps in 60, 20, 5 or 1 seconds, or slower where the machine cannot"));
  m_speed->addItems({tr("Slow"), tr("Normal"), tr("Fast"), tr("Fastest")});
  m_speed->setCurrentIndex(kUsualSpeed);
  // The list is as wide as its longest text, the box as the usual choice.
  m_speed->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_speed->setMinimumContentsLength(static_cast<int>(m_speed->itemText(kUsualSpeed).size()));
  m_bar->addWidget(m_speed);
  m_progress = named<ElidedLabel>("trainingProgress");
  m_progress->setFont(tabularFigures(scaledFont(font(), 0.92)));
  m_progress->setForegroundRole(QPalette::WindowText);
  m_bar->addWidget(m_progress, 1);
  m_offer = named<QPushButton>("trainingOffer");
  connect(m_offer, &QPushButton::clicked, this, &TrainingPanel::takeOffer);
  m_bar->addWidget(m_offer);
  m_controlsButton = addButton(*m_bar, "trainingControlsButton", "preferences", tr("Data, model, learning rate, seed"),
                               [this] { openControls(); });
  return row;
}

bool TrainingPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_body && event->type() == QEvent::Resize) arrange();
  // Focused curves have nothing to choose with Space: it plays, as elsewhere.
  if (watched == m_plot && event->type() == QEvent::KeyPress) {
    const auto& key = static_cast<const QKeyEvent&>(*event);
    if (key.key() == Qt::Key_Space && key.modifiers() == Qt::NoModifier) {
      if (!key.isAutoRepeat()) m_playButton->click();
      return true;
    }
  }
  return LinePanel::eventFilter(watched, event);
}

void TrainingPanel::arrange() {
  const bool wide = m_body->width() >= widthIn(font(), kWide);
  if (wide != (m_controls->parentWidget() == m_body)) {
    m_popup->hide();
    if (wide)
      m_across->addWidget(m_controls);
    else
      m_popup->layout()->addWidget(m_controls);
    m_controls->setVisible(true);
  }
  m_controlsButton->setVisible(!wide);
  // Where the bar has no space for it the offer has a line of its own.
  QBoxLayout* its = m_body->width() >= widthIn(font(), kRoomForOffer) ? m_bar : m_column;
  if (its->indexOf(m_offer) < 0) its->insertWidget(its == m_bar ? m_bar->indexOf(m_progress) + 1 : -1, m_offer);
  // Without space for both, the user sees either pictures or curves.
  m_high = m_body->height() >= widthIn(font(), kHigh);
  const bool plane = m_controls->choice().source == TrainingSource::Plane;
  m_views->setVisible(!m_high && plane);
  const bool curves = m_high || !plane || m_views->current() == 1;
  m_measures->setVisible(curves && m_controls->choice().source != TrainingSource::Quadratic);
  const bool hadFocus = m_plot->hasFocus();
  m_plot->setVisible(curves || m_data.isEmpty());
  if (hadFocus && m_plot->isHidden()) m_playButton->setFocus();
  m_pictures->setVisible(!m_data.isEmpty() && plane && (m_high || !curves));
}

void TrainingPanel::openControls() {
  m_popup->adjustSize();
  const QRect screen = m_controlsButton->screen()->availableGeometry();
  QPoint corner = m_controlsButton->mapToGlobal(QPoint(m_controlsButton->width() - m_popup->width(), 0));
  corner.setX(std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - m_popup->width())));
  corner.ry() -= m_popup->height() + 2;
  corner.setY(std::max(corner.y(), screen.top()));
  m_popup->move(corner);
  m_popup->show();
}

TrainingMeasure TrainingPanel::measure() const {
  constexpr std::array kMeasures{TrainingMeasure::Accuracy, TrainingMeasure::TestLoss, TrainingMeasure::Loss};
  const TrainingMeasure chosen = kMeasures.at(std::clamp(m_measures->current(), 0, 2));
  const std::vector<TrainingMeasure> known = measuresOf(m_data.request);
  return std::ranges::find(known, chosen) == known.end() ? known.front() : chosen;
}

void TrainingPanel::refresh() {
  if (FramePacer::instance().moving()) return;
  m_unseen = !isVisible();
  if (m_unseen) return;
  if (!haveExamples()) return;
  const WantedTraining wanted = wantedTraining(m_document, m_controls->choice(), m_examples);
  showNote(wanted);
  if (!wanted.problem.isEmpty()) {
    m_job.cancel();
    m_seedsJob.cancel();
    m_asked.reset();
    refuse(wanted.problem);
    return;
  }
  if (!wanted.request) {
    showStale();
    return;
  }
  const bool there = m_asked && *m_asked == *wanted.request && m_race;
  const bool comes = m_preparing && *m_preparing == *wanted.request;
  if (!there && !comes) prepare(*wanted.request);
  showStale();
  if (there && m_playWanted) play(true);
}

void TrainingPanel::playWhenReady() {
  m_playWanted = true;
  refresh();
}

void TrainingPanel::pause() {
  play(false);
  m_started = false;
}

void TrainingPanel::refuse(const QString& problem) {
  play(false);
  m_race.reset();
  const bool restored = m_data.restored;
  m_data = {};
  m_data.problem = problem;
  m_data.wantedSeeds = m_controls->choice().seeds;
  m_data.restored = restored;
  redraw();
}

bool TrainingPanel::haveExamples() {
  const TrainingChoice& choice = m_controls->choice();
  if (choice.source != TrainingSource::File) {
    m_fileRead.reset();
    m_fileJob.cancel();
    m_examples.reset();
    return true;
  }
  const bool regression = isRegression(choice);
  const TrainingFile& file = choice.file;
  const auto asWanted = [&](const TrainingFile& other) {
    return other.samePlace(file) && (file.sha256.isEmpty() || file.sha256 == other.sha256);
  };
  if (m_examples && m_examples->regression == regression && asWanted(m_examples->file)) return true;
  m_examples.reset();
  m_job.cancel();
  m_seedsJob.cancel();
  m_asked.reset();
  QString problem;
  if (file.path.isEmpty()) {
    problem = tr("Choose a file of your own: CSV, .npy or IDX.");
  } else if (m_fileRead && m_fileRead->regression == regression && m_fileRead->file == file) {
    problem = m_fileRead->problem;
  } else {
    readFile(file, regression);
  }
  const bool reads = !file.path.isEmpty() && problem.isEmpty();
  if (reads) problem = tr("The file is being read…");
  m_controls->showNote(problem, !reads && !file.path.isEmpty());
  if (m_data.problem != problem || !m_data.isEmpty()) refuse(problem);
  m_playWanted = false;
  return false;
}

void TrainingPanel::readFile(const TrainingFile& file, bool regression) {
  m_fileRead = FileRead{file, regression, {}};
  m_fileJob.start([this, file, regression](const std::stop_token& stop) -> NewestJob::Delivery {
    auto examples = readOwnExamples(file, regression, {stop});
    if (!examples) return {};
    return [this, file, regression, examples = std::move(examples)] {
      if (!m_fileRead || m_fileRead->file != file || m_fileRead->regression != regression) return;
      m_examples = examples;
      m_fileRead.reset();
      refresh();
    };
  });
}

void TrainingPanel::showNote(const WantedTraining& wanted) {
  const TrainingChoice& choice = m_controls->choice();
  QString text;
  bool problem = false;
  if (choice.source == TrainingSource::File) {
    problem = !wanted.problem.isEmpty();
    text = problem ? wanted.problem : describe(*m_examples);
  } else if (choice.source == TrainingSource::Quadratic) {
    const AskedCurvatures asked = askedCurvatures(choice.curvatures, m_document.scenario(), choice.learningRate);
    problem = !asked.problem.isEmpty();
    text = asked.problem;
    if (!problem && asked.ofScenario) {
      Index directions = 0;
      for (const TrainingCurvature& each : asked.curvatures) directions += each.directions;
      text = tr("%n direction(s) in all, in proportion to the scenario’s weights, rounded", nullptr,
                static_cast<int>(directions));
    }
  }
  m_controls->showNote(text, problem, wanted.examples);
}

void TrainingPanel::prepare(const TrainingRequest& request) {
  m_preparing = request;
  m_seedsJob.cancel();
  m_caseJob.cancel();
  m_job.start([this, request](const std::stop_token& stop) -> NewestJob::Delivery {
    std::shared_ptr<TrainingRace> race = TrainingRace::make(request, {stop});
    if (!race || stop.stop_requested()) return {};
    return [this, request, race, frame = race->frame()] {
      m_race = race;
      m_asked = request;
      m_preparing.reset();
      m_seedsOf.reset();
      m_due = 0;
      TrainingData data{.request = race->request(),
                        .theory = race->theory(),
                        .wantedSeeds = m_controls->choice().seeds,
                        .restored = m_data.restored};
      m_data = std::move(data);
      show(frame);
      showStale();
      nextSeed();
      if (m_playWanted) play(true);
    };
  });
}

void TrainingPanel::showStale() {
  const bool behind = m_unseen || m_preparing.has_value() || FramePacer::instance().moving() ||
                      m_document.designState() != DesignState::Current;
  const bool stale = m_document.designState() == DesignState::Stale || (!m_data.isEmpty() && behind);
  if (stale != isStale()) setStale(stale);
  if (stale == m_data.stale) return;
  m_data.stale = stale;
  redraw();
}

void TrainingPanel::show(TrainingFrame frame) {
  m_data.frame = std::move(frame);
  if (m_data.frame.ended) play(false);
  redraw();
}

ChartModel TrainingPanel::chartModel() const {
  return trainingModel(m_data, measure());
}

TrainingPictures TrainingPanel::shownPictures() const {
  TrainingPictures shown;
  if (!m_race || m_data.isEmpty()) return shown;
  shown.points = m_race->points();
  shown.stale = m_data.stale;
  for (std::size_t i = 0; i < m_data.request.entrants.size() && i < m_data.frame.regions.size(); ++i) {
    const TrainingEntrant& entrant = m_data.request.entrants[i];
    shown.items.push_back(
        {nameOf(entrant), reachedText(m_data, i, measure()), entrant.kind, entrant.color, m_data.frame.regions[i]});
  }
  return shown;
}

void TrainingPanel::redraw() {
  const bool empty = m_data.isEmpty();
  m_playButton->setEnabled(!empty);
  m_stepButton->setEnabled(!empty && !m_data.frame.ended);
  m_restartButton->setEnabled(!empty && m_data.frame.step > 0);
  arrange();
  m_pictures->show(shownPictures());
  m_plot->setModel(TrainingPanel::chartModel());
  m_progress->setText(progressOf(m_data));
  m_progress->setBrief(briefProgressOf(m_data));
  setTitle(m_data.request.example ? tr("Training, an example") : tr("Training"));
  showOffer();
  setHint(trainingHint(m_data, measure()));
}

void TrainingPanel::play(bool on) {
  m_playWanted = false;
  if (on == m_play.isActive() || (on && m_data.isEmpty())) return;
  if (on) {
    m_started = true;
    m_data.restored = false;
    m_data.search.clear();
    if (m_data.frame.ended) restart();
    m_due = 0;
    m_play.start();
    nextSeed();
  } else {
    m_play.stop();
  }
  m_playButton->setIcon(symbolicIcon(on ? QStringLiteral("pause") : QStringLiteral("play")));
}

TrainingPanel::Offer TrainingPanel::offer() const {
  if (m_caseJob.running()) return Offer::StopFinding;
  if (m_data.isEmpty() && !m_data.problem.isEmpty()) {
    if (m_controls->neededExamples()) return Offer::TakeExamples;
    return m_controls->hasColumns() && m_fileRead && !m_fileRead->problem.isEmpty() ? Offer::Columns : Offer::None;
  }
  if (m_data.isEmpty() || m_data.stale || m_play.isActive()) return Offer::None;
  const TrainingRequest& request = m_data.request;
  if (!request.apart.empty() && !request.example) return Offer::Recalibrate;
  const bool finished = m_data.frame.ended && m_data.seeds.seeds >= m_data.wantedSeeds;
  const bool besideBaseline =
      request.against && request.entrants[*request.against].kind == TrainingEntrant::Kind::Baseline;
  if (finished && besideBaseline && !m_document.scenario().imported && verdictOf(m_data, measure()).alike)
    return Offer::FindCase;
  return request.example && (finished || m_data.frame.step == 0) ? Offer::OwnScenario : Offer::None;
}

void TrainingPanel::showOffer() {
  const Offer now = offer();
  m_offer->setVisible(now != Offer::None);
  switch (now) {
    case Offer::None: return;
    case Offer::OwnScenario:
      m_offer->setText(tr("Train with your scenario"));
      m_offer->setToolTip(tr("Trains with the scenario of the window instead of the example"));
      return;
    case Offer::Recalibrate:
      m_offer->setText(tr("Recalibrate those left out"));
      m_offer->setToolTip(
          tr("Pinned designs of another n or N, with the same mechanism and bands for this scenario. Undo takes them "
             "back."));
      return;
    case Offer::FindCase:
      m_offer->setText(tr("Show a case where it matters"));
      m_offer->setToolTip(
          tr("Looks for the smallest change of ε, then of N, then of either with batches that are shuffled once, with "
             "which a difference is seen, by training %1 seeds of each. Undo takes the scenario back.")
              .arg(kCaseSeeds));
      return;
    case Offer::StopFinding:
      m_offer->setText(tr("Stop searching"));
      m_offer->setToolTip({});
      return;
    case Offer::TakeExamples:
      m_offer->setText(tr("Take N = %1 into the scenario").arg(m_controls->neededExamples().value_or(0)));
      m_offer->setToolTip({});
      return;
    case Offer::Columns:
      m_offer->setText(tr("Columns and rows…"));
      m_offer->setToolTip(tr("Of a CSV file: which columns are features, and what becomes of words and gaps"));
      return;
  }
}

void TrainingPanel::takeOffer() {
  switch (offer()) {
    case Offer::None: return;
    case Offer::OwnScenario: return m_controls->useOwnScenario();
    case Offer::Recalibrate: return m_document.shelf().askToRecalibrate(m_data.request.apart);
    case Offer::FindCase: return findCase();
    case Offer::StopFinding: return m_caseJob.cancel();
    case Offer::TakeExamples: return m_controls->takeExamples();
    case Offer::Columns: m_controls->askForColumns();
  }
}

void TrainingPanel::findCase() {
  const TrainingRequest& request = m_data.request;
  NoiseCaseQuestion question;
  question.scenario = request.example ? *request.example : m_document.scenario();
  question.task = [request](Index examples) { return trainingTask(request, examples); };
  question.otherExamples = request.choice.source != TrainingSource::File;
  question.lessNoise = verdictOf(m_data, measure()).drowned;
  question.learningRate = request.choice.learningRate;
  question.measure = measure();
  question.firstSeed = request.choice.seed;
  m_searched = std::make_shared<Mailbox<Progress>>();
  m_searchTimer.start();
  m_caseJob.start([this, question, asked = m_document.scenario(),
                   reached = m_searched](const std::stop_token& stop) -> NewestJob::Delivery {
    const NoiseCase found = noiseCase(question, {stop, [&](const Progress& now) { reached->put(now); }});
    return [this, asked, found] {
      if (m_document.scenario() == asked) takeCase(found);
    };
  });
  showOffer();
}

void TrainingPanel::takeCase(const NoiseCase& found) {
  m_data.search.clear();
  if (found.outcome == NoiseCase::Outcome::None)
    m_data.search = tr("No case found, %n scenario(s) trained: use the scenario of the example", nullptr,
                       static_cast<int>(found.tried));
  if (found.outcome != NoiseCase::Outcome::Found) return redraw();
  m_document.takeOverEntries();
  m_document.adopt(found.scenario, tr("Show a case where the noise matters"), found.design);
  playWhenReady();
}

void TrainingPanel::tick() {
  // A slow machine shows fewer frames; a moving slider pauses the run.
  if (m_job.running() || m_preparing || m_data.stale || !m_race) return;
  const auto speed = static_cast<std::size_t>(std::clamp(m_speed->currentIndex(), 0, 3));
  const double frames = 1000 * kSeconds[speed] / kTrainingFrameMilliseconds;
  m_due += static_cast<double>(m_data.frame.steps) / frames;
  const auto whole = static_cast<Index>(m_due);
  if (whole == 0) return;
  m_due -= static_cast<double>(whole);
  advanceTo(m_data.frame.step + whole);
}

void TrainingPanel::advanceTo(Index step) {
  m_job.start([this, race = m_race, step](const std::stop_token& stop) -> NewestJob::Delivery {
    race->advanceTo(step, {stop});
    return [this, race, frame = race->frame()]() mutable {
      if (race == m_race) show(std::move(frame));
    };
  });
}

void TrainingPanel::restart() {
  if (!m_race || m_preparing) return;
  m_due = 0;
  m_data.frame.ended = false;
  m_job.start([this, race = m_race](const std::stop_token& stop) -> NewestJob::Delivery {
    race->restart({stop});
    return [this, race, frame = race->frame()]() mutable {
      if (race == m_race) show(std::move(frame));
    };
  });
}

void TrainingPanel::nextSeed() {
  if (!m_started || !m_race || !isVisible() || m_data.stale || m_seedsJob.running()) return;
  if (m_data.seeds.seeds >= m_data.wantedSeeds) return;
  m_seedsJob.start([this, race = m_race, seeds = m_seedsOf,
                    most = m_data.wantedSeeds](const std::stop_token& stop) mutable -> NewestJob::Delivery {
    if (!seeds) seeds = std::make_shared<TrainingSeedsOf>(*race);
    std::optional<TrainingSeeds> found = seeds->next(most, {stop});
    return [this, race, seeds, found = std::move(found)]() mutable {
      if (race == m_race) {
        m_seedsOf = seeds;
        if (found) {
          m_data.seeds = std::move(*found);
          redraw();
        }
      }
      // Interrupted seeds continue as soon as possible; another race has its own seeds.
      nextSeed();
    };
  });
}

std::vector<Picture> TrainingPanel::pictures() const {
  std::vector<Picture> all = LinePanel::pictures();
  const auto shown = std::make_shared<const TrainingPictures>(shownPictures());
  if (shown->items.empty()) return all;
  Picture regions;
  regions.name = QStringLiteral("training_regions");
  regions.title = tr("Decision regions");
  regions.summary = m_pictures->accessibleDescription();
  regions.anyThread = true;
  regions.paint = [shown, font = font()](QPainter& painter, const PictureStyle& style) {
    const OwnLineScale lines(style.line / kUsualLine);
    const QRectF body = paintPictureTitle(painter, style, tr("Decision regions"), font);
    paintTraining(painter, body.adjusted(kGrid, 0, -kGrid, -kGrid), *shown, themeOf(paletteFor(style.dark)),
                  style.typeOf(font));
  };
  all.push_back(std::move(regions));
  return all;
}

QString TrainingPanel::summary() const {
  if (!m_data.isEmpty()) return m_plot->summary();
  return m_data.problem.isEmpty() ? trainingHint(m_data, measure()) : m_data.problem;
}

// The seed is not saved: no file contains one.
QJsonObject TrainingPanel::viewState() const {
  QJsonObject state = LinePanel::viewState();
  const TrainingChoice& choice = m_controls->choice();
  // The hashes of the content read, or else the required ones.
  const bool isRead = m_examples && m_examples->file.samePlace(choice.file);
  addToSession(choice, isRead ? m_examples->file : choice.file, state);
  // True even if the run has only begun: sessions are written after the last input, not after the first step.
  if (m_started || m_data.frame.step > 0 || m_data.restored) state[QStringLiteral("trained")] = true;
  state[QStringLiteral("speed")] = m_speed->currentIndex();
  return state;
}

void TrainingPanel::restoreView(const QJsonObject& state) {
  LinePanel::restoreView(state);
  play(false);
  m_started = false;
  m_examples.reset();
  m_fileRead.reset();
  m_fileJob.cancel();
  // A restored run begins at its start, even if it was running here before.
  m_asked.reset();
  m_data.restored = state[QStringLiteral("trained")].toBool();
  m_controls->setChoice(choiceOfSession(state));
  m_speed->setCurrentIndex(std::clamp(state[QStringLiteral("speed")].toInt(kUsualSpeed), 0, m_speed->count() - 1));
  refresh();
}

void TrainingPanel::cancelWork() {
  pause();
  m_job.cancel();
  m_seedsJob.cancel();
  m_caseJob.cancel();
  if (!m_fileRead || !m_fileRead->problem.isEmpty()) return;
  m_fileRead->problem = tr("Reading was stopped: choose the file again.");
  m_fileJob.cancel();
  refresh();
}

void TrainingPanel::showEvent(QShowEvent* event) {
  PlotPanel::showEvent(event);
  refresh();
  nextSeed();
}

void TrainingPanel::hideEvent(QHideEvent* event) {
  PlotPanel::hideEvent(event);
  play(false);
  m_seedsJob.cancel();
  m_fileJob.cancel();
  m_caseJob.cancel();
}

}  // namespace noiseloom
