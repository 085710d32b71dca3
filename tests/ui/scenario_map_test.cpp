// Maps over two inputs: computed while it is looked at, read by pointer and by keyboard, chosen from.

#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLineF>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/batching/list.h"
#include "core/linalg/parallel.h"
#include "tests/core/scenarios.h"
#include "tests/processor_time.h"
#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/read_out.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/scenario_map/map_choice_bar.h"
#include "ui/plots/scenario_map/scenario_map_view.h"

namespace noiseloom {
namespace {

class ScenarioMaps : public WindowTest {
 protected:
  RmsePanel& panel() { return *window->findChild<RmsePanel*>(); }
  ScenarioMapView& map() { return panel().map(); }
  void showMap() { window->findChild<SegmentedButtons*>(QStringLiteral("rmseChoice"))->setCurrent(7); }
  bool waitForMap() {
    return waitFor([this] { return !map().running() && map().scene().known() == map().scene().cells.size(); });
  }
  MapChoiceBar& bar() { return *window->findChild<MapChoiceBar*>(); }
  // The nearest one, by ratio.
  static std::size_t cellOf(const ScenarioMapScene& scene, double across, double up) {
    const auto nearest = [](const std::vector<double>& values, double wanted) {
      return std::ranges::min_element(values, {}, [&](double value) { return std::abs(std::log(value / wanted)); }) -
             values.begin();
    };
    return static_cast<std::size_t>(nearest(scene.up.values, up)) * scene.columns() +
           static_cast<std::size_t>(nearest(scene.across.values, across));
  }
  std::size_t cellOf(double across, double up) { return cellOf(map().scene(), across, up); }
  MapRequest request() {
    MapGrid grid;
    return *mapRequestFor(document->scenario(), map().choice(), grid, nullptr).request;
  }
};

TEST_F(ScenarioMaps, IsComputedOnlyWhenItIsLookedAt) {
  EXPECT_TRUE(map().scene().isEmpty());
  EXPECT_EQ(panel().pictures().size(), 1U);
  showMap();
  EXPECT_TRUE(map().isVisible());
  EXPECT_FALSE(panel().plot().isVisible());
  EXPECT_EQ(panel().title(), QStringLiteral("Best bands"));
  ASSERT_TRUE(waitForMap());
  EXPECT_EQ(panel().pictures().size(), 2U);
}

TEST(ScenarioMapScene, TheFrameSitsOnACell) {
  ScenarioMapScene scene;
  scene.across = {Field::Epsilon, {1, 2, 4, 8}};
  scene.up = {Field::Momentum, {0, 0.5, 0.9}};
  scene.cells.resize(12);
  scene.values.resize(12);
  const QRectF bounds(0, 0, 600, 400);
  const auto framed = [&](double across, double up, std::size_t cell) {
    scene.scenario = {across, up};
    const QRectF frame = mapFrame(bounds, scene);
    EXPECT_LT(QLineF(frame.center(), mapCellRect(bounds, scene, cell).center()).length(), 1e-9) << across << " " << up;
  };
  framed(8, 0, 3);
  framed(1, 0.9, 8);
  // Between two cells it is the nearest one: by ratio where the axis is logarithmic, else by difference.
  framed(2.7, 0.5, 5);
  framed(3, 0.24, 2);
  scene.scenario = {1e6, 0};
  EXPECT_TRUE(mapFrame(bounds, scene).isEmpty());
}

TEST_F(ScenarioMaps, HoldsWhatTheCoreSays) {
  showMap();
  ASSERT_TRUE(waitForMap());
  const auto expected = scenarioMap(request());
  ASSERT_EQ(map().scene().cells.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(map().scene().cells[i].bands, expected[i].bands);
    EXPECT_NEAR(map().scene().cells[i].error, expected[i].error, 1e-9 * expected[i].error);
  }
  // It is of the scenario that is solved: the same best number and error there, up to the map's coarser ladder.
  const MapCell& here = map().scene().cells[cellOf(2, 4)];
  EXPECT_NEAR(here.error, design().error.mean, 0.02 * design().error.mean);
}

TEST_F(ScenarioMaps, TheReadOutOfEveryCellFitsIntoASmallWindow) {
  window->resize(1366, 740);
  showMap();
  ASSERT_TRUE(waitForMap());
  QTest::qWait(30);
  const auto& line = *panel().findChild<ReadOut*>(QStringLiteral("readOut"));
  for (const MapValue value : {MapValue::Bands, MapValue::Promise}) {
    MapChoice choice = map().choice();
    choice.value = value;
    map().choose(choice);
    ASSERT_TRUE(waitForMap());
    for (std::size_t cell = 0; cell < map().scene().cells.size(); ++cell) {
      if (!map().scene().cells[cell].problem.empty()) continue;
      QTest::mouseMove(&map(), map().cellRect(cell).center().toPoint());
      ASSERT_TRUE(waitFor([&] { return map().scene().cursor == cell; }));
      const QString text = panel().readOutText();
      EXPECT_TRUE(line.fits(text)) << text.toStdString();
      EXPECT_TRUE(text.contains(QStringLiteral("band"))) << text.toStdString();
      EXPECT_TRUE(text.contains(QStringLiteral("σ"))) << text.toStdString();
    }
  }
}

TEST_F(ScenarioMaps, HoverReadsACellAndAClickChoosesIt) {
  showMap();
  ASSERT_TRUE(waitForMap());
  const std::size_t cell = cellOf(8, 2);
  const QPoint at = map().cellRect(cell).center().toPoint();
  QTest::mouseMove(&map(), at);
  ASSERT_TRUE(waitFor([&] { return map().scene().cursor == cell; }));
  EXPECT_TRUE(panel().readOutText().startsWith(QStringLiteral("ε 8, k 2:"))) << panel().readOutText().toStdString();
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("better than DP-SGD")));
  EXPECT_TRUE(map().accessibleDescription().contains(QStringLiteral("ε 8, k 2:")));
  QTest::mouseClick(&map(), Qt::LeftButton, {}, at);
  EXPECT_EQ(document->scenario().epsilon, 8);
  EXPECT_EQ(document->scenario().epochs, 2);
  EXPECT_FALSE(map().running());  // the same map
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_NEAR(map().scene().cells[cell].error, design().error.mean, 0.02 * design().error.mean);
  document->undoStack().undo();  // one step for both
  EXPECT_EQ(document->scenario().epsilon, 2);
  EXPECT_EQ(document->scenario().epochs, 4);
}

