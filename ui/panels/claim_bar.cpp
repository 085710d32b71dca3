#include "ui/panels/claim_bar.h"

#include <QAccessible>
#include <QApplication>
#include <QBoxLayout>
#include <QEvent>
#include <QPainter>
#include <QStringList>
#include <QStyleOptionFocusRect>
#include <QToolButton>
#include <algorithm>

#include "core/claim/assumptions.h"
#include "core/claim/claim.h"
#include "core/snippet/copied_command.h"
#include "ui/document/claim_state.h"
#include "ui/document/design_text.h"
#include "ui/document/objective_error.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/look.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

QString rmseText(const Design& design, ErrorReadings& readings) {
  const DesignFigures errors = readings.of(design.scenario, design);
  QString text = ClaimBar::tr("rmse %1 (%2)").arg(resultText(errors.error.mean), errorUnitLabel(readings.unit()));
  if (const ErrorObjective objective = design.scenario.objective; objective != ErrorObjective::Mean)
    return ClaimBar::tr("%1 %2, %3").arg(errorName(objective), resultText(errors.error[objective]), text);
  return text;
}

/// What is to choose, from the left.
constexpr Field kChips[] = {Field::Mechanism, Field::Bands, Field::Batching};
/// The large type over the usual one, the largest that fits.
constexpr double kHeroScales[] = {2.15, 1.8, 1.5, 1.25, 1};
constexpr double kCompactScale = 1.5;

QString promiseText(const Design& design) {
  const Scenario& scenario = design.scenario;
  return ClaimBar::tr("(%1, %2)-DP").arg(entryText(scenario.epsilon), entryText(scenario.delta));
}

QString joined(const QString& error, const QString& against, const QString& by) {
  return against.isEmpty() ? error : error + by + against;
}

}  // namespace

QString priceText(const Design& design, ErrorReadings& readings) {
  return joined(rmseText(design, readings), againstBaselineText(design), QStringLiteral(", "));
}

QString claimToolTip(const Design& design) {
  const PrivacyClaim claim = claimOf(design);
  QStringList lines;
  const auto add = [&lines](const QString& name, const Text& text) {
    lines += QStringLiteral("<b>%1:</b> %2").arg(name, coreText(text).toHtmlEscaped());
  };
  add(ClaimBar::tr("Statement"), claim.statement);
  add(ClaimBar::tr("Unit of privacy"), claim.unitText);
  add(ClaimBar::tr("Adjacency"), claim.adjacencyText);
  add(ClaimBar::tr("Accountant"), claim.accountant.method);
  for (const Assumption& assumption : claim.assumptions) {
    add(assumption.status == AssumptionStatus::Violated ? ClaimBar::tr("VIOLATED") : ClaimBar::tr("Assumes"),
        assumption.text);
  }
  lines += ClaimBar::tr(
               "<b>Noise multiplier σ</b> (sensitivity 1): %1; <b>stddev</b> of z = clip norm × σ × sensitivity: %2")
               .arg(resultTextUp(design.noiseMultiplier.value, 6), resultTextUp(design.stddev, 6));
  return lines.join(QStringLiteral("<br>"));
}

void LoaderDuty::say(const QString& text) {
  if (text == m_text) return;
  m_text = text;
  setToolTip(text);
  setAccessibleName(text);
  update();
}

void LoaderDuty::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const bool pointed = underMouse() || hasFocus();
  painter.setPen(pointed ? palette().color(QPalette::Link) : themeOf(palette()).mutedText);
  if (hasFocus()) {
    QStyleOptionFocusRect option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
  }
  paintLine(painter, rect(), m_text);
}

