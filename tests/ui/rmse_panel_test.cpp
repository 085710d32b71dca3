// Errors along an axis: what the curves hold, how they come, stay and are found again, and what a click does.

#include "ui/plots/rmse/rmse_panel.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QMenu>
#include <QScrollArea>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "core/batching/list.h"
#include "core/search/band_curve.h"
#include "core/strategy/identity_strategy.h"
#include "tests/core/scenarios.h"
#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/design_text.h"
#include "ui/document/objective_error.h"
#include "ui/plots/line/chart_text.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/rmse/rmse_model.h"
#include "ui/style/look.h"

namespace noiseloom {
namespace {

class Rmse : public WindowTest {
 protected:
  RmsePanel& panel() { return *window->findChild<RmsePanel*>(); }
  LinePlot& plot() { return panel().plot(); }
  const ChartModel& model() { return plot().model(); }
  /// As a person does.
  void showAxis(Field axis) {
    const auto fields = sweptFields();
    const auto segment = static_cast<int>(std::ranges::find(fields, axis) - fields.begin());
    window->findChild<SegmentedButtons*>(QStringLiteral("rmseChoice"))->setCurrent(segment);
  }
  bool waitForCurves() {
    return waitFor(
        [this] { return !panel().sweeps().running() && panel().data().own && panel().data().own->complete; });
  }
  const ChartSeries* series(const char* key) {
    const auto found = std::ranges::find(model().series, QString::fromLatin1(key), &ChartSeries::key);
    return found == model().series.end() ? nullptr : &*found;
  }
  QAction& comparison(const char* mechanism) {
    return *window->findChild<QAction*>(QStringLiteral("compare:") + QString::fromLatin1(mechanism));
  }
  /// By keyboard, from the left end of the curve in front.
  void activate(const QString& key, int index) {
    plot().setFocus();
    for (int step = 0; step < 200; ++step) {
      const auto at = plot().current();
      if (at && at->series == key && at->index == index) break;
      const bool there = at && at->series == key;
      QTest::keyClick(&plot(), !at                 ? Qt::Key_Right
                               : !there            ? Qt::Key_Down
                               : at->index < index ? Qt::Key_Right
                                                   : Qt::Key_Left);
    }
    ASSERT_TRUE(plot().current());
    ASSERT_EQ(plot().current()->series, key);
    ASSERT_EQ(plot().current()->index, index);
    QTest::keyClick(&plot(), Qt::Key_Return);
  }
};

TEST_F(Rmse, TheCurveHasTheOptimumAndTheChosenPoint) {
  const RmseCurve& curve = *panel().data().own;
  ASSERT_TRUE(curve.complete);
  ASSERT_EQ(curve.points.size(), document->sweep().size());
  EXPECT_EQ(bestPoint(document->sweep(), ErrorObjective::Mean)->bands, design().bands);
  ASSERT_TRUE(series("optimum"));
  EXPECT_EQ(series("optimum")->points.front().x(), static_cast<double>(design().bands));
  ASSERT_TRUE(series("chosen"));
  EXPECT_EQ(series("chosen")->points.front(), QPointF(static_cast<double>(design().bands), design().error.mean));
  ASSERT_TRUE(series("dpSgd"));
  EXPECT_NEAR(series("dpSgd")->points.front().y(), design().dpSgdRmse, 1e-5 * design().dpSgdRmse);
  ASSERT_TRUE(series("lowerBound"));
  EXPECT_EQ(series("lowerBound")->points.size(), series("own")->points.size());
  for (const SweepPoint& point : curve.points) EXPECT_LE(point.lowerBound, point.error.mean);
  EXPECT_EQ(model().name, QStringLiteral("rmse_against_bands"));
  EXPECT_TRUE(panel().summary().contains(QStringLiteral("RMSE against bands for Banded Toeplitz")));
}

TEST_F(Rmse, EnterOnAPointChoosesItsBandsAndUndoTakesItBack) {
  const Index target = panel().data().own->points.front().bands;
  activate(QStringLiteral("own"), 0);
  EXPECT_TRUE(panel().readOutText().startsWith(QStringLiteral("%1 band").arg(target)))
      << panel().readOutText().toStdString();
  EXPECT_EQ(document->scenario().bands, target);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(series("chosen")->points.front().x(), static_cast<double>(target));
  EXPECT_TRUE(panel().data().own->complete);  // the curve is still known
  document->undoStack().undo();
  EXPECT_FALSE(document->scenario().bands);
}

TEST_F(Rmse, EveryAxisHoldsWhatTheCoreSays) {
  for (const Field axis : {Field::Epsilon, Field::Epochs, Field::Iterations}) {
    showAxis(axis);
    ASSERT_TRUE(waitForCurves()) << optionName(axis);
    const RmseCurve& curve = *panel().data().own;
    SweepRequest request{document->scenario(), axis, {}};
    for (const SweepPoint& point : curve.points) request.values.push_back(point.value);
    const std::vector<SweepPoint> expected = sweep(request);
    ASSERT_GE(expected.size(), 7U);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(curve.points[i].solved(), expected[i].solved());
      EXPECT_EQ(curve.points[i].error.mean, expected[i].error.mean) << optionName(axis) << " " << expected[i].value;
    }
    ASSERT_TRUE(series("own"));
    EXPECT_EQ(model().name, QStringLiteral("rmse_against_") + axisName(axis));
    EXPECT_FALSE(panel().pictures().empty());
    EXPECT_EQ(panel().pictures().front().name, model().name);
    ASSERT_TRUE(series("dpSgd"));
    EXPECT_GT(series("dpSgd")->points.size(), 3);
    // The design lies on its curve.
    ASSERT_TRUE(series("chosen"));
    EXPECT_EQ(series("chosen")->points.front().x(), *placeOn(document->scenario(), axis));
    EXPECT_EQ(series("chosen")->points.front().y(), design().error.mean);
    const auto at = std::ranges::find(curve.points, *placeOn(document->scenario(), axis), &SweepPoint::value);
    if (at != curve.points.end()) {
      EXPECT_NEAR(at->error.mean, design().error.mean, 1e-3 * design().error.mean);
    }
  }
}

TEST_F(Rmse, APointOfEpsilonIsChosenAndTheCurveStaysKnown) {
  showAxis(Field::Epsilon);
  ASSERT_TRUE(waitForCurves());
  const double target = series("own")->points[2].x();
  activate(QStringLiteral("own"), 2);
  EXPECT_EQ(document->scenario().epsilon, target);
  EXPECT_FALSE(panel().data().own->stale);
  EXPECT_TRUE(panel().data().own->complete);  // the curve does not depend on the scenario's own epsilon
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(series("chosen")->points.front().x(), target);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().epsilon, 2);
}

