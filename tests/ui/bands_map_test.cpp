// The map of the best number of bands: computed while it is looked at, read by pointer and by keyboard, chosen from.

#include <gtest/gtest.h>

#include <QLineF>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/batching/list.h"
#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/bands_map/bands_map_view.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/rmse/rmse_panel.h"

namespace noiseloom {
namespace {

class BandsMap : public WindowTest {
 protected:
  RmsePanel& panel() { return *window->findChild<RmsePanel*>(); }
  BandsMapView& map() { return panel().map(); }
  void showMap() { window->findChild<SegmentedButtons*>(QStringLiteral("rmseChoice"))->setCurrent(7); }
  bool waitForMap() {
    return waitFor([this] { return !map().running() && map().scene().known() == map().scene().cells.size(); });
  }
  std::size_t cellOf(double epsilon, Index epochs) {
    const BandsMapScene& scene = map().scene();
    const auto column = std::ranges::find(scene.epsilons, epsilon) - scene.epsilons.begin();
    const auto row = std::ranges::find(scene.epochs, epochs) - scene.epochs.begin();
    return static_cast<std::size_t>(row) * scene.epsilons.size() + static_cast<std::size_t>(column);
  }
};

TEST_F(BandsMap, IsComputedOnlyWhenItIsLookedAt) {
  EXPECT_TRUE(map().scene().isEmpty());
  EXPECT_EQ(panel().pictures().size(), 1U);
  showMap();
  EXPECT_TRUE(map().isVisible());
  EXPECT_FALSE(panel().plot().isVisible());
  EXPECT_EQ(panel().title(), QStringLiteral("Best bands"));
  ASSERT_TRUE(waitForMap());
  EXPECT_EQ(panel().pictures().size(), 2U);
}

TEST_F(BandsMap, TheFrameSitsOnACell) {
  showMap();
  ASSERT_TRUE(waitForMap());
  BandsMapScene scene = map().scene();
  const QRectF bounds(0, 0, 600, 400);
  const auto framed = [&](double epsilon, double epochs, Index cellEpochs) {
    scene.scenario = {epsilon, epochs};
    const QRectF cell = bandsMapCell(bounds, scene, cellOf(8, cellEpochs));
    const QRectF frame = bandsMapFrame(bounds, scene);
    EXPECT_LT(QLineF(frame.center(), cell.center()).length(), 1e-9) << epsilon << " " << epochs;
  };
  framed(8, 4, 4);
  // Between two cells it is the nearest one, by ratio.
  framed(8, 5, 4);
  framed(8.5, 6, 8);
  scene.scenario = {1e6, 4};
  EXPECT_TRUE(bandsMapFrame(bounds, scene).isEmpty());
}

TEST_F(BandsMap, HoldsWhatTheCoreSays) {
  showMap();
  ASSERT_TRUE(waitForMap());
  const MapRequest request = *mapRequestFor(document->scenario());
  const auto expected = bestBandsMap(request.problem, request.epsilons, request.epochs);
  ASSERT_EQ(map().scene().cells.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(map().scene().cells[i].bands, expected[i].bands);
    EXPECT_NEAR(map().scene().cells[i].error, expected[i].error, 1e-9 * expected[i].error);
  }
  // It is of the scenario that is solved: the same best number and error there, up to the map's coarser ladder.
  const BestBandsCell& here = map().scene().cells[cellOf(2, 4)];
  EXPECT_NEAR(here.error, design().rmse, 0.02 * design().rmse);
}

TEST_F(BandsMap, HoverReadsACellAndAClickChoosesIt) {
  showMap();
  ASSERT_TRUE(waitForMap());
  const std::size_t cell = cellOf(8, 2);
  const QPoint at = map().cellRect(cell).center().toPoint();
  QTest::mouseMove(&map(), at);
  ASSERT_TRUE(waitFor([&] { return map().scene().cursor == cell; }));
  EXPECT_TRUE(panel().readOutText().startsWith(QStringLiteral("ε 8, k 2:")));
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("better than DP-SGD")));
  EXPECT_TRUE(map().accessibleDescription().contains(QStringLiteral("ε 8, k 2:")));
  QTest::mouseClick(&map(), Qt::LeftButton, {}, at);
  EXPECT_EQ(document->scenario().epsilon, 8);
  EXPECT_EQ(document->scenario().epochs, 2);
  EXPECT_FALSE(map().running());  // the same map
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_NEAR(map().scene().cells[cell].error, design().rmse, 0.02 * design().rmse);
  document->undoStack().undo();  // one step for both
  EXPECT_EQ(document->scenario().epsilon, 2);
  EXPECT_EQ(document->scenario().epochs, 4);
}

TEST_F(BandsMap, BandsThatNoLongerFitFollowTheMap) {
  type(Field::Bands, QStringLiteral("16"));
  showMap();
  ASSERT_TRUE(waitForMap());
  const std::size_t cell = cellOf(1, 16);
  QTest::mouseClick(&map(), Qt::LeftButton, {}, map().cellRect(cell).center().toPoint());
  EXPECT_EQ(document->scenario().bands, map().scene().cells[cell].bands);
  EXPECT_TRUE(document->canSolve());
}

