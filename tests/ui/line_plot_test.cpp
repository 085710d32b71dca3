#include "ui/plots/line/line_plot.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/canvas/point_tip.h"
#include "ui/plots/line/chart_axis.h"
#include "ui/plots/line/chart_legend.h"
#include "ui/plots/line/chart_points.h"
#include "ui/plots/line/chart_series_style.h"
#include "ui/plots/line/chart_text.h"
#include "ui/plots/panel/axis_limits.h"
#include "ui/style/elided_label.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

ChartModel twoCurves() {
  ChartModel model;
  model.name = QStringLiteral("test");
  model.title = QStringLiteral("Test chart");
  model.x.title = QStringLiteral("bands b");
  model.x.whole = true;
  model.y.title = QStringLiteral("rmse (× clip norm)");
  model.formula = QStringLiteral("y = x²");
  model.citation = QStringLiteral("a paper, section 2");
  ChartSeries square;
  square.key = QStringLiteral("square");
  square.name = QStringLiteral("square");
  square.look = SeriesLook::LineWithPoints;
  ChartSeries line;
  line.key = QStringLiteral("line");
  line.name = QStringLiteral("line");
  line.role = SeriesRole::Palette;
  line.color = 1;
  for (int x = 1; x <= 20; ++x) {
    square.points.emplace_back(x, x * x);
    square.notes += QStringLiteral("note %1").arg(x);
    line.points.emplace_back(x, 10 * x);
  }
  model.series = {square, line};
  return model;
}

/// A curve of many points with noise and two peaks.
ChartModel longCurve(int points) {
  ChartModel model;
  model.name = QStringLiteral("long");
  model.x.title = QStringLiteral("step");
  model.y.title = QStringLiteral("value");
  for (int s = 0; s < 3; ++s) {
    ChartSeries series;
    series.key = QString::number(s);
    series.name = QStringLiteral("series %1").arg(s);
    series.role = SeriesRole::Palette;
    series.color = s;
    for (int i = 0; i < points; ++i) {
      series.points.emplace_back(i, 10 * s + std::sin(0.002 * i) + 0.5 * std::sin(1.7 * i + s));
    }
    model.series.push_back(std::move(series));
  }
  return model;
}

class LinePlots : public testing::Test {
 protected:
  void SetUp() override {
    plot.resize(640, 360);
    plot.setModel(twoCurves());
    plot.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&plot, 120'000));
    plot.activateWindow();
    plot.setFocus();
    settle();
  }
  /// Drawn, and laid out after that.
  void settle() {
    ASSERT_TRUE(waitFor([this] { return plot.isDrawn(); }));
    QTest::qWait(20);
  }
  QPoint pixel(const char* series, int index) {
    return plot.pixelOf({QString::fromLatin1(series), index}).value_or(QPointF(-1, -1)).toPoint();
  }
  void wheel(QPointF at, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(at, plot.viewport()->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(plot.viewport(), &event);
  }
  void move(QPointF at, Qt::MouseButtons buttons = Qt::NoButton) {
    QMouseEvent event(QEvent::MouseMove, at, plot.viewport()->mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QCoreApplication::sendEvent(plot.viewport(), &event);
  }
  void clickLegend(const char* series) {
    const QRectF place = plot.lineChart().legend().placeOf(QString::fromLatin1(series));
    ASSERT_FALSE(place.isEmpty()) << series;
    QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, place.center().toPoint());
    settle();
  }

  LinePlot plot;
};

TEST_F(LinePlots, ShowsAllOfTheModel) {
  EXPECT_LE(plot.lineChart().across().values().first, 1);
  EXPECT_GE(plot.lineChart().across().values().second, 20);
  EXPECT_LE(plot.lineChart().up().values().first, 1);
  EXPECT_GE(plot.lineChart().up().values().second, 400);
  const QRectF area = plot.lineChart().plotArea();
  for (const int index : {0, 10, 19}) {
    EXPECT_TRUE(area.contains(pixel("square", index))) << index;
    EXPECT_TRUE(area.contains(pixel("line", index))) << index;
  }
  EXPECT_LT(pixel("square", 19).y(), pixel("line", 19).y());  // 400 is above 200
}

TEST_F(LinePlots, TheWheelZoomsAboutThePointer) {
  const QPointF at = pixel("square", 9);
  wheel(at, 4);
  EXPECT_LT(plot.lineChart().across().values().second - plot.lineChart().across().values().first, 10);
  EXPECT_LT(plot.lineChart().up().values().second - plot.lineChart().up().values().first, 200);
  EXPECT_NEAR(pixel("square", 9).x(), at.x(), 1);
  EXPECT_NEAR(pixel("square", 9).y(), at.y(), 1);
  for (int i = 0; i < 3; ++i) wheel(at, -4);
  EXPECT_LE(plot.lineChart().across().values().first, 1);
  EXPECT_GE(plot.lineChart().across().values().second, 20);
}

TEST_F(LinePlots, ShiftZoomsAcrossAndCtrlUp) {
  const auto x = plot.lineChart().across().values();
  const auto y = plot.lineChart().up().values();
  wheel(pixel("square", 9), 2, Qt::ShiftModifier);
  EXPECT_LT(plot.lineChart().across().values().second - plot.lineChart().across().values().first, x.second - x.first);
  EXPECT_EQ(plot.lineChart().up().values(), y);
  plot.resetView();
  wheel(pixel("square", 9), 2, Qt::ControlModifier);
  EXPECT_EQ(plot.lineChart().across().values(), x);
  EXPECT_LT(plot.lineChart().up().values().second - plot.lineChart().up().values().first, y.second - y.first);
  plot.resetView();
  // Over an axis only that axis.
  const QRectF area = plot.lineChart().plotArea();
  wheel({area.center().x(), area.bottom() + 8}, 2);
  EXPECT_LT(plot.lineChart().across().values().second - plot.lineChart().across().values().first, x.second - x.first);
  EXPECT_EQ(plot.lineChart().up().values(), y);
}

TEST_F(LinePlots, DraggingPansAndNeverLeavesTheData) {
  const auto whole = plot.lineChart().across().values();
  wheel(pixel("square", 9), 4);
  const auto before = plot.lineChart().across().values();
  const QPoint from = plot.lineChart().plotArea().center().toPoint();
  QSignalSpy activated(&plot, &LinePlot::activated);
  QTest::mousePress(plot.viewport(), Qt::LeftButton, {}, from);
  move(from + QPoint(-60, 0), Qt::LeftButton);
  EXPECT_GT(plot.lineChart().across().values().first, before.first);
  EXPECT_NEAR(plot.lineChart().across().values().second - plot.lineChart().across().values().first,
              before.second - before.first, 1e-9);
  move(from + QPoint(-60'000, 60'000), Qt::LeftButton);
  EXPECT_NEAR(plot.lineChart().across().values().second, whole.second, 1e-9);
  QTest::mouseRelease(plot.viewport(), Qt::LeftButton, {}, from + QPoint(-60, 0));
  EXPECT_EQ(activated.size(), 0);
  QTest::mouseDClick(plot.viewport(), Qt::LeftButton, {}, from);
  EXPECT_EQ(plot.lineChart().across().values(), whole);
}

TEST_F(LinePlots, ThePointerReadsTheNearestPoint) {
  QSignalSpy pointed(&plot, &LinePlot::pointed);
  move(pixel("line", 14) + QPoint(2, 3));
  ASSERT_TRUE(plot.current());
  EXPECT_EQ(*plot.current(), (ChartPoint{QStringLiteral("line"), 14}));
  EXPECT_EQ(plot.readOut(), QStringLiteral("line: bands b = 15, rmse (× clip norm) = 150"));
  move(pixel("square", 3));
  EXPECT_EQ(*plot.current(), (ChartPoint{QStringLiteral("square"), 3}));
  EXPECT_TRUE(plot.readOut().contains(QStringLiteral("note 4")));
  EXPECT_EQ(pointed.size(), 2);
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(plot.viewport(), &leave);
  EXPECT_FALSE(plot.current());
  EXPECT_EQ(pointed.size(), 3);
}

TEST_F(LinePlots, AClickOnAPointActivatesItAndOneBesideDoesNot) {
  QSignalSpy activated(&plot, &LinePlot::activated);
  QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, pixel("square", 12));
  ASSERT_EQ(activated.size(), 1);
  EXPECT_EQ(activated.front().front().value<ChartPoint>(), (ChartPoint{QStringLiteral("square"), 12}));
  QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, pixel("square", 12) + QPoint(0, 120));
  EXPECT_EQ(activated.size(), 1);
}

