#include "ui/dialogs/recommend_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <cmath>

#include "core/claim/claim.h"
#include "core/design/cost.h"
#include "core/scenario/field_value.h"
#include "core/scenario/scenario_fields.h"
#include "ui/dialogs/message_line.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/error_readings.h"
#include "ui/document/field.h"
#include "ui/document/scenario_document.h"
#include "ui/panels/field_editor.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/quantity_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kJobWidth = 320;
constexpr std::chrono::milliseconds kLook{100};
using Series = SliderScale::Series;

// The ways that the user can tick: all those for several epochs, and shuffling anew in each epoch.
std::vector<BatchingWay> offeredWays() {
  Scenario several;
  std::vector<BatchingWay> ways = allWays(1);
  if (const auto anew = wayFromName("shuffled-each-epoch", several)) ways.push_back(*anew);
  return ways;
}

QString waysTip(const BatchingWay& way) {
  Scenario scenario = way.applied(ScenarioDocument::defaultScenario());
  return coreText(way.batching->assumes(scenario, 1, Core::tr("Every example")));
}

}  // namespace

RecommendDialog::RecommendDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_job(document.scenario()),
      m_offered(offeredWays()),
      m_steps(new QLabel),
      m_start(new QPushButton(tr("Recommend"))),
      m_cancel(new QPushButton(tr("Stop"))),
      m_progress(new QProgressBar),
      m_headline(new QLabel),
      m_answer(new QLabel),
      m_pages(new QTabWidget),
      m_designs(new WrappingTable(
          tr("Designs"), {tr("Mechanism"), tr("Batching"), tr("Error"), tr("Memory"), tr("Time a step"), tr("Bands")},
          {0.2, 0.18})),
      m_leftOut(new WrappingTable(tr("Left out"), {tr("Mechanism"), tr("Batching"), tr("Why")}, {0.24, 0.22})),
      m_message(new MessageLine),
      m_reached(std::make_shared<Mailbox<Progress>>()),
      m_poll(new QTimer(this)) {
  setObjectName(QStringLiteral("recommendDialog"));
  setWindowTitle(tr("Recommend a design"));
  m_job.imported.reset();
  m_job.mechanism = &standardMechanism();
  auto* job = new QWidget;
  auto* jobColumn = newLayout<QVBoxLayout>({0, 0, kGrid, 0}, kHalfGrid, job);
  buildJob(*jobColumn);
  auto* jobArea = new QScrollArea;
  jobArea->setWidgetResizable(true);
  jobArea->setFrameShape(QFrame::NoFrame);
  jobArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  jobArea->setWidget(job);
  jobArea->setFixedWidth(widthIn(font(), kJobWidth));
  // The start button stays visible however the job's column is scrolled.
  auto* left = new QVBoxLayout;
  left->setSpacing(kGrid);
  left->addWidget(jobArea, 1);
  left->addLayout(startRow());
  auto* answer = new QVBoxLayout;
  answer->setSpacing(kGrid);
  buildAnswer(*answer);
  auto* layout = newLayout<QHBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, 2 * kGrid, this);
  layout->addLayout(left);
  layout->addLayout(answer, 1);
  QSize size(widthIn(font(), 1180), 660);
  if (parent) size = size.boundedTo(parent->size() - QSize(4 * kGrid, 4 * kGrid));
  resize(size);
  connect(&m_work, &NewestJob::failed, this, [this](const QString& problem) {
    showRunning(false);
    m_message->show(MessageLine::Tone::Error, problem);
  });
  m_poll->setInterval(kLook);
  connect(m_poll, &QTimer::timeout, this, [this] {
    const Progress reached = m_reached->get();
    m_progress->setValue(static_cast<int>(1000 * reached.fraction));
    m_message->show(MessageLine::Tone::Quiet, coreText(reached.stage));
  });
  showJob();
  showRunning(false);
  showAnswer();
  m_numbers[Field::DatasetSize]->edit().setFocus();
}

void RecommendDialog::place(QVBoxLayout& column, NumberField* number) {
  connect(number, &NumberField::unreadable, this,
          [this, number](const QString& message) { setProblem(*number, message); });
  column.addWidget(number);
}

void RecommendDialog::addFields(QVBoxLayout& column, std::initializer_list<Field> fields) {
  for (const Field field : fields) {
    NumberField* number = m_numbers[field] = newFieldEditor(field, QStringLiteral("recommend."));
    connect(number, &NumberField::edited, this, [this, field](std::optional<double> value) { edit(field, value); });
    place(column, number);
  }
}

