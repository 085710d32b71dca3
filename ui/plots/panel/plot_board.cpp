#include "ui/plots/panel/plot_board.h"

#include <QJsonArray>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/panel/quiet_tabs.h"
#include "ui/style/elided_label.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kMatrixPercent = 57;

QJsonArray sizesOf(const QSplitter& splitter) {
  QJsonArray sizes;
  for (const int size : splitter.sizes()) sizes.append(size);
  return sizes;
}

void setSizes(QSplitter& splitter, const QJsonArray& sizes) {
  QList<int> list;
  for (const QJsonValue size : sizes) list.append(size.toInt());
  const bool usable = list.size() == splitter.count() && std::ranges::all_of(list, [](int size) { return size > 0; });
  if (usable) splitter.setSizes(list);
}

}  // namespace

PlotBoard::PlotBoard(QWidget* parent)
    : QWidget(parent),
      m_columns(new QSplitter(Qt::Horizontal)),
      m_left(new QSplitter(Qt::Vertical)),
      m_right(new QSplitter(Qt::Vertical)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_columns);
  m_columns->addWidget(m_left);
  m_columns->addWidget(m_right);
  m_columns->setAccessibleName(tr("Plots"));
  m_left->setAccessibleName(tr("Plots on the left"));
  m_right->setAccessibleName(tr("Plots on the right"));
  for (QSplitter* splitter : {m_columns, m_left, m_right}) {
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(kGrid);
  }
  for (std::size_t i = 0; i < m_cells.size(); ++i) {
    Cell& cell = m_cells[i];
    cell.frame = new QWidget;
    cell.tabs = new QuietTabs;
    cell.tabs->setAccessibleName(tr("Plots of this place"));
    cell.tabs->setVisible(false);
    cell.stack = new QStackedWidget;
    auto* column = new QVBoxLayout(cell.frame);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(cell.tabs);
    column->addWidget(cell.stack, 1);
    cell.frame->setVisible(false);
    // In the order of BoardCell: top left, top right, bottom left, bottom right.
    (i % 2 == 0 ? m_left : m_right)->addWidget(cell.frame);
    connect(cell.tabs, &QTabBar::currentChanged, cell.stack, &QStackedWidget::setCurrentIndex);
  }
}

void PlotBoard::addPanel(PlotPanel* panel, BoardCell place, const QString& tab) {
  Cell& cell = m_cells[static_cast<std::size_t>(place)];
  cell.stack->addWidget(panel);
  cell.tabs->addTab(tab);
  // The tab's text is also the short form of the title.
  if (auto* title = dynamic_cast<ElidedLabel*>(panel->findChild<QLabel*>(QStringLiteral("panelTitle"))))
    title->setBrief(tab);
  cell.tabs->setVisible(cell.tabs->count() > 1);
  cell.frame->setVisible(true);
  m_panels.push_back(panel);
  connect(panel, &PlotPanel::maximizeToggled, this, [this, panel] { toggleMaximized(panel); });
}

PlotBoard::Cell& PlotBoard::cellOf(const PlotPanel& panel) {
  return *std::ranges::find_if(
      m_cells, [&](const Cell& cell) { return cell.stack->indexOf(const_cast<PlotPanel*>(&panel)) >= 0; });
}

void PlotBoard::bringForward(PlotPanel* panel) {
  if (m_maximized && m_maximized != panel) toggleMaximized(m_maximized);
  Cell& cell = cellOf(*panel);
  cell.tabs->setCurrentIndex(cell.stack->indexOf(panel));
}

void PlotBoard::toggleMaximized(PlotPanel* panel) {
  m_maximized = m_maximized == panel ? nullptr : panel;
  if (m_maximized) {
    Cell& own = cellOf(*panel);
    own.tabs->setCurrentIndex(own.stack->indexOf(panel));
  }
  for (Cell& cell : m_cells) {
    const bool filled = cell.stack->count() > 0;
    cell.frame->setVisible(filled && (!m_maximized || cell.stack->currentWidget() == m_maximized));
  }
  for (QSplitter* side : {m_left, m_right}) {
    bool any = false;
    for (int i = 0; i < side->count(); ++i) any = any || !side->widget(i)->isHidden();
    side->setVisible(any);
  }
}

void PlotBoard::resetViews() {
  if (m_maximized) toggleMaximized(m_maximized);
  const int width = m_columns->width();
  m_columns->setSizes({width / 2, width / 2});
  for (QSplitter* side : {m_left, m_right}) {
    // Matrices are square: they need more height than the coefficients below them.
    const int top = side->height() * (side == m_left ? kMatrixPercent : 50) / 100;
    side->setSizes({top, side->height() - top});
  }
  for (PlotPanel* panel : m_panels) panel->resetView();
}

bool PlotBoard::isOnScreen() const {
  return std::ranges::all_of(m_panels,
                             [](const PlotPanel* panel) { return !panel->isVisible() || panel->isOnScreen(); });
}

void PlotBoard::setCompact(bool compact) {
  for (PlotPanel* panel : m_panels) panel->setCompact(compact);
}

void PlotBoard::cancelWork() {
  for (PlotPanel* panel : m_panels) panel->cancelWork();
}

std::vector<Picture> PlotBoard::pictures() const {
  std::vector<Picture> all;
  for (const PlotPanel* panel : m_panels) {
    for (Picture& picture : panel->pictures()) all.push_back(std::move(picture));
  }
  return all;
}

QJsonObject PlotBoard::viewState() const {
  QJsonObject panels;
  for (const PlotPanel* panel : m_panels) panels[panel->objectName()] = panel->viewState();
  QJsonArray front;
  for (const Cell& cell : m_cells) {
    front.append(cell.stack->currentWidget() ? cell.stack->currentWidget()->objectName() : QString());
  }
  return {{QStringLiteral("panels"), panels},
          {QStringLiteral("front"), front},
          {QStringLiteral("maximized"), m_maximized ? m_maximized->objectName() : QString()},
          {QStringLiteral("columns"), sizesOf(*m_columns)},
          {QStringLiteral("left"), sizesOf(*m_left)},
          {QStringLiteral("right"), sizesOf(*m_right)}};
}

void PlotBoard::restoreView(const QJsonObject& state) {
  if (m_maximized) toggleMaximized(m_maximized);
  const QJsonObject views = state[QStringLiteral("panels")].toObject();
  const QJsonArray front = state[QStringLiteral("front")].toArray();
  const QString maximized = state[QStringLiteral("maximized")].toString();
  setSizes(*m_columns, state[QStringLiteral("columns")].toArray());
  setSizes(*m_left, state[QStringLiteral("left")].toArray());
  setSizes(*m_right, state[QStringLiteral("right")].toArray());
  for (PlotPanel* panel : m_panels) {
    const QString name = panel->objectName();
    if (front.contains(name)) bringForward(panel);
    if (views.contains(name)) panel->restoreView(views[name].toObject());
  }
  for (PlotPanel* panel : m_panels) {
    if (!maximized.isEmpty() && panel->objectName() == maximized) toggleMaximized(panel);
  }
}

}  // namespace noiseloom
