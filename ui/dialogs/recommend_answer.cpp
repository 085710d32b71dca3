#include "ui/dialogs/recommend_answer.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QTabBar>
#include <QTabWidget>
#include <algorithm>
#include <cmath>

#include "core/claim/claim.h"
#include "core/design/baseline_error.h"
#include "core/design/cost.h"
#include "core/scenario/scenario_fields.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/duty_note.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/error_readings.h"
#include "ui/style/bar_list.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/quantity_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kHeroType = 2.15;
constexpr double kTitleType = 1.15;
// The card offers the best of the other batchings; the reasons name all.
constexpr std::size_t kMostFreedoms = 4;
// A share of the free memory that is worth a remark.
constexpr double kMuchMemory = 0.5;

QScrollArea* scrolling(QWidget* widget) {
  auto* area = new QScrollArea;
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setFocusPolicy(Qt::NoFocus);
  area->setWidget(widget);
  return area;
}

double memoryOf(const RecommendedDesign& each) {
  return noiseMemoryOf(each.design->strategy.noiseRows(), each.design->scenario.deployment).perMachine;
}

// To a tenth of a percent; what is not all of it never reads as 100.
double percentOf(double less) {
  const double percent = std::round(1000 * std::abs(less)) / 10;
  return less > 0 ? std::min(percent, 99.9) : percent;
}

struct Heading {
  QString large, below;
};

Heading headingOf(const Design& design, const std::optional<BestBaseline>& baseline) {
  if (!baseline) return {RecommendAnswer::tr("The error of DP-SGD"), {}};
  const double less = 1 - design.objectiveError() / baseline->error;
  const bool hardly = std::abs(less) < kHardlyDiffers;
  const QString size = withDecimalSign(QString::number(percentOf(less)));
  const QString way = coreText(baseline->way.name());
  if (design.mechanism == &baselineMechanism() && hardly)
    return {RecommendAnswer::tr("The error of DP-SGD"),
            RecommendAnswer::tr("The best DP-SGD is that under %1.").arg(way)};
  if (design.mechanism == &baselineMechanism() && less < 0)
    return {RecommendAnswer::tr("DP-SGD is the best here"),
            RecommendAnswer::tr("with %1 % more error than under %2, where DP-SGD has the least").arg(size, way)};
  return {hardly     ? (less < 0 ? RecommendAnswer::tr("Hardly more error") : RecommendAnswer::tr("Hardly less error"))
          : less > 0 ? RecommendAnswer::tr("%1 % less error").arg(size)
                     : RecommendAnswer::tr("%1 % more error").arg(size),
          RecommendAnswer::tr("than the best DP-SGD, which is that under %1").arg(way)};
}

}  // namespace

RecommendAnswer::RecommendAnswer(QWidget* parent)
    : QWidget(parent),
      m_pages(new QTabWidget),
      m_card(new QWidget),
      m_hero(new QLabel),
      m_yardstick(new QLabel),
      m_name(new QLabel),
      m_remark(new QLabel),
      m_bars(new BarList(tr("Errors"))),
      m_dutyTitle(new QLabel(tr("Your data loader"))),
      m_duty(new DutyNote),
      m_freedomTitle(new QLabel(tr("What one more freedom would gain: click to try it"))),
      m_freedoms(new BarList(m_freedomTitle->text())),
      m_reasons(new QLabel),
      m_designs(new WrappingTable(
          tr("Designs"), {tr("Mechanism"), tr("Batching"), tr("Error"), tr("Memory"), tr("Time a step"), tr("Bands")},
          {0.2, 0.18})),
      m_leftOut(new WrappingTable(tr("Left out"), {tr("Mechanism"), tr("Batching"), tr("Why")}, {0.34, 0.3})) {
  buildCard();
  makeReadable({m_reasons}, true);
  m_reasons->setTextFormat(Qt::RichText);
  m_reasons->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  m_reasons->setMargin(kGrid);
  m_pages->addTab(scrolling(m_card), tr("Answer"));
  m_pages->addTab(scrolling(m_reasons), tr("Why"));
  m_pages->addTab(m_designs, tr("Compared"));
  m_pages->addTab(m_leftOut, tr("Left out"));
  m_pages->tabBar()->setAccessibleName(tr("Parts of the answer"));
  m_pages->setDocumentMode(true);
  auto* column = newLayout<QVBoxLayout>({0, 0, 0, 0}, 0, this);
  column->addWidget(m_pages);
  connect(m_designs, &QTableWidget::itemSelectionChanged, this, &RecommendAnswer::selectionChanged);
  applyLook();
  onChange(*this, {QEvent::FontChange, QEvent::PaletteChange}, [this] { applyLook(); });
}

