// Coefficients and buffers drawn by hand: the design follows, the optimum stays beside it, and undo leads back.

#include <gtest/gtest.h>

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "core/io/session.h"
#include "core/search/comparable.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/design_text.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/coefficients/drawn_row.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/style/elided_label.h"

namespace noiseloom {
namespace {

class Drawing : public WindowTest {
 protected:
  CoefficientsPanel& panel() { return *window->findChild<CoefficientsPanel*>(); }
  LinePlot& plot() { return panel().plot(); }
  QToolButton& drawButton() { return *window->findChild<QToolButton*>(QStringLiteral("drawButton")); }
  QPushButton& back() { return *window->findChild<QPushButton*>(QStringLiteral("backToOptimum")); }
  DrawnRow& row() { return *window->findChild<DrawnRow*>(); }
  /// Drawn in full, with the optimum beside it.
  bool waitUntilDrawn() {
    return waitUntilSolved() && waitFor([this] {
             return panel().drawing().isOptimumCurrent() && panel().isCurrent() &&
                    seriesNamed(QStringLiteral("optimum"));
           });
  }
  const ChartSeries* seriesNamed(const QString& key) {
    const auto& series = plot().model().series;
    const auto found = std::ranges::find(series, key, &ChartSeries::key);
    return found == series.end() ? nullptr : &*found;
  }
  QPoint pixelOf(int index) { return plot().pixelOf({ownSeriesKey(), index})->toPoint(); }
  void press(QPoint at) { QTest::mousePress(plot().viewport(), Qt::LeftButton, {}, at); }
  void moveTo(QPoint at) {
    QMouseEvent event(QEvent::MouseMove, at, plot().viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(plot().viewport(), &event);
  }
  void release(QPoint at) { QTest::mouseRelease(plot().viewport(), Qt::LeftButton, {}, at); }
  void drag(int index, QPoint by, int steps = 10) {
    const QPoint from = pixelOf(index);
    press(from);
    for (int i = 1; i <= steps; ++i) moveTo(from + by * i / steps);
    release(from + by);
  }
  std::vector<double> drawn() {
    const auto values = document->scenario().imported->strategy()->as<ToeplitzStrategy>()->coefficients();
    return {values.begin(), values.end()};
  }
  void setBands(int bands) {
    type(Field::Bands, QString::number(bands));
    ASSERT_TRUE(waitUntilSolved());
    ASSERT_TRUE(waitFor([&] { return panel().isCurrent(); }));
  }
};

TEST_F(Drawing, IsOffUntilAPersonWantsIt) {
  setBands(8);
  const Scenario before = document->scenario();
  EXPECT_FALSE(drawButton().isChecked());
  EXPECT_TRUE(drawButton().isEnabled());
  drag(3, {0, -30});
  QTest::keyClick(&plot(), Qt::Key_Right);
  QTest::keyClick(&plot(), Qt::Key_Up);
  FramePacer::instance().rest();
  EXPECT_EQ(document->scenario(), before);
  EXPECT_TRUE(row().isHidden());
}

TEST_F(Drawing, ADragDrawsOneCoefficientAndIsOneStep) {
  setBands(8);
  const Scenario before = document->scenario();
  const auto optimum = document->design();
  const auto values = optimum->strategy.as<ToeplitzStrategy>()->coefficients();
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  const int steps = document->undoStack().count();
  drag(3, {0, -20});
  ASSERT_TRUE(waitUntilDrawn());
  EXPECT_EQ(document->undoStack().count(), steps + 1);
  EXPECT_EQ(document->undoStack().undoText(), QStringLiteral("coefficient 3 drawn"));
  const std::vector<double> now = drawn();
  ASSERT_EQ(now.size(), values.size());
  for (std::size_t lag = 0; lag < now.size(); ++lag) {
    if (lag == 3)
      EXPECT_GT(now[lag], values[lag]);
    else
      EXPECT_EQ(now[lag], values[lag]);
  }
  // As certified as any imported strategy, worse than the optimum, and said to be so.
  EXPECT_FALSE(design().estimated);
  EXPECT_GT(design().error.mean, optimum->error.mean);
  const auto same = evaluate(document->scenario(), design().strategy);
  EXPECT_EQ(design().error.mean, same->error.mean);
  EXPECT_EQ(mechanismText(design()), QStringLiteral("Drawn by hand, 8 bands"));
  EXPECT_EQ(panel().drawing().optimum(), optimum);
  EXPECT_EQ(seriesNamed(QStringLiteral("optimum"))->points[3].y(), values[3]);
  EXPECT_FALSE(row().isHidden());
  EXPECT_TRUE(row().text().contains(QStringLiteral("% above the optimum"))) << row().text().toStdString();
  // Where a narrow window has no room for that, the number at least.
  const auto* label = dynamic_cast<const ElidedLabel*>(row().findChild<QLabel*>(QStringLiteral("drawnText")));
  ASSERT_TRUE(label);
  EXPECT_TRUE(label->brief().startsWith(QStringLiteral("error: +"))) << label->brief().toStdString();
  document->undoStack().undo();
  EXPECT_EQ(document->scenario(), before);
  EXPECT_FALSE(back().isEnabled());
  document->undoStack().redo();
  EXPECT_EQ(drawn(), now);
  EXPECT_TRUE(waitUntilDrawn());
}

TEST_F(Drawing, AStrokeAcrossThePlotDrawsEveryColumn) {
  setBands(8);
  const auto values = document->design()->strategy.as<ToeplitzStrategy>()->coefficients();
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  const int steps = document->undoStack().count();
  // In one jump from column 2 to column 6, begun far from any point.
  const QRectF area = plot().lineChart().plotArea();
  const QPoint from(pixelOf(2).x(), static_cast<int>(area.top() + 0.3 * area.height()));
  const QPoint to(pixelOf(6).x(), static_cast<int>(area.top() + 0.7 * area.height()));
  press(from);
  EXPECT_TRUE(plot().isMoving());
  moveTo(from + QPoint(0, 1));
  moveTo(to);
  release(to);
  ASSERT_TRUE(waitUntilDrawn());
  const std::vector<double> now = drawn();
  EXPECT_EQ(now[1], values[1]);
  EXPECT_EQ(now[7], values[7]);
  EXPECT_GT(now[2], values[2]);
  for (std::size_t lag = 2; lag < 6; ++lag) {
    EXPECT_GT(now[lag], now[lag + 1]);
    EXPECT_NEAR(now[lag] - now[lag + 1], (now[2] - now[6]) / 4, 3e-3 * values[0]) << lag;
  }
  EXPECT_EQ(document->undoStack().count(), steps + 1);
  EXPECT_EQ(document->undoStack().undoText(), QStringLiteral("coefficients 2 to 6 drawn"));
}

TEST_F(Drawing, UndoWhileThePencilIsHeldTakesTheStrokeBack) {
  setBands(8);
  const Scenario before = document->scenario();
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  const int steps = document->undoStack().index();
  const QPoint from = pixelOf(3);
  press(from);
  moveTo(from - QPoint(0, 20));
  FramePacer::instance().rest();
  ASSERT_NE(document->scenario(), before);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario(), before);
  // The stroke goes on from there, as a step of its own.
  moveTo(from - QPoint(0, 30));
  release(from - QPoint(0, 30));
  FramePacer::instance().rest();
  EXPECT_EQ(document->undoStack().index(), steps + 1);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario(), before);
}

TEST_F(Drawing, AClickDrawsNothing) {
  setBands(8);
  const Scenario before = document->scenario();
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  const QPoint place = pixelOf(4) - QPoint(0, 40);
  press(place);
  release(place);
  FramePacer::instance().rest();
  EXPECT_EQ(document->scenario(), before);
}

TEST_F(Drawing, TheErrorsSayDrawnAndNotImported) {
  setBands(8);
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  drag(3, {0, -20});
  ASSERT_TRUE(waitUntilDrawn());
  window->findChild<SegmentedButtons*>(QStringLiteral("rmseChoice"))->setCurrent(static_cast<int>(Field::Epsilon));
  auto& errors = *window->findChild<RmsePanel*>();
  ASSERT_TRUE(waitFor([&] { return errors.data().own && errors.data().own->complete; }));
  const auto& series = errors.plot().model().series;
  const auto own = std::ranges::find(series, QStringLiteral("own"), &ChartSeries::key);
  ASSERT_NE(own, series.end());
  EXPECT_EQ(own->name, QStringLiteral("Drawn by hand"));
  const DataTable table = errors.tables().front();
  ASSERT_FALSE(table.rows.empty());
  EXPECT_EQ(std::get<QString>(table.rows.front()[1]), QStringLiteral("Drawn by hand"));
  EXPECT_FALSE(errors.summary().contains(QStringLiteral("Imported"))) << errors.summary().toStdString();
}

TEST_F(Drawing, OneButtonLeadsBackToTheOptimum) {
  setBands(8);
  const Scenario before = document->scenario();
  const auto optimum = document->design();
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  drag(2, {0, 15});
  ASSERT_TRUE(waitUntilDrawn());
  back().click();
  EXPECT_TRUE(sameDesign(document->scenario(), before));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(document->design()->error.mean, optimum->error.mean);
  drawButton().click();
  EXPECT_TRUE(waitFor([&] { return !seriesNamed(QStringLiteral("optimum")); }));
  EXPECT_TRUE(row().isHidden());
  document->undoStack().undo();
  EXPECT_TRUE(document->scenario().imported->isDrawn());
  EXPECT_TRUE(waitUntilDrawn());
}

TEST_F(Drawing, TheOptimumFollowsTheScenario) {
  setBands(8);
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  drag(2, {0, 15});
  ASSERT_TRUE(waitUntilDrawn());
  const std::vector<double> before = drawn();
  type(Field::Epsilon, QStringLiteral("2"));
  ASSERT_TRUE(waitUntilDrawn());
  EXPECT_EQ(drawn(), before);
  EXPECT_EQ(panel().drawing().optimum()->scenario.epsilon, 2);
  EXPECT_GT(design().error.mean, panel().drawing().optimum()->error.mean);
}

// Otherwise the point would leave the pointer that holds it.
TEST_F(Drawing, TheFirstStrokeMovesNothing) {
  setBands(8);
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up && panel().isOnScreen(); }));
  const QRectF before = plot().lineChart().plotArea();
  const auto range = plot().range(false);
  press(pixelOf(3));
  moveTo(pixelOf(3) + QPoint(0, -10));
  ASSERT_TRUE(waitFor([&] { return document->scenario().imported && panel().isCurrent() && panel().isOnScreen(); }));
  EXPECT_EQ(plot().lineChart().plotArea(), before);
  EXPECT_EQ(plot().range(false), range);
  release(pixelOf(3));
  ASSERT_TRUE(waitUntilDrawn());
}

