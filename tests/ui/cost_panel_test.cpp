#include <gtest/gtest.h>

#include <QTest>

#include "core/batching/list.h"
#include "tests/core/scenarios.h"
#include "tests/ui/chart_series.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/cost/cost_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/quantity_text.h"

namespace noiseloom {
namespace {

class CostPanelTest : public WindowTest {
 protected:
  CostPanel& panel() { return *window->findChild<CostPanel*>(QStringLiteral("costPanel")); }
  const ChartSeries* series(const QString& key) { return seriesOf(panel().plot(), key); }
  void deploy(Index parameters, Index machines, std::optional<Index> memory) {
    Scenario scenario = document->scenario();
    scenario.deployment = {parameters, machines, NumberType::Float32, memory};
    document->edit(Field::Machines, scenario);
  }
  static int indexOf(const ChartSeries& series, double x) {
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      if (series.points[i].x() == x) return static_cast<int>(i);
    }
    return -1;
  }
};

TEST_F(CostPanelTest, TheCurveIsCoresAndTheLimitDividesIt) {
  // 1 MB a row and machine: at most 6 rows, so 7 of the 16 bands that the scenario allows.
  deploy(1'000'000, 4, 6'500'000);
  const Scenario& scenario = document->scenario();
  ASSERT_EQ(scenario.mostBands(), 16);
  const ChartSeries& inside = *series(QStringLiteral("curve"));
  const ChartSeries& outside = *series(QStringLiteral("outside"));
  EXPECT_EQ(panel().plot().model().y.title, QStringLiteral("noise kept by a machine (MB)"));
  for (const ChartSeries* part : {&inside, &outside}) {
    for (const QPointF& point : part->points) {
      const auto rows = static_cast<Index>(point.x()) - 1;
      EXPECT_DOUBLE_EQ(point.y(), noiseMemoryOf(rows, scenario.deployment).perMachine / 1e6);
    }
  }
  EXPECT_EQ(inside.points.back().x(), 7);
  EXPECT_EQ(outside.points.front().x(), 7);
  EXPECT_EQ(outside.points.back().x(), 16);
  EXPECT_EQ(outside.look, SeriesLook::Dashes);
  EXPECT_EQ(series(QStringLiteral("limit"))->points.front().y(), 6.5);
  const ChartSeries& mark = *series(QStringLiteral("design"));
  ASSERT_EQ(mark.points.size(), 1u);
  EXPECT_EQ(mark.points.front().x(), static_cast<double>(design().bands));
  EXPECT_EQ(mark.points.front().y(), static_cast<double>(design().bands - 1));
  EXPECT_TRUE(panel().summary().contains(QStringLiteral("at most 7 bands fit"))) << panel().summary().toStdString();
  EXPECT_EQ(series(QStringLiteral("limit"))->name, QStringLiteral("a machine’s 6.5 MB: at most 7 bands fit"));
  // Without a limit everything fits.
  deploy(1'000'000, 4, std::nullopt);
  EXPECT_FALSE(series(QStringLiteral("outside")));
  EXPECT_FALSE(series(QStringLiteral("limit")));
  EXPECT_FALSE(panel().summary().contains(QStringLiteral("bands fit")));
}

TEST_F(CostPanelTest, TheSentenceOfADesignThatDoesNotFit) {
  Scenario scenario = with(document->scenario(),
                           {.bands = 9, .deployment = Deployment{250'000'000, 1, NumberType::Float32, 4'000'000'000}});
  document->edit(Field::Bands, scenario);
  ASSERT_TRUE(waitFor([&] { return waitUntilSolved() && design().bands == 9; }));
  EXPECT_TRUE(panel().summary().startsWith(QStringLiteral("9 bands: 8 vectors, 8 GB, over a machine’s 4 GB")))
      << panel().summary().toStdString();
  EXPECT_TRUE(panel().summary().endsWith(QStringLiteral("at most 5 bands fit.")));
  scenario.bands = 5;
  document->edit(Field::Bands, scenario);
  ASSERT_TRUE(waitFor([&] { return waitUntilSolved() && design().bands == 5; }));
  EXPECT_TRUE(panel().summary().startsWith(QStringLiteral("5 bands: 4 vectors, 4 GB of a machine’s 4 GB")));
}

TEST_F(CostPanelTest, TimeIsMeasuredOnceThePanelIsSeen) {
  EXPECT_FALSE(panel().data().rates);
  window->plots().bringForward(&panel());
  ASSERT_TRUE(waitFor([&] { return panel().data().rates.has_value(); }));
  const NoiseRates rates = *panel().data().rates;
  EXPECT_TRUE(panel().summary().contains(QStringLiteral("a step (one core)")));
  window->findChild<SegmentedButtons*>(QStringLiteral("costAxis"))->setCurrent(1);
  const ChartSeries& curve = *series(QStringLiteral("curve"));
  const Deployment& deployment = document->scenario().deployment;
  const QuantityUnit unit = timeUnit(rates.secondsPerStep({NoiseRoute::Banded, 15, 15}, deployment.parameters));
  EXPECT_TRUE(panel().plot().model().y.title.endsWith(QStringLiteral("(%1)").arg(unit.symbol)));
  for (const QPointF& point : curve.points) {
    const double rows = point.x() - 1;
    EXPECT_NEAR(point.y() * unit.size,
                rates.secondsPerStep({NoiseRoute::Banded, static_cast<Index>(rows), rows}, deployment.parameters),
                1e-9 * point.y() * unit.size);
  }
  EXPECT_EQ(panel().viewState().value(QStringLiteral("axis")).toString(), QStringLiteral("seconds"));
  panel().restoreView({{QStringLiteral("axis"), QStringLiteral("memory")}});
  EXPECT_TRUE(panel().plot().model().y.title.startsWith(QStringLiteral("noise kept")));
}

TEST_F(CostPanelTest, AClickOnTheCurveChoosesBandsAndPointingIsShared) {
  // Enter on the point that the keyboard has gone to, as a click does.
  window->plots().bringForward(&panel());
  panel().plot().setFocus();
  QTest::keyClick(&panel().plot(), Qt::Key_Home);
  QTest::keyClick(&panel().plot(), Qt::Key_Right);
  const auto current = panel().plot().current();
  ASSERT_TRUE(current);
  EXPECT_EQ(current->series, QStringLiteral("curve"));
  const double bands = series(current->series)->points[static_cast<std::size_t>(current->index)].x();
  EXPECT_EQ(document->brush().lag(), static_cast<Index>(bands) - 1);
  QTest::keyClick(&panel().plot(), Qt::Key_Return);
  EXPECT_EQ(document->scenario().bands, static_cast<Index>(bands));
  document->undoStack().undo();
  ASSERT_TRUE(waitUntilSolved());

  const int at = indexOf(*series(QStringLiteral("curve")), 11);
  ASSERT_GE(at, 0);
  emit panel().plot().pointed(ChartPoint{QStringLiteral("curve"), at});
  EXPECT_EQ(document->brush().lag(), 10);
  EXPECT_TRUE(panel().readOutText().startsWith(QStringLiteral("11 bands: 10 vectors")));
  emit panel().plot().activated(ChartPoint{QStringLiteral("curve"), at});
  EXPECT_EQ(document->scenario().bands, 11);
  ASSERT_TRUE(waitFor([&] { return waitUntilSolved() && design().bands == 11; }));
  document->undoStack().undo();
  EXPECT_FALSE(document->scenario().bands);
}

TEST_F(CostPanelTest, BuffersHaveAnAxisOfTheirOwnAndATreeIsALevel) {
  chooseBatching(&batchings::fixedEpoch);
  chooseMechanism(*mechanismFromName("blt"));
  ASSERT_TRUE(waitFor([&] { return waitUntilSolved() && design().mechanism == *mechanismFromName("blt"); }));
  EXPECT_EQ(panel().plot().model().x.title, QStringLiteral("buffers"));
  const ChartSeries& mark = *series(QStringLiteral("design"));
  ASSERT_EQ(mark.points.size(), 1u);
  EXPECT_EQ(static_cast<Index>(mark.points.front().x()), design().strategy.as<BltStrategy>()->buffers());
  const auto blt = document->design();
  const int id = document->shelf().pin(blt);
  chooseMechanism(*mechanismFromName("tree"));
  ASSERT_TRUE(waitFor([&] { return waitUntilSolved() && design().mechanism == *mechanismFromName("tree"); }));
  EXPECT_EQ(panel().plot().model().x.title, QStringLiteral("bands"));
  const ChartSeries& level = *series(QStringLiteral("design"));
  ASSERT_EQ(level.points.size(), 2u);
  EXPECT_EQ(level.points[0].y(), level.points[1].y());
  // A BLT among bands is a level too; both are in the unit of the axis, for the present deployment.
  const ChartSeries& pin = *series(QStringLiteral("pin-%1").arg(id));
  ASSERT_EQ(pin.points.size(), 2u);
  EXPECT_NEAR(pin.points[0].y() / level.points[0].y(),
              static_cast<double>(blt->strategy.noiseRows()) / static_cast<double>(design().strategy.noiseRows()),
              1e-9);
  EXPECT_TRUE(series(QStringLiteral("curve"))->name.contains(QStringLiteral("comparison")));
  // The comparison is not a choice of the scenario.
  emit panel().plot().activated(ChartPoint{QStringLiteral("curve"), 3});
  EXPECT_FALSE(document->scenario().bands);
  EXPECT_EQ(panel().tables().size(), 1u);
  EXPECT_EQ(panel().pictures().size(), 1u);
}

TEST(QuantityText, UnitsSuitTheSize) {
  EXPECT_EQ(memoryText(0), QStringLiteral("0 B"));
  EXPECT_EQ(memoryText(999), QStringLiteral("999 B"));
  EXPECT_EQ(memoryText(12.4e9), QStringLiteral("12.4 GB"));
  EXPECT_EQ(memoryText(1e15), QStringLiteral("1 PB"));
  EXPECT_EQ(secondsText(0.21), QStringLiteral("0.21 s"));
  EXPECT_EQ(secondsText(0.0041), QStringLiteral("4.1 ms"));
  EXPECT_EQ(secondsText(12e-6), QStringLiteral("12 µs"));
  EXPECT_EQ(secondsText(0), QStringLiteral("0 s"));
}

}  // namespace
}  // namespace noiseloom
