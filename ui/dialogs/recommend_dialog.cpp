#include "ui/dialogs/recommend_dialog.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <algorithm>

#include "core/base/processor_time.h"
#include "core/base/safe_digits.h"
#include "core/scenario/field_value.h"
#include "ui/dialogs/message_line.h"
#include "ui/dialogs/recommend_answer.h"
#include "ui/dialogs/recommend_form.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/error_readings.h"
#include "ui/document/scenario_document.h"
#include "ui/panels/number_field.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kFormWidth = 430;
constexpr int kAnswerWidth = 540;
constexpr std::chrono::milliseconds kLook{100};

Scenario jobIn(const ScenarioDocument& document) {
  const RecommendQuestion& kept = document.recommendQuestion();
  Scenario job = kept.isAbout(document.scenario()) ? *kept.job : document.scenario();
  job.imported.reset();
  job.mechanism = &standardMechanism();
  return job;
}

}  // namespace

RecommendDialog::RecommendDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_form(new RecommendForm(jobIn(document), document.recommendQuestion())),
      m_formArea(new QScrollArea),
      m_answer(new RecommendAnswer),
      m_right(new QWidget),
      m_start(new QPushButton(tr("Recommend"))),
      m_cancel(new QPushButton(tr("Stop"))),
      m_progress(new QProgressBar),
      m_message(new MessageLine),
      m_beside(document.scenario()),
      m_reached(std::make_shared<Mailbox<Progress>>()),
      m_estimate(std::make_shared<Mailbox<std::optional<FirstEstimate>>>()),
      m_poll(new QTimer(this)) {
  setObjectName(QStringLiteral("recommendDialog"));
  setWindowTitle(tr("Recommend a design"));
  m_formArea->setWidgetResizable(true);
  m_formArea->setFrameShape(QFrame::NoFrame);
  m_formArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_formArea->setFocusPolicy(Qt::NoFocus);
  m_formArea->setWidget(m_form);
  m_form->installEventFilter(this);
  m_progress->setRange(0, 1000);
  m_progress->setTextVisible(false);
  // What is being done comes and goes without moving anything.
  m_progress->setFixedHeight(kGrid);
  QSizePolicy kept = m_progress->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  m_progress->setSizePolicy(kept);
  // The start button stays visible however the question is scrolled.
  auto* left = newLayout<QVBoxLayout>({0, 0, 0, 0}, kGrid);
  left->addWidget(m_formArea, 1);
  left->addWidget(m_progress);
  left->addWidget(m_message);
  left->addLayout(startRow());
  auto* right = newLayout<QVBoxLayout>({0, 0, 0, 0}, kGrid, m_right);
  right->addWidget(m_answer, 1);
  right->addLayout(outputs());
  auto* layout = newLayout<QHBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, 2 * kGrid, this);
  layout->addLayout(left);
  layout->addWidget(m_right, 1);
  connect(m_form, &RecommendForm::changed, this, [this] {
    updateStart();
    keep();
  });
  connect(&m_work, &NewestJob::failed, this, [this](const QString& problem) {
    showRunning(false);
    m_message->show(MessageLine::Tone::Error, problem);
  });
  m_poll->setInterval(kLook);
  connect(m_poll, &QTimer::timeout, this, &RecommendDialog::showProgress);
  const bool again = document.recommendQuestion().answered && document.recommendQuestion().isAbout(document.scenario());
  if (again && document.recommendation()) {
    m_asked = request();
    m_found = *document.recommendation();
  }
  showRunning(false);
  showAnswer();
  m_form->number(Field::DatasetSize).edit().setFocus();
  // A session keeps the question alone, whose answer is the same again.
  if (again && !m_found) start();
  onChange(*this, {QEvent::FontChange}, [this] {
    QMetaObject::invokeMethod(
        this, [this] { fit(); }, Qt::QueuedConnection);
  });
}

RecommendDialog::~RecommendDialog() {
  // A session opened meanwhile has a question of its own.
  if (m_document.scenario() == m_beside) keep();
}