TEST_F(Rmse, EpochsThatLeaveFewerBandsTakeTheMostAllowed) {
  type(Field::Bands, QStringLiteral("16"));
  ASSERT_TRUE(waitUntilSolved());
  showAxis(Field::Epochs);
  ASSERT_TRUE(waitForCurves());
  // With fixed bands there is no point beyond n / k.
  for (const SweepPoint& point : panel().data().own->points) EXPECT_EQ(point.solved(), point.value <= 4) << point.value;
  activate(QStringLiteral("dpSgd"), static_cast<int>(series("dpSgd")->points.size()) - 1);
  EXPECT_EQ(document->scenario().mechanism, *mechanismFromName("dp-sgd"));
  EXPECT_EQ(document->scenario().epochs, 64);
  EXPECT_TRUE(document->canSolve());
}

TEST_F(Rmse, EarlierCurvesAreFaintUntilNewOnesComeAndUndoShowsThemAtOnce) {
  showAxis(Field::Epsilon);
  ASSERT_TRUE(waitForCurves());
  const std::vector<SweepPoint> before = panel().data().own->points;
  type(Field::Iterations, QStringLiteral("128"));
  EXPECT_TRUE(panel().data().own->stale);
  EXPECT_TRUE(panel().isStale());
  EXPECT_TRUE(series("own")->stale);
  EXPECT_EQ(panel().data().own->points.size(), before.size());
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitForCurves());
  EXPECT_FALSE(panel().data().own->stale);
  EXPECT_NE(panel().data().own->points.front().error.mean, before.front().error.mean);
  document->undoStack().undo();
  EXPECT_FALSE(panel().data().own->stale);
  EXPECT_TRUE(panel().data().own->complete);
  EXPECT_EQ(panel().data().own->points.front().error.mean, before.front().error.mean);
  // Also on the way back to an axis.
  ASSERT_TRUE(waitUntilSolved());
  showAxis(Field::Epochs);
  showAxis(Field::Epsilon);
  EXPECT_TRUE(panel().data().own->complete);
}

TEST_F(Rmse, OtherMechanismsAreComparedWhenTheyAreChecked) {
  showAxis(Field::Epsilon);
  ASSERT_TRUE(waitForCurves());
  EXPECT_FALSE(series("mechanism:bsr"));
  comparison("bsr").trigger();
  EXPECT_TRUE(panel().compares(*mechanismFromName("bsr")));
  ASSERT_TRUE(waitFor([this] { return series("mechanism:bsr") && !panel().sweeps().running(); }));
  const ChartSeries& curve = *series("mechanism:bsr");
  EXPECT_EQ(curve.role, SeriesRole::Palette);
  EXPECT_EQ(curve.name, QStringLiteral("BSR"));
  const Scenario scenario = with(document->scenario(), {.mechanism = *mechanismFromName("bsr")});
  const auto expected = noiseloom::design(scenario);
  const auto at = std::ranges::find(curve.points, 2.0, &QPointF::x);
  ASSERT_NE(at, curve.points.end());
  EXPECT_NEAR(at->y(), expected->error.mean, 2e-3 * expected->error.mean);
  // A click on it takes the mechanism too, in one step.
  activate(QStringLiteral("mechanism:bsr"), 0);
  EXPECT_EQ(document->scenario().mechanism, *mechanismFromName("bsr"));
  EXPECT_EQ(document->scenario().epsilon, 0.25);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().mechanism, *mechanismFromName("banded-toeplitz"));
  EXPECT_EQ(document->scenario().epsilon, 2);
  comparison("bsr").trigger();
  EXPECT_FALSE(series("mechanism:bsr"));
}

