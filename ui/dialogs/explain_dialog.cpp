#include "ui/dialogs/explain_dialog.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>

#include "core/error/error_profile.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/document/scenario_document.h"
#include "ui/help/help_window.h"
#include "ui/plots/step_error/step_error_chart.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kValueType = 1.8;

}  // namespace

ExplainDialog::ExplainDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_designs(new QComboBox),
      m_list(new QListWidget),
      m_stale(named<QLabel>("staleFigures", tr("Stale: these are the figures of an earlier scenario"))),
      m_name(new QLabel),
      m_value(new QLabel),
      m_formula(new QLabel),
      m_text(new QLabel),
      m_help(new QPushButton(tr("&More in the help"))) {
  setObjectName(QStringLiteral("explainDialog"));
  setWindowTitle(tr("What makes the figures"));
  nameWidget(m_list, QStringLiteral("explainedFigures"), tr("Figures of the design"));
  m_list->setMinimumWidth(widthIn(font(), 200));
  m_list->setSpacing(kHalfGrid / 2);
  nameWidget(m_designs, QStringLiteral("explainedDesign"), tr("Design whose figures are explained"));
  m_designs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  auto* page = new QWidget;
  auto* column = newLayout<QVBoxLayout>({2 * kGrid, 0, 0, 0}, kGrid, page);
  makeReadable({m_stale, m_name, m_value, m_formula, m_text});
  column->addWidget(m_stale);
  for (QLabel* label : {m_name, m_value, m_formula, m_text}) {
    label->setTextFormat(Qt::PlainText);
    column->addWidget(label);
  }
  column->addStretch(1);
  auto* buttons = newLayout<QHBoxLayout>({}, kGrid);
  buttons->addWidget(m_help);
  buttons->addStretch(1);
  buttons->addWidget(newCloseButton(*this, tr("Close")));
  column->addLayout(buttons);
  m_help->setAutoDefault(false);
  auto* layout = newLayout<QHBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  auto* left = newLayout<QVBoxLayout>({}, kGrid);
  left->addWidget(m_designs);
  left->addWidget(m_list, 1);
  layout->addLayout(left);
  layout->addWidget(page, 1);
  connect(m_designs, &QComboBox::currentIndexChanged, this, &ExplainDialog::follow);
  connect(&m_document.shelf(), &Shelf::changed, this, &ExplainDialog::relist);
  connect(m_list, &QListWidget::currentRowChanged, this, &ExplainDialog::showChosen);
  connect(m_help, &QPushButton::clicked, this, [this] {
    if (const ExplainedFigure* figure = chosen()) showHelp(this, figure->topic);
  });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) follow();
    showStale();
  });
  showFonts();
  relist();
  resize(widthIn(font(), 680), widthIn(font(), 270));
  onChange(*this, {QEvent::FontChange}, [this] { showFonts(); });
}

void ExplainDialog::explain(int id) {
  m_designs->setCurrentIndex(std::max(0, m_designs->findData(id)));
}

/// The designs as the shelf is now, with the same one chosen.
void ExplainDialog::relist() {
  {
    const QSignalBlocker blocker(m_designs);
    const QVariant before = m_designs->currentData();
    m_designs->clear();
    m_designs->addItem(tr("Current design"), kCurrent);
    for (const PinnedDesign& pinned : m_document.shelf().pins()) m_designs->addItem(pinned.name, pinned.id);
    m_designs->setCurrentIndex(std::max(0, m_designs->findData(before)));
    m_designs->setVisible(m_designs->count() > 1);
  }
  follow();
}

void ExplainDialog::choose(const QString& id) {
  const auto found = std::ranges::find(m_figures, id, &ExplainedFigure::id);
  m_list->setCurrentRow(found == m_figures.end() ? 0 : static_cast<int>(found - m_figures.begin()));
}

QString ExplainDialog::text() const {
  return m_text->text();
}

void ExplainDialog::showStale() {
  const bool current = m_designs->currentData().toInt() == kCurrent;
  m_stale->setVisible(current && m_document.designState() == DesignState::Stale);
  setTextColor(*m_stale, themeOf(palette()).stale);
}

void ExplainDialog::follow() {
  showStale();
  const PinnedDesign* pinned = m_document.shelf().find(m_designs->currentData().toInt());
  const std::shared_ptr<const Design> design = pinned ? pinned->design : m_document.design();
  if (!design || design == m_shown) return;
  m_shown = design;
  m_worstStep.reset();
  refill();
  m_job.start([this, design = m_shown](const std::stop_token& stop) -> NewestJob::Delivery {
    const StepErrors errors =
        stepErrorsOf(*design, errorProfile(design->strategy, design->scenario.workload, kMostStepPoints, {stop}));
    if (errors.errors.empty()) return {};
    const Index worst = errors.steps[std::ranges::max_element(errors.errors) - errors.errors.begin()];
    return [this, design, worst] {
      if (design != m_shown) return;
      m_worstStep = worst;
      refill();
    };
  });
}

void ExplainDialog::refill() {
  const QString before = chosen() ? chosen()->id : QString();
  m_figures = explainedFigures(*m_shown, m_worstStep);
  {
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    for (const ExplainedFigure& figure : m_figures) m_list->addItem(tr("%1: %2").arg(figure.name, figure.value));
  }
  choose(before);
  showChosen();
}

const ExplainedFigure* ExplainDialog::chosen() const {
  const int row = m_list->currentRow();
  return row < 0 || row >= static_cast<int>(m_figures.size()) ? nullptr : &m_figures[static_cast<std::size_t>(row)];
}

void ExplainDialog::showChosen() {
  const ExplainedFigure* figure = chosen();
  m_help->setEnabled(figure);
  if (!figure) return;
  m_name->setText(figure->name);
  m_value->setText(figure->value);
  m_formula->setText(figure->formula.isEmpty() ? QString() : QStringLiteral("= ") + figure->formula);
  m_formula->setVisible(!figure->formula.isEmpty());
  m_text->setText(figure->text);
}

void ExplainDialog::showFonts() {
  m_value->setFont(scaledFont(font(), kValueType, QFont::DemiBold));
  m_formula->setFont(tabularFigures(font()));
}

}  // namespace noiseloom
