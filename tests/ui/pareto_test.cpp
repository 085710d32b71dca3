#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QTest>
#include <algorithm>
#include <limits>
#include <set>

#include "core/recommend/recommendation.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"
#include "tests/ui/chart_series.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/error_readings.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/shelf_view.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/pareto/pareto_panel.h"

namespace noiseloom {
namespace {

class ParetoTest : public WindowTest {
 protected:
  ParetoPanel& panel() { return *window->findChild<ParetoPanel*>(QStringLiteral("paretoPanel")); }
  SegmentedButtons& choice(const char* name) {
    return *panel().findChild<SegmentedButtons*>(QString::fromLatin1(name));
  }
  const ChartSeries* series(const QString& key) { return seriesOf(panel().plot(), key); }
  /// A design with as many bands as that, or of another scenario.
  std::shared_ptr<const Design> banded(Index bands, double epsilon = 0) {
    Scenario scenario = with(document->scenario(), {.bands = bands});
    if (epsilon > 0) scenario.epsilon = epsilon;
    return design(scenario);
  }
  using WindowTest::design;
  static std::shared_ptr<const Design> design(const Scenario& scenario) { return noiseloom::design(scenario); }
};

TEST_F(ParetoTest, TheFrontIsOfThoseThatNoOtherBeats) {
  ASSERT_TRUE(waitUntilSolved());
  Shelf& shelf = document->shelf();
  const auto narrow = banded(1);
  const auto some = banded(2);
  ASSERT_EQ(design().bands, 2) << "the current design is as good as the second pin";
  const auto wide = banded(16);
  ASSERT_GT(wide->error.mean, design().error.mean);
  shelf.pin(narrow);
  const int two = shelf.pin(some, QStringLiteral("two"));
  const int many = shelf.pin(wide);
  const ParetoData& data = panel().data();
  ASSERT_EQ(data.points.size(), 4U);
  // More bands keep more rows for less error, but for those that have more of both.
  EXPECT_EQ(paretoFront(data, panel().axes()), (std::vector<std::size_t>{0, 1, 3}));
  const ChartSeries& pinned = *series(QStringLiteral("pin-%1").arg(two));
  EXPECT_EQ(pinned.name, QStringLiteral("two"));
  EXPECT_EQ(pinned.color, two);
  ASSERT_EQ(pinned.points.size(), 1U);
  EXPECT_DOUBLE_EQ(pinned.points.front().y(), some->error.mean);
  EXPECT_DOUBLE_EQ(pinned.points.front().x(), 1e-9 * noiseMemoryOf(1, data.scenario.deployment).perMachine);
  // The stairs go through them, right and down, and nowhere else.
  const std::vector<QPointF>& stairs = series(QStringLiteral("front"))->points;
  ASSERT_EQ(stairs.size(), 3U);
  EXPECT_EQ(stairs[1], QPointF(stairs[2].x(), stairs[0].y()));
  EXPECT_EQ(stairs[2], pinned.points.front());
  EXPECT_DOUBLE_EQ(stairs[2].y(), design().error.mean);
  EXPECT_TRUE(pinned.notes.front().contains(QStringLiteral("on the front")));
  const QString beaten = series(QStringLiteral("pin-%1").arg(many))->notes.front();
  EXPECT_TRUE(beaten.contains(QStringLiteral("is at least as good in both"))) << beaten.toStdString();
  EXPECT_TRUE(panel().readOutText().startsWith(QStringLiteral("3 of 4 designs are on the front")));
  const std::vector<DataTable> tables = panel().tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables.front().rows.size(), 4U);
  EXPECT_EQ(std::get<double>(tables.front().rows[1][2]), some->error.mean);
  shelf.setVisible(two, false);
  EXPECT_FALSE(series(QStringLiteral("pin-%1").arg(two)));
}

TEST_F(ParetoTest, EachAxisIsAnotherAndBothComeBackWithASession) {
  ASSERT_TRUE(waitUntilSolved());
  // Words on either side of one more: "Error against Memory".
  const auto labels = panel().findChildren<QLabel*>();
  EXPECT_TRUE(
      std::ranges::any_of(labels, [](const QLabel* each) { return each->text() == QStringLiteral("against"); }));
  for (const char* axis : {"paretoUp", "paretoAcross"}) {
    const auto* list = choice(axis).findChild<QComboBox*>();
    for (int i = 0; i < list->count(); ++i) EXPECT_GT(list->itemText(i).size(), 1);
  }
  EXPECT_EQ(panel().axes().up, ParetoAxis::Error);
  EXPECT_EQ(panel().axes().across, ParetoAxis::Memory);
  choice("paretoUp").setCurrent(static_cast<int>(ParetoAxis::Memory));
  EXPECT_EQ(panel().axes().up, ParetoAxis::Memory);
  EXPECT_EQ(panel().axes().across, ParetoAxis::Error) << "what the other axis had";
  EXPECT_EQ(choice("paretoAcross").current(), static_cast<int>(ParetoAxis::Error));
  choice("paretoAcross").setCurrent(static_cast<int>(ParetoAxis::Epsilon));
  EXPECT_EQ(panel().plot().model().name, QStringLiteral("pareto_memory_epsilon"));
  const QJsonObject state = panel().viewState();
  choice("paretoUp").setCurrent(static_cast<int>(ParetoAxis::Epsilon));
  choice("paretoAcross").setCurrent(static_cast<int>(ParetoAxis::Error));
  panel().restoreView(state);
  EXPECT_EQ(panel().axes().up, ParetoAxis::Memory);
  EXPECT_EQ(panel().axes().across, ParetoAxis::Epsilon);
}

TEST_F(ParetoTest, AnotherClaimIsNoRivalButAlongEpsilon) {
  ASSERT_TRUE(waitUntilSolved());
  const auto loose = banded(1, 100);
  ASSERT_LT(loose->error.mean, design().error.mean);
  const int id = document->shelf().pin(loose, QStringLiteral("loose"));
  const QString key = QStringLiteral("pin-%1").arg(id);
  ASSERT_TRUE(series(key));
  EXPECT_TRUE(series(key)->faint);
  EXPECT_EQ(series(key)->name, QStringLiteral("loose, other claim"));
  EXPECT_TRUE(series(key)->notes.front().contains(QStringLiteral("not comparable: epsilon differs")));
  EXPECT_EQ(paretoFront(panel().data(), panel().axes()), std::vector<std::size_t>{1});
  choice("paretoAcross").setCurrent(static_cast<int>(ParetoAxis::Epsilon));
  EXPECT_FALSE(series(key)->faint);
  EXPECT_EQ(paretoFront(panel().data(), panel().axes()).size(), 2U);
  // What differs in more is none there, either.
  const Scenario other = with(document->scenario(), {.epsilon = 100, .delta = 1e-7, .bands = 1});
  document->shelf().pin(design(other));
  EXPECT_EQ(paretoFront(panel().data(), panel().axes()).size(), 2U);
}

TEST_F(ParetoTest, ErrorsAreInTheUnitThatIsChosenAndMoreEpsilonOfDpSgdIsBetter) {
  ASSERT_TRUE(waitUntilSolved());
  document->shelf().pin(banded(1));
  const double summed = series(QStringLiteral("design"))->points.front().y();
  document->errors().choose(ErrorUnit::Mean);
  const ErrorScale scale(ErrorUnit::Mean, document->scenario());
  EXPECT_DOUBLE_EQ(series(QStringLiteral("design"))->points.front().y(), scale.in(ErrorObjective::Mean, summed));
  EXPECT_TRUE(panel().plot().model().y.title.contains(errorUnitLabel(ErrorUnit::Mean)));
  document->errors().choose(ErrorUnit::DpSgdEpsilon);
  ASSERT_TRUE(
      waitFor([&] { return panel().data().unit == ErrorUnit::DpSgdEpsilon && series(QStringLiteral("front")); }));
  // More memory for a larger epsilon of DP-SGD: up the stairs.
  const std::vector<QPointF>& stairs = series(QStringLiteral("front"))->points;
  ASSERT_EQ(stairs.size(), 3U);
  EXPECT_LT(stairs.front().y(), stairs.back().y());
  EXPECT_EQ(stairs[1], QPointF(stairs[2].x(), stairs[0].y()));
  document->errors().choose(ErrorUnit::Summed);
}

TEST_F(ParetoTest, AClickSelectsAPinAndUsesARecommendedDesign) {
  ASSERT_TRUE(waitUntilSolved());
  const int first = document->shelf().pin(banded(1));
  const int second = document->shelf().pin(banded(2));
  auto* shelf = window->findChild<ShelfPanel*>();
  shelf->setFolded(true);
  emit panel().plot().activated({QStringLiteral("pin-%1").arg(first), 0});
  EXPECT_EQ(shelf->view().selectedPins(), std::vector<int>{first});
  EXPECT_FALSE(shelf->isFolded());
  emit panel().plot().activated({QStringLiteral("pin-%1").arg(second), 0});
  EXPECT_EQ(shelf->view().selectedPins(), std::vector<int>{second});

  auto advice = std::make_shared<Recommendation>();
  const BatchingWay way = allWays(4).front();
  for (const Index bands : {Index{8}, Index{3}, Index{2}}) advice->designs.push_back({banded(bands), way});
  advice->designs.push_back({document->shelf().find(first)->design, way});
  document->setRecommendation(advice);
  const ChartSeries& recommended = *series(QStringLiteral("recommended"));
  ASSERT_EQ(recommended.points.size(), 3U) << "what is pinned stands there as a pin";
  EXPECT_LT(recommended.points[0].x(), recommended.points[2].x());
  const Scenario before = document->scenario();
  emit panel().plot().activated({QStringLiteral("recommended"), 2});
  EXPECT_EQ(document->design(), advice->designs.front().design);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario(), before);
  // A new session forgets what was recommended for the old one.
  document->reset(before);
  EXPECT_FALSE(document->recommendation());
  EXPECT_FALSE(series(QStringLiteral("recommended")));
}

