// A change of scale while the window runs: to a screen with finer pixels and back. Two screens are those of
// two_screens.json; with one there is nothing to test.

#include <gtest/gtest.h>

#include <QGuiApplication>
#include <QImage>
#include <QScreen>
#include <QTest>
#include <QWindow>
#include <algorithm>
#include <cmath>

#include "tests/ui/window_fixture.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/strategy/strategy_panel.h"

namespace noiseloom {
namespace {

class ChangeOfScale : public WindowTest {
 protected:
  HeatMapView& map() { return window->findChild<StrategyPanel*>()->view(); }
  /// Pixels of the map to one of its plot.
  double fineness() { return map().raster()->image.height() / map().plotArea().height(); }
  bool waitForFineness(double wanted) {
    return waitFor(
        [&] {
          window->grab();
          return map().isUpToDate() && std::abs(fineness() - wanted) < 0.05 * wanted;
        },
        20'000);
  }
};

TEST_F(ChangeOfScale, EverythingIsDrawnAnewInTheNewPixels) {
  const QList<QScreen*> screens = QGuiApplication::screens();
  if (screens.size() < 2) GTEST_SKIP() << "there is one screen";
  const auto screenOf = [&](double ratio) {
    const auto found = std::ranges::find(screens, ratio, &QScreen::devicePixelRatio);
    return found == screens.end() ? nullptr : *found;
  };
  ASSERT_TRUE(screenOf(1) && screenOf(2));
  const auto moveTo = [&](double ratio) {
    window->windowHandle()->setScreen(screenOf(ratio));
    window->move(screenOf(ratio)->geometry().topLeft());
    return waitFor([&] { return window->devicePixelRatio() == ratio; });
  };
  // More rows than pixels.
  document->reset(ScenarioDocument::defaultScenario());
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(moveTo(1));
  ASSERT_TRUE(waitForFineness(1)) << fineness();
  const QSize size = window->size();
  for (const double ratio : {2.0, 1.0}) {
    ASSERT_TRUE(moveTo(ratio));
    EXPECT_EQ(window->size(), size);
    EXPECT_TRUE(waitForFineness(ratio)) << fineness();
    EXPECT_EQ(window->grab().size(), size * ratio);
    EXPECT_TRUE(waitFor([&] { return window->findChild<RmsePanel*>()->plot().isOnScreen(); }));
  }
}

}  // namespace
}  // namespace noiseloom
