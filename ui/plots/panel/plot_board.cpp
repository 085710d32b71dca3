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

constexpr int kHeroPercent = 60;

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
    : QWidget(parent), m_columns(new QSplitter(Qt::Horizontal)), m_small(new QSplitter(Qt::Vertical)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_columns);
  m_columns->setAccessibleName(tr("Plots"));
  m_small->setAccessibleName(tr("Small plots"));
  for (Place& place : m_places) {
    place.frame = new QWidget;
    place.tabs = new QuietTabs;
    place.tabs->setAccessibleName(tr("Plots of this place"));
    place.tabs->setVisible(false);
    place.stack = new QStackedWidget;
    auto* column = newLayout<QVBoxLayout>({}, 0, place.frame);
    column->addWidget(place.tabs);
    column->addWidget(place.stack, 1);
    place.frame->setVisible(false);
    (&place == &m_places.front() ? m_columns : m_small)->addWidget(place.frame);
    connect(place.tabs, &QTabBar::currentChanged, this, [this, &place](int index) {
      place.stack->setCurrentIndex(index);
      if (!m_maximized || place.stack->indexOf(m_maximized) < 0) return;
      m_maximized = qobject_cast<PlotPanel*>(place.stack->currentWidget());
      arrange();
    });
  }
  m_columns->addWidget(m_small);
  for (QSplitter* splitter : {m_columns, m_small}) {
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(kGrid);
  }
}

void PlotBoard::addPanel(PlotPanel* panel, BoardPlace which, const QString& tab) {
  Place& place = at(which);
  place.stack->addWidget(panel);
  place.tabs->addTab(tab);
  if (place.stack->count() == 1) m_atFirst[static_cast<std::size_t>(which)] = panel;
  // The tab's text is also the short form of the title.
  if (auto* title = dynamic_cast<ElidedLabel*>(panel->findChild<QLabel*>(QStringLiteral("panelTitle"))))
    title->setBrief(tab);
  place.tabs->setVisible(place.tabs->count() > 1);
  place.frame->setVisible(true);
  m_panels.push_back(panel);
  connect(panel, &PlotPanel::maximizeToggled, this, [this, panel] { toggleMaximized(panel); });
  connect(panel, &PlotPanel::heroWanted, this, [this, panel] { makeHero(panel); });
  arrange();
}

void PlotBoard::addBelowHero(QWidget* widget) {
  m_places.front().frame->layout()->addWidget(widget);
}

PlotBoard::Place& PlotBoard::placeOf(const PlotPanel& panel) {
  return *std::ranges::find_if(
      m_places, [&](const Place& place) { return place.stack->indexOf(const_cast<PlotPanel*>(&panel)) >= 0; });
}

PlotPanel* PlotBoard::shownAt(BoardPlace place) const {
  return qobject_cast<PlotPanel*>(m_places[static_cast<std::size_t>(place)].stack->currentWidget());
}

void PlotBoard::exchange(PlotPanel* one, PlotPanel* other) {
  if (!one || !other) return;
  Place& first = placeOf(*one);
  Place& second = placeOf(*other);
  if (&first == &second) return;
  const int at = first.stack->indexOf(one);
  const int to = second.stack->indexOf(other);
  const QString tab = first.tabs->tabText(at);
  const QString otherTab = second.tabs->tabText(to);
  const auto put = [](Place& place, int index, PlotPanel* panel, const QString& text) {
    place.stack->insertWidget(index, panel);
    place.tabs->setTabText(index, text);
    place.tabs->setCurrentIndex(index);
    place.stack->setCurrentIndex(index);
  };
  first.stack->removeWidget(one);
  second.stack->removeWidget(other);
  put(first, at, other, otherTab);
  put(second, to, one, tab);
  arrange();
}

void PlotBoard::makeHero(PlotPanel* panel) {
  if (m_maximized && m_maximized != panel) toggleMaximized(m_maximized);
  exchange(panel, hero());
  show({panel});
}