void RecommendDialog::buildJob(QVBoxLayout& column) {
  const auto title = [&](const QString& text) {
    auto* label = new QLabel(text);
    label->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
    column.addWidget(label);
  };
  title(tr("The job"));
  addFields(column, {Field::DatasetSize, Field::BatchSize, Field::Epochs});
  m_steps->setWordWrap(true);
  column.addWidget(m_steps);
  addFields(column, {Field::Epsilon, Field::Delta});
  title(tr("Where it runs"));
  addFields(column, {Field::Parameters, Field::Machines, Field::Memory});
  const auto limit = [&](NumberField* field, auto set) {
    connect(field, &NumberField::edited, this, [this, field, set](std::optional<double> value, bool) {
      const bool usable = !value || *value > 0;
      setProblem(*field, usable ? QString() : tr("Use a number above 0."));
      if (usable) set(value);
    });
    place(column, field);
    return field;
  };
  m_stepTime = limit(new NumberField({tr("Noise a step"), QStringLiteral("s"),
                                      tr("Most seconds of one core that a machine may take for the noise of a step"),
                                      tr("no limit"), SliderScale(0.01, 100, Series::OneTwoFive, false)}),
                     [this](std::optional<double> value) { m_stepSeconds = value; });
  m_stepTime->showValue(std::nullopt);
  m_time = limit(new NumberField({tr("Solving time"), QStringLiteral("s"),
                                  tr("Seconds of processor time for the search; what takes longer is left out by name"),
                                  tr("no limit"), SliderScale(1, 600, Series::OneTwoFive, true)}),
                 [this](std::optional<double> value) { m_seconds = value; });
  m_time->showValue(m_seconds);
  title(tr("Batches that its data loader can form"));
  for (const BatchingWay& way : m_offered) {
    auto* box = new QCheckBox(coreText(way.name()));
    box->setObjectName(QStringLiteral("recommend.%1").arg(QString::fromLatin1(way.id().data())));
    box->setToolTip(waysTip(way));
    box->setAccessibleDescription(box->toolTip());
    box->setChecked(way.job == &standardJobBatching() && !way.batching->once);
    connect(box, &QCheckBox::toggled, this, &RecommendDialog::showJob);
    column.addWidget(box);
    m_ways.push_back(box);
  }
  column.addStretch(1);
}

QLayout* RecommendDialog::startRow() {
  m_start->setObjectName(QStringLiteral("recommend.start"));
  m_start->setDefault(true);
  m_cancel->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->addWidget(m_start, 1);
  row->addWidget(m_cancel);
  connect(m_start, &QPushButton::clicked, this, &RecommendDialog::start);
  connect(m_cancel, &QPushButton::clicked, this, [this] { m_work.cancel(); });
  return row;
}

void RecommendDialog::buildAnswer(QVBoxLayout& column) {
  m_headline->setWordWrap(true);
  m_headline->setFont(scaledFont(font(), 1.15, QFont::DemiBold));
  m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_answer->setWordWrap(true);
  m_answer->setTextFormat(Qt::RichText);
  m_answer->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* why = new QScrollArea;
  why->setWidgetResizable(true);
  why->setFrameShape(QFrame::NoFrame);
  why->setWidget(m_answer);
  m_pages->addTab(m_designs, tr("Compared"));
  m_pages->addTab(m_leftOut, tr("Left out"));
  m_pages->tabBar()->setAccessibleName(tr("Parts of the answer"));
  m_progress->setRange(0, 1000);
  m_progress->setTextVisible(false);
  m_message->setMinimumHeight(0);
  column.addWidget(m_headline);
  column.addWidget(why, 2);
  column.addWidget(m_pages, 3);
  column.addWidget(m_progress);
  column.addWidget(m_message);
  buildOutputs(column);
  connect(m_designs, &QTableWidget::itemSelectionChanged, this, [this] {
    const RecommendedDesign* design = selected();
    m_use->setEnabled(design != nullptr);
    m_pin->setEnabled(design != nullptr);
    m_export->setEnabled(design != nullptr);
  });
}