void RecommendAnswer::buildCard() {
  m_hero->setObjectName(QStringLiteral("recommendHero"));
  m_yardstick->setObjectName(QStringLiteral("recommendYardstick"));
  auto* column = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kHalfGrid, m_card);
  makeReadable({m_hero, m_yardstick, m_name, m_remark}, true);
  m_hero->setWordWrap(false);
  for (QLabel* label : {m_hero, m_yardstick, m_name, m_remark}) {
    label->setTextFormat(Qt::PlainText);
    column->addWidget(label);
    if (label == m_yardstick) column->addSpacing(kHalfGrid);
  }
  column->addSpacing(kHalfGrid);
  column->addWidget(m_bars);
  column->addSpacing(kGrid);
  column->addWidget(m_dutyTitle);
  column->addWidget(m_duty);
  column->addSpacing(kGrid);
  column->addWidget(m_freedomTitle);
  column->addWidget(m_freedoms);
  column->addStretch(1);
}

void RecommendAnswer::show(const Recommendation& found) {
  m_found = found;
  showCard();
  showReasons();
  showTables();
  m_pages->setCurrentIndex(0);
}

void RecommendAnswer::showCard() {
  const bool any = !m_found->designs.empty();
  for (QWidget* part :
       {static_cast<QWidget*>(m_yardstick), static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_bars),
        static_cast<QWidget*>(m_dutyTitle), static_cast<QWidget*>(m_duty)})
    part->setVisible(any);
  if (!any) {
    m_hero->setText(tr("Nothing can run within these limits"));
    m_remark->setText(tr("The reasons stand under “Left out”."));
    m_remark->show();
    m_freedomTitle->hide();
    m_freedoms->hide();
    return;
  }
  const RecommendedDesign& best = m_found->designs.front();
  const RecommendationFacts& facts = m_found->facts;
  const Heading heading = headingOf(*best.design, facts.bestBaseline);
  m_hero->setText(heading.large);
  m_yardstick->setText(heading.below);
  m_name->setText(tr("%1, under %2").arg(coreText(nameOf(*best.design)), coreText(best.way.name())));
  QStringList remarks;
  if (!best.design->scenario.batching->amplified()) remarks += coreText(m_found->sentences.at(1));
  if (const auto& room = best.design->scenario.deployment.memoryPerMachine;
      room && memoryOf(best) > kMuchMemory * static_cast<double>(*room)) {
    remarks += tr("Its noise takes %1 of the %2 that are free on each machine.")
                   .arg(memoryText(memoryOf(best)), memoryText(static_cast<double>(*room)));
  }
  m_remark->setText(remarks.join(QLatin1Char('\n')));
  m_remark->setVisible(!remarks.isEmpty());
  m_duty->show(*best.design, QStringLiteral("strategy.npz"));
  showBars();
  showFreedoms();
}