TEST_F(LinePlots, KeysWalkFromPointToPoint) {
  QSignalSpy activated(&plot, &LinePlot::activated);
  QTest::keyClick(&plot, Qt::Key_Right);
  EXPECT_EQ(plot.current(), (ChartPoint{QStringLiteral("square"), 0}));
  QTest::keyClick(&plot, Qt::Key_Right);
  QTest::keyClick(&plot, Qt::Key_Right);
  EXPECT_EQ(plot.current(), (ChartPoint{QStringLiteral("square"), 2}));
  QTest::keyClick(&plot, Qt::Key_Left);
  EXPECT_EQ(plot.current(), (ChartPoint{QStringLiteral("square"), 1}));
  QTest::keyClick(&plot, Qt::Key_Down);
  EXPECT_EQ(plot.current(), (ChartPoint{QStringLiteral("line"), 1}));
  QTest::keyClick(&plot, Qt::Key_End);
  EXPECT_EQ(plot.current(), (ChartPoint{QStringLiteral("line"), 19}));
  QTest::keyClick(&plot, Qt::Key_Right);
  EXPECT_EQ(plot.current(), (ChartPoint{QStringLiteral("line"), 19}));
  QTest::keyClick(&plot, Qt::Key_Up);
  QTest::keyClick(&plot, Qt::Key_Home);
  EXPECT_EQ(plot.current(), (ChartPoint{QStringLiteral("square"), 0}));
  QTest::keyClick(&plot, Qt::Key_Return);
  ASSERT_EQ(activated.size(), 1);
  EXPECT_EQ(activated.front().front().value<ChartPoint>(), (ChartPoint{QStringLiteral("square"), 0}));
}

TEST_F(LinePlots, AScreenReaderHearsWhatIsRead) {
  EXPECT_TRUE(plot.accessibleDescription().startsWith(plot.summary()));
  QTest::keyClick(&plot, Qt::Key_Right);
  EXPECT_EQ(plot.accessibleDescription(), plot.readOut());
  QTest::keyClick(&plot, Qt::Key_Down);
  EXPECT_EQ(plot.accessibleDescription(), QStringLiteral("line: bands b = 1, rmse (× clip norm) = 10"));
}

TEST_F(LinePlots, WalkingBringsThePointIntoView) {
  wheel(pixel("square", 2), 8);
  QTest::keyClick(&plot, Qt::Key_End);
  ASSERT_EQ(plot.current(), (ChartPoint{QStringLiteral("square"), 19}));
  EXPECT_TRUE(plot.lineChart().plotArea().contains(pixel("square", 19)));
}