void RecommendDialog::buildOutputs(QVBoxLayout& column) {
  auto* row = new QHBoxLayout;
  row->setSpacing(kGrid);
  const auto add = [&](const QString& icon, const QString& text, const QString& tip, auto slot) {
    auto* button = new QPushButton(symbolicIcon(icon), text);
    button->setToolTip(tip);
    button->setAccessibleDescription(tip);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, slot);
    row->addWidget(button);
    return button;
  };
  m_use = add(QStringLiteral("satisfied"), tr("Use this design"),
              tr("The window shows the selected design, the recommended one where none is selected; one step to undo"),
              [this] {
                if (use()) accept();
              });
  m_pin = add(QStringLiteral("pin"), tr("Pin"), tr("Keep the selected design on the shelf"), [this] {
    if (const RecommendedDesign* chosen = selected()) {
      m_document.shelf().pin(chosen->design);
      m_message->show(MessageLine::Tone::Quiet, tr("It is on the shelf."));
    }
  });
  m_export =
      add(QStringLiteral("export"), tr("Use and export …"), tr("Use it and write its strategy file and plan"), [this] {
        if (!use()) return;
        accept();
        emit exportWanted();
      });
  m_copy = add(QStringLiteral("copy"), tr("Copy as text"), tr("The answer as plain text"), [this] {
    QGuiApplication::clipboard()->setText(answerText());
    m_message->show(MessageLine::Tone::Quiet, tr("Copied as text"));
  });
  row->addStretch(1);
  auto* close = new QPushButton(tr("Close"));
  close->setAutoDefault(false);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  row->addWidget(close);
  // Buttons take two rows if one is too narrow for them; both margins and the left column count as taken.
  const int taken = widthIn(font(), kJobWidth) + 10 * kGrid;
  int wanted = 0;  // the layout does not count buttons that have no window yet
  for (const QPushButton* button : {m_use, m_pin, m_export, m_copy, close})
    wanted += button->sizeHint().width() + kGrid;
  if (parentWidget() && wanted > parentWidget()->width() - taken) {
    auto* above = new QHBoxLayout;
    above->setSpacing(kGrid);
    for (QPushButton* button : {m_use, m_pin}) {
      row->removeWidget(button);
      above->addWidget(button);
    }
    above->addStretch(1);
    column.addLayout(above);
  }
  column.addLayout(row);
}

void RecommendDialog::edit(Field field, std::optional<double> value) {
  try {
    // The batch size is kept, and the steps follow.
    m_job = withValue(m_job, field, value, Field::Iterations);
    showJob();
  } catch (const InvalidArgument& problem) {
    setProblem(*m_numbers.at(field), refusalText(problem, field));
  }
}

void RecommendDialog::setProblem(NumberField& number, const QString& problem) {
  number.setProblem(problem);
  if (problem.isEmpty()) {
    m_refused.erase(&number);
  } else {
    m_refused.insert(&number);
  }
  updateStart();
}

void RecommendDialog::updateStart() {
  const bool ways = !chosenWays().empty();
  m_start->setEnabled(!m_running && m_refused.empty() && ways && m_job.iterations >= 1);
  m_start->setToolTip(ways ? QString() : tr("Tick what the data loader can do"));
}

void RecommendDialog::showJob() {
  for (const auto& [field, number] : m_numbers) number->showValue(valueOf(m_job, field));
  const Index n = m_job.iterations, epoch = m_job.stepsPerEpoch(), epochs = n / epoch;
  const auto count = [](Index number) { return entryText(static_cast<double>(number)); };
  m_steps->setText(n >= 1 && epochs * epoch == n
                       ? tr("makes n = %1 steps: %2 epochs of %3").arg(count(n), count(epochs), count(epoch))
                       : tr("makes n = %1 steps").arg(count(n)));
  // A single pass over the data is a way of its own.
  for (std::size_t i = 0; i < m_ways.size(); ++i)
    m_ways[i]->setEnabled(!m_offered[i].batching->once || m_job.effectiveParticipations() == 1);
  // These show the job again; texts of the limits stay.
  for (const auto& [field, number] : m_numbers) {
    number->setProblem({});
    m_refused.erase(number);
  }
  const std::vector<BatchingWay> ways = chosenWays();
  // A value that one batching refuses may be allowed by another.
  if (!ways.empty()) {
    for (const InvalidArgument& problem : ways.front().applied(m_job).problems()) {
      const auto field = fieldOfArgument(problem.argument());
      if (field && m_numbers.contains(*field)) m_numbers[*field]->setProblem(refusalText(problem));
    }
  }
  updateStart();
}

std::vector<BatchingWay> RecommendDialog::chosenWays() const {
  std::vector<BatchingWay> chosen;
  for (std::size_t i = 0; i < m_ways.size(); ++i) {
    if (m_ways[i]->isEnabled() && m_ways[i]->isChecked()) chosen.push_back(m_offered[i]);
  }
  return chosen;
}

void RecommendDialog::start() {
  for (const auto& [field, number] : m_numbers) number->takeOver();
  if (!m_start->isEnabled()) return;
  const ErrorUnit unit = m_document.errors().unit();
  // The job may lack a data set size, which some units need.
  RecommendRequest request{m_job, chosenWays(), m_seconds, m_stepSeconds,
                           unitProblem(unit, m_job).empty() ? unit : ErrorUnit::Summed};
  showRunning(true);
  m_work.start([this, request, reached = m_reached](const std::stop_token& stop) -> NewestJob::Delivery {
    RunControl control{stop, [reached](const Progress& progress) { reached->put(progress); }};
    auto found = std::make_shared<Recommendation>(recommend(request, control));
    return [this, found] {
      m_found = *found;
      showRunning(false);
      showAnswer();
      m_document.setRecommendation(found);
      emit answered();
    };
  });
}