TEST_F(ScenarioMaps, BandsThatNoLongerFitFollowTheMap) {
  type(Field::Bands, QStringLiteral("16"));
  showMap();
  ASSERT_TRUE(waitForMap());
  const std::size_t cell = cellOf(1, 16);
  QTest::mouseClick(&map(), Qt::LeftButton, {}, map().cellRect(cell).center().toPoint());
  EXPECT_EQ(document->scenario().bands, map().scene().cells[cell].bands);
  EXPECT_TRUE(document->canSolve());
}

TEST_F(ScenarioMaps, ItsTableHoldsEveryCell) {
  EXPECT_FALSE(map().table());
  showMap();
  ASSERT_TRUE(waitForMap());
  const std::vector<DataTable> tables = panel().tables();
  ASSERT_EQ(tables.size(), 2U);
  ASSERT_EQ(panel().currentPicture(), 1);
  const DataTable& table = tables[1];
  EXPECT_EQ(table.name, QStringLiteral("best_bands_over_epsilon_epochs"));
  ASSERT_EQ(table.rows.size(), map().scene().cells.size());
  const std::size_t cell = cellOf(2, 4);
  const MapCell& found = map().scene().cells[cell];
  ASSERT_EQ(static_cast<std::size_t>(table.header.size()), table.rows[cell].size());
  EXPECT_EQ(std::get<double>(table.rows[cell][0]), map().scene().acrossAt(cell));
  EXPECT_EQ(std::get<double>(table.rows[cell][1]), map().scene().upAt(cell));
  EXPECT_EQ(std::get<double>(table.rows[cell][2]), static_cast<double>(found.bands));
  EXPECT_EQ(std::get<double>(table.rows[cell][3]), found.error);
  EXPECT_TRUE(panel().summary().contains(QStringLiteral("cells are known, from 1 to")));
}

TEST_F(ScenarioMaps, WorksByKeyboard) {
  showMap();
  ASSERT_TRUE(waitForMap());
  map().setFocus();
  for (int step = 0; step < 3; ++step) QTest::keyClick(&map(), Qt::Key_Right);
  QTest::keyClick(&map(), Qt::Key_Up);
  QTest::keyClick(&map(), Qt::Key_Up);
  QTest::keyClick(&map(), Qt::Key_Down);
  QTest::keyClick(&map(), Qt::Key_Return);
  EXPECT_EQ(document->scenario().epsilon, map().scene().across.values[3]);
  EXPECT_EQ(document->scenario().epochs, map().scene().up.values[1]);
}

TEST_F(ScenarioMaps, FollowsWhatItDependsOnAndIsStaleMeanwhile) {
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
  EXPECT_EQ(map().scene().up.values.back(), 128);
}