TEST_F(LinePlots, KeysZoomPanAndReset) {
  const auto whole = plot.lineChart().across().values();
  QTest::keyClick(&plot, Qt::Key_Plus);
  QTest::keyClick(&plot, Qt::Key_Plus);
  const auto zoomedIn = plot.lineChart().across().values();
  EXPECT_LT(zoomedIn.second - zoomedIn.first, whole.second - whole.first);
  QTest::keyClick(&plot, Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_GT(plot.lineChart().across().values().first, zoomedIn.first);
  const double bottom = plot.lineChart().up().values().first;
  QTest::keyClick(&plot, Qt::Key_Up, Qt::ShiftModifier);
  EXPECT_GT(plot.lineChart().up().values().first, bottom);
  QTest::keyClick(&plot, Qt::Key_Minus);
  EXPECT_GT(plot.lineChart().across().values().second - plot.lineChart().across().values().first,
            zoomedIn.second - zoomedIn.first);
  QTest::keyClick(&plot, Qt::Key_0);
  EXPECT_EQ(plot.lineChart().across().values(), whole);
}

TEST_F(LinePlots, LogAxesLeaveOutWhatTheyCannotShow) {
  ChartModel model = twoCurves();
  model.series[0].points[4].setY(0);
  model.series[0].points[5].setY(-3);
  plot.setModel(model);
  EXPECT_TRUE(plot.pixelOf({QStringLiteral("square"), 4}));
  QTest::keyClick(&plot, Qt::Key_L);
  EXPECT_TRUE(plot.lineChart().up().scale.log);
  EXPECT_FALSE(plot.lineChart().across().scale.log);
  EXPECT_GT(plot.lineChart().up().values().first, 0);
  EXPECT_FALSE(plot.pixelOf({QStringLiteral("square"), 4}));
  EXPECT_FALSE(plot.pixelOf({QStringLiteral("square"), 5}));
  ASSERT_TRUE(plot.pixelOf({QStringLiteral("square"), 6}));
  // Ten times as much is one decade anywhere.
  const int decade = pixel("line", 0).y() - pixel("line", 9).y();
  EXPECT_NEAR(pixel("square", 0).y() - pixel("line", 0).y(), decade, 2);
  QTest::keyClick(&plot, Qt::Key_L, Qt::ShiftModifier);
  EXPECT_TRUE(plot.lineChart().across().scale.log);
  QTest::keyClick(&plot, Qt::Key_L);
  EXPECT_FALSE(plot.lineChart().up().scale.log);
  EXPECT_TRUE(plot.pixelOf({QStringLiteral("square"), 5}));
}

TEST_F(LinePlots, AnAxisThatMayNotSwitchDoesNot) {
  ChartModel model = twoCurves();
  model.y.mayLog = false;
  plot.setModel(model);
  QTest::keyClick(&plot, Qt::Key_L);
  EXPECT_FALSE(plot.lineChart().up().scale.log);
}

TEST_F(LinePlots, TheLegendHidesSeriesAndSaysSo) {
  const QRect entry = plot.lineChart().legend().placeOf(QStringLiteral("square")).toRect();
  const QRect other = plot.lineChart().legend().placeOf(QStringLiteral("line")).toRect();
  EXPECT_GT(entry.left(), plot.lineChart().plotArea().right());
  EXPECT_FALSE(entry.intersects(other));
  const QImage before = plot.grab().toImage();
  EXPECT_NE(before.copy(entry), before.copy(other));
  clickLegend("square");
  EXPECT_FALSE(plot.pixelOf({QStringLiteral("square"), 3}));
  EXPECT_LT(plot.lineChart().up().values().second, 400);  // what is left fills the plot
  // The name goes on standing there, struck out, below those whose lines can be seen.
  const QRect struckOut = plot.lineChart().legend().placeOf(QStringLiteral("square")).toRect();
  EXPECT_GT(struckOut.top(), plot.lineChart().legend().placeOf(QStringLiteral("line")).toRect().top());
  EXPECT_EQ(struckOut.size(), entry.size());
  EXPECT_NE(plot.grab().toImage().copy(struckOut), before.copy(entry));
  move(plot.lineChart().plotArea().center());
  EXPECT_EQ(plot.current()->series, QStringLiteral("line"));
  clickLegend("square");
  EXPECT_TRUE(plot.pixelOf({QStringLiteral("square"), 3}));
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(plot.viewport(), &leave);
  EXPECT_EQ(plot.grab().toImage().copy(entry), before.copy(entry));
}

TEST_F(LinePlots, NamesStandAtTheEndsOfTheirLinesAndBesideTheirPoints) {
  ChartModel model = twoCurves();
  ChartSeries best{QStringLiteral("best"), QStringLiteral("best: 5"), SeriesLook::Diamond, SeriesRole::Optimum};
  best.points = {model.series[0].points[4]};
  ChartSeries here{QStringLiteral("here"), QStringLiteral("the same place"), SeriesLook::Ring, SeriesRole::Text};
  here.points = best.points;
  model.series.insert(model.series.end(), {best, here});
  plot.setModel(model);
  settle();
  const ChartLegend& legend = plot.lineChart().legend();
  const QRectF area = plot.lineChart().plotArea();
  ASSERT_TRUE(legend.isBeside());
  EXPECT_TRUE(legend.isWhole());
  const double row = QFontMetricsF(plot.font()).height();
  for (const char* key : {"square", "line"}) {
    const QRectF name = legend.placeOf(QLatin1String(key));
    const auto last = static_cast<int>(model.series.front().points.size()) - 1;
    EXPECT_GT(name.left(), area.right()) << key;
    EXPECT_NEAR(name.center().y(), pixel(key, last).y(), row) << key;
  }
  const QRectF one = legend.placeOf(QStringLiteral("best"));
  const QRectF other = legend.placeOf(QStringLiteral("here"));
  EXPECT_FALSE(one.intersects(other));
  for (const QRectF& name : {one, other}) {
    EXPECT_TRUE(area.contains(name));
    EXPECT_LT(std::abs(name.center().y() - pixel("best", 0).y()), 3 * row);
  }
  // A name in the plot is no button: a click there is one on the plot.
  EXPECT_TRUE(legend.keyAt(one.center()).isEmpty());
  // While a slider moves, shorter names do not make the plot wider.
  LineChart moving(LineChart::For::Screen);
  moving.resize({640, 360});
  moving.setModel(std::make_shared<ChartModel>(model), {});
  const double right = moving.plotArea().right();
  model.series[0].name = QStringLiteral("s");
  model.series[1].name = QStringLiteral("l");
  moving.setModel(std::make_shared<ChartModel>(model), {}, true);
  EXPECT_EQ(moving.plotArea().right(), right);
  moving.setModel(std::make_shared<ChartModel>(model), {});
  EXPECT_GT(moving.plotArea().right(), right);
}

TEST_F(LinePlots, NamesOfPointsCrossNoLineWhereThereIsAPlaceWithout) {
  ChartModel model = twoCurves();
  // On the straight line, where the place above it is crossed by the other one.
  ChartSeries pin{QStringLiteral("pin"), QStringLiteral("a pinned design"), SeriesLook::Diamond, SeriesRole::Optimum};
  pin.points = {model.series[1].points[7]};
  model.series.push_back(pin);
  plot.setModel(model);
  settle();
  const ChartLegend& legend = plot.lineChart().legend();
  ASSERT_TRUE(legend.isBeside());
  const QRectF place = legend.placeOf(QStringLiteral("pin"));
  ASSERT_FALSE(place.isEmpty());
  for (const char* key : {"square", "line"}) {
    for (int i = 0; i < 20; ++i) {
      const auto from = plot.pixelOf({QLatin1String(key), i}), to = plot.pixelOf({QLatin1String(key), i + 1});
      if (!from || !to) continue;
      for (int part = 0; part <= 20; ++part)
        EXPECT_FALSE(place.contains(*from + 0.05 * part * (*to - *from))) << key << " after point " << i;
    }
  }
}

TEST_F(LinePlots, NamesOfPointsAreShortenedInANarrowPlot) {
  ChartModel model = twoCurves();
  ChartSeries pin{QStringLiteral("pin"), QStringLiteral("Banded inverse square root, 23 bands of the inverse"),
                  SeriesLook::Diamond, SeriesRole::Optimum};
  pin.points = {model.series[1].points[10]};
  model.series.push_back(pin);
  plot.setModel(model);
  plot.resize(static_cast<int>(40 * plot.fontMetrics().averageCharWidth()), 300);
  settle();
  const ChartLegend& legend = plot.lineChart().legend();
  EXPECT_TRUE(legend.isBeside());
  EXPECT_TRUE(plot.lineChart().plotArea().contains(legend.placeOf(QStringLiteral("pin"))));
}

TEST_F(LinePlots, NamesOfNeighbouringPointsAreWholeAlsoWhereTheyStandApart) {
  ChartModel model = twoCurves();
  for (int i = 0; i < 4; ++i) {
    ChartSeries pin{QStringLiteral("pin-%1").arg(i), QStringLiteral("Banded Toeplitz, %1 bands").arg(i + 6),
                    SeriesLook::Diamond, SeriesRole::Optimum};
    pin.points = {model.series[1].points[static_cast<std::size_t>(i) + 6]};
    model.series.push_back(pin);
  }
  plot.setModel(model);
  settle();
  const ChartLegend& legend = plot.lineChart().legend();
  ASSERT_TRUE(legend.isBeside());
  EXPECT_TRUE(legend.isWhole());
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(legend.written().contains(model.series[static_cast<std::size_t>(2 + i)].name)) << i;
}

TEST_F(LinePlots, APointWithTheNameOfALineHasNoneOfItsOwn) {
  ChartModel model = twoCurves();
  ChartSeries pin{QStringLiteral("pin"), model.series[1].name, SeriesLook::Diamond, SeriesRole::Optimum};
  pin.points = {model.series[1].points[10]};
  model.series.push_back(pin);
  plot.setModel(model);
  settle();
  const ChartLegend& legend = plot.lineChart().legend();
  ASSERT_TRUE(legend.isBeside());
  EXPECT_EQ(legend.written().count(pin.name), 1);
  EXPECT_TRUE(legend.placeOf(QStringLiteral("pin")).isEmpty());
  EXPECT_TRUE(legend.isWhole());
}

TEST_F(LinePlots, NamesOfSeveralLinesStandApart) {
  ChartModel model = twoCurves();
  for (int i = 0; i < 4; ++i) {
    ChartSeries series = model.series[1];
    series.key = QString::number(i);
    series.name = QStringLiteral("a long name of several lines %1").arg(i);
    model.series.push_back(series);
  }
  plot.setModel(model);
  plot.resize(420, 400);
  settle();
  const ChartLegend& legend = plot.lineChart().legend();
  ASSERT_TRUE(legend.isBeside());
  std::vector<QRectF> places;
  for (const ChartSeries& series : model.series) places.push_back(legend.placeOf(series.key));
  std::ranges::sort(places, {}, [](const QRectF& place) { return place.top(); });
  EXPECT_TRUE(std::ranges::any_of(
      places, [&](const QRectF& place) { return place.height() > 1.5 * QFontMetricsF(plot.font()).height(); }));
  for (std::size_t i = 1; i < places.size(); ++i) EXPECT_GE(places[i].top(), places[i - 1].bottom() + 1);
}

TEST_F(LinePlots, NamesStandApartOutsideThePlot) {
  ChartModel model = twoCurves();
  for (int i = 0; i < 8; ++i) {
    ChartSeries series = model.series[1];
    series.key = QString::number(i);
    series.name = QStringLiteral("a pinned design with a long name %1").arg(i);
    series.color = i;
    model.series.push_back(series);
  }
  plot.setModel(model);
  // Where the plot is too low for so many, some are left out, and it keeps its height.
  for (const int height : {400, 240}) {
    plot.resize(420, height);
    settle();
    const ChartLegend& legend = plot.lineChart().legend();
    EXPECT_TRUE(legend.isBeside());
    const QRectF area = plot.lineChart().plotArea();
    QList<QRectF> places;
    int leftOut = 0;
    for (const ChartSeries& series : model.series) {
      const QRectF place = legend.placeOf(series.key);
      if (place.isEmpty()) {
        ++leftOut;
        continue;
      }
      EXPECT_TRUE(QRectF(plot.viewport()->rect()).contains(place)) << series.key.toStdString();
      EXPECT_GE(place.left(), area.right());
      for (const QRectF& one : std::as_const(places)) EXPECT_FALSE(one.intersects(place)) << series.key.toStdString();
      places += place;
    }
    EXPECT_EQ(leftOut, legend.leftOut());
    EXPECT_GE(places.size(), height == 400 ? 10 : 4);
    EXPECT_GT(area.height(), 0.6 * height);
  }
}

TEST_F(LinePlots, TheViewComesBack) {
  wheel(pixel("square", 9), 3);
  QTest::keyClick(&plot, Qt::Key_L);
  QTest::keyClick(&plot, Qt::Key_Down);
  const QJsonObject state = plot.viewState();
  const auto x = plot.lineChart().across().values();
  const auto y = plot.lineChart().up().values();
  LinePlot other;
  other.resize(640, 360);
  other.restoreView(state);
  other.setModel(twoCurves());
  EXPECT_NEAR(other.lineChart().across().values().first, x.first, 1e-9);
  EXPECT_NEAR(other.lineChart().across().values().second, x.second, 1e-9);
  EXPECT_NEAR(other.lineChart().up().values().second, y.second, 1e-6);
  EXPECT_TRUE(other.lineChart().up().scale.log);
  EXPECT_EQ(other.viewState(), state);
  // Nonsense changes nothing and breaks nothing.
  other.restoreView({{QStringLiteral("charts"), QStringLiteral("none")}});
  EXPECT_FALSE(other.lineChart().up().scale.log);
}

TEST_F(LinePlots, TheViewStaysWhileTheDataChangeAndGoesWithTheChart) {
  wheel(pixel("square", 9), 3);
  const auto x = plot.lineChart().across().values();
  ChartModel model = twoCurves();
  for (QPointF& point : model.series[1].points) point.setY(point.y() * 1.1);
  plot.setModel(model);
  EXPECT_EQ(plot.lineChart().across().values(), x);
  model.name = QStringLiteral("another");
  plot.setModel(model);
  EXPECT_NE(plot.lineChart().across().values(), x);
  plot.setModel(twoCurves());
  EXPECT_EQ(plot.lineChart().across().values(), x);
}

TEST_F(LinePlots, APointUnderThePointerIsReadAnew) {
  move(pixel("line", 14));
  QSignalSpy pointed(&plot, &LinePlot::pointed);
  ChartModel model = twoCurves();
  model.series[1].points[14].setY(151);
  plot.setModel(model);
  EXPECT_EQ(plot.readOut(), QStringLiteral("line: bands b = 15, rmse (× clip norm) = 151"));
  EXPECT_EQ(pointed.size(), 1);
}

TEST_F(LinePlots, HighlightsQuietly) {
  QSignalSpy pointed(&plot, &LinePlot::pointed);
  const QImage before = plot.grab().toImage();
  plot.highlight(QStringLiteral("line"), 7.0);
  EXPECT_EQ(plot.highlighted(), (ChartPoint{QStringLiteral("line"), 6}));
  EXPECT_NE(plot.grab().toImage(), before);
  plot.highlight(QStringLiteral("line"), 7.5);
  EXPECT_FALSE(plot.highlighted());
  plot.highlight(QString(), 3.0);
  EXPECT_EQ(plot.highlighted(), (ChartPoint{QStringLiteral("square"), 2}));
  plot.highlight(QString(), std::nullopt);
  EXPECT_FALSE(plot.highlighted());
  EXPECT_EQ(plot.grab().toImage(), before);
  EXPECT_EQ(pointed.size(), 0);
}

TEST_F(LinePlots, TheTableHasEveryPoint) {
  ChartModel model = twoCurves();
  model.series[1].points.erase(model.series[1].points.begin() + 2);
  plot.setModel(model);
  const DataTable table = chartTable(plot.model());
  ASSERT_EQ(table.header.size(), 3);
  EXPECT_EQ(table.header.at(0), QStringLiteral("bands b"));
  EXPECT_EQ(table.header.at(2), QStringLiteral("line, rmse (× clip norm)"));
  ASSERT_EQ(table.rows.size(), 20U);
  EXPECT_EQ(std::get<double>(table.rows[2][0]), 3);
  EXPECT_EQ(std::get<double>(table.rows[2][1]), 9);
  EXPECT_EQ(std::get<QString>(table.rows[2][2]), QString());
  EXPECT_EQ(std::get<double>(table.rows[19][2]), 200);
}

TEST_F(LinePlots, TheSummaryNamesTheExtremes) {
  EXPECT_EQ(
      plot.summary(),
      QStringLiteral("Test chart: rmse (× clip norm) against bands b from 1 to 20. square: 20 points, least 1 at 1, "
                     "largest 400 at 20. line: 20 points, least 10 at 1, largest 200 at 20."));
  ChartModel model = twoCurves();
  model.summary = QStringLiteral("As told.");
  plot.setModel(model);
  EXPECT_EQ(plot.summary(), QStringLiteral("As told."));
}

TEST_F(LinePlots, ThePictureIsTheChartInView) {
  PictureStyle style;
  style.pixels = {640, 480};
  const QImage whole = pictureImage(plot.picture(), style);
  wheel(pixel("square", 9), 4);
  const QImage near = pictureImage(plot.picture(), style);
  EXPECT_NE(whole, near);
  int ink = 0;
  for (int y = 60; y < 460; y += 1) {
    for (int x = 60; x < 620; ++x) ink += qGray(near.pixel(x, y)) < 160 ? 1 : 0;
  }
  EXPECT_GT(ink, 300);
}

TEST_F(LinePlots, TheMenuSwitchesAxesAndSeries) {
  QMenu menu;
  plot.addTo(menu);
  ASSERT_GE(menu.actions().size(), 3);
  menu.actions().at(1)->trigger();
  EXPECT_TRUE(plot.lineChart().up().scale.log);
  QMenu* series = menu.actions().at(2)->menu();
  ASSERT_TRUE(series);
  ASSERT_EQ(series->actions().size(), 2);
  series->actions().at(0)->trigger();
  EXPECT_FALSE(plot.pixelOf({QStringLiteral("square"), 3}));
}

TEST_F(LinePlots, AnEmptyModelSaysWhy) {
  ChartModel model;
  model.emptyText = QStringLiteral("Nothing was iterated.");
  plot.setModel(model);
  settle();
  EXPECT_TRUE(plot.lineChart().legend().placeOf(QStringLiteral("square")).isEmpty());
  EXPECT_EQ(plot.summary(), model.emptyText);
  const QImage picture = plot.grab().toImage();
  int ink = 0;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) ink += qGray(picture.pixel(x, y)) < 160 ? 1 : 0;
  }
  EXPECT_GT(ink, 100);
  QTest::keyClick(&plot, Qt::Key_Right);
  EXPECT_FALSE(plot.current());
}