void RecommendAnswer::showBars() {
  const RecommendedDesign& best = m_found->designs.front();
  const RecommendationFacts& facts = m_found->facts;
  const auto other = std::ranges::find_if(m_found->designs.begin() + 1, m_found->designs.end(),
                                          [](const RecommendedDesign& each) { return !each.narrower; });
  const bool next = other != m_found->designs.end();
  double most = std::max(best.design->objectiveError(), facts.bestBaseline ? facts.bestBaseline->error : 0);
  if (next) most = std::max(most, other->design->objectiveError());
  QList<BarRow::Content> rows;
  const auto add = [&](const RecommendedDesign& each, BarRow::Tone tone) {
    rows += {coreText(nameOf(*each.design)), errorText(each), each.design->objectiveError() / most, tone,
             tr("%1, under %2").arg(coreText(nameOf(*each.design)), coreText(each.way.name()))};
  };
  add(best, BarRow::Tone::Own);
  if (next) add(*other, BarRow::Tone::Other);
  if (facts.bestBaseline) {
    // The other units but this one are multiples of each other.
    const bool multiple = m_found->unit != ErrorUnit::DpSgdEpsilon && std::isfinite(best.error);
    const double value = facts.bestBaseline->error * (multiple ? best.error / best.design->objectiveError() : 1);
    rows += {tr("Best DP-SGD"), m_found->unit == ErrorUnit::DpSgdEpsilon ? QString() : resultText(value),
             facts.bestBaseline->error / most, BarRow::Tone::Baseline,
             tr("%1, under %2").arg(QStringLiteral("DP-SGD"), coreText(facts.bestBaseline->way.name()))};
  }
  m_bars->setRows(rows);
  m_bars->setToolTip(errorUnitMeaning(m_found->unit));
}

void RecommendAnswer::showFreedoms() {
  const RecommendationFacts& facts = m_found->facts;
  QList<BarRow::Content> rows;
  double most = 0;
  const auto add = [&](const QString& label, double gain, std::function<void()> act) {
    if (gain < kWorthwhileGain) return;
    rows += {
        label,         tr("−%1 %").arg(fixedText(percentOf(gain), 1)), gain, BarRow::Tone::Own, tr("Ask again with it"),
        std::move(act)};
    most = std::max(most, gain);
  };
  for (std::size_t i = 0; i < std::min(kMostFreedoms, facts.otherWays.size()); ++i) {
    const auto& [way, gain] = facts.otherWays[i];
    add(tr("Batches by %1").arg(coreText(way.name())), gain,
        [this, id = std::string(way.id())] { emit wayWanted(id); });
  }
  add(tr("Twice the memory"), facts.twiceTheMemory.value_or(0), [this] { emit twiceTheMemoryWanted(); });
  add(tr("Batches twice as large"), facts.twiceTheBatch.value_or(0), [this] { emit twiceTheBatchWanted(); });
  for (BarRow::Content& row : rows) row.share /= most;
  m_freedoms->setRows(rows);
  m_freedomTitle->setVisible(!rows.isEmpty());
  m_freedoms->setVisible(!rows.isEmpty());
}

void RecommendAnswer::showReasons() {
  QStringList paragraphs;
  for (const Text& sentence : m_found->sentences) paragraphs += coreText(sentence);
  paragraphs += tr("Searched for %1 of processor time.").arg(durationText(m_found->seconds));
  QString text;
  for (const QString& each : paragraphs)
    text += QStringLiteral("<p style=\"margin: 0 0 %1px 0\">%2</p>").arg(kHalfGrid).arg(each.toHtmlEscaped());
  m_reasons->setText(text);
}

void RecommendAnswer::showTables() {
  QList<QStringList> rows;
  for (const RecommendedDesign& each : m_found->designs) {
    const Design& design = *each.design;
    QString bands = design.mechanism->uses(Field::Bands) ? countText(design.bands) : QString();
    const QString note = each.narrower ? tr("the fewest within 2 %") : coreText(each.searched);
    if (!bands.isEmpty() && !note.isEmpty()) bands = tr("%1, %2").arg(bands, note);
    rows += QStringList{coreText(design.mechanism->name),
                        coreText(each.way.name()),
                        errorText(each),
                        memoryOf(each) > 0 ? memoryText(memoryOf(each)) : tr("none"),
                        each.stepSeconds > 0 ? secondsText(each.stepSeconds) : QString(),
                        bands};
  }
  m_designs->setRows(rows);
  m_designs->horizontalHeaderItem(2)->setToolTip(errorUnitMeaning(m_found->unit));
  if (!rows.isEmpty()) m_designs->selectRow(0);
  rows = reasonRows(m_found->leftOut);
  m_leftOut->setRows(rows);
  m_pages->setTabText(2, tr("Compared (%1)").arg(m_found->designs.size()));
  m_pages->setTabText(3, tr("Left out (%1)").arg(rows.size()));
}

