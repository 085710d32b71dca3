// The board of plots: one large, two small, and what each shows of itself.

#include <gtest/gtest.h>

#include <QAction>
#include <QEnterEvent>
#include <QFontMetrics>
#include <QJsonArray>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QTabBar>
#include <QTest>

#include "tests/ui/window_fixture.h"
#include "ui/document/scenario_document.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_player.h"
#include "ui/main/main_window.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/shelf_view.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/line/line_chart.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_scene.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/step_error/step_error_panel.h"
#include "ui/plots/strategy/strategy_panel.h"

namespace noiseloom {
namespace {

class PlotBoards : public WindowTest {
 protected:
  template <class Panel>
  Panel* panel() {
    return window->findChild<Panel*>();
  }
  PlotBoard& board() { return window->plots(); }
  static bool readOutIsVisible(const PlotPanel& panel) {
    return panel.findChild<QLabel*>(QStringLiteral("readOut"))->isVisible();
  }
};

TEST_F(PlotBoards, AnyPlotBecomesTheLargeOneAndTheSessionKeepsIt) {
  auto* strategy = panel<StrategyPanel>();
  auto* rmse = panel<RmsePanel>();
  ASSERT_EQ(board().hero(), rmse);
  EXPECT_TRUE(strategy->isSmall());
  EXPECT_FALSE(rmse->isSmall());
  QMenu menu;
  strategy->addTo(menu);
  menu.findChild<QAction*>(QStringLiteral("makeHero"))->trigger();
  EXPECT_EQ(board().hero(), strategy);
  EXPECT_EQ(board().shownAt(BoardPlace::Upper), rmse);
  EXPECT_FALSE(strategy->isSmall());
  QTest::qWait(20);
  EXPECT_GT(strategy->width(), rmse->width());
  // A tab of the large place: the others stay where they are.
  board().makeHero(panel<CoefficientsPanel>());
  EXPECT_EQ(board().hero(), panel<CoefficientsPanel>());
  EXPECT_EQ(board().shownAt(BoardPlace::Upper), rmse);
  const QJsonObject state = board().viewState();
  window->resetViews();
  EXPECT_EQ(board().hero(), rmse);
  EXPECT_EQ(board().shownAt(BoardPlace::Upper), strategy);
  EXPECT_EQ(board().shownAt(BoardPlace::Lower), panel<StepErrorPanel>());
  board().restoreView(state);
  EXPECT_EQ(board().hero(), panel<CoefficientsPanel>());
  EXPECT_EQ(board().shownAt(BoardPlace::Upper), rmse);
  EXPECT_EQ(board().viewState()[QStringLiteral("shown")], state[QStringLiteral("shown")]);
  // A session of the time of four quarters.
  board().restoreView({{QStringLiteral("front"), QJsonArray{QStringLiteral("strategyPanel")}},
                       {QStringLiteral("left"), QJsonArray{300, 200}}});
  EXPECT_EQ(board().viewState()[QStringLiteral("shown")], state[QStringLiteral("shown")]);
}

TEST_F(PlotBoards, ShowsThreePlotsAtOnceWhereverTheyWere) {
  const std::vector<PlotPanel*> all = board().panels();
  for (PlotPanel* one : all) {
    for (PlotPanel* other : all) {
      for (PlotPanel* third : all) {
        board().show({one, other, third});
        EXPECT_TRUE(one->isVisible() && other->isVisible() && third->isVisible())
            << one->objectName().toStdString() << " " << other->objectName().toStdString() << " "
            << third->objectName().toStdString();
      }
    }
  }
  EXPECT_EQ(board().panels(), all);
}

TEST_F(PlotBoards, WhatFillsTheBoardFollowsItsTabsAndStaysWhenTheWindowChanges) {
  auto* coefficients = panel<CoefficientsPanel>();
  board().toggleMaximized(panel<RmsePanel>());
  for (QTabBar* tabs : board().findChildren<QTabBar*>()) {
    if (tabs->isVisible()) tabs->setCurrentIndex(1);
  }
  EXPECT_EQ(board().maximized(), coefficients);
  window->resize(1100, 700);
  QTest::qWait(20);
  EXPECT_TRUE(coefficients->isVisible());
  EXPECT_FALSE(panel<StrategyPanel>()->isVisible());
  board().toggleMaximized(coefficients);
  EXPECT_EQ(board().maximized(), nullptr);
  EXPECT_TRUE(panel<StrategyPanel>()->isVisible());
}

TEST_F(PlotBoards, ToolsAndHintsShowWithPointerOrFocusAndLimitsAlways) {
  auto* errors = panel<StepErrorPanel>();
  ASSERT_TRUE(waitUntilSolved());
  auto* help = errors->findChild<QWidget*>(QStringLiteral("tableButton"));
  ASSERT_TRUE(waitFor([&] { return help->isVisible(); }));
  const auto drawn = [help] {
    const QImage image = help->grab().toImage();
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        if (image.pixel(x, y) != image.pixel(0, 0)) return true;
      }
    }
    return false;
  };
  EXPECT_FALSE(readOutIsVisible(*errors));
  EXPECT_FALSE(drawn());
  const QPointF at(5, 5);
  QEnterEvent enter(at, at, at);
  QCoreApplication::sendEvent(errors, &enter);
  EXPECT_TRUE(readOutIsVisible(*errors));
  EXPECT_TRUE(drawn());
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(errors, &leave);
  EXPECT_FALSE(readOutIsVisible(*errors));
  EXPECT_FALSE(drawn());
  window->activateWindow();
  errors->plot().setFocus();
  ASSERT_TRUE(waitFor([&] { return errors->plot().hasFocus(); }));
  EXPECT_TRUE(readOutIsVisible(*errors));
  EXPECT_TRUE(drawn());
  window->scenarioPanel().setFocus();
  panel<RmsePanel>()->plot().setFocus();
  EXPECT_FALSE(readOutIsVisible(*errors));
  // What is not certified says so without being asked.
  auto* rmse = panel<RmsePanel>();
  board().makeHero(panel<StrategyPanel>());
  ASSERT_TRUE(rmse->isSmall());
  rmse->restoreView({{QStringLiteral("axis"), QStringLiteral("epsilon")}});
  EXPECT_TRUE(waitFor([&] { return rmse->readOutText().contains(QStringLiteral("not certified")); }));
  window->scenarioPanel().setFocus();
  EXPECT_TRUE(readOutIsVisible(*rmse));
}