TEST_F(LinePlots, AGestureOverThirtyThousandPointsTakesNoFrame) {
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  plot.setModel(longCurve(10'000));
  settle();
  application.takeLongest();
  const QPoint from = plot.lineChart().plotArea().center().toPoint();
  for (int i = 0; i < 8; ++i) {
    wheel(from, 1);
    QTest::qWait(5);
  }
  QTest::mousePress(plot.viewport(), Qt::LeftButton, {}, from);
  for (int i = 1; i <= 30; ++i) {
    move(from + QPoint(4 * i, 2 * i), Qt::LeftButton);
    QTest::qWait(5);
  }
  QTest::mouseRelease(plot.viewport(), Qt::LeftButton, {}, from + QPoint(120, 60));
  for (int i = 1; i <= 30; ++i) {
    move(from + QPoint(4 * i, 2 * i));
    QTest::qWait(5);
  }
  for (int i = 0; i < 8; ++i) {
    wheel(from, -1);
    QTest::qWait(5);
  }
  const TimedApplication::Longest longest = application.takeLongest();
  std::printf("longest event %.1f ms of processor time (%s, type %d)\n", longest.processorMilliseconds,
              qPrintable(longest.receiver), longest.eventType);
  EXPECT_LT(longest.processorMilliseconds, kMostEventMilliseconds);
}

TEST(ChartPoints, DecimationKeepsPeaksAndGaps) {
  ChartSeries series;
  for (int i = 0; i < 10'000; ++i) series.points.emplace_back(i, std::sin(0.001 * i));
  series.points[4321].setY(7);
  series.points[8765].setY(-9);
  const std::vector<PlottedPoint> all = plottedPoints(series, {}, {});
  const QList<QPointF> points = decimated(all, {0, 9999}, 300);
  EXPECT_LE(points.size(), 602);
  const auto [least, most] = std::ranges::minmax(points, {}, &QPointF::y);
  EXPECT_EQ(least, QPointF(8765, -9));
  EXPECT_EQ(most, QPointF(4321, 7));
  EXPECT_TRUE(std::ranges::is_sorted(points, {}, &QPointF::x));
  // The neighbours outside of a narrow view keep the line going to its edges.
  const QList<QPointF> few = decimated(all, {100.5, 103.5}, 300);
  EXPECT_EQ(few.size(), 5);
  EXPECT_EQ(few.front().x(), 100);
  EXPECT_EQ(few.back().x(), 104);
  EXPECT_EQ(decimated(all, {100.5, 103.5}, 300, false).size(), 3);
  // A value that a logarithmic axis cannot show is a gap.
  ChartSeries gap;
  gap.points = {{1, 1}, {2, 2}, {3, 0}, {4, 4}};
  const std::vector<PlottedPoint> plotted = plottedPoints(gap, {}, {true});
  ASSERT_EQ(plotted.size(), 3U);
  const QList<QPointF> line = decimated(plotted, {1, 4}, 300);
  ASSERT_EQ(line.size(), 4);
  EXPECT_TRUE(std::isnan(line.at(2).y()));
}

TEST(ChartTicks, StayReadableAtEveryZoom) {
  const QFontMetricsF metrics{QApplication::font()};
  for (const bool log : {false, true}) {
    const AxisScale scale{log};
    for (int zoom = 0; zoom < 30; ++zoom) {
      const double length = 5 * std::pow(1.7, -zoom);
      for (const double from : {-0.3, 0.4, 1.2345678}) {
        const AxisSpan shown{from, from + length};
        const std::vector<Tick> ticks = chartTicks({}, scale, shown, 400, metrics, true);
        ASSERT_LE(ticks.size(), 7U);
        ASSERT_GE(ticks.size(), 2U) << log << " " << from << " " << length;
        QStringList labels;
        for (const Tick& tick : ticks) {
          EXPECT_GE(tick.position, shown.from - 1e-9);
          EXPECT_LE(tick.position, shown.to + 1e-9);
          EXPECT_FALSE(labels.contains(tick.label)) << tick.label.toStdString() << " twice in " << length;
          labels += tick.label;
        }
      }
    }
  }
}

TEST(ChartTip, NeverLeavesThePlot) {
  const QRectF room(0, 0, 340, 130);
  PointText text;
  text.heading = QStringLiteral("a series with a rather long name that has to be wrapped somewhere");
  text.lines = {QStringLiteral("x = 1"), QStringLiteral("y = 2")};
  text.source = {QStringLiteral("a formula"), QStringLiteral("a citation")};
  for (int x = 0; x <= 340; x += 20) {
    for (int y = 0; y <= 130; y += 10) {
      const QRectF tip = pointTipRect(room, QPointF(x, y), text, QApplication::font());
      EXPECT_TRUE(room.contains(tip)) << x << " " << y;
    }
  }
}

TEST_F(LinePlots, NamesThatLookLikeMarkupAreShownAsTheyAreWritten) {
  ChartModel model = twoCurves();
  model.series[0].name = QStringLiteral("<b>x</b> | <first>");
  model.series[1].name = QStringLiteral("x | ");
  plot.setModel(model);
  const QFontMetricsF metrics(plot.font());
  const double marks = metrics.horizontalAdvance(QStringLiteral("<b></b><first>"));
  EXPECT_GT(plot.lineChart().legend().placeOf(QStringLiteral("square")).width(),
            plot.lineChart().legend().placeOf(QStringLiteral("line")).width() + 0.8 * marks);
  ElidedLabel label(model.series[0].name);
  label.resize(20, 20);
  label.grab();
  EXPECT_TRUE(label.toolTip().contains(QStringLiteral("&lt;first&gt;"))) << label.toolTip().toStdString();
}

TEST_F(LinePlots, SaysHowManyNamesAreLeftOutAndLeavesThePlotItsHeight) {
  ChartModel model = twoCurves();
  const double plain = plot.lineChart().plotArea().top();
  for (int i = 1; i <= 60; ++i) {
    ChartSeries pin = model.series[0];
    pin.key = QStringLiteral("pin-%1").arg(i);
    pin.name = QStringLiteral("%1 is the name of a design that somebody keeps here").arg(i);
    pin.minor = true;
    model.series.insert(model.series.begin(), pin);
  }
  plot.setModel(model);
  QTest::qWait(20);
  EXPECT_GT(plot.lineChart().legend().leftOut(), 0);
  // What the chart is about keeps its name; of the others the last go first.
  for (const char* key : {"square", "line", "pin-60"})
    EXPECT_FALSE(plot.lineChart().legend().placeOf(QLatin1String(key)).isEmpty()) << key;
  EXPECT_TRUE(plot.lineChart().legend().placeOf(QStringLiteral("pin-1")).isEmpty());
  const double line = QFontMetricsF(plot.font()).height();
  EXPECT_LT(plot.lineChart().plotArea().top(), plain + 3 * line + 2 * kGrid);
  // A click on the words opens what has all of them.
  const QRect area = plot.viewport()->rect();
  QPoint more(-1, -1);
  for (int y = 0; y < area.height() && more.x() < 0; y += kHalfGrid) {
    for (int x = 0; x < area.width() && more.x() < 0; x += kHalfGrid) {
      if (plot.lineChart().legend().isMore(QPointF(x, y))) more = {x, y};
    }
  }
  QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, more);
  auto* menu = plot.findChild<QMenu*>(QStringLiteral("seriesMenu"));
  ASSERT_TRUE(menu);
  EXPECT_EQ(menu->actions().size(), 62);
  menu->close();
  // A picture has room for all.
  EXPECT_EQ(plot.picture().summary, plot.summary());
}

TEST_F(LinePlots, WhatTheReadOutSaysLeavesTheLegendBeforeNamesAreCut) {
  ChartModel model = twoCurves();
  ChartSeries area = model.series[0];
  area.key = QStringLiteral("area");
  area.name = QStringLiteral("within 1 %: 16 to 38, and that in many words that take a row");
  area.look = SeriesLook::Area;
  area.minor = true;
  model.series.insert(model.series.begin(), area);
  for (int i = 1; i <= 3; ++i) {
    ChartSeries more = model.series[1];
    more.key = QStringLiteral("more-%1").arg(i);
    more.name = QStringLiteral("%1, a name that should be read whole").arg(i);
    model.series.push_back(more);
  }
  plot.setModel(model);
  QTest::qWait(20);
  const ChartLegend& legend = plot.lineChart().legend();
  EXPECT_TRUE(legend.isWhole()) << legend.written().join(QLatin1Char('|')).toStdString();
  EXPECT_EQ(legend.leftOut(), 0);
  // In a narrow and low one names are left out whole, and what is drawn in front keeps its own.
  plot.resize(260, 120);
  QTest::qWait(40);
  EXPECT_GT(legend.leftOut(), 0);
  for (const QString& name : legend.written()) EXPECT_FALSE(name.contains(QChar(0x2026))) << name.toStdString();
}

TEST_F(LinePlots, LongNamesOfDesignsKeepWhatTellsThemApart) {
  ChartModel model = twoCurves();
  for (int i = 1; i <= 8; ++i) {
    ChartSeries pin = model.series[0];
    pin.key = QStringLiteral("pin-%1").arg(i);
    pin.name = QStringLiteral("Banded Toeplitz, column-normalised, 25 bands, ε %1").arg(i);
    pin.minor = true;
    model.series.push_back(pin);
  }
  plot.setModel(model);
  QTest::qWait(20);
  EXPECT_TRUE(plot.lineChart().legend().isWhole());
  // In rows above a low plot they are shortened.
  plot.resize(640, 240);
  QTest::qWait(40);
  EXPECT_EQ(plot.lineChart().legend().leftOut(), 0);
  const double wide = QFontMetricsF(plot.font()).horizontalAdvance(QStringLiteral("… 25 bands, ε 1"));
  EXPECT_LT(plot.lineChart().legend().placeOf(QStringLiteral("pin-1")).width(), wide + 5 * kGrid);
}

TEST_F(LinePlots, WhatTheChartIsAboutIsNamedInFullBeforeMinorNames) {
  ChartModel model = twoCurves();
  model.series[1].name = QStringLiteral("a machine’s 40 GB: at most 223 bands fit");
  for (int i = 1; i <= 8; ++i) {
    ChartSeries pin = model.series[0];
    pin.key = QStringLiteral("pin-%1").arg(i);
    pin.name = QStringLiteral("Banded Toeplitz, %1 bands").arg(20 + i);
    pin.minor = true;
    model.series.push_back(pin);
  }
  plot.setModel(model);
  plot.resize(640, 170);
  QTest::qWait(40);
  EXPECT_GT(plot.lineChart().legend().leftOut(), 0);
  EXPECT_TRUE(plot.lineChart().legend().written().contains(model.series[1].name));
}

// Four designs and what they are compared with beside a small plot.
TEST_F(LinePlots, MechanismsThatTellPinsApartStandForWholeNames) {
  ChartModel model = twoCurves();
  const QStringList mechanisms{QStringLiteral("Reciprocal Toeplitz"), QStringLiteral("Banded square root"),
                               QStringLiteral("Banded Toeplitz"), QStringLiteral("Banded")};
  for (int i = 0; i < 4; ++i) {
    ChartSeries pin = model.series[0];
    pin.key = QStringLiteral("pin-%1").arg(i);
    pin.name = QStringLiteral("%1, %2 bands").arg(mechanisms[i]).arg(20 + i);
    pin.minor = true;
    model.series.push_back(pin);
  }
  for (const char* name : {"this design", "largest = last 28.77"}) {
    ChartSeries other = model.series[1];
    other.key = other.name = QString::fromLatin1(name);
    model.series.push_back(other);
  }
  plot.setModel(model);
  plot.resize(400, 190);
  QTest::qWait(40);
  const ChartLegend& legend = plot.lineChart().legend();
  ASSERT_TRUE(legend.isBeside());
  for (const QString& mechanism : mechanisms)
    EXPECT_TRUE(std::ranges::any_of(
        legend.written(),
        [&](const QString& each) { return each == mechanism || each.startsWith(mechanism + QStringLiteral(", ")); }))
        << mechanism.toStdString() << " of " << legend.written().join(QLatin1Char('|')).toStdString();
}

TEST_F(LinePlots, ANumberStaysBesideWhatItCounts) {
  ChartModel model = twoCurves();
  model.series[0].name = QStringLiteral("Banded Toeplitz, 23 bands");
  plot.setModel(model);
  const QFontMetricsF metrics(scaledFont(plot.font(), 0.92));
  int broken = 0;
  for (int width = 320; width <= 640; width += 20) {
    plot.resize(width, 300);
    QTest::qWait(10);
    const QRectF place = plot.lineChart().legend().placeOf(model.series[0].key);
    if (!plot.lineChart().legend().isBeside() || place.height() < 1.5 * metrics.height()) continue;
    ++broken;
    EXPECT_LE(place.width(), std::ceil(metrics.horizontalAdvance(QStringLiteral("Banded Toeplitz,")))) << width;
  }
  EXPECT_GE(broken, 2);
}

TEST_F(LinePlots, NoTwoDashesAreAlike) {
  const Theme& theme = themeOf(paletteFor(false));
  std::vector<QList<qreal>> patterns;
  for (const SeriesLook look : {SeriesLook::Dashes, SeriesLook::Dots}) {
    for (const SeriesRole role : {SeriesRole::Accent, SeriesRole::LowerBound, SeriesRole::Baseline, SeriesRole::Optimum,
                                  SeriesRole::Text, SeriesRole::Muted}) {
      ChartSeries series;
      series.look = look;
      series.role = role;
      patterns.push_back(linePen(series, theme).dashPattern());
    }
  }
  for (int pin = 1; pin <= 7; ++pin)
    patterns.push_back(linePen(pinSeries(QStringLiteral("p"), QStringLiteral("p"), pin), theme).dashPattern());
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    EXPECT_FALSE(patterns[i].isEmpty());
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(patterns[i], patterns[j]) << i << " " << j;
  }
}

TEST_F(LinePlots, TypedLimitsAreShownAsTheyAre) {
  AxisLimits limits(plot);
  QToolButton button;
  button.show();
  limits.openBelow(button);
  const auto type = [&](bool ofX, bool to, const char* text) {
    QLineEdit& edit = limits.limit(ofX, to);
    edit.setFocus();
    edit.selectAll();
    QTest::keyClicks(&edit, QString::fromLatin1(text));
    QTest::keyClick(&edit, Qt::Key_Return);
  };
  type(true, false, "2^2");
  type(true, true, "50");
  EXPECT_EQ(plot.range(true), std::pair(4.0, 50.0)) << "also beyond the data";
  EXPECT_TRUE(limits.message().isEmpty()) << limits.message().toStdString();
  // They stay while the data change and come back with a session.
  ChartModel model = twoCurves();
  model.series[0].points.resize(10);
  plot.setModel(model);
  EXPECT_EQ(plot.range(true), std::pair(4.0, 50.0));
  const QJsonObject state = plot.viewState();
  plot.resetView();
  EXPECT_NE(plot.range(true), std::pair(4.0, 50.0));
  plot.restoreView(state);
  EXPECT_EQ(plot.range(true), std::pair(4.0, 50.0));
  // The other axis may move without them.
  const auto up = plot.range(false);
  plot.panBy(0, 0.2);
  plot.zoomBy(1);
  EXPECT_EQ(plot.range(true), std::pair(4.0, 50.0));
  EXPECT_EQ(plot.range(false), up) << "there is nothing beyond all there is";
  type(true, true, "3");
  EXPECT_FALSE(limits.message().isEmpty()) << "from 4 to 3";
  EXPECT_EQ(plot.range(true), std::pair(4.0, 50.0));
  type(true, true, "3+");
  EXPECT_TRUE(limits.message().startsWith(QStringLiteral("Cannot read this")));
  type(true, true, "8");
  EXPECT_EQ(plot.range(true), std::pair(4.0, 8.0));
  EXPECT_TRUE(limits.message().isEmpty());
  const auto click = [&](const char* name) {
    QTest::mouseClick(limits.findChild<QToolButton*>(QString::fromLatin1(name)), Qt::LeftButton);
  };
  click("plotZoomOut");
  EXPECT_NEAR(plot.range(true).second - plot.range(true).first, 6, 1e-9);
  click("plotZoomIn");
  const double from = plot.range(true).first;
  click("plotPanRight");
  EXPECT_GT(plot.range(true).first, from);
  EXPECT_EQ(limits.limit(true, false).text(), QString::number(plot.range(true).first, 'g', 5));
  click("plotShowAll");
  EXPECT_LT(plot.range(true).first, 1);
  // A logarithmic axis shows nothing from 0 on.
  plot.setFocus();
  QTest::keyClick(&plot, Qt::Key_L);
  EXPECT_FALSE(plot.setRange(false, std::pair(0.0, 10.0)));
  EXPECT_TRUE(plot.setRange(false, std::pair(0.5, 10.0)));
  EXPECT_NEAR(plot.range(false).first, 0.5, 1e-12);
}

TEST_F(LinePlots, AnAreaIsFilledToItsFloor) {
  ChartModel model = twoCurves();
  ChartSeries area{QStringLiteral("area"), QStringLiteral("most of it"), SeriesLook::Area, SeriesRole::Optimum};
  area.pointed = false;
  area.help = QStringLiteral("what it is");
  area.points = {{5, 200}, {10, 300}};
  area.floors = {-100, -100};
  model.series.insert(model.series.begin(), area);
  plot.setModel(model);
  settle();
  EXPECT_LE(plot.range(false).first, -100) << "the floor is in view";
  const auto color = [&](double x, double y) {
    const LineChart& chart = plot.lineChart();
    const QPointF at = chart.toPixel({x, y});
    return plot.viewport()->grab().toImage().pixelColor(at.toPoint());
  };
  // Apart from the lines of the grid.
  const QColor paper = themeOf(plot.palette()).plot;
  EXPECT_EQ(color(15.3, -37), paper);
  EXPECT_NE(color(7.3, -37), paper);
  EXPECT_EQ(color(7.3, 333), paper);
  const QPoint name = plot.lineChart().legend().placeOf(QStringLiteral("area")).center().toPoint();
  EXPECT_TRUE(plot.lineChart().legend().toolTip(name).contains(QStringLiteral("most of it: what it is")));
  QHelpEvent help(QEvent::ToolTip, name, plot.viewport()->mapToGlobal(name));
  QCoreApplication::sendEvent(plot.viewport(), &help);
  EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("most of it: what it is")));
  EXPECT_EQ(chartTable(model).header.size(), 3);
}