TEST_F(ParetoTest, FillsItselfWhileItIsSeenAndAClickUsesATrial) {
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(panel().trials().running());
  EXPECT_TRUE(panel().trials().trials().empty()) << "nobody looks";
  window->plots().bringForward(&panel());
  ASSERT_TRUE(waitFor([&] { return !panel().trials().running() && series(QStringLiteral("tried")); }));
  const ParetoData data = panel().data();
  std::set<const Mechanism*> mechanisms;
  std::size_t tried = 0;
  for (const ParetoPoint& point : data.points) {
    if (!point.trial) continue;
    ++tried;
    mechanisms.insert(point.trial->mechanism);
    EXPECT_FALSE(point.stale);
    EXPECT_EQ(point.trial->mechanism->curve, nullptr) << "what is another one's curve would count twice";
  }
  EXPECT_GT(mechanisms.size(), 3U);
  EXPECT_EQ(series(QStringLiteral("tried"))->points.size(), tried);
  EXPECT_EQ(panel().tables().front().rows.size(), data.points.size() + data.refused.size());
  const QString count = QString::number(tried) + QStringLiteral(" estimates");
  EXPECT_TRUE(panel().readOutText().startsWith(count)) << panel().readOutText().toStdString();

  // The mark is the cheapest of all that are near the best.
  const ParetoAxes axes = panel().axes();
  const std::size_t cheapest = cheapestNearBest(data, axes).value();
  double best = std::numeric_limits<double>::infinity();
  for (const ParetoPoint& point : data.points) best = std::min(best, point.error);
  const double memory = *paretoValue(data, data.points[cheapest], ParetoAxis::Memory);
  EXPECT_LE(data.points[cheapest].error, 1.05 * best);
  for (const ParetoPoint& point : data.points)
    EXPECT_TRUE(point.error > 1.05 * best || *paretoValue(data, point, ParetoAxis::Memory) >= memory);
  EXPECT_TRUE(series(QStringLiteral("cheapest"))->name.contains(paretoName(data.points[cheapest])));

  // An estimate is what its design comes to, and a click is one step.
  const int at = static_cast<int>(tried) - 1;
  const ParetoTrial trial = *data.points[*paretoPlace(data, axes, QStringLiteral("tried"), at)].trial;
  const Scenario before = document->scenario();
  const int steps = document->undoStack().count();
  emit panel().plot().activated({QStringLiteral("tried"), at});
  EXPECT_EQ(document->scenario(), trial.in(before));
  EXPECT_EQ(document->undoStack().count(), steps + 1);
  EXPECT_FALSE(panel().trials().areStale()) << "another size is the same question";
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_NEAR(design().error.mean, trial.error, 0.01 * trial.error);
}