TEST_F(PlotBoards, HintsOfSmallPlotsLeaveTheLabelsOfTheAxisInSight) {
  document->reset(ScenarioDocument::defaultScenario());
  ASSERT_TRUE(waitUntilSolved());
  window->resize(1366, 740);
  auto* strategy = panel<StrategyPanel>();
  ASSERT_TRUE(waitFor([&] { return strategy->readOutText().contains(QStringLiteral("largest of")); }));
  ASSERT_TRUE(strategy->isSmall());
  const auto* hint = strategy->findChild<QLabel*>(QStringLiteral("readOut"));
  EXPECT_LE(hint->height(), QFontMetrics(hint->font()).height() + kHalfGrid);
  EXPECT_EQ(hint->text(), strategy->readOutText()) << "all of it can be heard";
}

TEST_F(PlotBoards, FiveDesignsLeaveTheDataTheirHeightOnALaptop) {
  document->reset(ScenarioDocument::defaultScenario());
  ASSERT_TRUE(waitUntilSolved());
  window->resize(1366, 740);
  for (int i = 1; i <= 5; ++i) document->shelf().pin(document->design(), QStringLiteral("Banded Toeplitz, %1").arg(i));
  window->resetViews();
  ASSERT_TRUE(waitFor([&] { return panel<StepErrorPanel>()->plot().isDrawn(); }));
  QTest::qWait(50);
  EXPECT_GE(panel<RmsePanel>()->plot().lineChart().plotArea().height(), 260);
  EXPECT_GE(panel<StepErrorPanel>()->plot().lineChart().plotArea().height(), 120);
  const auto& matrix = *panel<StrategyPanel>()->findChild<HeatMapView*>();
  EXPECT_GE(heatMapPlotArea(QRectF(matrix.rect()), matrix.font()).height(), 120);
}