TEST_F(LinePlots, AxesNeverLoseTheirUnits) {
  ChartModel model = twoCurves();
  model.y.title = QStringLiteral("a very long name of what is drawn here (× clip norm)");
  model.y.shorter = {QStringLiteral("drawn (× clip)"), QStringLiteral("× clip")};
  const auto titleOf = [this](Qt::Orientation axis) {
    const LineChart& chart = plot.lineChart();
    return (axis == Qt::Horizontal ? chart.paintedAcross() : chart.paintedUp()).title;
  };
  const auto titleOfY = [&] { return titleOf(Qt::Vertical); };
  plot.resize(640, 600);
  plot.setModel(model);
  EXPECT_TRUE(waitFor([&] { return titleOfY() == model.y.title; })) << titleOfY().toStdString();
  plot.resize(640, 200);
  EXPECT_TRUE(waitFor([&] { return titleOfY() == model.y.shorter.front(); })) << titleOfY().toStdString();
  plot.resize(640, 130);
  QTest::qWait(30);
  EXPECT_TRUE(model.y.shorter.contains(titleOfY()));
  EXPECT_LE(QFontMetricsF(scaledFont(plot.font(), 0.92)).horizontalAdvance(titleOfY()),
            plot.lineChart().plotArea().height());
  // Zooming is for the title, however it is written.
  EXPECT_TRUE(plot.lineChart().lacksTitleOfX() || titleOf(Qt::Horizontal) == model.x.title);
}

