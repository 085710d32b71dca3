#include "ui/dialogs/compare_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/save_picture_dialog.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/line/line_plot.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kShareRole = Qt::UserRole;  // of the longest bar in the row
constexpr double kBarOpacity = 0.18;
constexpr double kBestOpacity = 0.42;
constexpr int kLeastPlot = 176;   // width of a small plot, in pixels of the usual font
constexpr int kUsualPlots = 200;  // height of those below the table, likewise
constexpr int kUsualWidth = 980;
constexpr int kWidestColumn = 240;  // so that a long name does not take the screen
constexpr int kWidestList = 260;
constexpr int kPartsOfScreen = 5;  // of which the list has one where the screen is too narrow for all
constexpr int kTitleBar = 5 * kGrid;

/// Paints a bar behind the text of a cell that has a share.
class BarDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    if (const QVariant share = index.data(kShareRole); share.isValid()) {
      QColor color = themeOf(option.palette).accent;
      const bool best = index.data(Qt::FontRole).value<QFont>().bold();
      color.setAlphaF(static_cast<float>(best ? kBestOpacity : kBarOpacity));
      const QRect cell = option.rect.adjusted(1, 2, -1, -2);
      painter->fillRect(QRect(cell.topLeft(), QSize(static_cast<int>(cell.width() * share.toDouble()), cell.height())),
                        color);
    }
    QStyledItemDelegate::paint(painter, option, index);
  }
};

/// The text, as much of its middle left out as it takes to stand in two lines of that width.
QString inTwoLines(const QString& text, const QFontMetrics& metrics, int width) {
  const auto fits = [&](const QString& shown) {
    const QRect place = metrics.boundingRect(QRect(0, 0, width, QWIDGETSIZE_MAX), Qt::TextWordWrap, shown);
    return place.width() <= width && place.height() <= 2 * metrics.lineSpacing();
  };
  QString shown = text;
  for (int room = 2 * width; !fits(shown) && room >= width; room -= metrics.averageCharWidth())
    shown = metrics.elidedText(text, Qt::ElideMiddle, room);
  return fits(shown) ? shown : metrics.elidedText(text, Qt::ElideMiddle, width);
}

}  // namespace

CompareDialog::CompareDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_choice(new QListWidget),
      m_only(new QCheckBox(tr("Only what differs"))),
      m_standing(named<QLabel>("compareStanding")),
      m_ranking(named<QLabel>("compareRanking")),
      m_upper(new QSplitter(Qt::Horizontal)),
      m_table(new QTableWidget),
      m_errors(new LinePlot),
      m_coefficients(new LinePlot),
      m_parts(new QSplitter(Qt::Vertical)),
      m_each(new QCheckBox(tr("One plot each"))),
      m_save(named<QPushButton>("compareSave", tr("Save the figure …"))),
      m_plots(new QStackedWidget) {
  setObjectName(QStringLiteral("compareDialog"));
  setWindowTitle(tr("Designs side by side"));
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  makeReadable({m_ranking, m_standing});
  for (QLabel* label : {m_ranking, m_standing}) layout->addWidget(label);
  nameWidget(m_table, QStringLiteral("compareTable"), tr("Inputs and figures of the designs"));
  m_table->verticalHeader()->hide();
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_table->setItemDelegate(new BarDelegate(m_table));
  m_table->setTextElideMode(Qt::ElideMiddle);  // names of designs differ at their ends
  connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, &CompareDialog::nameColumn);
  m_upper->setChildrenCollapsible(false);
  m_upper->addWidget(newChoice());
  m_upper->addWidget(m_table);
  m_upper->setStretchFactor(1, 1);
  m_parts->setChildrenCollapsible(false);
  m_parts->addWidget(m_upper);
  m_parts->addWidget(newPlots());
  m_parts->setStretchFactor(0, 3);
  m_parts->setStretchFactor(1, 2);
  layout->addWidget(m_parts, 1);
  layout->addLayout(newButtons());
  m_only->setChecked(true);
  m_each->setToolTip(tr("The error of each step of every design in a plot of its own, on the same axes"));
  connect(m_only, &QCheckBox::toggled, this, &CompareDialog::fillTable);
  connect(m_each, &QCheckBox::toggled, this, &CompareDialog::showCharts);
  auto* copies = new QShortcut(QKeySequence::Copy, m_table);
  copies->setContext(Qt::WidgetWithChildrenShortcut);
  connect(copies, &QShortcut::activated, this, [this] { copy(TableForm::Text); });
  connect(m_choice, &QListWidget::itemChanged, this, &CompareDialog::refresh);
  connect(&m_document.shelf(), &Shelf::changed, this, &CompareDialog::relist);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) refresh();
  });
  relist();
  resize(widthIn(font(), kUsualWidth), widthIn(font(), 600));
  onChange(*this, {QEvent::FontChange, QEvent::PaletteChange}, [this] { fillTable(); });
}