const Scenario& RecommendDialog::job() const {
  return m_form->job();
}

QString RecommendDialog::message() const {
  return m_message->text();
}

QString RecommendDialog::estimateText() const {
  const std::optional<FirstEstimate> found = m_estimate->get();
  if (!found) return {};
  // Rounded up, so that the answer is hardly ever above it.
  const Text error{infoOf(found->unit).amount, roundedUp(found->shown, 3)};
  return tr("Estimate so far: %1, by %2, under %3.")
      .arg(coreText(error), coreText(found->mechanism->name), coreText(found->way.name()));
}

QBoxLayout* RecommendDialog::startRow() {
  m_start->setObjectName(QStringLiteral("recommend.start"));
  m_start->setDefault(true);
  m_cancel->setObjectName(QStringLiteral("recommend.stop"));
  m_close = new QPushButton(tr("Close"));
  connect(m_start, &QPushButton::clicked, this, &RecommendDialog::start);
  connect(m_cancel, &QPushButton::clicked, this, [this] { m_work.cancel(); });
  connect(m_close, &QPushButton::clicked, this, &QDialog::close);
  auto* row = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid);
  row->addWidget(m_start, 1);
  row->addWidget(m_cancel);
  row->addWidget(m_close);
  return row;
}

QBoxLayout* RecommendDialog::outputs() {
  auto* row = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid);
  const auto add = [&](const QString& icon, const QString& text, const QString& tip, auto slot) {
    auto* button = new QPushButton(symbolicIcon(icon), text);
    button->setToolTip(tip);
    button->setAccessibleName(text.isEmpty() ? tip : text);
    button->setAccessibleDescription(tip);
    connect(button, &QPushButton::clicked, this, slot);
    row->addWidget(button);
    return button;
  };
  m_use = add(QStringLiteral("satisfied"), tr("Use this design"),
              tr("The window shows the selected design, the recommended one where none is selected; one step to undo"),
              [this] {
                if (use()) accept();
              });
  m_export =
      add(QStringLiteral("export"), tr("Use and export …"), tr("Use it and write its strategy file and plan"), [this] {
        if (!use()) return;
        accept();
        emit exportWanted();
      });
  row->addStretch(1);
  m_pin = add(QStringLiteral("pin"), {}, tr("Keep the selected design on the shelf"), [this] {
    if (const RecommendedDesign* chosen = m_answer->selected()) {
      m_document.shelf().pin(chosen->design);
      m_message->show(MessageLine::Tone::Quiet, tr("It is on the shelf."));
    }
  });
  m_copy = add(QStringLiteral("copy"), {}, tr("Copy the answer as plain text"), [this] {
    const PlainNumbers plain;
    QGuiApplication::clipboard()->setText(m_answer->text());
    m_message->show(MessageLine::Tone::Quiet, tr("Copied as text"));
  });
  connect(m_answer, &RecommendAnswer::selectionChanged, this, [this] {
    for (QPushButton* button : {m_use, m_pin, m_export}) button->setEnabled(m_answer->selected() != nullptr);
  });
  // Another question, asked at once.
  connect(m_answer, &RecommendAnswer::wayWanted, this, [this](const std::string& way) {
    if (m_running) return;
    m_form->tick(way);
    start();
  });
  connect(m_answer, &RecommendAnswer::twiceTheMemoryWanted, this, [this] {
    if (m_running) return;
    if (const auto memory = valueOf(job(), Field::Memory)) m_form->set(Field::Memory, 2 * *memory);
    start();
  });
  connect(m_answer, &RecommendAnswer::twiceTheBatchWanted, this, [this] {
    if (m_running) return;
    if (const auto batch = valueOf(job(), Field::BatchSize)) {
      m_form->set(Field::BatchSize, 2 * *batch);
    } else {
      m_form->setSteps(m_found->facts.halfTheSteps);
    }
    start();
  });
  return row;
}