QList<QStringList> RecommendAnswer::reasonRows(const std::vector<LeftOutMechanism>& leftOut) {
  struct Reason {
    QString mechanism, why;
    QStringList ways;
  };
  std::vector<Reason> reasons;
  QSet<QString> everyWay;
  for (const LeftOutMechanism& each : leftOut) {
    const QString name = coreText(each.mechanism->name), why = coreText(each.why), way = coreText(each.way.name());
    everyWay += way;
    auto known = std::ranges::find_if(
        reasons, [&](const Reason& reason) { return reason.mechanism == name && reason.why == why; });
    if (known == reasons.end()) known = reasons.insert(known, {name, why, {}});
    known->ways += way;
  }
  QList<QStringList> rows;
  for (const Reason& reason : reasons) {
    const bool all = reason.ways.size() > 1 && reason.ways.size() == everyWay.size();
    const QString under = all ? tr("all") : reason.ways.join(QStringLiteral("; "));
    const auto row = std::ranges::find_if(
        rows, [&](const QStringList& before) { return before[1] == under && before[2] == reason.why; });
    if (row == rows.end()) {
      rows += QStringList{reason.mechanism, under, reason.why};
    } else {
      row->front() += QStringLiteral(", ") + reason.mechanism;
    }
  }
  return rows;
}

// As the window shows the error of the design once it is used.
QString RecommendAnswer::errorText(const RecommendedDesign& each) {
  return std::isfinite(each.error) ? resultText(each.error) : tr("none");
}

QString RecommendAnswer::text() const {
  if (!m_found) return {};
  QStringList lines;
  for (const Text& sentence : m_found->sentences) lines += coreText(sentence);
  for (const RecommendedDesign& each : m_found->designs) {
    lines += QStringLiteral("%1\t%2\t%3\t%4")
                 .arg(coreText(nameOf(*each.design)), coreText(each.way.name()), errorText(each),
                      countText(each.design->strategy.noiseRows()));
  }
  for (const QStringList& row : reasonRows(m_found->leftOut)) lines += row.join(QLatin1Char('\t'));
  return lines.join(QLatin1Char('\n'));
}

const RecommendedDesign* RecommendAnswer::selected() const {
  if (!m_found || m_found->designs.empty()) return nullptr;
  const int row = m_designs->currentRow();
  const auto index = row < 0 || m_designs->selectedItems().isEmpty() ? 0U : static_cast<std::size_t>(row);
  return &m_found->designs.at(std::min(index, m_found->designs.size() - 1));
}

int RecommendAnswer::heightAt(int width) const {
  return m_card->heightForWidth(width) + m_pages->tabBar()->sizeHint().height() + kGrid;
}

QList<QWidget*> RecommendAnswer::stops() const {
  QList<QWidget*> stops{m_pages->tabBar(), &m_duty->copyButton()};
  for (BarRow* row : m_freedoms->rows()) stops += row;
  return stops << m_designs << m_leftOut;
}

void RecommendAnswer::applyLook() {
  m_hero->setFont(scaledFont(font(), kHeroType, QFont::DemiBold));
  m_name->setFont(scaledFont(font(), kTitleType));
  for (QLabel* title : {m_dutyTitle, m_freedomTitle}) title->setFont(scaledFont(font(), kTitleType));
  const Theme& theme = themeOf(palette());
  setTextColor(*m_yardstick, theme.mutedText);
  setTextColor(*m_remark, theme.stale);
}

}  // namespace noiseloom
