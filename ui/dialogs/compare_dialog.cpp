#include "ui/dialogs/compare_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error/error_profile.h"
#include "ui/document/scenario_document.h"
#include "ui/export/table_csv.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/strategy_series.h"
#include "ui/plots/step_error/step_error_chart.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kCurrent = -1;  // the current design, in the data of the lists

QComboBox* list(const QString& name, const QString& what) {
  auto* combo = new QComboBox;
  nameWidget(combo, name, what);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  combo->setMinimumContentsLength(16);
  return combo;
}

ChartSeries seriesOf(const QString& key, const QString& name, bool first) {
  return {.key = key,
          .name = name,
          .look = first ? SeriesLook::Line : SeriesLook::Dashes,
          .role = first ? SeriesRole::Accent : SeriesRole::Palette,
          .color = 1};
}

}  // namespace

CompareDialog::CompareDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_left(list(QStringLiteral("compareLeft"), tr("First design"))),
      m_right(list(QStringLiteral("compareRight"), tr("Second design"))),
      m_only(new QCheckBox(tr("&Only what differs"))),
      m_standing(new QLabel),
      m_ratio(new QLabel),
      m_table(new QTableWidget),
      m_errors(new LinePlot),
      m_coefficients(new LinePlot) {
  setObjectName(QStringLiteral("compareDialog"));
  setWindowTitle(tr("Two designs side by side"));
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  auto* choice = new QHBoxLayout;
  choice->addWidget(m_left, 1);
  choice->addWidget(new QLabel(tr("and")));
  choice->addWidget(m_right, 1);
  auto* swap = new QPushButton(tr("&Swap"));
  swap->setObjectName(QStringLiteral("compareSwap"));
  swap->setAutoDefault(false);
  choice->addWidget(swap);
  layout->addLayout(choice);
  m_standing->setObjectName(QStringLiteral("compareStanding"));
  m_standing->setWordWrap(true);
  layout->addWidget(m_standing);
  auto* both = new QSplitter(Qt::Horizontal);
  both->setChildrenCollapsible(false);
  nameWidget(m_table, QStringLiteral("compareTable"), tr("Inputs and figures of both designs"));
  m_table->setColumnCount(4);
  m_table->verticalHeader()->hide();
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  m_table->setMinimumWidth(widthIn(font(), 540));
  both->addWidget(m_table);
  auto* plots = new QSplitter(Qt::Vertical);
  plots->setChildrenCollapsible(false);
  nameWidget(m_errors, QStringLiteral("compareErrors"), tr("Error of each step of both designs"));
  nameWidget(m_coefficients, QStringLiteral("compareCoefficients"), tr("Coefficients of both designs"));
  plots->addWidget(m_errors);
  plots->addWidget(m_coefficients);
  both->addWidget(plots);
  both->setStretchFactor(1, 1);
  layout->addWidget(both, 1);
  m_ratio->setObjectName(QStringLiteral("compareRatio"));
  m_ratio->setWordWrap(true);
  layout->addWidget(m_ratio);
  layout->addLayout(newButtons());
  connect(swap, &QPushButton::clicked, this, [this] {
    const int right = m_right->currentIndex();
    m_right->setCurrentIndex(m_left->currentIndex());
    m_left->setCurrentIndex(right);
  });
  connect(m_only, &QCheckBox::toggled, this, &CompareDialog::fillTable);
  auto* copy = new QShortcut(QKeySequence::Copy, m_table);
  copy->setContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QShortcut::activated, this, &CompareDialog::copyText);
  for (QComboBox* box : {m_left, m_right}) connect(box, &QComboBox::currentIndexChanged, this, &CompareDialog::refresh);
  connect(&m_document.shelf(), &Shelf::changed, this, &CompareDialog::relist);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) refresh();
  });
  m_job.setObjectName(QStringLiteral("comparison"));
  relist();
  resize(widthIn(font(), 980), widthIn(font(), 600));
}

QLayout* CompareDialog::newButtons() {
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(m_only);
  buttons->addStretch(1);
  auto* text = new QPushButton(tr("Copy as &text"));
  text->setObjectName(QStringLiteral("compareCopyText"));
  auto* csv = new QPushButton(tr("Copy as &CSV"));
  csv->setObjectName(QStringLiteral("compareCopyCsv"));
  auto* close = new QPushButton(tr("Close"));
  for (QPushButton* button : {text, csv, close}) {
    button->setAutoDefault(false);
    buttons->addWidget(button);
  }
  connect(text, &QPushButton::clicked, this, &CompareDialog::copyText);
  connect(csv, &QPushButton::clicked, this, &CompareDialog::copyCsv);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  return buttons;
}

void CompareDialog::relist() {
  for (QComboBox* box : {m_left, m_right}) {
    const QSignalBlocker blocker(box);
    const bool first = box->count() == 0;
    const int before = first ? kCurrent : box->currentData().toInt();
    box->clear();
    box->addItem(tr("Current design"), kCurrent);
    for (const PinnedDesign& pinned : m_document.shelf().pins()) box->addItem(pinned.name, pinned.id);
    box->setCurrentIndex(std::max(0, box->findData(before)));
  }
  refresh();
}

void CompareDialog::compare(std::optional<int> left, std::optional<int> right) {
  {
    const QSignalBlocker blockLeft(m_left);
    const QSignalBlocker blockRight(m_right);
    m_left->setCurrentIndex(std::max(0, m_left->findData(left.value_or(kCurrent))));
    m_right->setCurrentIndex(std::max(0, m_right->findData(right.value_or(kCurrent))));
  }
  refresh();
}

