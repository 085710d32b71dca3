// What a plot has on screen: drawn from few primitives, the same as the chart itself, and only drawn when that changes.

#include "ui/plots/line/plot_picture.h"

#include <gtest/gtest.h>

#include <QBuffer>
#include <QChart>
#include <QGraphicsScene>
#include <QPainter>
#include <QScreen>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTest>
#include <cmath>
#include <random>

#include "tests/ui/window_fixture.h"
#include "ui/plots/line/chart_curves.h"
#include "ui/plots/line/line_plot.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Noise with one peak, far above everything else, in the middle of each series.
ChartModel noise(int series, int points) {
  ChartModel model;
  model.name = QStringLiteral("noise");
  model.x.title = QStringLiteral("step");
  model.y.title = QStringLiteral("noise");
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (int s = 0; s < series; ++s) {
    ChartSeries one;
    one.key = QString::number(s);
    one.name = QStringLiteral("series %1").arg(s);
    one.role = SeriesRole::Palette;
    one.color = s;
    for (int i = 0; i < points; ++i) one.points.emplace_back(i, normal(random));
    one.points[static_cast<std::size_t>(points / 2 + s * points / 16)].setY(20 + s);
    model.series.push_back(std::move(one));
  }
  return model;
}

double distance(QRgb left, QRgb right) {
  return std::max({std::abs(qRed(left) - qRed(right)), std::abs(qGreen(left) - qGreen(right)),
                   std::abs(qBlue(left) - qBlue(right))});
}

/// How much two pictures differ: the mean over all pixels, of 255.
double difference(const QImage& left, const QImage& right) {
  if (left.size() != right.size()) return 255;
  double sum = 0;
  for (int y = 0; y < left.height(); ++y) {
    for (int x = 0; x < left.width(); ++x) sum += distance(left.pixel(x, y), right.pixel(x, y));
  }
  return sum / (left.width() * left.height());
}

class PlotPictures : public testing::Test {
 protected:
  void show(const ChartModel& model, QSize size) {
    plot.resize(size);
    plot.setModel(model);
    plot.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&plot, 120'000));
    settle();
  }
  void settle() {
    QTest::qWait(20);
    ASSERT_TRUE(waitFor([this] { return plot.isOnScreen(); }));
    QTest::qWait(20);
  }
  QImage screen() { return plot.screen()->grabWindow(plot.winId()).toImage().convertToFormat(QImage::Format_RGB32); }
  QImage asItIs() { return plot.grab().toImage().convertToFormat(QImage::Format_RGB32); }

  LinePlot plot;
};