QWidget* CompareDialog::newChoice() {
  nameWidget(m_choice, QStringLiteral("compareChoice"), tr("Designs to compare"));
  m_choice->setToolTip(
      tr("Tick the designs to compare. The shelf's baseline, or else the first, is what the others are "
         "compared with."));
  m_choice->setTextElideMode(Qt::ElideMiddle);
  m_choice->setMinimumWidth(widthIn(font(), 150));
  m_choice->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return m_choice;
}

QWidget* CompareDialog::newPlots() {
  auto* plots = new QSplitter(Qt::Horizontal);
  plots->setChildrenCollapsible(false);
  nameWidget(m_errors, QStringLiteral("compareErrors"), tr("Error of each step of the designs"));
  nameWidget(m_coefficients, QStringLiteral("compareCoefficients"), tr("Coefficients of the designs"));
  plots->addWidget(m_errors);
  plots->addWidget(m_coefficients);
  auto* each = new QWidget;
  m_grid = newLayout<QGridLayout>({0, 0, 0, 0}, kHalfGrid, each);
  auto* area = new QScrollArea;
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setWidget(each);
  m_plots->addWidget(plots);
  m_plots->addWidget(area);
  return m_plots;
}

QPushButton* CompareDialog::newCopies() {
  auto* copies = named<QPushButton>("compareCopy", tr("Copy the table"));
  auto* menu = new QMenu(copies);
  for (const TableForm form : kTableForms) menu->addAction(tableFormName(form), this, [this, form] { copy(form); });
  copies->setMenu(menu);
  return copies;
}

QLayout* CompareDialog::newButtons() {
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(m_only);
  buttons->addWidget(m_each);
  buttons->addStretch(1);
  for (QPushButton* button : {m_save, newCopies(), newCloseButton(*this, tr("Close"))}) {
    button->setAutoDefault(false);
    buttons->addWidget(button);
  }
  m_save->setEnabled(false);
  connect(m_save, &QPushButton::clicked, this, &CompareDialog::saveFigure);
  return buttons;
}

/// The list as the shelf is now, with the same designs ticked.
void CompareDialog::relist() {
  {
    const QSignalBlocker blocker(m_choice);
    std::set<int> ticked;
    for (int row = 0; row < m_choice->count(); ++row) {
      if (m_choice->item(row)->checkState() == Qt::Checked)
        ticked.insert(m_choice->item(row)->data(Qt::UserRole).toInt());
    }
    m_choice->clear();
    const auto add = [&](const QString& name, int id) {
      auto* item = new QListWidgetItem(name, m_choice);
      item->setData(Qt::UserRole, id);
      item->setToolTip(name);
      item->setCheckState(ticked.contains(id) ? Qt::Checked : Qt::Unchecked);
    };
    add(tr("Current design"), kCurrent);
    for (const PinnedDesign& pinned : m_document.shelf().pins()) add(pinned.name, pinned.id);
  }
  refresh();
}

void CompareDialog::compare(std::vector<int> ids) {
  if (ids.empty()) {
    bool pinned = false;
    for (const PinnedDesign& pin : m_document.shelf().pins()) {
      pinned = pinned || pin.design == m_document.design();
      if (pin.visible) ids.push_back(pin.id);
    }
    if (!pinned || ids.size() < 2) ids.push_back(kCurrent);
  }
  {
    const QSignalBlocker blocker(m_choice);
    for (int row = 0; row < m_choice->count(); ++row) {
      QListWidgetItem& item = *m_choice->item(row);
      const bool wanted = std::ranges::find(ids, item.data(Qt::UserRole).toInt()) != ids.end();
      item.setCheckState(wanted ? Qt::Checked : Qt::Unchecked);
    }
  }
  refresh();
  if (!isVisible()) fitContents();
}

