#include "ui/panels/what_if_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/design/baseline_error.h"
#include "ui/document/scenario_document.h"
#include "ui/style/bar_list.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kColumns = 2;
constexpr int kRows = 3;
// Changes below it read as none.
constexpr double kLeastPercent = 100 * kHardlyDiffers;

QString changeText(double percent) {
  if (std::abs(percent) < kLeastPercent) return WhatIfStrip::tr("no change");
  const QString number = percentText(std::abs(percent), std::abs(percent) < 1 ? 1 : 2);
  return percent < 0 ? QStringLiteral("−%1 %").arg(number) : QStringLiteral("+%1 %").arg(number);
}

QString tipOf(const WhatIf& answer, double percent, bool ofMean) {
  const QString number = percentText(std::abs(percent), 3);
  const QString name = coreText(answer.name);
  const QString unit = ofMean ? WhatIfStrip::tr("on the mean gradient") : WhatIfStrip::tr("on the summed gradient");
  QString tip = percent <= 0 ? WhatIfStrip::tr("%1: about %2 % less error %3.").arg(capitalised(name), number, unit)
                             : WhatIfStrip::tr("%1: about %2 % more error %3.").arg(capitalised(name), number, unit);
  if (answer.kind == JobChange::Kind::Loader)
    tip += QLatin1Char(' ') + WhatIfStrip::tr("It is the best of the other ways to form batches.");
  if (answer.kind == JobChange::Kind::Loader && answer.scenario.batching->ofStrategy())
    tip += QLatin1Char(' ') + WhatIfStrip::tr("A strategy that is optimised for it may gain more.");
  if (answer.leftOut > 0) {
    tip += QLatin1Char(' ') +
           WhatIfStrip::tr("%n were not compared, as their accounting takes long here.", nullptr, answer.leftOut);
  }
  return tip + QLatin1Char('\n') + WhatIfStrip::tr("An estimate. A click makes the change, and Undo takes it back.");
}

}  // namespace

WhatIfStrip::WhatIfStrip(ScenarioDocument& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_title(new QLabel(tr("What if"))),
      m_note(new QLabel),
      m_bars(new BarList(tr("What if"), kColumns)) {
  nameWidget(this, QStringLiteral("whatIfStrip"), tr("What one change of the job would bring"));
  auto* layout = newLayout<QHBoxLayout>({kGrid, kHalfGrid, kGrid, 0}, 2 * kGrid, this);
  layout->addWidget(m_title, 0, Qt::AlignTop);
  layout->addWidget(m_bars, 1);
  layout->addWidget(m_note, 1, Qt::AlignTop);
  m_note->setWordWrap(true);
  showNote();
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario || change == DocumentChange::Design || change == DocumentChange::Problems)
      follow();
  });
  connect(&m_document.errors(), &ErrorReadings::changed, this, &WhatIfStrip::refresh);
  onChange(*this, {QEvent::FontChange}, [this] { m_bars->setFont(font()); });
  onChange(*this, {QEvent::PaletteChange}, [this] { showNote(); });
}

void WhatIfStrip::follow() {
  if (m_asked && !(*m_asked == m_document.scenario())) {
    m_job.cancel();
    m_asked.reset();
    m_complete = false;
  }
  enableBars();
  ask();
}

void WhatIfStrip::ask() {
  if (m_asked || !isVisible() || !m_document.canSolve() || m_document.designState() != DesignState::Current) return;
  m_asked = m_document.scenario();
  showNote();
  m_job.start([this, scenario = *m_asked, design = m_document.design()](const std::stop_token& stop) {
    std::vector<WhatIf> answers = whatIf(scenario, *design, {stop});
    if (stop.stop_requested()) return NewestJob::Delivery{};
    return NewestJob::Delivery{[this, scenario, answers = std::move(answers)] {
      if (m_asked != scenario) return;
      m_answers = answers;
      m_complete = true;
      refresh();
    }};
  });
}

void WhatIfStrip::refresh() {
  const bool ofMean = m_document.errors().unit() != ErrorUnit::Summed;
  const auto ratioOf = [ofMean](const WhatIf& answer) { return ofMean ? answer.ratioOfMean : answer.ratio; };
  double longest = 1;
  for (const WhatIf& answer : m_answers) longest = std::max(longest, ratioOf(answer));
  QList<BarRow::Content> rows;
  for (const WhatIf& answer : m_answers) {
    const double percent = 100 * (ratioOf(answer) - 1);
    rows += {coreText(answer.name),
             changeText(percent),
             ratioOf(answer) / longest,
             percent < -kLeastPercent ? BarRow::Tone::Own : BarRow::Tone::Other,
             tipOf(answer, percent, ofMean),
             [this, answer] { m_document.adopt(answer.scenario, tr("what if: %1").arg(coreText(answer.name))); }};
  }
  m_bars->setRows(rows);
  enableBars();
  showNote();
}

// A layout shows what is new in it a turn of the event loop later, once it has a place for it.
bool WhatIfStrip::isComplete() const {
  return m_complete && std::ranges::all_of(m_bars->rows(), &QWidget::isVisible);
}

QString WhatIfStrip::note() const {
  if (!m_answers.empty()) return {};
  if (!m_asked) return tr("Bars stand here once the design is solved.");
  return m_complete ? tr("No change is compared: each takes long to account for here.") : tr("Comparing changes …");
}

void WhatIfStrip::showNote() {
  const QString words = note();
  m_bars->setVisible(words.isEmpty());
  m_note->setVisible(!words.isEmpty());
  m_note->setText(words);
  setTextColor(*m_note, themeOf(palette()).mutedText);
}

/// What an entry that cannot be used stands beside is no job to change.
void WhatIfStrip::enableBars() {
  m_bars->setEnabled(m_complete && m_document.canSolve());
}

/// Always as high as its most bars, so that nothing below moves.
QSize WhatIfStrip::minimumSizeHint() const {
  return {0, kRows * (fontMetrics().height() + kHalfGrid) + kHalfGrid};
}

void WhatIfStrip::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  ask();
}

void WhatIfStrip::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (m_complete) return;
  m_job.cancel();
  m_asked.reset();
}

}  // namespace noiseloom