void RecommendDialog::showRunning(bool running) {
  m_running = running;
  m_progress->setVisible(running);
  m_cancel->setEnabled(running);
  updateStart();
  if (running) {
    m_reached->put({});
    m_progress->setValue(0);
    m_poll->start();
  } else {
    m_poll->stop();
    m_message->show(MessageLine::Tone::Quiet, {});
    showJob();
  }
}

// An error is rounded up, so that it never reads better than it is; the epsilon of DP-SGD is none.
QString RecommendDialog::errorText(const RecommendedDesign& each) const {
  if (!std::isfinite(each.error)) return tr("none");
  return m_found->unit == ErrorUnit::DpSgdEpsilon ? resultText(each.error) : resultTextUp(each.error);
}

void RecommendDialog::showAnswer() {
  const bool any = m_found && !m_found->designs.empty();
  for (QPushButton* button : {m_use, m_pin, m_export, m_copy}) button->setEnabled(any);
  m_pages->setVisible(m_found.has_value());
  if (!m_found) {
    m_headline->setText(
        tr("Describe the job on the left, tick the batches that it can form, and press Recommend: every mechanism "
           "under every one of them is tried, and the best is certified."));
    return;
  }
  QStringList paragraphs;
  for (const Text& sentence : m_found->sentences) paragraphs += coreText(sentence);
  m_headline->setText(any ? coreText(m_found->sentences.front())
                          : tr("Nothing can run within these limits; the reasons stand below."));
  if (any) paragraphs.removeFirst();
  paragraphs += tr("Searched for %1 of processor time.").arg(durationText(m_found->seconds));
  QString text;
  for (const QString& each : paragraphs)
    text += QStringLiteral("<p style=\"margin: 0 0 %1px 0\">%2</p>").arg(kHalfGrid).arg(each.toHtmlEscaped());
  m_answer->setText(text);
  QList<QStringList> rows;
  for (const RecommendedDesign& each : m_found->designs) {
    const Design& design = *each.design;
    const double memory = noiseMemoryOf(design.strategy.noiseRows(), design.scenario.deployment).perMachine;
    QString bands = design.mechanism->uses(Field::Bands) ? QString::number(design.bands) : QString();
    const QString note = each.narrower ? tr("the fewest within 2 %") : coreText(each.searched);
    if (!bands.isEmpty() && !note.isEmpty()) bands = tr("%1, %2").arg(bands, note);
    rows += QStringList{coreText(design.mechanism->name),
                        coreText(each.way.name()),
                        errorText(each),
                        memoryText(memory),
                        each.stepSeconds > 0 ? secondsText(each.stepSeconds) : QString(),
                        bands};
  }
  m_designs->setRows(rows);
  m_designs->horizontalHeaderItem(2)->setToolTip(errorUnitMeaning(m_found->unit));
  if (any) m_designs->selectRow(0);
  rows.clear();
  for (const LeftOutMechanism& each : m_found->leftOut)
    rows += QStringList{coreText(each.mechanism->name), coreText(each.way.name()), coreText(each.why)};
  m_leftOut->setRows(rows);
  m_pages->setTabText(0, tr("Compared (%1)").arg(m_found->designs.size()));
  m_pages->setTabText(1, tr("Left out (%1)").arg(m_found->leftOut.size()));
}

QString RecommendDialog::answerText() const {
  if (!m_found) return {};
  QStringList lines;
  for (const Text& sentence : m_found->sentences) lines += coreText(sentence);
  for (const RecommendedDesign& each : m_found->designs) {
    lines += QStringLiteral("%1\t%2\t%3\t%4")
                 .arg(coreText(nameOf(*each.design)), coreText(each.way.name()), errorText(each),
                      QString::number(each.design->strategy.noiseRows()));
  }
  for (const LeftOutMechanism& each : m_found->leftOut) {
    lines +=
        QStringLiteral("%1\t%2\t%3").arg(coreText(each.mechanism->name), coreText(each.way.name()), coreText(each.why));
  }
  return lines.join(QLatin1Char('\n'));
}

const RecommendedDesign* RecommendDialog::selected() const {
  if (!m_found || m_found->designs.empty()) return nullptr;
  const int row = m_designs->currentRow();
  const auto index = row < 0 || m_designs->selectedItems().isEmpty() ? 0U : static_cast<std::size_t>(row);
  return &m_found->designs.at(std::min(index, m_found->designs.size() - 1));
}

bool RecommendDialog::use() {
  const RecommendedDesign* chosen = selected();
  if (!chosen) return false;
  m_document.adopt(chosen->design->scenario, tr("recommended design"), chosen->design);
  return true;
}

void RecommendDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::FontChange && m_headline) m_headline->setFont(scaledFont(font(), 1.15, QFont::DemiBold));
}

}  // namespace noiseloom