TEST_F(ParetoTest, TrialsOfEarlierInputsAreFaintAndEndWhenNobodyLooks) {
  ASSERT_TRUE(waitUntilSolved());
  window->plots().bringForward(&panel());
  ASSERT_TRUE(waitFor([&] { return !panel().trials().running() && series(QStringLiteral("tried")); }));
  const double before = panel().trials().trials().front().error;
  ASSERT_TRUE(series(QStringLiteral("front")));
  EXPECT_FALSE(series(QStringLiteral("front"))->stale);
  type(Field::Epsilon, QStringLiteral("1e"));
  for (const char* key : {"front", "tried"}) {
    ASSERT_TRUE(series(QLatin1String(key))) << key;
    EXPECT_TRUE(series(QLatin1String(key))->stale) << key;
  }
  type(Field::Epsilon, QStringLiteral("1"));
  ASSERT_TRUE(series(QStringLiteral("tried")));
  EXPECT_TRUE(series(QStringLiteral("tried"))->stale);
  EXPECT_FALSE(series(QStringLiteral("cheapest")));
  ASSERT_TRUE(waitFor([&] { return !panel().trials().areStale() && !panel().trials().running(); }));
  ASSERT_TRUE(series(QStringLiteral("tried")));
  EXPECT_FALSE(series(QStringLiteral("tried"))->stale);
  EXPECT_GT(panel().trials().trials().front().error, before);
  window->plots().bringForward(window->findChild<PlotPanel*>(QStringLiteral("costPanel")));
  type(Field::Epsilon, QStringLiteral("3"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(panel().trials().running());
  EXPECT_TRUE(panel().trials().areStale());
  EXPECT_FALSE(series(QStringLiteral("tried"))) << "of other inputs, and in no exported picture";
}

TEST_F(ParetoTest, TimeIsMeasuredOnceThePanelIsSeen) {
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(panel().data().rates);
  window->plots().bringForward(&panel());
  choice("paretoAcross").setCurrent(static_cast<int>(ParetoAxis::Seconds));
  ASSERT_TRUE(waitFor([this] { return panel().data().rates.has_value(); }));
  const ChartSeries* own = series(QStringLiteral("design"));
  ASSERT_TRUE(own);
  EXPECT_GT(own->points.front().x(), 0);
  EXPECT_TRUE(panel().plot().model().x.title.startsWith(QStringLiteral("time a step (")));
}

}  // namespace
}  // namespace noiseloom