TEST_F(ScenarioMaps, AHiddenOneOfAnEarlierScenarioIsNoPictureAndNoTable) {
  showMap();
  ASSERT_TRUE(waitForMap());
  window->findChild<SegmentedButtons*>(QStringLiteral("rmseChoice"))->setCurrent(0);
  EXPECT_TRUE(map().picture());
  EXPECT_TRUE(map().table());
  const Scenario other = with(document->scenario(), {.iterations = 128});
  document->edit(Field::Iterations, other);
  EXPECT_FALSE(map().picture());
  EXPECT_FALSE(map().table());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(map().picture());
  EXPECT_FALSE(map().table());
  document->undoStack().undo();
  EXPECT_TRUE(map().table());
}

TEST_F(ScenarioMaps, IsBegunAnewAfterAnEntryThatCouldNotBeUsed) {
  showMap();
  document->setEntryProblem(Field::Epsilon, QStringLiteral("x"));
  document->clearEntryProblem(Field::Epsilon);
  EXPECT_TRUE(waitForMap());
}

TEST_F(ScenarioMaps, SaysWhyThereIsNoneWithoutAmplification) {
  showMap();
  chooseBatching(&batchings::fixedEpoch);
  EXPECT_TRUE(map().scene().isEmpty());
  EXPECT_TRUE(map().scene().emptyText.contains(QStringLiteral("Without amplification")));
  EXPECT_TRUE(map().accessibleDescription().contains(QStringLiteral("Without amplification")));
  chooseBatching(&batchings::ballsInBins);
  EXPECT_FALSE(map().scene().isEmpty());
}

TEST_F(ScenarioMaps, ALongOneLeavesTheWindowFreeAndStops) {
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  setParallelThreads(2);  // each of them works on until it is asked to stop, however many cores there are
  const Scenario scenario =
      with(smallScenario(), {.iterations = 2000, .epochs = 20, .batching = &batchings::ballsInBins});
  document->reset(scenario);
  solver->cancel();
  showMap();
  ASSERT_TRUE(waitFor([&] { return map().scene().known() > 0; }));
  QTest::qWait(50);
  application.takeLongest();
  QTest::qWait(300);
  EXPECT_LT(application.takeLongest().processorMilliseconds, kMostEventMilliseconds);
  ASSERT_TRUE(map().running());
  // Stops are asked for at least every 50 ms; a margin for the lanes of the map, and for what the window draws
  // meanwhile.
  const double before = processorSeconds();
  window->plots().cancelWork();
  ASSERT_TRUE(waitFor([&] { return !map().running(); }));
  EXPECT_LT(processorSeconds() - before, 0.2);
  setParallelThreads(0);
  EXPECT_GT(map().scene().known(), 0U) << map().scene().emptyText.toStdString();
  EXPECT_TRUE(map().hint().startsWith(QStringLiteral("Stopped")));
}

TEST_F(ScenarioMaps, AnyTwoInputsAndEveryValueCanBeMapped) {
  showMap();
  bar().value().setCurrentIndex(1);
  emit bar().value().activated(1);
  bar().across().setCurrentText(QStringLiteral("bands b"));
  emit bar().across().activated(bar().across().currentIndex());
  bar().up().setCurrentText(QStringLiteral("momentum"));
  emit bar().up().activated(bar().up().currentIndex());
  EXPECT_EQ(map().choice().across, Field::Bands);
  EXPECT_EQ(map().choice().up, Field::Momentum);
  ASSERT_TRUE(waitForMap());
  EXPECT_EQ(panel().title(), QStringLiteral("RMSE"));
  const ScenarioMapScene& scene = map().scene();
  const std::size_t cell = 2 * scene.columns() + 3;
  EXPECT_EQ(scene.values[cell], scene.cells[cell].error);
  const QPoint at = map().cellRect(cell).center().toPoint();
  QTest::mouseMove(&map(), at);
  ASSERT_TRUE(waitFor([&] { return map().scene().cursor == cell; }));
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("σ"))) << panel().readOutText().toStdString();
  QTest::mouseClick(&map(), Qt::LeftButton, {}, at);
  EXPECT_EQ(document->scenario().bands, static_cast<Index>(scene.across.values[3]));
  EXPECT_EQ(document->scenario().workload.beta(), scene.up.values[2]);
  EXPECT_FALSE(map().running());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_NEAR(scene.cells[cell].error, design().error.mean, 1e-3 * design().error.mean);
  document->undoStack().undo();  // one step for both
  EXPECT_EQ(document->scenario().workload.beta(), 0);
  EXPECT_FALSE(document->scenario().bands);
  // What is shown of the same cells is another number, without another solve.
  MapChoice noise = map().choice();
  noise.value = MapValue::NoiseMultiplier;
  map().choose(noise);
  EXPECT_FALSE(map().running());
  EXPECT_EQ(scene.values[cell], scene.cells[cell].noiseMultiplier);
}