TEST_F(Rmse, MechanismsThatCannotRunSayWhyInTheMenu) {
  auto& menu = *window->findChild<QMenu*>(QStringLiteral("rmseCompareMenu"));
  emit menu.aboutToShow();
  EXPECT_FALSE(comparison("blt").isEnabled());  // under cyclic Poisson sampling
  EXPECT_TRUE(comparison("blt").toolTip().contains(QStringLiteral("banded")));
  EXPECT_TRUE(comparison("bsr").isEnabled());
  chooseBatching(&batchings::fixedEpoch);
  emit menu.aboutToShow();
  EXPECT_TRUE(comparison("blt").isEnabled());
}

TEST_F(Rmse, TheMenuOfMechanismsOpensWhateverStandsInTheFields) {
  for (const Field field : {Field::Iterations, Field::Epochs, Field::NoiseRows}) {
    const QString name = QString::fromStdString(std::string(infoOf(field).name));
    for (const char* text : {"0", "-5", "1", "2^53"}) {
      window->typeInto(name, QString::fromLatin1(text));
      emit window->findChild<QMenu*>(QStringLiteral("rmseCompareMenu"))->aboutToShow();
    }
    document->reset(smallScenario());
  }
}

TEST_F(Rmse, MechanismsWithoutBandsAreLevelsAmongTheBands) {
  chooseBatching(&batchings::fixedEpoch);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] { return series("mechanism:blt") && !panel().sweeps().running(); }));
  const ChartSeries& level = *series("mechanism:blt");
  ASSERT_EQ(level.points.size(), 2U);
  EXPECT_EQ(level.points[0].y(), level.points[1].y());
  EXPECT_LT(level.points[0].x(), level.points[1].x());
  const Scenario scenario = with(document->scenario(), {.mechanism = *mechanismFromName("blt")});
  const auto solved = noiseloom::design(scenario);
  EXPECT_NEAR(level.points[0].y(), solved->error.mean, 1e-4 * level.points[0].y());
  // The same line is not drawn under two names.
  document->shelf().pin(solved);
  EXPECT_TRUE(waitFor([this] { return !series("mechanism:blt") && series("pin:1"); }));
}

TEST_F(Rmse, EveryMechanismIsRankedAndAClickChoosesIt) {
  showAxis(Field::Mechanism);
  ASSERT_TRUE(waitForCurves());
  const ChartSeries& ranked = *series("own");
  ASSERT_GE(ranked.points.size(), 5U);
  for (std::size_t i = 1; i < ranked.points.size(); ++i) {
    EXPECT_GE(ranked.points[i].x(), ranked.points[i - 1].x());
    EXPECT_EQ(ranked.points[i].y(), ranked.points[i - 1].y() - 1);
  }
  ASSERT_EQ(static_cast<std::size_t>(model().y.categories.size()), ranked.points.size());
  const QString worstName = model().y.categories.front();  // at the bottom
  // Without a use here, but in its place: the choice beside it must not move.
  auto* compare = panel().findChild<QToolButton*>(QStringLiteral("rmseCompare"));
  EXPECT_TRUE(compare->isVisibleTo(&panel()));
  EXPECT_FALSE(compare->isEnabled());
  const int worst = static_cast<int>(ranked.points.size()) - 1;
  activate(QStringLiteral("own"), worst);
  EXPECT_NE(document->scenario().mechanism, *mechanismFromName("banded-toeplitz"));
  EXPECT_EQ(mechanismName(document->scenario().mechanism), worstName);
  EXPECT_TRUE(panel().readOutText().startsWith(worstName));
  // Every mechanism has a row, those that cannot run with the reason.
  const DataTable table = panel().tables().front();
  EXPECT_EQ(table.rows.size(), allMechanisms().size());
  bool reason = false;
  for (const auto& row : table.rows) {
    ASSERT_EQ(row.size(), static_cast<std::size_t>(table.header.size()));
    reason = reason || std::get<QString>(row.back()).contains(QStringLiteral("under cyclic Poisson ("));
  }
  EXPECT_TRUE(reason);
}