TEST_F(PlotBoards, FiveDesignsOfDifferentClaimsAreNamedAtTheirLinesOnALaptop) {
  document->reset(ScenarioDocument::defaultScenario());
  ASSERT_TRUE(waitUntilSolved());
  window->resize(1366, 740);
  for (const int epsilon : {9, 7, 5, 3, 2}) {
    type(Field::Epsilon, QString::number(epsilon));
    ASSERT_TRUE(waitUntilSolved());
    // One has a long name of its own, without the parts that could be left out.
    document->shelf().pin(document->design(),
                          epsilon == 5 ? QStringLiteral("The second run of the keyboard in the north with two buffers")
                                       : QStringLiteral("Banded Toeplitz, %1 bands").arg(design().bands));
  }
  window->resetViews();
  ASSERT_TRUE(waitFor([&] { return panel<StepErrorPanel>()->plot().isDrawn(); }));
  QTest::qWait(50);
  const LineChart& chart = panel<StepErrorPanel>()->plot().lineChart();
  EXPECT_TRUE(chart.legend().isBeside());
  EXPECT_GE(chart.plotArea().height(), 120);
}

TEST_F(PlotBoards, FiveDesignsOfSeveralMechanismsAreNamedAtTheirLinesOnALaptop) {
  document->reset(ScenarioDocument::defaultScenario());
  ASSERT_TRUE(waitUntilSolved());
  window->resize(1366, 740);
  // Without their mechanisms the first two would be alike.
  for (const char* name : {"Banded Toeplitz, 23 bands", "Reciprocal Toeplitz, 23 bands", "Banded square root, 29 bands",
                           "Banded square root, 40 bands", "Banded square root, 5 bands"})
    document->shelf().pin(document->design(), QLatin1String(name));
  // Its largest error is the last one, which the plot says in the longest name.
  type(Field::Bands, QStringLiteral("1"));
  ASSERT_TRUE(waitUntilSolved());
  window->resetViews();
  ASSERT_TRUE(waitFor([&] { return panel<StepErrorPanel>()->plot().isDrawn(); }));
  QTest::qWait(50);
  const LineChart& chart = panel<StepErrorPanel>()->plot().lineChart();
  EXPECT_TRUE(chart.legend().isBeside());
  EXPECT_GE(chart.plotArea().height(), 120);
  const QStringList written = chart.legend().written();
  EXPECT_EQ(QSet<QString>(written.begin(), written.end()).size(), written.size())
      << written.join(QLatin1Char('|')).toStdString();
}

// The smallest screen less a title bar: the axis of the large plot would be the first to be below the edge.
TEST_F(PlotBoards, ThreePlotsAreWholeOnTheSmallestScreen) {
  window->resize(1024, 608);
  window->resetViews();
  auto* scroll = window->findChild<QScrollArea*>(QStringLiteral("plotsScroll"));
  QTest::qWait(50);
  EXPECT_EQ(scroll->verticalScrollBar()->maximum(), 0);
  EXPECT_EQ(scroll->horizontalScrollBar()->maximum(), 0);
  // The current design and a pinned one are in view.
  EXPECT_GE(window->shelf().view().viewport()->height(), 2 * window->shelf().view().rowHeight(0));
}

TEST_F(PlotBoards, TheLargePlotIsWholeInALessonOnTheSmallestScreen) {
  window->resize(1024, 608);
  window->lessonPlayer().start(shippedLesson(lessonIds().front()));
  auto* scroll = window->findChild<QScrollArea*>(QStringLiteral("plotsScroll"));
  QTest::qWait(100);
  EXPECT_EQ(scroll->verticalScrollBar()->maximum(), 0);
}

}  // namespace
}  // namespace noiseloom