TEST_F(ScenarioMaps, APromiseIsThatOfTheDesignWhenItWasChosen) {
  showMap();
  const double sigma = design().noiseMultiplier.value;
  MapChoice choice = map().choice();
  choice.value = MapValue::Promise;
  map().choose(choice);
  EXPECT_NE(map().choice().across, Field::Epsilon);
  EXPECT_EQ(map().choice().noiseMultiplier, sigma);
  ASSERT_TRUE(waitForMap());
  const ScenarioMapScene& scene = map().scene();
  const std::size_t here = cellOf(static_cast<double>(document->scenario().iterations), document->scenario().epochs);
  ASSERT_TRUE(scene.cells[here].known) << scene.cells[here].problem.english();
  if (scene.acrossAt(here) == 64 && scene.upAt(here) == 4) {
    EXPECT_NEAR(scene.values[here], document->scenario().epsilon, 1e-3 * document->scenario().epsilon);
  }
  type(Field::Epsilon, QStringLiteral("3"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(map().choice().noiseMultiplier, sigma);  // the same map
  EXPECT_FALSE(map().running());
}

TEST_F(ScenarioMaps, LimitsAreTypedAsExpressions) {
  showMap();
  bar().openLimits();
  const auto enter = [](QLineEdit& edit, const QString& text) {
    edit.setText(text);
    edit.setModified(true);
    emit edit.editingFinished();
  };
  enter(bar().limit(true, true), QStringLiteral("2^2"));
  EXPECT_EQ(bar().message(), QString());
  EXPECT_EQ(map().scene().across.values.back(), 4);
  EXPECT_EQ(map().scene().across.values.front(), 0.25);
  enter(bar().limit(true, false), QStringLiteral("9"));
  EXPECT_NE(bar().message(), QString());
  EXPECT_EQ(map().scene().across.values.front(), 0.25);
  enter(bar().limit(true, false), QStringLiteral("x"));
  EXPECT_TRUE(bar().message().startsWith(QStringLiteral("Cannot read this")));
  const QJsonObject state = panel().viewState();
  bar().limit(true, false).clear();
  enter(bar().limit(true, true), QString());
  EXPECT_GT(map().scene().across.values.back(), 4);
  panel().restoreView(state);
  EXPECT_EQ(map().scene().across.values.back(), 4);
}

TEST_F(ScenarioMaps, WhatCannotBeSolvedIsHatchedWithItsReasonAndEstimatesAreCounted) {
  showMap();
  MapChoice choice = map().choice();
  choice.value = MapValue::Error;
  choice.across = Field::Bands;
  choice.up = Field::Epochs;
  map().choose(choice);
  ASSERT_TRUE(waitForMap());
  const ScenarioMapScene& scene = map().scene();
  const std::size_t last = scene.cells.size() - 1;
  ASSERT_FALSE(scene.cells[last].known) << scene.acrossAt(last);
  const std::size_t count = scene.cells.size();
  EXPECT_TRUE(map().hint().contains(QStringLiteral("of %1 cells, %2 estimated").arg(count).arg(scene.estimated())))
      << map().hint().toStdString();
  EXPECT_TRUE(map().hint().contains(QStringLiteral("%1 hatched").arg(count - scene.solved())));
  QTest::mouseMove(&map(), map().cellRect(last).center().toPoint());
  ASSERT_TRUE(waitFor([&] { return map().scene().cursor == last; }));
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("no design"))) << panel().readOutText().toStdString();
  // Drawn otherwise than paper: strokes.
  const QImage picture = map().grab().toImage();
  const QRect cell = map().cellRect(last).toAlignedRect().adjusted(3, 3, -3, -3);
  std::set<QRgb> colors;
  for (int y = cell.top(); y < cell.bottom(); ++y) {
    for (int x = cell.left(); x < cell.right(); ++x) colors.insert(picture.pixel(x, y));
  }
  EXPECT_GT(colors.size(), 1U);
}

TEST(ScenarioMapScene, FindsEveryCellUnderItsMiddle) {
  ScenarioMapScene scene;
  scene.across = {Field::Epsilon, {1, 2, 4}};
  scene.up = {Field::Epochs, {1, 10}};
  scene.cells.resize(6);
  scene.values.resize(6);
  const QRectF bounds(0, 0, 400, 250);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(mapCellAt(bounds, scene, mapCellRect(bounds, scene, i).center()), i);
  EXPECT_FALSE(mapCellAt(bounds, scene, {1, 1}));
  // Larger epsilons to the right, more epochs upwards.
  EXPECT_GT(mapCellRect(bounds, scene, 1).left(), mapCellRect(bounds, scene, 0).left());
  EXPECT_LT(mapCellRect(bounds, scene, 3).top(), mapCellRect(bounds, scene, 0).top());
}

}  // namespace
}  // namespace noiseloom