TEST_F(Rmse, EveryMechanismHasItsNameAndTheChosenOneIsInView) {
  chooseBatching(&batchings::fixedEpoch);
  ASSERT_TRUE(waitUntilSolved());
  showAxis(Field::Mechanism);
  ASSERT_TRUE(waitForCurves());
  const auto namesDrawn = [this] {
    // As they stand on the screen: labels that would touch are left out.
    const LineChart& chart = plot().lineChart();
    const QFontMetricsF metrics(scaledFont(plot().font(), 0.92));
    std::set<QString> names;
    double below = 2;
    for (const Tick& tick : chart.paintedUp().ticks) {
      EXPECT_GE(chart.plotArea().left() - metrics.horizontalAdvance(tick.label), 4) << tick.label.toStdString();
      EXPECT_GE(std::abs(below - tick.position) * chart.plotArea().height(), metrics.height());
      below = tick.position;
      names.insert(tick.label);
    }
    return names;
  };
  auto& area = *panel().findChild<QScrollArea*>();
  for (const bool presenter : {false, true}) {
    setPresenting(presenter);
    window->resize(1366, 740);
    for (const char* mechanism : {"dp-sgd", "banded-toeplitz"}) {
      chooseMechanism(*mechanismFromName(mechanism));
      ASSERT_TRUE(waitUntilSolved());
      ASSERT_TRUE(waitForCurves());
      plot().lineChart();
      ASSERT_GE(model().y.categories.size(), 9);
      EXPECT_EQ(namesDrawn(), std::set<QString>(model().y.categories.begin(), model().y.categories.end())) << presenter;
      ASSERT_TRUE(series("chosen"));
      const int row = static_cast<int>(series("chosen")->points.front().y());
      if (!presenter) {
        EXPECT_EQ(model().y.categories.at(row), mechanismName(*mechanismFromName(mechanism)));
      }
      const auto at = plot().pixelOf({QStringLiteral("own"), static_cast<int>(model().y.categories.size()) - 1 - row});
      ASSERT_TRUE(at);
      const QPoint seen = plot().viewport()->mapTo(area.viewport(), at->toPoint());
      EXPECT_TRUE(area.viewport()->rect().contains(seen)) << mechanism << presenter << " " << seen.y();
    }
  }
  setPresenting(false);
}