ClaimBar::ClaimBar(ScenarioDocument& document, BestBaselines& baselines, QWidget* parent)
    : QFrame(parent),
      m_document(document),
      m_seal(named<QToolButton>("claimSeal")),
      m_promise(named<QLabel>("claimPromise")),
      m_gain(named<QLabel>("claimGain")),
      m_sentence(named<QLabel>("claimSentence")),
      m_price(named<QLabel>("claimPrice")),
      m_duty(named<LoaderDuty>("claimDuty")),
      m_bestBaselines(baselines) {
  nameWidget(this, QStringLiteral("claimBar"), tr("Privacy claim"));
  setAutoFillBackground(true);
  m_sentence->setWordWrap(true);
  m_price->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_price->setFont(tabularFigures(font()));
  for (QLabel* label : {m_promise, m_gain, m_sentence}) label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_price->setCursor(Qt::PointingHandCursor);
  m_price->setToolTip(tr("What makes this figure, and the others"));
  m_price->installEventFilter(this);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, kGrid / 2, 2 * kGrid, kGrid / 2}, 0, this);
  layout->addLayout(newHero());
  m_choices = newChoices();
  layout->addWidget(m_choices);
  connect(m_seal, &QToolButton::clicked, this, &ClaimBar::claimWanted);
  connect(m_duty, &LoaderDuty::clicked, this, &ClaimBar::claimWanted);
  applyFont();
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Sweep || change == DocumentChange::Trace) return;
    if (FramePacer::instance().opensFrame(m_document, change)) return;
    // Progress comes many times a second.
    if (change == DocumentChange::Activity && m_document.designState() == m_shown) return;
    refresh();
  });
  connect(&m_document.errors(), &ErrorReadings::changed, this, &ClaimBar::refresh);
  connect(&m_bestBaselines, &BestBaselines::changed, this, &ClaimBar::refresh);
  refresh();
}

bool ClaimBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_price && event->type() == QEvent::MouseButtonRelease) emit figuresWanted();
  return QFrame::eventFilter(watched, event);
}

QBoxLayout* ClaimBar::newHero() {
  auto* row = newLayout<QHBoxLayout>({0, 0, 0, 0}, 3 * kGrid);
  row->addWidget(m_promise);
  row->addWidget(m_gain);
  row->addWidget(m_sentence, 1);
  row->addStretch(0);
  row->addWidget(m_price);
  return row;
}

QWidget* ClaimBar::newChoices() {
  auto* choices = new QWidget;
  m_seal->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_seal->setAutoRaise(true);
  auto* row = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid, choices);
  row->addWidget(m_seal);
  for (const Field field : kChips) {
    auto* chip = m_chips[field] = new QToolButton;
    chip->setObjectName(QStringLiteral("chip_") + QString::fromLatin1(infoOf(field).name.data()));
    chip->setToolButtonStyle(Qt::ToolButtonTextOnly);
    chip->setToolTip(tr("Choose another one"));
    connect(chip, &QToolButton::clicked, this, [this, field] { emit choiceWanted(field); });
    row->addWidget(chip);
  }
  row->addWidget(m_duty, 1);
  row->addStretch(0);
  return choices;
}

void ClaimBar::setCompact(bool compact) {
  m_compact = compact;
  applyFont();
  refresh();
}