/// As wide as the names in the list and in every column need, and as high as all rows of the table and the plots, as
/// far as the screen lets it: rows before plots.
void CompareDialog::fitContents() {
  // The table itself measures no more rows than it shows.
  const auto widthOf = [this](int column) {
    int widest = 0;
    for (int row = 0; row < m_table->rowCount(); ++row)
      widest = std::max(widest, fontMetrics().horizontalAdvance(m_table->item(row, column)->text()));
    return widest + 2 * kGrid;
  };
  const int columns = m_table->columnCount();
  int widest = 0;
  for (int column = 1; column < columns; ++column)
    widest = std::max(widest, std::min(widthOf(column), widthIn(font(), kWidestColumn)));
  const int table = widthOf(0) + (columns - 1) * widest + 3 * kGrid;
  const int mostWide = screen()->availableSize().width();
  const int list =
      std::min({m_choice->sizeHintForColumn(0) + 2 * kGrid, widthIn(font(), kWidestList), mostWide / kPartsOfScreen});
  const int wide = list + table + m_upper->handleWidth() + 4 * kGrid;
  resize(std::clamp(wide, std::min(widthIn(font(), kUsualWidth), mostWide), mostWide), height());
  m_upper->setSizes({list, width() - list});
  const int rows = m_table->horizontalHeader()->height() +
                   m_table->rowCount() * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth();
  const int plots = std::max(m_plots->minimumSizeHint().height(), widthIn(font(), kUsualPlots));
  const int within = width() - 4 * kGrid;
  int around = 7 * kGrid + m_save->sizeHint().height() + m_parts->handleWidth();
  for (const QLabel* label : {m_ranking, m_standing}) {
    if (!label->isHidden()) around += label->heightForWidth(within) + kGrid;
  }
  const int most = screen()->availableSize().height() - kTitleBar;
  const int high = std::clamp(around + rows + plots, std::min(widthIn(font(), 600), most), most);
  resize(width(), high);
  const int least = std::min(plots, m_plots->minimumSizeHint().height());
  const int below = std::max(high - around - rows, least);
  m_parts->setSizes({high - around - below, below});
}

std::vector<NamedDesign> CompareDialog::chosen() const {
  std::vector<NamedDesign> designs;
  for (int row = 0; row < m_choice->count(); ++row) {
    const QListWidgetItem& item = *m_choice->item(row);
    const int id = item.data(Qt::UserRole).toInt();
    if (item.checkState() != Qt::Checked) continue;
    const PinnedDesign* pinned = m_document.shelf().find(id);
    const NamedDesign design{item.text(), pinned ? pinned->design : m_document.design(), id};
    if (design.design) designs.push_back(design);
  }
  const int baseline = m_document.shelf().baseline().value_or(kCurrent);
  std::stable_partition(designs.begin(), designs.end(),
                        [baseline](const NamedDesign& each) { return each.color == baseline; });
  return designs;
}

void CompareDialog::refresh() {
  const std::vector<NamedDesign> designs = chosen();
  const bool same = designs == m_comparison.designs;
  m_comparison = compareDesigns(designs);
  fillTable();
  if (!same) draw();
}

void CompareDialog::fillTable() {
  const Theme& theme = themeOf(palette());
  const bool two = m_comparison.designs.size() > 1;
  m_ranking->setText(two ? rankingText(m_comparison) : tr("Tick two designs or more that are solved."));
  m_ranking->setFont(scaledFont(font(), 1, QFont::DemiBold));
  m_standing->setText(standingText(m_comparison));
  m_standing->setVisible(two);
  setTextColor(*m_standing, std::ranges::find(m_comparison.comparable, false) == m_comparison.comparable.end()
                                ? theme.text
                                : theme.error);
  QStringList head{tr("Input or figure")};
  for (const NamedDesign& each : m_comparison.designs) head += each.name;
  m_table->setRowCount(0);
  m_table->setColumnCount(static_cast<int>(head.size()));
  m_table->setHorizontalHeaderLabels(head);
  for (const ComparedRow& row : m_comparison.rows) {
    if (!m_only->isChecked() || row.differs || !two) addRow(row);
  }
  m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kGrid);
  // Every design stays in view as far as there is room: names wrap to two lines, and the tool tip has the full text.
  QHeaderView& header = *m_table->horizontalHeader();
  header.setFixedHeight(2 * header.fontMetrics().lineSpacing() + kGrid);
  header.setMinimumSectionSize(widthIn(font(), 104));
  for (int column = 0; column < m_table->columnCount(); ++column) {
    header.setSectionResizeMode(column, column == 0 ? QHeaderView::ResizeToContents : QHeaderView::Stretch);
    QTableWidgetItem& item = *m_table->horizontalHeaderItem(column);
    item.setToolTip(head[column]);
    item.setData(Qt::AccessibleTextRole, head[column]);
    // Over the figures, which stand at the right.
    const auto side = static_cast<int>((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    item.setData(Qt::TextAlignmentRole, side | static_cast<int>(Qt::TextWordWrap));
    nameColumn(column);
  }
}

void CompareDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  // Sections that had their width before have announced none.
  for (int column = 0; column < m_table->columnCount(); ++column) nameColumn(column);
}