TEST_F(LinePlots, ATitleInsideCoversNoNameOfAPoint) {
  ChartModel model = twoCurves();
  ChartSeries last;
  last.key = QStringLiteral("last");
  last.name = QStringLiteral("last 400");
  last.look = SeriesLook::Ring;
  last.points.emplace_back(20, 20);
  model.series.push_back(last);
  plot.setModel(model);
  settle();
  const LineChart& chart = plot.lineChart();
  // A title large enough to reach it in the usual corner.
  const QRectF first(chart.legend().placeOf(last.key).center(), chart.plotArea().bottomRight());
  const QSizeF size = first.size();
  ASSERT_TRUE(first.isValid() && chart.legend().covers(first));
  EXPECT_FALSE(chart.legend().covers(chart.cornerFor(size)));
  EXPECT_TRUE(chart.plotArea().contains(chart.cornerFor(size)));
}

TEST(ChartTexts, NamesWithPlaceholdersSwallowNoNumber) {
  ChartModel model = twoCurves();
  model.series[0].name = QStringLiteral("25 %2 less %5");
  const QString text = chartSummary(model);
  EXPECT_TRUE(text.contains(QStringLiteral("25 %2 less %5: 20 points, least 1 at 1, largest 400 at 20")))
      << text.toStdString();
}