CompareDialog::Side CompareDialog::sideOf(const QComboBox& box) const {
  const int id = box.currentData().toInt();
  if (id == kCurrent) return {m_document.design(), tr("Current design")};
  const PinnedDesign* pinned = m_document.shelf().find(id);
  return pinned ? Side{pinned->design, pinned->name} : Side{};
}

void CompareDialog::refresh() {
  const Side left = sideOf(*m_left);
  const Side right = sideOf(*m_right);
  if (!left.design || !right.design) {
    m_comparison = {};
    m_standing->setText(tr("One of these is not solved yet."));
    m_ratio->clear();
    m_table->setRowCount(0);
    return;
  }
  const bool same = left.design == m_shownLeft.design && right.design == m_shownRight.design &&
                    left.name == m_shownLeft.name && right.name == m_shownRight.name;
  m_comparison = compareDesigns(left.name, *left.design, right.name, *right.design);
  m_shownLeft = left;
  m_shownRight = right;
  fillTable();
  if (!same) draw();
}

void CompareDialog::fillTable() {
  const Theme& theme = themeOf(palette());
  m_standing->setText(m_comparison.standing);
  setTextColor(*m_standing, m_comparison.comparable ? theme.text : theme.error);
  m_table->setHorizontalHeaderLabels(
      {tr("Input or figure"), m_comparison.leftName, m_comparison.rightName, tr("Ratio")});
  m_table->setRowCount(0);
  for (const ComparedRow& row : m_comparison.rows) {
    if (m_only->isChecked() && !row.differs) continue;
    const int at = m_table->rowCount();
    m_table->insertRow(at);
    int column = 0;
    for (const QString& text : {row.differs ? tr("≠ %1").arg(row.name) : row.name, row.left, row.right, row.ratio}) {
      auto* item = new QTableWidgetItem(text);
      item->setToolTip(text);
      if (column > 0 && !row.input) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      if (row.differs) {
        QFont bold = font();
        bold.setBold(true);
        item->setFont(bold);
      }
      m_table->setItem(at, column++, item);
    }
  }
  m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kGrid);
  // Both designs stay in view: names wrap to two lines, and the tool tip has the full text.
  QHeaderView& head = *m_table->horizontalHeader();
  head.setDefaultAlignment(static_cast<Qt::Alignment>(static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) |
                                                      static_cast<int>(Qt::TextWordWrap)));
  head.setTextElideMode(Qt::ElideRight);
  head.setFixedHeight(2 * head.fontMetrics().lineSpacing() + kGrid);
  for (const int column : {1, 2}) head.setSectionResizeMode(column, QHeaderView::Stretch);
  for (const int column : {0, 3}) head.setSectionResizeMode(column, QHeaderView::ResizeToContents);
  if (!m_shownLeft.design || !m_shownRight.design) return;
  const ErrorObjective objective = m_shownLeft.design->scenario.objective;
  const double ratio = m_shownRight.design->error[objective] / m_shownLeft.design->error[objective];
  if (!m_comparison.comparable) {
    m_ratio->setText(tr("No ratio of errors is stated: the designs are not comparable."));
  } else if (std::abs(ratio - 1) < 5e-5) {
    m_ratio->setText(tr("Both have the same error."));
  } else {
    m_ratio->setText(tr("%1 has %2 times the error of %3: %4 % %5.")
                         .arg(m_comparison.rightName, resultText(ratio), m_comparison.leftName,
                              percentText(100 * std::abs(ratio - 1), 3), ratio < 1 ? tr("less") : tr("more")));
  }
}

void CompareDialog::draw() {
  m_job.start([this, left = m_shownLeft, right = m_shownRight](const std::stop_token& stop) -> NewestJob::Delivery {
    ChartModel errors{.name = QStringLiteral("compared_step_errors"), .title = tr("Error of each step")};
    errors.x.title = tr("step i");
    errors.y.title = tr("error (× clip norm)");
    errors.y.fromZero = true;
    ChartModel coefficients{.name = QStringLiteral("compared_coefficients"), .title = tr("Coefficients")};
    coefficients.x.title = tr("lag i − j");
    coefficients.y.title = tr("entry of C");
    Index lags = 2;
    for (const Side* side : {&left, &right})
      lags = std::max(lags, std::min<Index>({side->design->strategy.iterations(), side->design->bands, 256}));
    for (const Side* side : {&left, &right}) {
      const bool first = side == &left;
      const Design& design = *side->design;
      const QString key = first ? QStringLiteral("left") : QStringLiteral("right");
      ChartSeries series = seriesOf(key, side->name, first);
      const StepErrors steps =
          stepErrorsOf(design, errorProfile(design.strategy, design.scenario.workload, kMostStepPoints, {stop}));
      for (std::size_t i = 0; i < steps.steps.size(); ++i)
        series.points.emplace_back(static_cast<double>(steps.steps[i]), steps.errors[i]);
      errors.series.push_back(series);
      series.points.clear();
      const ColumnSeries column = columnSeries(design.strategy, MatrixOf::Strategy, lags, stop);
      for (std::size_t lag = 0; lag < column.values.size(); ++lag)
        series.points.emplace_back(static_cast<double>(lag), column.values[lag]);
      coefficients.series.push_back(std::move(series));
    }
    if (stop.stop_requested()) return {};
    return [this, errors, coefficients] {
      m_errors->setModel(errors);
      m_coefficients->setModel(coefficients);
    };
  });
}

void CompareDialog::copyText() {
  QGuiApplication::clipboard()->setText(comparisonText(m_comparison, m_only->isChecked()));
}

void CompareDialog::copyCsv() {
  QGuiApplication::clipboard()->setText(
      QString::fromStdString(csvText(comparisonTable(m_comparison, m_only->isChecked()))));
}

void CompareDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) fillTable();
}

}  // namespace noiseloom