TEST_F(Rmse, WhyAMechanismCannotRunIsReadBesideItsName) {
  showAxis(Field::Mechanism);
  ASSERT_TRUE(waitForCurves());
  window->resize(1366, 740);
  panel().showTable(true);
  QTest::qWait(50);
  auto& view = *panel().findChild<QTableView*>(QStringLiteral("tableView"));
  const QAbstractItemModel& table = *view.model();
  int reasons = 0;
  int memories = 0;
  for (int row = 0; row < table.rowCount(); ++row) {
    const QString name = table.index(row, 0).data().toString();
    EXPECT_GE(view.columnWidth(0), view.fontMetrics().horizontalAdvance(name)) << name.toStdString();
    const QString said = table.index(row, 1).data().toString();
    if (!said.contains(QStringLiteral("under cyclic Poisson"))) {
      memories += table.index(row, table.columnCount() - 3).data().toString().isEmpty() ? 0 : 1;
      continue;
    }
    ++reasons;
    const QRect cell = view.visualRect(table.index(row, 1));
    const QRect words = view.fontMetrics().boundingRect(QRect(0, 0, cell.width() - 6, 10'000), Qt::TextWordWrap, said);
    EXPECT_GE(cell.height(), words.height()) << said.toStdString();
    EXPECT_LE(cell.right(), view.viewport()->width()) << said.toStdString();
  }
  EXPECT_GE(reasons, 3);
  EXPECT_GE(memories, 5);
}

TEST_F(Rmse, EveryBatchingIsRankedAndAClickChoosesIt) {
  const int id = document->shelf().pin(document->design(), QStringLiteral("mine"));
  showAxis(Field::Batching);
  ASSERT_TRUE(waitForCurves());
  const ChartSeries& ranked = *series("own");
  // All but "single", where nobody takes part twice.
  ASSERT_EQ(ranked.points.size(), allBatchings().size() - 1);
  EXPECT_EQ(model().y.categories.size(), static_cast<qsizetype>(ranked.points.size()));
  for (std::size_t i = 1; i < ranked.points.size(); ++i) EXPECT_GE(ranked.points[i].x(), ranked.points[i - 1].x());
  // The current design and the pinned one stand in the row of their batching.
  const QString poisson = QString::fromUtf8(batchings::cyclicPoisson.name.english().data());
  const auto row = static_cast<double>(model().y.categories.indexOf(poisson));
  ASSERT_TRUE(series("chosen"));
  EXPECT_EQ(series("chosen")->points.front().y(), row);
  ASSERT_TRUE(series(("pin:" + QByteArray::number(id)).constData()));
  EXPECT_EQ(series(("pin:" + QByteArray::number(id)).constData())->points.front(),
            QPointF(document->design()->error.mean, row));
  // Other mechanisms are compared on the same rows; those that cannot run there have no point.
  panel().setCompared(*mechanismFromName("blt"), true);
  ASSERT_TRUE(waitForCurves());
  ASSERT_TRUE(series("mechanism:blt"));
  for (const QPointF& point : series("mechanism:blt")->points) EXPECT_NE(point.y(), row);
  const DataTable table = panel().tables().front();
  for (const auto& cells : table.rows) EXPECT_TRUE(std::holds_alternative<QString>(cells.front()));
  const auto fixed = static_cast<double>(model().y.categories.indexOf(QStringLiteral("fixed epoch order")));
  ASSERT_GE(fixed, 0);
  const auto at = std::ranges::find(series("own")->points, fixed, &QPointF::y) - series("own")->points.begin();
  activate(QStringLiteral("own"), static_cast<int>(at));
  EXPECT_EQ(document->scenario().batching, &batchings::fixedEpoch);
}

TEST_F(Rmse, SeparationsAreOfTheBatchingThatHasThem) {
  showAxis(Field::MinSeparation);
  ASSERT_TRUE(waitForCurves());
  const ChartSeries& own = *series("own");
  const Scenario& scenario = document->scenario();
  EXPECT_EQ(own.points.front().x(), 1);
  EXPECT_EQ(own.points.back().x(), static_cast<double>(scenario.stepsPerEpoch()));
  EXPECT_FALSE(series("chosen"));  // the scenario's batching has no separation of its own
  activate(QStringLiteral("own"), 0);
  EXPECT_EQ(scenario.batching, &batchings::minSeparation);
  EXPECT_EQ(scenario.effectiveMinSeparation(), 1);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(series("chosen")->points.front().x(), 1);
}

TEST_F(Rmse, PinnedDesignsAreMarkedWithTheirNamesAndWhetherTheyCompare) {
  const int id = document->shelf().pin(document->design(), QStringLiteral("mine"));
  const QByteArray key = "pin:" + QByteArray::number(id);
  ASSERT_TRUE(series(key.constData()));
  EXPECT_EQ(series(key.constData())->name, QStringLiteral("mine"));
  EXPECT_EQ(series(key.constData())->points.front(), QPointF(static_cast<double>(design().bands), design().error.mean));
  EXPECT_FALSE(series(key.constData())->notes.front().contains(QStringLiteral("not comparable")));
  // The optimum is a diamond, the choice a ring: a pin is neither.
  EXPECT_EQ(series(key.constData())->look, SeriesLook::Pin);
  EXPECT_TRUE(series(key.constData())->minor);
  type(Field::Delta, QStringLiteral("1e-6"));
  EXPECT_TRUE(series(key.constData())->notes.front().contains(QStringLiteral("not comparable: delta differs")));
  EXPECT_EQ(series(key.constData())->name, QStringLiteral("mine, other claim"));
  EXPECT_TRUE(series(key.constData())->faint);
  document->shelf().setVisible(id, false);
  EXPECT_FALSE(series(key.constData()));
  document->shelf().setVisible(id, true);
  showAxis(Field::Epsilon);
  EXPECT_EQ(series(key.constData())->points.front().x(), 2);
}

TEST_F(Rmse, CurvesFadeAsSoonAsAnEntryCannotBeUsed) {
  ASSERT_TRUE(waitForCurves());
  EXPECT_FALSE(series("own")->stale);
  type(Field::Epsilon, QStringLiteral("8e"));
  EXPECT_TRUE(series("own")->stale);
  type(Field::Epsilon, QStringLiteral("2"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(series("own")->stale);
}

TEST_F(Rmse, AnEarlierCurveKeepsTheNameOfItsMechanism) {
  const QString name = series("own")->name;
  Scenario other = document->scenario();
  other.mechanism = *mechanismFromName("bisr");
  document->reset(other);
  ASSERT_FALSE(document->canSolve()) << "no curve takes its place";
  ASSERT_TRUE(series("own"));
  EXPECT_TRUE(series("own")->stale);
  EXPECT_EQ(series("own")->name, name);
}

TEST(RmseModel, BoundsAndBestsSayWhatTheyAreOf) {
  RmseData data;
  data.scenario = smallScenario();
  RmseCurve curve;
  curve.mechanism = *mechanismFromName("banded-toeplitz");
  curve.complete = true;
  for (const double bands : {1.0, 2.0, 4.0}) {
    SweepPoint point;
    point.value = bands;
    point.mechanism = curve.mechanism;
    point.bands = static_cast<Index>(bands);
    point.noiseMultiplier.value = 1;
    point.error.mean = 2 + std::abs(bands - 2);
    point.error.max = point.error.last = point.error.mean;
    point.lowerBound = 1;
    curve.points.push_back(point);
  }
  data.own = curve;
  const auto nameOf = [](const ChartModel& model, const char* key) {
    const auto found = std::ranges::find(model.series, QLatin1String(key), &ChartSeries::key);
    return found == model.series.end() ? QString() : found->name;
  };
  EXPECT_EQ(nameOf(rmseModel(data), "optimum"), QStringLiteral("best: 2"));
  EXPECT_EQ(nameOf(rmseModel(data), "lowerBound"), QStringLiteral("lower bound at its σ"));
  EXPECT_EQ(nameOf(rmseModel(data), "memory"), QString());
  // A machine that holds one row of the noise draws the line at two bands, and says so to those who do not see it.
  data.scenario.deployment = {1'000'000'000, 1, NumberType::Float32, 6'000'000'000};
  const ChartModel limited = rmseModel(data);
  EXPECT_EQ(nameOf(limited, "memory"), QStringLiteral("6 GB for noise: at most 2 bands"));
  const auto line = std::ranges::find(limited.series, QLatin1String("memory"), &ChartSeries::key);
  ASSERT_NE(line, limited.series.end());
  ASSERT_EQ(line->points.size(), 2U);
  for (const QPointF& point : line->points) EXPECT_EQ(point.x(), 2);
  EXPECT_EQ(line->points.front().y(), 1) << "as low as the lower bound";
  EXPECT_EQ(line->points.back().y(), 4) << "as high as the curve";
  EXPECT_TRUE(limited.summary.contains(line->name)) << limited.summary.toStdString();
  data.own->points.pop_back();
  EXPECT_EQ(nameOf(rmseModel(data), "memory"), QString()) << "no more bands are drawn";
  data.own = curve;
  data.scenario.deployment.parameters = -5;
  EXPECT_EQ(nameOf(rmseModel(data), "memory"), QString()) << "an entry that is not allowed";
  data.scenario.deployment = {1'000'000'000, 1, NumberType::Float32, 1'000'000'000'000};
  EXPECT_EQ(nameOf(rmseModel(data), "memory"), QString()) << "it leaves nothing out";
  // Another number of bands may be the best once certified.
  data.scenario.batching = &batchings::ballsInBins;
  EXPECT_EQ(nameOf(rmseModel(data), "optimum"), QStringLiteral("best of the estimates: 2"));
}

TEST(RmseModel, TheCurveHasANameAndItsFlatPartIsAnArea) {
  RmseData data;
  data.scenario = smallScenario();
  RmseCurve curve;
  curve.mechanism = *mechanismFromName("banded-toeplitz");
  curve.complete = true;
  const std::array errors{2.0, 1.009, 1.0, 1.01, 1.02, 1.005};
  for (std::size_t i = 0; i < errors.size(); ++i) {
    SweepPoint point;
    point.value = static_cast<double>(i + 1);
    point.mechanism = curve.mechanism;
    point.bands = static_cast<Index>(i + 1);
    point.noiseMultiplier.value = 1;
    point.error.mean = point.error.max = point.error.last = errors[i];
    curve.points.push_back(point);
  }
  data.own = curve;
  const auto find = [](const ChartModel& model, const char* key) -> std::optional<ChartSeries> {
    const auto found = std::ranges::find(model.series, QLatin1String(key), &ChartSeries::key);
    return found == model.series.end() ? std::nullopt : std::optional(*found);
  };
  ChartModel model = rmseModel(data);
  EXPECT_EQ(find(model, "own")->name, mechanismName(curve.mechanism));
  const auto flat = find(model, "flat");
  ASSERT_TRUE(flat);
  // The sixth point is near again, but not next to the best.
  EXPECT_EQ(flat->name, QStringLiteral("within 1 %: 2 to 4"));
  EXPECT_EQ(flat->look, SeriesLook::Area);
  EXPECT_EQ(flat->points, (std::vector<QPointF>{{2, 1.009}, {3, 1.0}, {4, 1.01}}));
  EXPECT_FALSE(flat->pointed);
  EXPECT_EQ(chartTable(model).header.size(), 3) << "an area is no column of numbers";
  // Epsilons of DP-SGD: more is better.
  data.unit = ErrorUnit::DpSgdEpsilon;
  for (std::size_t i = 0; i < errors.size(); ++i) data.own->points[i].error.mean = 1 / errors[i];
  EXPECT_EQ(find(rmseModel(data), "flat")->name, QStringLiteral("within 1 %: 2 to 4"));
  // A sharp optimum, or a curve that is not complete, has none.
  data.unit = ErrorUnit::Summed;
  for (std::size_t i = 0; i < errors.size(); ++i) data.own->points[i].error.mean = static_cast<double>(i + 1);
  EXPECT_FALSE(find(rmseModel(data), "flat"));
  for (SweepPoint& point : data.own->points) point.error.mean = 1;
  EXPECT_TRUE(find(rmseModel(data), "flat"));
  data.own->complete = false;
  EXPECT_FALSE(find(rmseModel(data), "flat"));
  // What "at its σ" means stands in the tool tip of the legend.
  for (SweepPoint& point : data.own->points) point.lowerBound = 0.5;
  EXPECT_FALSE(find(rmseModel(data), "lowerBound")->help.isEmpty());
}

TEST(RmseModel, NoComparedMechanismHasTheColorOfAPin) {
  RmseData data;
  data.scenario = smallScenario();
  SweepPoint point;
  point.value = 1;
  point.bands = 1;
  point.noiseMultiplier.value = 1;
  point.error.mean = point.error.max = point.error.last = 1;
  for (const char* name : {"bisr", "blt"}) {
    RmseCurve curve;
    curve.mechanism = *mechanismFromName(name);
    point.mechanism = curve.mechanism;
    curve.points = {point};
    data.compared.push_back(curve);
  }
  const auto colors = [&] {
    std::vector<int> found;
    for (const ChartSeries& series : rmseModel(data).series) {
      if (series.role == SeriesRole::Palette) found.push_back(series.color % 7);
    }
    return found;
  };
  const std::vector<int> own{data.compared[0].mechanism->color % 7, data.compared[1].mechanism->color % 7};
  EXPECT_EQ(colors(), own);
  auto design = std::make_shared<Design>(data.scenario, IdentityStrategy(data.scenario.iterations));
  design->mechanism = *mechanismFromName("dense");
  design->error.mean = 1;
  for (int id = 1; id <= 3; ++id) data.pins.push_back({id, QStringLiteral("pin"), design});
  const std::vector<int> all = colors();
  EXPECT_EQ(all.size(), 5U);
  EXPECT_EQ(std::set<int>(all.begin(), all.end()).size(), all.size()) << "BISR and the third pin";
  EXPECT_EQ(all[1], own[1]) << "what no pin has stays";
}

TEST(DifferenceAlong, NamesWhatDiffersButNotTheAxis) {
  const Scenario left = smallScenario();
  Scenario right = left;
  EXPECT_EQ(differenceAlong(Field::Bands, left, right), QString());
  right.epsilon = 5;
  EXPECT_EQ(differenceAlong(Field::Bands, left, right), QStringLiteral("not comparable: epsilon differs"));
  EXPECT_EQ(differenceAlong(Field::Epsilon, left, right), QString());
  right.unit = PrivacyUnit::User;
  right.delta = 1e-7;
  EXPECT_EQ(differenceAlong(Field::Epsilon, left, right),
            QStringLiteral("not comparable: delta, the unit of privacy differ"));
  right = left;
  right.workload = Workload::sgd(1, 0.9);
  EXPECT_EQ(differenceAlong(Field::Bands, left, right), QStringLiteral("not comparable: the workload differs"));
  right = left;
  right.epochs = 2 * left.epochs;
  EXPECT_EQ(differenceAlong(Field::Epochs, left, right), QString());
  EXPECT_EQ(differenceAlong(Field::Epsilon, left, right), QStringLiteral("not comparable: participations k differs"));
}

TEST(OtherJobAlong, AnotherBatchingIsAnotherJobUnlessItIsTheAxis) {
  const Scenario left = smallScenario();
  const Scenario right = with(left, {.batching = &batchings::fixedEpoch});
  EXPECT_EQ(differenceAlong(Field::Epsilon, left, right), QString());
  EXPECT_EQ(otherJobAlong(Field::Epsilon, left, right), QStringLiteral("another job: the batching differs"));
  EXPECT_EQ(otherJobAlong(Field::Batching, left, right), QString());
  EXPECT_EQ(otherJobAlong(Field::Epsilon, left, left), QString());
  Scenario separated = atValue(left, Field::MinSeparation, 3);
  EXPECT_EQ(otherJobAlong(Field::MinSeparation, separated, atValue(left, Field::MinSeparation, 5)), QString());
  EXPECT_EQ(otherJobAlong(Field::MinSeparation, separated, left), QString());
  EXPECT_EQ(otherJobAlong(Field::MinSeparation, right, separated), QStringLiteral("another job: the batching differs"));
}

TEST_F(Rmse, TheBrushIsABandBothWays) {
  document->brush().point(4, std::nullopt);
  document->brush().clear();
  plot().setFocus();
  QTest::keyClick(&plot(), Qt::Key_Right);
  ASSERT_TRUE(plot().current());
  while (plot().current()->series != QStringLiteral("own")) QTest::keyClick(&plot(), Qt::Key_Down);
  const auto at = static_cast<std::size_t>(plot().current()->index);
  EXPECT_EQ(document->brush().lag(), panel().data().own->points[at].bands - 1);
}

TEST_F(Rmse, TheLastErrorHasItsCurveToo) {
  choose(Field::Objective, 2);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitForCurves());
  EXPECT_EQ(panel().title(), QStringLiteral("Last error"));
  EXPECT_EQ(model().y.title, QStringLiteral("last error (× clip norm)"));
  const BandPoint* best = bestPoint(document->sweep(), ErrorObjective::Last);
  ASSERT_TRUE(best);
  EXPECT_EQ(series("optimum")->points.front(), QPointF(static_cast<double>(best->bands), best->error.last));
  EXPECT_EQ(series("chosen")->points.front().y(), design().error.last);
}

TEST_F(Rmse, NothingIsSweptWhileTheDesignIsBeingSolvedOrNobodyLooks) {
  showAxis(Field::Epsilon);
  ASSERT_TRUE(waitForCurves());
  document->reset(slowScenario());
  ASSERT_TRUE(waitFor([this] { return solver->running() && !panel().sweeps().running(); }));
  ASSERT_TRUE(series("dpSgd"));
  EXPECT_TRUE(series("dpSgd")->stale);
  document->reset(smallScenario());
  panel().hide();
  type(Field::Iterations, QStringLiteral("96"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(panel().sweeps().running());
  panel().show();
  ASSERT_TRUE(waitForCurves());
  EXPECT_FALSE(panel().data().own->stale);
}

TEST_F(Rmse, CancelKeepsThePointsAndSaysSo) {
  const Scenario scenario =
      with(smallScenario(), {.iterations = 2000, .epochs = 20, .batching = &batchings::fixedEpoch});
  document->reset(scenario);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] { return !panel().sweeps().running(); }));
  comparison("band-inv-mf").trigger();
  showAxis(Field::Epochs);
  ASSERT_TRUE(waitFor([this] { return panel().data().own && panel().data().own->points.size() >= 2; }));
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  application.takeLongest();
  ASSERT_TRUE(panel().sweeps().running());
  EXPECT_TRUE(panel().readOutText().startsWith(QStringLiteral("Refining"))) << panel().readOutText().toStdString();
  window->plots().cancelWork();
  ASSERT_TRUE(waitFor([this] { return !panel().sweeps().running(); }));
  EXPECT_GE(panel().data().own->points.size(), 2U);
  EXPECT_TRUE(panel().readOutText().startsWith(QStringLiteral("Stopped"))) << panel().readOutText().toStdString();
  // Choosing the axis again goes on from there.
  showAxis(Field::Bands);
  showAxis(Field::Epochs);
  EXPECT_TRUE(waitFor([this] { return panel().sweeps().running(); }));
}

TEST_F(Rmse, CurvesThatComeInHoldTheWindowForNoFrame) {
  document->reset(ScenarioDocument::defaultScenario());
  ASSERT_TRUE(waitUntilSolved());
  QTest::qWait(100);
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  showAxis(Field::Epsilon);
  application.takeLongest();
  ASSERT_TRUE(waitForCurves());
  EXPECT_LT(application.takeLongest().processorMilliseconds, kMostEventMilliseconds);
}

TEST_F(Rmse, TheViewIsRememberedAndRestored) {
  comparison("bsr").trigger();
  comparison("dp-sgd").trigger();
  showAxis(Field::Epochs);
  const QJsonObject state = panel().viewState();
  comparison("bsr").trigger();
  comparison("dp-sgd").trigger();
  window->findChild<SegmentedButtons*>(QStringLiteral("rmseChoice"))->setCurrent(7);
  panel().restoreView(state);
  EXPECT_FALSE(panel().showsMap());
  EXPECT_EQ(panel().axis(), Field::Epochs);
  EXPECT_TRUE(panel().compares(*mechanismFromName("bsr")));
  EXPECT_TRUE(comparison("bsr").isChecked());
  EXPECT_FALSE(panel().compares(*mechanismFromName("dp-sgd")));
  // What is not there, or nonsense, changes nothing.
  panel().restoreView({});
  panel().restoreView({{QStringLiteral("axis"), QStringLiteral("nonsense")}});
  EXPECT_EQ(panel().axis(), Field::Epochs);
  EXPECT_TRUE(panel().compares(*mechanismFromName("bsr")));
}

TEST(RmseSweeps, RemembersABoundedNumberOfCurves) {
  RmseSweeps sweeps;
  for (int i = 0; i < 100; ++i) {
    const Scenario scenario = with(smallScenario(), {.iterations = 64 + i});
    sweeps.want({SweepCurveRequest(Field::Epsilon, scenario, {1})});
    sweeps.stop();
  }
  EXPECT_EQ(sweeps.remembered(), RmseSweeps::kMostRemembered);
  const SweepCurveRequest last(Field::Epsilon, smallScenario(), {1, 2});
  sweeps.want({last});
  ASSERT_TRUE(waitFor([&] { return sweeps.isComplete(last); }));
  EXPECT_EQ(sweeps.points(last).size(), 2U);
}

TEST(RmseSweeps, CurvesAreTheSameWhateverStandsOnTheirAxis) {
  const Scenario scenario = smallScenario();
  for (const Field axis :
       {Field::Bands, Field::Epsilon, Field::Epochs, Field::Iterations, Field::Batching, Field::MinSeparation}) {
    const SweepCurveRequest here(axis, scenario, {1});
    const double value = isCategorical(axis) ? 2 : 7;
    EXPECT_TRUE(sameCurve(here, SweepCurveRequest(axis, atValue(scenario, axis, value), {2}))) << optionName(axis);
    const Scenario other = with(scenario, {.delta = 1e-7});
    EXPECT_FALSE(sameCurve(here, SweepCurveRequest(axis, other, {1})));
    EXPECT_FALSE(sameCurve(here, SweepCurveRequest(Field::Mechanism, scenario, {1})));
  }
  // One point of every batching is of that which has a separation.
  const Scenario closer = with(scenario, {.minSeparation = 2});
  EXPECT_FALSE(
      sameCurve(SweepCurveRequest(Field::Batching, scenario, {1}), SweepCurveRequest(Field::Batching, closer, {1})));
}

}  // namespace
}  // namespace noiseloom
