#include "ui/plots/plot_board.h"

#include <QSplitter>
#include <QVBoxLayout>

#include "ui/plots/plot_panel.h"
#include "ui/style/theme.h"

namespace noiseloom {

PlotBoard::PlotBoard(QWidget* parent)
    : QWidget(parent), m_columns(new QSplitter(Qt::Horizontal)), m_right(new QSplitter(Qt::Vertical)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_columns);
  for (QSplitter* splitter : {m_columns, m_right}) {
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(kGrid);
  }
  m_columns->setAccessibleName(tr("Plots"));
  m_right->setAccessibleName(tr("Charts"));
}

void PlotBoard::addPanel(PlotPanel* panel) {
  if (m_panels.empty()) {
    m_columns->addWidget(panel);
    m_columns->addWidget(m_right);
    m_columns->setStretchFactor(0, 3);
    m_columns->setStretchFactor(1, 2);
  } else {
    m_right->addWidget(panel);
  }
  m_panels.push_back(panel);
  connect(panel, &PlotPanel::maximizeToggled, this, [this, panel] { toggleMaximized(panel); });
}

void PlotBoard::toggleMaximized(PlotPanel* panel) {
  m_maximized = m_maximized == panel ? nullptr : panel;
  bool anyRight = false;
  for (std::size_t i = 0; i < m_panels.size(); ++i) {
    const bool visible = !m_maximized || m_panels[i] == m_maximized;
    m_panels[i]->setVisible(visible);
    if (i > 0 && visible) anyRight = true;
  }
  m_right->setVisible(anyRight);
}

void PlotBoard::resetViews() {
  if (m_maximized) toggleMaximized(m_maximized);
  // The square of the heat map gets as much as leaves the charts their width.
  const int width = m_columns->width();
  m_columns->setSizes({width * 3 / 5, width * 2 / 5});
  m_right->setSizes(QList<int>(m_right->count(), m_right->height() / std::max(1, m_right->count())));
  for (PlotPanel* panel : m_panels) panel->resetView();
}

void PlotBoard::cancelWork() {
  for (PlotPanel* panel : m_panels) panel->cancelWork();
}

std::vector<Figure> PlotBoard::figures() const {
  std::vector<Figure> all;
  for (const PlotPanel* panel : m_panels) {
    for (Figure& figure : panel->figures()) all.push_back(std::move(figure));
  }
  return all;
}

}  // namespace noiseloom