TEST_F(Drawing, EscapeTakesADragBack) {
  setBands(8);
  const Scenario before = document->scenario();
  const int steps = document->undoStack().count();
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  const QPoint from = pixelOf(1);
  press(from);
  moveTo(from + QPoint(0, 25));
  EXPECT_TRUE(plot().isMoving());
  ASSERT_TRUE(waitFor([&] { return document->scenario() != before; }));
  QTest::keyClick(&plot(), Qt::Key_Escape);
  EXPECT_FALSE(plot().isMoving());
  EXPECT_EQ(document->scenario(), before);
  EXPECT_EQ(document->undoStack().count(), steps);
  release(from);
  EXPECT_TRUE(waitUntilSolved());
}

TEST_F(Drawing, KeysChooseACoefficientAndChangeIt) {
  setBands(8);
  const double before = document->design()->strategy.as<ToeplitzStrategy>()->coefficients()[1];
  const double largest = document->design()->strategy.as<ToeplitzStrategy>()->coefficients()[0];
  const int steps = document->undoStack().count();
  drawButton().setFocus();
  QTest::keyClick(&drawButton(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  EXPECT_TRUE(plot().hasFocus());
  QTest::keyClick(&plot(), Qt::Key_Home);
  QTest::keyClick(&plot(), Qt::Key_Right);
  for (int i = 0; i < 3; ++i) QTest::keyClick(&plot(), Qt::Key_Up);
  QTest::keyClick(&plot(), Qt::Key_PageUp);
  FramePacer::instance().rest();
  ASSERT_TRUE(waitUntilDrawn());
  EXPECT_NEAR(drawn()[1], before + 0.13 * largest, 0.003 * largest);
  EXPECT_EQ(document->undoStack().count(), steps + 1);
  // The keyboard's mark stays on the coefficient.
  ASSERT_TRUE(plot().current());
  EXPECT_EQ(plot().current()->index, 1);
}

TEST_F(Drawing, TheFirstCoefficientStaysAboveZero) {
  setBands(4);
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  drag(0, {0, 500});
  // Its inverse grows beyond all numbers: no design, and both bar and row say why; the next stroke mends it.
  ASSERT_TRUE(waitFor([&] { return !solver->running() && !document->canSolve(); }));
  EXPECT_GT(drawn()[0], 0);
  EXPECT_TRUE(row().text().contains(QStringLiteral("bounded"))) << row().text().toStdString();
  ASSERT_TRUE(waitFor([&] { return panel().isOnScreen() || !plot().isVisible(); }));
  document->undoStack().undo();
  EXPECT_TRUE(waitUntilSolved());
}

TEST_F(Drawing, BuffersAreDrawnInBothDirections) {
  chooseBatching(*batchingFromName("fixed-epoch"));
  chooseMechanism(*mechanismFromName("blt"));
  ASSERT_TRUE(waitUntilSolved());
  const auto optimum = document->design();
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Freely; }));
  const std::vector<Index> order = bufferOrder(optimum->strategy);
  ASSERT_EQ(plot().model().series.back().points.size(), order.size());
  drag(0, {-4, 6});
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(document->scenario().imported);
  const auto& before = optimum->strategy.as<BltStrategy>()->parameters();
  const auto& after = design().strategy.as<BltStrategy>()->parameters();
  const auto at = static_cast<std::size_t>(order[0]);
  EXPECT_LT(after.theta[at], before.theta[at]);
  EXPECT_LT(after.omega[at], before.omega[at]);
  EXPECT_GT(design().error.mean, optimum->error.mean * (1 - 1e-9));
}

TEST_F(Drawing, WhatHasNothingToDrawSaysWhy) {
  chooseMechanism(*mechanismFromName("dp-sgd"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(drawButton().isEnabled());
  EXPECT_TRUE(drawButton().toolTip().contains(QStringLiteral("Toeplitz")));
}

TEST_F(Drawing, SessionsKeepItWithTheWayBack) {
  setBands(8);
  drawButton().click();
  ASSERT_TRUE(waitFor([&] { return seriesNamed(ownSeriesKey())->moves == PointMoves::Up; }));
  drag(3, {0, -20});
  ASSERT_TRUE(waitUntilDrawn());
  const std::vector<double> values = drawn();
  // What sessions hold: the scenario and those before it.
  const std::vector<Scenario> past = document->past();
  const Scenario scenario = document->scenario();
  document->reset(smallScenario());
  ASSERT_TRUE(waitUntilSolved());
  document->restore(past, scenario);
  ASSERT_TRUE(waitUntilDrawn());
  EXPECT_EQ(drawn(), values);
  EXPECT_EQ(panel().drawing().optimum()->bands, 8);
  back().click();
  EXPECT_EQ(document->scenario().bands, 8);
}

}  // namespace
}  // namespace noiseloom