void ClaimBar::refresh() {
  const auto design = m_document.design();
  const std::vector<FieldProblem> problems = m_document.problems();
  const bool broken = !problems.empty();
  const ClaimState claim = design && !broken ? claimStateOf(*design) : ClaimState{};
  QString sentence;
  if (broken) {
    sentence = problems.front().message;
    if (problems.size() > 1) sentence += tr(" (and %1 more)").arg(problems.size() - 1);
  } else if (design) {
    sentence = coreText(claimSentence(*design));
    if (claim.critical) sentence += QStringLiteral(": ") + claim.why;
  } else {
    sentence = tr("Solving the scenario …");
  }
  const DesignState state = m_shown = m_document.designState();
  const bool old = design && state != DesignState::Current;
  const bool priced = design && !broken;
  const bool calm = priced && !claim.critical;
  m_rmse = priced ? rmseText(*design, m_document.errors()) : QString();
  m_against = priced ? againstBaselineText(*design) : QString();
  const std::optional<QString> gain = calm ? gainOf(*design) : QString();
  // Lessons speak of the error itself, and of DP-SGD under the batching of their job.
  const bool compared = !m_compact && (!gain || !gain->isEmpty());
  m_gain->setText(compared ? gain.value_or(QString()) : calm ? m_rmse : QString());
  m_price->setText(compared ? m_rmse : QString());
  m_sentence->setText(sentence);
  m_gain->setVisible(calm);
  m_sentence->setVisible(!calm);
  m_state = broken                         ? tr("No valid scenario")
            : m_document.isLeftEstimated() ? tr("Not certified")
            : state == DesignState::Stale  ? tr("Stale")
            : old && !isCertified(*design) ? tr("Certifying …")
            : old                          ? tr("Refining …")
            : claim.critical               ? tr("Not claimed")
                                           : QString();
  m_promise->setText(calm ? promiseText(*design) : m_state);
  m_seal->setText(!m_state.isEmpty() ? m_state : design ? tr("Claimed") : tr("Solving …"));
  const bool alarmed = broken || claim.critical;
  m_seal->setIcon(symbolicIcon(alarmed                       ? QStringLiteral("violated")
                               : m_state.isEmpty() && design ? QStringLiteral("satisfied")
                                                             : QStringLiteral("to-be-ensured")));
  const QString tip = design && !old ? claimToolTip(*design) : QString();
  for (QLabel* label : {m_promise, m_sentence}) label->setToolTip(tip);
  m_gain->setToolTip(gainTip());
  m_seal->setToolTip(tr("The whole claim and its assumptions"));
  m_promise->setAccessibleName(tr("Privacy claim: %1").arg(sentence));
  m_sentence->setAccessibleName(m_promise->accessibleName());
  m_seal->setAccessibleName(tr("State of the result: %1").arg(m_seal->text()));
  m_gain->setAccessibleName(
      tr("Price of privacy: %1").arg(joined(price(), gain.value_or(QString()), QStringLiteral(", "))));
  m_price->setAccessibleName(m_gain->accessibleName());
  setAccessibleDescription(
      claim.critical ? tr("Critical: the claim is not made. %1. What to do: %2.").arg(claim.reason, claim.remedy)
                     : m_state);
  if (claim.critical && !m_critical) {
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
  }
  m_critical = claim.critical;
  showChoices();
  arrange();
  applyColors(alarmed, old);
}

std::optional<QString> ClaimBar::gainOf(const Design& design) {
  m_best = {};
  if (design.mechanism == &baselineMechanism()) return QString();
  const std::optional<double> error = m_bestBaselines.errorOnShow(design);
  // A sketch keeps the bands of the design before it until those that are searched for are known: it may be far off.
  const bool searched = design.scenario.searchesBands() && !design.scenario.bands;
  if (error && searched && !isCertified(design) && design.objectiveError() > *error) return std::nullopt;
  if (const auto* known = m_bestBaselines.find(design.scenario)) m_best = *known;
  return error ? std::optional(gainText(design, *error)) : std::nullopt;
}

QString ClaimBar::gainTip() const {
  if (!m_best) return {};
  const QString best =
      tr("The best DP-SGD of this job, by an estimate, is that under %1; it is the yardstick of Recommend, "
         "too.")
          .arg(coreText(m_best->way.name()));
  return m_against.isEmpty() ? best : tr("%1 This design is %2.").arg(best, m_against);
}

