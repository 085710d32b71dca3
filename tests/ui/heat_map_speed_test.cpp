// Panning and zooming a million steps: how long it takes from an event to the painted picture of the new window.

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <random>

#include "tests/ui/window_fixture.h"
#include "ui/plots/matrix/heat_map_view.h"

namespace noiseloom {
namespace {

constexpr double kFrame = 16;
constexpr Index kIterations = 1'000'000;

/// Processor time of this thread, or of the whole process: both the window's thread and the worker.
double processorMilliseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct Replay {
  double paint95 = 0;    ///< processor time of the window's thread for the first repaint after an event
  double picture95 = 0;  ///< processor time until the new picture is painted
  double wall95 = 0;     ///< the same by the clock, which other programs slow down
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
  EXPECT_TRUE(waitFor([&] { return view.isUpToDate(); }, 60'000));
  EXPECT_EQ(view.plotArea().width(), pixels);
  const QPointF at = view.plotArea().topLeft() + QPointF(0.5 * pixels, 0.5 * pixels);
  std::vector<double> paint, picture, wall;
  const auto measure = [&](auto&& gesture) {
    QElapsedTimer clock;
    clock.start();
    const double begin = processorMilliseconds(CLOCK_PROCESS_CPUTIME_ID);
    const double beginHere = processorMilliseconds(CLOCK_THREAD_CPUTIME_ID);
    gesture();
    view.repaint();
    paint.push_back(processorMilliseconds(CLOCK_THREAD_CPUTIME_ID) - beginHere);
    while (!view.isUpToDate()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    view.repaint();
    picture.push_back(processorMilliseconds(CLOCK_PROCESS_CPUTIME_ID) - begin);
    wall.push_back(1e-6 * static_cast<double>(clock.nsecsElapsed()));
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
  return {percentile95(paint), percentile95(picture), percentile95(wall)};
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
  for (const auto& [which, name] : kMatrices) {
    for (const int pixels : {500, 1000}) {
      const Replay times = replay(bandedToeplitz(32), which, pixels);
      std::printf(
          "Toeplitz b = 32, %-6s %4d px: repaint %5.1f ms, new picture %5.1f ms of processor time (%.1f ms by "
          "the clock), 95 %%\n",
          name, pixels, times.paint95, times.picture95, times.wall95);
      EXPECT_LT(times.paint95, kFrame) << name << " " << pixels;
      EXPECT_LT(times.picture95, pixels == 500 ? kFrame : 2 * kFrame) << name;
    }
  }
}

// Most values of A C^-1 are neither 0 nor equal to their neighbours: each takes a logarithm.
TEST(HeatMapSpeed, LogarithmicColoursTakeAFrameToo) {
  const Replay times = replay(bandedToeplitz(32), MatrixOf::ErrorFactor, 500, ScaleKind::SymmetricLog);
  std::printf("Toeplitz b = 32, A C^-1  500 px, log: repaint %5.1f ms, new picture %5.1f ms of processor time, 95 %%\n",
              times.paint95, times.picture95);
  EXPECT_LT(times.picture95, kFrame);
}

// The old picture moves along within a frame; the new one may take longer where columns of C^-1 are solved for.
TEST(HeatMapSpeed, PanAndZoomOfAMillionBandedStepsMovesWithinAFrame) {
  const Strategy strategy = generalBanded(16);
  for (const auto& [which, name] : kMatrices) {
    const Replay times = replay(strategy, which, 500);
    std::printf(
        "banded b = 16, %-6s  500 px: repaint %5.1f ms, new picture %5.1f ms of processor time (%.1f ms by the "
        "clock), 95 %%\n",
        name, times.paint95, times.picture95, times.wall95);
    EXPECT_LT(times.paint95, kFrame) << name;
    EXPECT_LT(times.picture95, 8 * kFrame) << name;
  }
}

}  // namespace
}  // namespace noiseloom