TEST_F(LinePlots, ThePointThatIsReadIsCopied) {
  const QString wanted = QStringLiteral("square: bands b = 3, rmse (× clip norm) = 9, note 3");
  QMenu empty;
  plot.addTo(empty);
  EXPECT_FALSE(empty.findChild<QAction*>(QStringLiteral("copyPoint")));
  // By the pointer.
  move(pixel("square", 2));
  ASSERT_TRUE(plot.current());
  QMenu menu;
  plot.addTo(menu);
  auto* copy = menu.findChild<QAction*>(QStringLiteral("copyPoint"));
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->text().startsWith(QStringLiteral("Copy point: bands b = 3, rmse (× clip norm) = 9")));
  // The pointer has gone to the menu.
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(plot.viewport(), &leave);
  copy->trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), wanted);
  // By keyboard.
  QTest::keyClick(&plot, Qt::Key_Home);
  QTest::keyClick(&plot, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(),
            QStringLiteral("square: bands b = 1, rmse (× clip norm) = 1, note 1"));
}

TEST_F(LinePlots, SamplesInTheLegendAreAsLongAsTheirDashes) {
  const Theme& theme = themeOf(paletteFor(false));
  ChartSeries dashes{QStringLiteral("a"), QStringLiteral("a"), SeriesLook::Dashes};
  const QPen pen = linePen(dashes, theme);
  double period = 0;
  for (const qreal length : pen.dashPattern()) period += length * pen.widthF();
  // All of the pattern: dash, gap, dot, gap, and where it begins again.
  EXPECT_GE(sampleWidth(dashes, theme), 1.3 * period);
  const ChartSeries solid{QStringLiteral("b"), QStringLiteral("b")};
  EXPECT_LT(sampleWidth(solid, theme), sampleWidth(dashes, theme));
  LinePlot plot;
  plot.resize(480, 240);
  ChartModel model = twoCurves();
  model.series[0].name = model.series[1].name = QString(40, QLatin1Char('a'));  // too wide to stand beside the plot
  model.series[0].look = SeriesLook::Dashes;
  model.series[1].role = SeriesRole::Accent;
  plot.setModel(model);
  plot.show();
  const ChartLegend& legend = plot.lineChart().legend();
  EXPECT_EQ(legend.placeOf(QStringLiteral("square")).width() - legend.placeOf(QStringLiteral("line")).width(),
            sampleWidth(dashes, theme) - sampleWidth(solid, theme));
}