void PlotBoard::show(const std::vector<PlotPanel*>& wanted) {
  if (m_maximized && std::ranges::find(wanted, m_maximized) == wanted.end()) toggleMaximized(m_maximized);
  const auto isWanted = [&](PlotPanel* panel) { return std::ranges::find(wanted, panel) != wanted.end(); };
  std::vector<PlotPanel*> placed;
  for (PlotPanel* panel : wanted) {
    Place& place = placeOf(*panel);
    auto* shown = qobject_cast<PlotPanel*>(place.stack->currentWidget());
    const bool hides = shown != panel && std::ranges::find(placed, shown) != placed.end();
    for (const BoardPlace small : {BoardPlace::Upper, BoardPlace::Lower}) {
      PlotPanel* there = shownAt(small);
      if (!hides || !there || isWanted(there) || &placeOf(*there) == &place) continue;
      exchange(panel, there);
      place.tabs->setCurrentIndex(place.stack->indexOf(shown));
      break;
    }
    Place& now = placeOf(*panel);
    if (!hides || &now != &place) now.tabs->setCurrentIndex(now.stack->indexOf(panel));
    placed.push_back(panel);
  }
}

void PlotBoard::toggleMaximized(PlotPanel* panel) {
  m_maximized = m_maximized == panel ? nullptr : panel;
  if (m_maximized) {
    Place& own = placeOf(*panel);
    own.tabs->setCurrentIndex(own.stack->indexOf(panel));
  }
  arrange();
}

/// Shows the places that are wanted; what fills the board is no small plot.
void PlotBoard::arrange() {
  for (const Place& place : m_places) {
    const bool filled = place.stack->count() > 0;
    place.frame->setVisible(filled && (!m_maximized || place.stack->indexOf(m_maximized) >= 0));
  }
  for (PlotPanel* panel : m_panels) {
    panel->setSmall(panel != m_maximized && &placeOf(*panel) != &m_places.front());
    panel->setCompact(m_compact);
  }
  m_small->setVisible(!m_places[1].frame->isHidden() || !m_places[2].frame->isHidden());
}

void PlotBoard::resetPlaces() {
  if (m_maximized) toggleMaximized(m_maximized);
  for (const BoardPlace place : {BoardPlace::Upper, BoardPlace::Lower})
    exchange(m_atFirst[static_cast<std::size_t>(place)], shownAt(place));
  show({m_atFirst.front()});
}

void PlotBoard::resetViews() {
  resetPlaces();
  const int hero = m_columns->width() * kHeroPercent / 100;
  m_columns->setSizes({hero, m_columns->width() - hero});
  m_small->setSizes({m_small->height() / 2, m_small->height() / 2});
  for (PlotPanel* panel : m_panels) panel->resetView();
}

bool PlotBoard::isOnScreen() const {
  return std::ranges::all_of(m_panels,
                             [](const PlotPanel* panel) { return !panel->isVisible() || panel->isOnScreen(); });
}

void PlotBoard::setCompact(bool compact) {
  if (compact == m_compact) return;
  m_compact = compact;
  arrange();
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
  QJsonArray shown;
  for (const Place& place : m_places)
    shown.append(place.stack->currentWidget() ? place.stack->currentWidget()->objectName() : QString());
  return {{QStringLiteral("panels"), panels},
          {QStringLiteral("shown"), shown},
          {QStringLiteral("maximized"), m_maximized ? m_maximized->objectName() : QString()},
          {QStringLiteral("columns"), sizesOf(*m_columns)},
          {QStringLiteral("small"), sizesOf(*m_small)}};
}

void PlotBoard::restoreView(const QJsonObject& state) {
  if (m_maximized) toggleMaximized(m_maximized);
  const QJsonObject views = state[QStringLiteral("panels")].toObject();
  const auto named = [this](const QJsonValue& name) {
    const auto found = std::ranges::find(m_panels, name.toString(), &PlotPanel::objectName);
    return found == m_panels.end() ? nullptr : *found;
  };
  const QJsonArray shown = state[QStringLiteral("shown")].toArray();
  if (shown.size() == std::ssize(m_places)) {
    // Sessions of earlier versions have four quarters of other sizes.
    setSizes(*m_columns, state[QStringLiteral("columns")].toArray());
    setSizes(*m_small, state[QStringLiteral("small")].toArray());
    for (const std::size_t i : {1, 2, 0}) {
      PlotPanel* panel = named(shown[static_cast<qsizetype>(i)]);
      if (!panel) continue;
      exchange(panel, qobject_cast<PlotPanel*>(m_places[i].stack->currentWidget()));
      m_places[i].tabs->setCurrentIndex(m_places[i].stack->indexOf(panel));
    }
  }
  for (PlotPanel* panel : m_panels) {
    if (views.contains(panel->objectName())) panel->restoreView(views[panel->objectName()].toObject());
  }
  if (PlotPanel* maximized = named(state[QStringLiteral("maximized")])) toggleMaximized(maximized);
}

}  // namespace noiseloom