TEST_F(PlotPictures, OfFourHundredThousandPointsDrawAsManyAsThereAreColumns) {
  ChartModel model = noise(4, 100'000);
  for (ChartSeries& series : model.series) series.name.clear();  // names beside the plot would take columns
  show(model, {2560, 1440});
  const Curves& curves = *plot.lineChart().curves();
  ASSERT_EQ(curves.size(), 4U);
  const double columns = plot.lineChart().plotArea().width();
  for (const Curve& curve : curves) {
    qsizetype points = 0;
    for (const QPolygonF& piece : curve.line) points += piece.size();
    EXPECT_GT(points, columns);
    EXPECT_LE(points, 2 * (columns + 16) + 4);
  }
  // And every peak is where it belongs, in its colour.
  const QImage picture = screen();
  for (int s = 0; s < 4; ++s) {
    const auto at = plot.pixelOf({QString::number(s), 50'000 + s * 6'250});
    ASSERT_TRUE(at);
    const QColor color = seriesColors(themeOf(plot.palette()))[static_cast<std::size_t>(s)];
    double nearest = 255;
    for (const int x : {-1, 0, 1}) {
      for (const int y : {1, 2, 3})
        nearest = std::min(nearest, distance(picture.pixel(at->toPoint() + QPoint(x, y)), color.rgb()));
    }
    EXPECT_LT(nearest, 32) << s;
    // Nothing above it.
    EXPECT_LT(distance(picture.pixel(at->toPoint() - QPoint(0, 5)), themeOf(plot.palette()).plot.rgb()), 40) << s;
  }
}

TEST_F(PlotPictures, ThePictureIsTheChart) {
  show(noise(2, 3'000), {700, 400});
  EXPECT_EQ(screen(), asItIs());
  ChartModel model = noise(3, 40);
  model.series[0].look = SeriesLook::LineWithPoints;
  model.series[1].look = SeriesLook::Bars;
  model.series[2].look = SeriesLook::Pin;
  model.markX = 7;
  plot.setModel(model);
  settle();
  const QImage before = screen();
  EXPECT_EQ(before, asItIs());
  plot.resize(820, 500);
  settle();
  EXPECT_EQ(screen(), asItIs());
  plot.resize(700, 400);
  settle();
  EXPECT_EQ(screen(), before);
  plot.setPalette(paletteFor(true));
  settle();
  EXPECT_EQ(screen(), asItIs());
  EXPECT_GT(difference(screen(), before), 100);
}

TEST_F(PlotPictures, ReadingPointsDrawsNothingAnew) {
  show(noise(4, 20'000), {900, 500});
  const QImage before = screen();
  QSignalSpy changed(plot.lineChart().chart().scene(), &QGraphicsScene::changed);
  const QPoint middle = plot.lineChart().plotArea().center().toPoint();
  for (int i = 0; i < 20; ++i) {
    QTest::mouseMove(plot.viewport(), middle + QPoint(6 * i, i));
    EXPECT_TRUE(plot.isOnScreen());
  }
  ASSERT_TRUE(waitFor([&] { return plot.current().has_value() && screen() != before; }));
  EXPECT_EQ(changed.size(), 0);
  EXPECT_TRUE(waitFor([&] { return screen() == asItIs(); }));
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(plot.viewport(), &leave);
  ASSERT_TRUE(waitFor([&] { return screen() == before; }));
  EXPECT_EQ(changed.size(), 0);
}

TEST_F(PlotPictures, ThePictureMovesWhileModelsFollowEachOther) {
  ChartModel model = noise(4, 20'000);
  model.y.range = std::pair(-60.0, 60.0);
  show(model, {900, 500});
  QImage last = screen();
  int frames = 0;
  // As from a slider: the next model comes before the picture of the last one need be done.
  for (int i = 1; i <= 60; ++i) {
    for (ChartSeries& series : model.series) {
      for (QPointF& point : series.points) point.ry() += 0.5;
    }
    plot.setModel(model);
    QTest::qWait(16);
    const QImage now = screen();
    frames += now != last ? 1 : 0;
    last = now;
  }
  EXPECT_GE(frames, 15);
  settle();
  EXPECT_EQ(screen(), asItIs());
}

TEST(PlotPicture, WhatChangedOutOfSightIsNeverShownAsItWas) {
  QWidget window;
  window.resize(700, 400);
  LinePlot plot(&window);
  plot.resize(window.size());
  plot.setModel(noise(2, 2'000));
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, 120'000));
  const auto screen = [&] { return window.screen()->grabWindow(window.winId()).toImage(); };
  const auto shown = [&] {
    return plot.isOnScreen() && screen() == window.grab().toImage().convertToFormat(screen().format());
  };
  ASSERT_TRUE(waitFor(shown));
  const QImage before = screen();
  plot.hide();
  ASSERT_TRUE(waitFor([&] { return screen() != before; }));
  plot.setModel(noise(3, 50));
  plot.show();
  int seen = 0;
  ASSERT_TRUE(waitFor([&] {
    seen += screen() == before ? 1 : 0;
    return shown();
  }));
  EXPECT_EQ(seen, 0);
  // What did not change is there with the first frame.
  const QImage now = screen();
  plot.hide();
  ASSERT_TRUE(waitFor([&] { return screen() != now; }));
  const QImage without = screen();
  plot.show();
  int others = 0;
  ASSERT_TRUE(waitFor([&] {
    const QImage frame = screen();
    others += frame != without && frame != now ? 1 : 0;
    return shown();
  }));
  EXPECT_EQ(others, 0);
  EXPECT_EQ(screen(), now);
}

TEST(ChartPictures, KeepTheirPaths) {
  ChartModel model;
  model.name = QStringLiteral("smooth");
  model.x.title = QStringLiteral("x");
  model.y.title = QStringLiteral("y");
  ChartSeries series;
  series.key = series.name = QStringLiteral("curve");
  for (int i = 0; i < 90; ++i) series.points.emplace_back(i, std::sin(0.05 * i));
  model.series.push_back(series);
  LinePlot plot;
  plot.setModel(model);
  QBuffer buffer;
  QSvgGenerator svg;
  svg.setOutputDevice(&buffer);
  svg.setSize({640, 480});
  QPainter painter(&svg);
  PictureStyle style;
  style.pixels = {640, 480};
  plot.picture().paint(painter, style);
  painter.end();
  const QByteArray file = buffer.data();
  EXPECT_FALSE(file.contains("<image"));
  // The curve in one piece, with every point.
  int longest = 0;
  for (qsizetype at = file.indexOf(" d=\""); at >= 0; at = file.indexOf(" d=\"", at + 1)) {
    const qsizetype start = at + 4;
    longest = std::max(longest, static_cast<int>(file.mid(start, file.indexOf('"', start) - start).count(',')));
  }
  EXPECT_EQ(longest, 90);
}

}  // namespace
}  // namespace noiseloom