/// One series of three points that hands may move.
ChartModel movable(PointMoves moves) {
  ChartModel model;
  model.name = QStringLiteral("movable");
  model.x.title = QStringLiteral("x");
  model.y.title = QStringLiteral("y");
  model.y.range = {0, 10};
  model.x.range = {0, 4};
  ChartSeries series{QStringLiteral("own"), QStringLiteral("own"), SeriesLook::LineWithPoints};
  series.points = {{1, 2}, {2, 5}, {3, 3}};
  series.moves = moves;
  model.series = {series};
  return model;
}

TEST_F(LinePlots, APointThatMovesIsDraggedAndOthersPan) {
  for (const PointMoves moves : {PointMoves::Up, PointMoves::No}) {
    LinePlot plot;
    plot.resize(480, 240);
    plot.setModel(movable(moves));
    plot.show();
    QSignalSpy moved(&plot, &LinePlot::moved);
    QSignalSpy letGo(&plot, &LinePlot::letGo);
    const QPoint from = plot.pixelOf({QStringLiteral("own"), 1})->toPoint();
    QTest::mousePress(plot.viewport(), Qt::LeftButton, {}, from);
    EXPECT_EQ(plot.isMoving(), moves == PointMoves::Up);
    const QPoint to = from + QPoint(0, 40);
    QMouseEvent event(QEvent::MouseMove, to, plot.viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(plot.viewport(), &event);
    QTest::mouseRelease(plot.viewport(), Qt::LeftButton, {}, to);
    EXPECT_EQ(moved.size(), moves == PointMoves::Up ? 1 : 0);
    EXPECT_EQ(letGo.size(), moves == PointMoves::Up ? 1 : 0);
    if (moves == PointMoves::No) continue;
    const auto place = moved.front().at(1).toPointF();
    EXPECT_NEAR(place.x(), 2, 0.05);
    EXPECT_LT(place.y(), 5);
    EXPECT_GT(place.y(), 2);
  }
}

}  // namespace
}  // namespace noiseloom
