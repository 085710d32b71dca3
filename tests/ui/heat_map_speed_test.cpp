// Panning and zooming a million steps: how long it takes from an event to the painted picture of the new window.

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <random>

#include "tests/processor_time.h"
#include "tests/thorough.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/matrix/heat_map_view.h"

namespace noiseloom {
namespace {

constexpr double kFrame = 16;
constexpr Index kIterations = 1'000'000;

/// In milliseconds of processor time, 95 % of the events at most.
struct Replay {
  double paint = 0;    ///< of the window's thread for the first repaint after an event
  double picture = 0;  ///< of it and the worker until the new picture is painted
};

double percentile95(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() * 95 / 100];
}

/// Zooms to the diagonal and out again, and drags along it.
Replay replay(const Strategy& strategy, MatrixOf which, int pixels, ScaleKind scale = ScaleKind::Linear) {
  HeatMapView view;
  view.setMatrix(which);
  view.setScale(scale);
  view.resize(pixels + 200, pixels + 60);
  view.show();
  // As large as asked for.
  const QSizeF plot = view.plotArea().size();
  view.resize(view.size() + QSize(pixels - static_cast<int>(plot.width()), pixels - static_cast<int>(plot.height())));
  view.setDesign(strategy, Workload::prefix());
  EXPECT_TRUE(waitFor([&] { return view.isUpToDate(); }));
  EXPECT_EQ(view.plotArea().width(), pixels);
  const QPointF at = view.plotArea().topLeft() + QPointF(0.5 * pixels, 0.5 * pixels);
  std::vector<double> paint, picture;
  const auto measure = [&](auto&& gesture) {
    const double begin = processorSeconds();
    const double beginHere = threadSeconds();
    gesture();
    view.repaint();
    paint.push_back(1e3 * (threadSeconds() - beginHere));
    while (!view.isUpToDate()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    view.repaint();
    picture.push_back(1e3 * (processorSeconds() - begin));
  };
  const auto wheel = [&](int notches) {
    QWheelEvent event(at, view.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(&view, &event);
  };
  const auto drag = [&](QPointF to) {
    QMouseEvent event(QEvent::MouseMove, to, view.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&view, &event);
  };
  for (int round = 0; round < 2; ++round) {
    for (int step = 0; step < 24; ++step) {
      measure([&] { wheel(2); });
      if (step % 6 != 5) continue;
      QTest::mousePress(&view, Qt::LeftButton, {}, at.toPoint());
      for (int move = 1; move <= 4; ++move) measure([&] { drag(at + QPointF(-9 * move, -9 * move)); });
      QTest::mouseRelease(&view, Qt::LeftButton, {}, at.toPoint());
    }
    for (int step = 0; step < 24; ++step) measure([&] { wheel(-2); });
  }
  return {percentile95(paint), percentile95(picture)};
}

void print(const char* strategy, const char* matrix, int pixels, const Replay& times) {
  std::printf("%s, %-6s %4d px: repaint %5.1f ms, new picture %5.1f ms of processor time, 95 %%\n", strategy, matrix,
              pixels, times.paint, times.picture);
}

Strategy bandedToeplitz(Index bands) {
  std::vector<double> c{1};
  for (Index lag = 1; lag < bands; ++lag)
    c.push_back(c.back() * static_cast<double>(2 * lag - 1) / static_cast<double>(2 * lag));
  return ToeplitzStrategy(kIterations, c, ColumnScaling::Normalized);
}

Strategy generalBanded(Index bands) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> change(0.95, 1.05);
  std::vector<double> rows(static_cast<std::size_t>(kIterations * bands), 0.0);
  for (Index i = 0; i < kIterations; ++i) {
    double c = 1;
    for (Index lag = 0; lag <= std::min(i, bands - 1); ++lag) {
      if (lag > 0) c *= static_cast<double>(2 * lag - 1) / static_cast<double>(2 * lag);
      rows[static_cast<std::size_t>(i * bands + bands - 1 - lag)] = c * change(random);
    }
  }
  return BandedStrategy(kIterations, bands, rows);
}

constexpr std::array<std::pair<MatrixOf, const char*>, 4> kMatrices{{{MatrixOf::Strategy, "C"},
                                                                     {MatrixOf::StrategyInverse, "C^-1"},
                                                                     {MatrixOf::ErrorFactor, "A C^-1"},
                                                                     {MatrixOf::Gram, "C^T C"}}};

TEST(HeatMapSpeed, PanAndZoomOfAMillionToeplitzStepsTakesAFrame) {
  for (std::size_t i = 0; i < kMatrices.size(); i += thorough<std::size_t>(2, 1)) {
    const auto& [which, name] = kMatrices[i];
    for (int pixels = 500; pixels <= thorough(500, 1000); pixels += 500) {
      const Replay times = replay(bandedToeplitz(32), which, pixels);
      print("Toeplitz b = 32", name, pixels, times);
      EXPECT_LT(times.paint, 3 * kFrame) << name << " " << pixels;
      EXPECT_LT(times.picture, pixels == 500 ? 3 * kFrame : 6 * kFrame) << name;
    }
  }
}

// Most values of A C^-1 are neither 0 nor equal to their neighbours: each takes a logarithm.
TEST(HeatMapSpeed, LogarithmicColoursTakeAFrameToo) {
  const Replay times = replay(bandedToeplitz(32), MatrixOf::ErrorFactor, 500, ScaleKind::SymmetricLog);
  print("Toeplitz b = 32, logarithmic", "A C^-1", 500, times);
  EXPECT_LT(times.picture, 3 * kFrame);
}

// The old picture moves along within a frame; the new one may take longer where columns of C^-1 are solved for.
TEST(HeatMapSpeed, PanAndZoomOfAMillionBandedStepsMovesWithinAFrame) {
  const Strategy strategy = generalBanded(16);
  for (std::size_t i = 0; i < kMatrices.size(); i += thorough<std::size_t>(2, 1)) {
    const auto& [which, name] = kMatrices[i];
    const Replay times = replay(strategy, which, 500);
    print("banded b = 16", name, 500, times);
    EXPECT_LT(times.paint, 3 * kFrame) << name;
    EXPECT_LT(times.picture, 20 * kFrame) << name;
  }
}

}  // namespace
}  // namespace noiseloom
