// View > Go to plot: every plot of the window by its key, ready to be read by the keyboard.

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <set>

#include "tests/ui/window_fixture.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"

namespace noiseloom {
namespace {

class GoToPlot : public WindowTest {};

TEST_F(GoToPlot, EveryPlotComesForwardAndGetsTheKeyboard) {
  const auto* menu = window->findChild<QMenu*>(QStringLiteral("plotsMenu"));
  ASSERT_TRUE(menu);
  window->activateWindow();
  ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
  ASSERT_EQ(menu->actions().size(), static_cast<int>(window->plots().panels().size()));
  std::set<QKeySequence> keys;
  for (PlotPanel* panel : window->plots().panels()) {
    auto* action = window->findChild<QAction*>(QStringLiteral("goTo.") + panel->objectName());
    ASSERT_TRUE(action) << panel->objectName().toStdString();
    EXPECT_FALSE(action->shortcut().isEmpty());
    keys.insert(action->shortcut());
    action->trigger();
    EXPECT_TRUE(panel->isVisible()) << panel->objectName().toStdString();
    const QWidget* focused = QApplication::focusWidget();
    ASSERT_TRUE(focused) << panel->objectName().toStdString();
    EXPECT_TRUE(panel->isAncestorOf(focused)) << panel->objectName().toStdString();
  }
  EXPECT_EQ(keys.size(), window->plots().panels().size());
}

TEST_F(GoToPlot, AnotherPlotEndsTheOneThatFillsTheCentre) {
  PlotBoard& board = window->plots();
  board.toggleMaximized(board.panels().front());
  window->findChild<QAction*>(QStringLiteral("goTo.costPanel"))->trigger();
  EXPECT_EQ(board.maximized(), nullptr);
  EXPECT_TRUE(board.findChild<PlotPanel*>(QStringLiteral("costPanel"))->isVisible());
}

}  // namespace
}  // namespace noiseloom