TEST_F(BandsMap, ItsTableHoldsEveryCell) {
  EXPECT_FALSE(map().table());
  showMap();
  ASSERT_TRUE(waitForMap());
  const std::vector<DataTable> tables = panel().tables();
  ASSERT_EQ(tables.size(), 2U);
  ASSERT_EQ(panel().currentPicture(), 1);
  const DataTable& table = tables[1];
  EXPECT_EQ(table.name, QStringLiteral("best_bands"));
  ASSERT_EQ(table.rows.size(), map().scene().cells.size());
  const std::size_t cell = cellOf(2, 4);
  const BestBandsCell& found = map().scene().cells[cell];
  ASSERT_EQ(static_cast<std::size_t>(table.header.size()), table.rows[cell].size());
  EXPECT_EQ(std::get<double>(table.rows[cell][0]), 2);
  EXPECT_EQ(std::get<double>(table.rows[cell][1]), 4);
  EXPECT_EQ(std::get<double>(table.rows[cell][2]), static_cast<double>(found.bands));
  EXPECT_EQ(std::get<double>(table.rows[cell][3]), found.error);
  EXPECT_TRUE(panel().summary().contains(QStringLiteral("cells are known")));
}

TEST_F(BandsMap, WorksByKeyboard) {
  showMap();
  ASSERT_TRUE(waitForMap());
  map().setFocus();
  for (int step = 0; step < 3; ++step) QTest::keyClick(&map(), Qt::Key_Right);
  QTest::keyClick(&map(), Qt::Key_Up);
  QTest::keyClick(&map(), Qt::Key_Up);
  QTest::keyClick(&map(), Qt::Key_Down);
  QTest::keyClick(&map(), Qt::Key_Return);
  EXPECT_EQ(document->scenario().epsilon, map().scene().epsilons[3]);
  EXPECT_EQ(document->scenario().epochs, map().scene().epochs[1]);
}

TEST_F(BandsMap, FollowsWhatItDependsOnAndIsStaleMeanwhile) {
  showMap();
  ASSERT_TRUE(waitForMap());
  type(Field::Epsilon, QStringLiteral("3"));
  EXPECT_EQ(map().scene().known(), map().scene().cells.size());  // not on epsilon
  document->setEntryProblem(Field::Epsilon, QStringLiteral("x"));
  EXPECT_TRUE(map().scene().stale);
  EXPECT_TRUE(panel().isStale());
  document->clearEntryProblem(Field::Epsilon);
  EXPECT_FALSE(map().scene().stale);
  type(Field::Iterations, QStringLiteral("128"));
  EXPECT_LT(map().scene().known(), map().scene().cells.size());
  ASSERT_TRUE(waitForMap());
  EXPECT_EQ(map().scene().epochs.back(), 128);
}

TEST_F(BandsMap, AHiddenOneOfAnEarlierScenarioIsNoPictureAndNoTable) {
  showMap();
  ASSERT_TRUE(waitForMap());
  window->findChild<SegmentedButtons*>(QStringLiteral("rmseChoice"))->setCurrent(0);
  EXPECT_TRUE(map().picture());
  EXPECT_TRUE(map().table());
  Scenario other = document->scenario();
  other.iterations = 128;
  document->edit(Field::Iterations, other);
  EXPECT_FALSE(map().picture());
  EXPECT_FALSE(map().table());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(map().picture());
  EXPECT_FALSE(map().table());
  document->undoStack().undo();
  EXPECT_TRUE(map().table());
}

TEST_F(BandsMap, IsBegunAnewAfterAnEntryThatCouldNotBeUsed) {
  showMap();
  document->setEntryProblem(Field::Epsilon, QStringLiteral("x"));
  document->clearEntryProblem(Field::Epsilon);
  EXPECT_TRUE(waitForMap());
}

TEST_F(BandsMap, SaysWhyThereIsNoneWithoutAmplification) {
  showMap();
  chooseBatching(&batchings::fixedEpoch);
  EXPECT_TRUE(map().scene().isEmpty());
  EXPECT_TRUE(map().scene().emptyText.contains(QStringLiteral("Without amplification")));
  EXPECT_TRUE(map().accessibleDescription().contains(QStringLiteral("Without amplification")));
  chooseBatching(&batchings::ballsInBins);
  EXPECT_FALSE(map().scene().isEmpty());
}

TEST_F(BandsMap, ALongOneLeavesTheWindowFreeAndStops) {
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  Scenario scenario = smallScenario();
  scenario.iterations = 2000;
  scenario.batching = &batchings::ballsInBins;
  scenario.epochs = 20;
  document->reset(scenario);
  solver->cancel();
  showMap();
  ASSERT_TRUE(waitFor([&] { return map().scene().known() > 0; }));
  QTest::qWait(50);
  application.takeLongest();
  QTest::qWait(300);
  EXPECT_LT(application.takeLongest().processorMilliseconds, kMostEventMilliseconds);
  ASSERT_TRUE(map().running());
  window->plots().cancelWork();
  ASSERT_TRUE(waitFor([&] { return !map().running(); }));
  EXPECT_GT(map().scene().known(), 0U) << map().scene().emptyText.toStdString();
  EXPECT_TRUE(map().hint().startsWith(QStringLiteral("Stopped")));
}

TEST(BandsMapScene, FindsEveryCellUnderItsMiddle) {
  BandsMapScene scene;
  scene.epsilons = {1, 2, 4};
  scene.epochs = {1, 10};
  scene.cells.resize(6);
  const QRectF bounds(0, 0, 400, 250);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(bandsMapCellAt(bounds, scene, bandsMapCell(bounds, scene, i).center()), i);
  EXPECT_FALSE(bandsMapCellAt(bounds, scene, {1, 1}));
  // Larger epsilons to the right, more epochs upwards.
  EXPECT_GT(bandsMapCell(bounds, scene, 1).left(), bandsMapCell(bounds, scene, 0).left());
  EXPECT_LT(bandsMapCell(bounds, scene, 3).top(), bandsMapCell(bounds, scene, 0).top());
}

}  // namespace
}  // namespace noiseloom