// They show the design, which is the scenario's once it is solved. One that cannot be solved has its own names.
void ClaimBar::showChoices() {
  const auto design = m_document.design();
  const bool broken = !m_document.problems().empty();
  for (const auto& [field, chip] : m_chips) chip->setVisible(design != nullptr);
  m_duty->setVisible(design && !broken);
  if (!design) return;
  const Scenario& scenario = broken ? m_document.scenario() : design->scenario;
  m_chips[Field::Mechanism]->setText(broken ? mechanismName(scenario.mechanism) : mechanismName(*design));
  m_chips[Field::Bands]->setVisible(!broken && scenario.usesBands());
  m_chips[Field::Bands]->setText(bandsText(design->bands));
  m_chips[Field::Batching]->setText(coreText(scenario.batching->name));
  for (const auto& [field, chip] : m_chips)
    chip->setAccessibleName(tr("%1: %2. Choose another one").arg(fieldLabel(field), chip->text()));
  if (broken) return;
  m_duty->say(
      tr("Your loader: %1")
          .arg(coreText(scenario.batching->assumes(scenario, design->bands, everyMember(scenario.contributor())))));
  const QString command = QString::fromStdString(batchesCommand(scenario, design->bands, "strategy.npz"));
  m_duty->setToolTip(command.isEmpty() ? m_duty->said()
                                       : tr("%1\nThis draws such batches: %2").arg(m_duty->said(), command));
}

void ClaimBar::applyColors(bool alarmed, bool old) {
  m_coloring = true;
  const Theme& theme = themeOf(QApplication::palette());
  const bool stale = m_document.designState() == DesignState::Stale;
  QPalette own = palette();
  own.setColor(QPalette::Window, alarmed ? theme.errorFill : theme.plot);
  setPalette(own);
  setTextColor(*m_sentence, alarmed ? theme.error : stale ? theme.stale : theme.text);
  for (QLabel* label : {m_promise, m_gain})
    setTextColor(*label, alarmed ? theme.error : stale ? theme.stale : old ? theme.mutedText : theme.text);
  QPalette sealed = m_seal->palette();
  sealed.setColor(QPalette::ButtonText, alarmed ? theme.error : old ? theme.stale : theme.text);
  m_seal->setPalette(sealed);
  setTextColor(*m_price, theme.mutedText);
  m_coloring = false;
}

QString ClaimBar::price() const {
  return joined(m_rmse, m_against, QStringLiteral(", "));
}

void ClaimBar::applyFont() {
  // States come and go with every step of a slider: what stands beside them stays.
  int widest = 0;
  for (const QString& text : {tr("Claimed"), tr("Certifying …"), tr("Not certified"), tr("Refining …"), tr("Stale")})
    widest = std::max(widest, m_seal->fontMetrics().horizontalAdvance(text));
  m_seal->setMinimumWidth(widest + m_seal->iconSize().width() + 3 * kGrid);
  // A projector in large type has no room for two lines.
  m_choices->setVisible(!m_compact && !presenting());
  // As high in each state: neither a longer sentence nor another language moves what is below.
  const int large =
      QFontMetrics(scaledFont(font(), m_compact ? kCompactScale : kHeroScales[0], QFont::DemiBold)).height();
  for (QLabel* label : {m_promise, m_sentence})
    label->setMinimumHeight(std::max(large, 2 * fontMetrics().lineSpacing()));
  arrange();
}

void ClaimBar::arrange() {
  const QMargins margins = layout()->contentsMargins();
  const int room = width() - margins.left() - margins.right();
  const int beside = m_price->sizeHint().width() + 7 * kGrid;
  QFont large;
  for (const double scale : kHeroScales) {
    if (m_compact && scale > kCompactScale) continue;
    large = tabularFigures(scaledFont(font(), scale, QFont::DemiBold));
    const QFontMetrics metrics(large);
    if (metrics.horizontalAdvance(m_promise->text()) + metrics.horizontalAdvance(m_gain->text()) + beside <= room)
      break;
  }
  // Set once: a label of another font is laid out anew, in each picture of a drag.
  for (QLabel* label : {m_promise, m_gain}) label->setFont(large);
}

void ClaimBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  arrange();
}

void ClaimBar::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::FontChange && m_price && layout()) {
    m_price->setFont(tabularFigures(font()));
    applyFont();
    refresh();
  }
  // setPalette() in applyColors() sends this event again.
  if (event->type() == QEvent::PaletteChange && layout() && !m_coloring) refresh();
}

}  // namespace noiseloom