void RecommendDialog::orderTabs() {
  QList<QWidget*> stops = m_form->stops();
  stops += {m_start, m_cancel, m_close};
  stops += m_answer->stops();
  stops += {m_use, m_export, m_pin, m_copy};
  for (qsizetype i = 0; i + 1 < stops.size(); ++i) setTabOrder(stops[i], stops[i + 1]);
}

void RecommendDialog::updateStart() {
  const QString missing = m_form->missing();
  m_start->setEnabled(!m_running && missing.isEmpty());
  m_start->setToolTip(missing);
  if (m_running) return;
  // Return from a field asks, and once that is answered uses the answer.
  (isAnswered() && m_use->isEnabled() ? m_use : m_start)->setDefault(true);
  m_message->show(MessageLine::Tone::Quiet, !missing.isEmpty() ? missing
                                            : m_found && !isAnswered()
                                                ? tr("The question has changed since it was answered.")
                                                : QString());
  fit();
}

RecommendRequest RecommendDialog::request() const {
  const ErrorUnit unit = m_document.errors().unit();
  // The job may lack a data set size, which some units need.
  return {job(), m_form->chosenWays(), m_form->seconds(), m_form->stepSeconds(),
          unitProblem(unit, job()).empty() ? unit : ErrorUnit::Summed};
}

bool RecommendDialog::isAnswered() const {
  if (!m_found || !m_asked) return false;
  const RecommendRequest now = request();
  const auto same = [](const BatchingWay& one, const BatchingWay& other) {
    return one.batching == other.batching && one.job == other.job && one.minSeparation == other.minSeparation;
  };
  return now.job == m_asked->job && now.seconds == m_asked->seconds && now.stepSeconds == m_asked->stepSeconds &&
         now.unit == m_asked->unit && std::ranges::equal(now.ways, m_asked->ways, same);
}

void RecommendDialog::keep() {
  RecommendQuestion& kept = m_document.recommendQuestion();
  kept = {m_form->ticked(), m_form->seconds(), m_form->stepSeconds(), job(), m_beside, !m_running && isAnswered()};
}

void RecommendDialog::start() {
  m_form->takeOver();
  if (!m_start->isEnabled()) return;
  const RecommendRequest asked = request();
  // A button that is disabled hands the keyboard on, in the end to Close.
  const bool byButton = focusWidget() == m_start;
  showRunning(true);
  m_work.start([this, asked, byButton, reached = m_reached,
                estimate = m_estimate](const std::stop_token& stop) -> NewestJob::Delivery {
    RunControl control{stop, [reached](const Progress& progress) { reached->put(progress); }};
    const double before = processorSeconds();
    findFirstEstimates(asked, stop, [estimate](const FirstEstimate& better) { estimate->put(better); });
    const double spent = processorSeconds() - before;
    auto found = std::make_shared<Recommendation>(recommend(asked, control));
    found->seconds += spent;
    return [this, found, asked, byButton] {
      if (found->stopped && found->designs.empty()) {
        showRunning(false);
        showStopped();
        return;
      }
      m_asked = asked;
      m_found = *found;
      showRunning(false);
      showAnswer();
      m_document.setRecommendation(found);
      keep();
      if (byButton) (m_use->isEnabled() ? m_use : m_start)->setFocus();
      emit answered();
    };
  });
}

void RecommendDialog::showRunning(bool running) {
  m_running = running;
  m_progress->setVisible(running);
  m_cancel->setVisible(running);
  if (running) {
    m_reached->put({});
    m_estimate->put({});
    m_progress->setValue(0);
    m_message->show(MessageLine::Tone::Quiet, {});
    m_poll->start();
  } else {
    m_poll->stop();
  }
  updateStart();
}