void CompareDialog::nameColumn(int column) {
  QTableWidgetItem* item = m_table->horizontalHeaderItem(column);
  if (!item) return;
  const QHeaderView& header = *m_table->horizontalHeader();
  const QString text = inTwoLines(item->toolTip(), header.fontMetrics(), header.sectionSize(column) - 2 * kGrid);
  if (text != item->text()) item->setText(text);
}

void CompareDialog::addRow(const ComparedRow& row) {
  const int at = m_table->rowCount();
  m_table->insertRow(at);
  auto* name = new QTableWidgetItem(row.differs && !m_only->isChecked() ? tr("≠ %1").arg(row.name) : row.name);
  name->setToolTip(row.name);
  m_table->setItem(at, 0, name);
  double most = 0;
  for (const double number : row.numbers) {
    if (std::isfinite(number)) most = std::max(most, number);
  }
  for (qsizetype i = 0; i < row.texts.size(); ++i) {
    const auto design = static_cast<std::size_t>(i);
    auto* item = new QTableWidgetItem(row.texts[i]);
    item->setToolTip(row.texts[i]);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    const double number = row.numbers.empty() ? 0 : row.numbers[design];
    if (number > 0 && most > 0) item->setData(kShareRole, number / most);
    QFont own = tabularFigures(font());
    if (row.isBest(design)) {
      own.setBold(true);
      item->setToolTip(tr("%1: the least of the row").arg(row.texts[i]));
    }
    item->setFont(own);
    m_table->setItem(at, static_cast<int>(i) + 1, item);
  }
}

void CompareDialog::draw() {
  m_job.start([this, designs = m_comparison.designs](const std::stop_token& stop) -> NewestJob::Delivery {
    auto charts = std::make_shared<ComparisonCharts>(comparisonCharts(designs, kCurrent, stop));
    if (stop.stop_requested()) return {};
    return [this, charts] {
      m_charts = std::move(*charts);
      showCharts();
    };
  });
}

void CompareDialog::showCharts() {
  m_errors->setModel(m_charts.errors);
  m_coefficients->setModel(m_charts.coefficients);
  m_plots->setCurrentIndex(m_each->isChecked() ? 1 : 0);
  m_save->setEnabled(!m_charts.each.empty());
  while (QLayoutItem* item = m_grid->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  m_small.clear();
  if (!m_each->isChecked()) return;
  // In one row as far as there is room.
  const int least = widthIn(font(), kLeastPlot);
  const int columns = std::clamp(m_plots->width() / (least + kHalfGrid), 1, static_cast<int>(m_charts.each.size()));
  for (std::size_t i = 0; i < m_charts.each.size(); ++i) {
    const ChartModel& chart = m_charts.each[i];
    auto* plot = new LinePlot;
    nameWidget(plot, QStringLiteral("compareSmall"), chart.title);
    plot->setMinimumSize(least, 2 * least / 3);
    plot->setModel(chart);
    auto* name = new ElidedLabel;
    name->setText(chart.title);
    const int place = static_cast<int>(i);
    m_grid->addWidget(name, 2 * (place / columns), place % columns);
    m_grid->addWidget(plot, 2 * (place / columns) + 1, place % columns);
    m_small.push_back(plot);
  }
}

Picture CompareDialog::figure() const {
  std::vector<ChartModel> shown{m_charts.errors, m_charts.coefficients};
  if (m_each->isChecked()) shown = m_charts.each;
  return chartsPicture(QStringLiteral("comparison"), tr("Designs side by side"), std::move(shown), font());
}

void CompareDialog::saveFigure() {
  SavePictureDialog::openFor(figure(), m_document, *this);
}

void CompareDialog::copy(TableForm form) {
  const PlainNumbers plain;
  QGuiApplication::clipboard()->setText(
      comparisonText(compareDesigns(m_comparison.designs), m_only->isChecked(), form));
}

}  // namespace noiseloom