void RecommendDialog::showProgress() {
  const Progress reached = m_reached->get();
  m_progress->setValue(static_cast<int>(1000 * reached.fraction));
  const QString estimate = estimateText();
  const QString stage = coreText(reached.stage);
  const bool another = !estimate.isEmpty() && !m_message->text().startsWith(estimate);
  m_message->show(MessageLine::Tone::Quiet, estimate.isEmpty() ? stage : estimate + QLatin1Char('\n') + stage);
  if (another) fit();
}

// What stood here before stays: nothing has been certified in its place.
void RecommendDialog::showStopped() {
  const QString text = tr("Stopped before anything was certified.");
  const QString estimate = estimateText();
  m_message->show(MessageLine::Tone::Quiet, estimate.isEmpty() ? text : text + QLatin1Char(' ') + estimate);
  fit();
}

void RecommendDialog::showAnswer() {
  const bool any = m_found && !m_found->designs.empty();
  for (QPushButton* button : {m_use, m_pin, m_export}) button->setEnabled(any);
  m_copy->setEnabled(m_found.has_value());
  m_right->setVisible(m_found.has_value());
  if (m_found) m_answer->show(*m_found);
  orderTabs();
  updateStart();
}

// The dialog grows with what it holds, and scrolls where its window has no room for that.
void RecommendDialog::fit() {
  const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
  const QMargins margins = layout()->contentsMargins();
  int answer = widthIn(font(), kAnswerWidth);
  int formWidth = widthIn(font(), kFormWidth);
  const QSize most =
      parentWidget() ? parentWidget()->size() - QSize(4 * kGrid, 5 * kGrid) : QSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
  const int frame = margins.left() + margins.right();
  int wide = formWidth + frame;
  if (m_found) {
    const int room = most.width() - frame - 2 * kGrid;
    if (formWidth + answer > room) formWidth = std::max(room * formWidth / (formWidth + answer), room - answer);
    answer = std::min(answer, room - formWidth);
    wide = formWidth + 2 * kGrid + answer + frame;
  }
  wide = std::min(wide, most.width());
  m_form->setMaximumWidth(formWidth);
  m_formArea->setFixedWidth(std::min(formWidth, most.width() - frame));
  m_message->setMinimumHeight(m_message->fontMetrics().lineSpacing());
  const int message = std::max(m_message->heightForWidth(formWidth), m_message->minimumHeight());
  const int buttons = std::max(m_start->sizeHint().height(), m_use->sizeHint().height());
  const int below = m_progress->height() + message + buttons + 3 * kGrid + kHalfGrid;
  int high = std::max(m_form->layout()->heightForWidth(formWidth), m_form->minimumSizeHint().height()) + below;
  if (m_found) {
    m_answer->ensurePolished();
    high = std::max(high, m_answer->heightAt(answer - bar) + kGrid + buttons);
  }
  high += margins.top() + margins.bottom();
  const QSize wanted = QSize(wide, high).boundedTo(most);
  if (wanted == m_fitted) return;
  m_fitted = wanted;
  const QSize before = size();
  resize(wanted);
  if (!isVisible() || !parentWidget()) return;
  // Nothing moves away from under the pointer, but where its growth would lead out of the screen.
  const QRect room = parentWidget()->geometry();
  const QSize outside = frameGeometry().size() - size();
  const auto within = [](int at, int least, int most) { return std::max(least, std::min(at, most)); };
  move(within(x() - (wanted.width() - before.width()) / 2, room.left(),
              room.right() + 1 - wanted.width() - outside.width()),
       within(y(), room.top(), room.bottom() + 1 - wanted.height() - outside.height()));
}

bool RecommendDialog::use() {
  const RecommendedDesign* chosen = m_answer->selected();
  if (!chosen) return false;
  m_document.adopt(chosen->design->scenario, tr("recommended design"), chosen->design);
  m_beside = m_document.scenario();
  return true;
}

bool RecommendDialog::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_form && event->type() == QEvent::LayoutRequest) {
    const bool result = QDialog::eventFilter(watched, event);
    QMetaObject::invokeMethod(
        this, [this] { fit(); }, Qt::QueuedConnection);
    return result;
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace noiseloom
