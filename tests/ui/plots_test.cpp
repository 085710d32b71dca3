#include <gtest/gtest.h>

#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <cmath>

#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/step_error/step_error_panel.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/style/color_map.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class Plots : public WindowTest {
 protected:
  StrategyPanel& strategyPanel() { return *window->findChild<StrategyPanel*>(); }
  HeatMapView& heatMap() { return strategyPanel().view(); }
  CoefficientsPanel& coefficients() { return *window->findChild<CoefficientsPanel*>(); }
  StepErrorPanel& stepError() { return *window->findChild<StepErrorPanel*>(); }
  RmsePanel& rmse() { return *window->findChild<RmsePanel*>(); }
  void choose(const char* name, int index) {
    window->findChild<SegmentedButtons*>(QString::fromLatin1(name))->setCurrent(index);
  }
  /// The pixel in the middle of an entry, for the whole matrix in view.
  QPoint pixelOf(Index row, Index column) {
    const QRectF plot = heatMapPlotArea(heatMap().rect(), scaledFont(heatMap().font(), 0.92));
    const double cell = plot.width() / heatMap().window().span();
    return QPointF(plot.left() + (static_cast<double>(column) + 0.5) * cell,
                   plot.top() + (static_cast<double>(row) + 0.5) * cell)
        .toPoint();
  }
};

TEST_F(Plots, TheHeatMapShowsTheEntries) {
  const Raster& raster = *heatMap().raster();
  ASSERT_EQ(raster.image.width(), 64);
  ASSERT_EQ(raster.image.height(), 64);
  for (Index row = 0; row < 64; row += 3) {
    for (Index column = 0; column < 64; column += 5) {
      const double value = design().strategy.entry(row, column);
      EXPECT_EQ(raster.image.pixel(static_cast<int>(column), static_cast<int>(row)),
                ColorMap::sequential(false).of(raster.scale.position(value)));
    }
  }
}

TEST_F(Plots, HoverReadsTheMatrixNotThePicture) {
  for (const auto& [row, column] : {std::pair<Index, Index>(10, 10), {20, 18}, {5, 60}}) {
    QTest::mouseMove(&heatMap(), pixelOf(row, column));
    const QString expected = QStringLiteral("i = %1, j = %2:  C[i, j] = %3")
                                 .arg(row)
                                 .arg(column)
                                 .arg(resultText(design().strategy.entry(row, column), 6));
    EXPECT_TRUE(waitFor([&] { return strategyPanel().readOutText() == expected; }))
        << strategyPanel().readOutText().toStdString() << " / " << expected.toStdString();
  }
  choose("matrixChoice", 1);
  ASSERT_TRUE(waitFor([&] { return heatMap().isUpToDate(); }));
  const QString expected = QStringLiteral("C⁻¹[i, j] = %1").arg(resultText(design().strategy.inverseEntry(30, 29), 6));
  QTest::mouseMove(&heatMap(), pixelOf(30, 29));
  EXPECT_TRUE(waitFor([&] { return strategyPanel().readOutText().contains(expected); }));
}

TEST_F(Plots, InverseUsesTheDivergingMap) {
  choose("matrixChoice", 1);
  ASSERT_TRUE(waitFor([&] { return heatMap().isUpToDate() && heatMap().raster()->scale.diverging(); }));
  const double below = design().strategy.inverseEntry(31, 30);
  ASSERT_LT(below, 0);
  EXPECT_EQ(heatMap().raster()->image.pixel(30, 31),
            ColorMap::diverging(false).of(heatMap().raster()->scale.position(below)));
}

TEST_F(Plots, TheWheelZoomsKeysMoveAndDoubleClickResets) {
  const QPointF at = pixelOf(20, 20);
  QWheelEvent wheel(at, heatMap().mapToGlobal(at), {}, {0, 120 * 4}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                    false);
  QCoreApplication::sendEvent(&heatMap(), &wheel);
  EXPECT_NEAR(heatMap().window().span(), 64 / std::pow(1.25, 4), 1e-9);
  ASSERT_TRUE(waitFor([&] { return heatMap().isUpToDate() && heatMap().raster()->image.width() < 64; }));
  const double column = heatMap().window().column();
  heatMap().setFocus();
  QTest::keyClick(&heatMap(), Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_GT(heatMap().window().column(), column);
  QTest::mouseDClick(&heatMap(), Qt::LeftButton, {}, at.toPoint());
  EXPECT_TRUE(heatMap().window().isWhole());
}

TEST_F(Plots, DraggingPans) {
  heatMap().setFocus();
  QTest::keyClick(&heatMap(), Qt::Key_Plus);
  QTest::keyClick(&heatMap(), Qt::Key_Plus);
  const double row = heatMap().window().row();
  const QPoint from = heatMap().rect().center();
  QTest::mousePress(&heatMap(), Qt::LeftButton, {}, from);
  QMouseEvent move(QEvent::MouseMove, QPointF(from + QPoint(0, -40)),
                   heatMap().mapToGlobal(QPointF(from + QPoint(0, -40))), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&heatMap(), &move);
  QTest::mouseRelease(&heatMap(), Qt::LeftButton, {}, from + QPoint(0, -40));
  EXPECT_GT(heatMap().window().row(), row);
}

TEST_F(Plots, CoefficientsAreThoseOfTheDesign) {
  ASSERT_TRUE(waitFor([&] { return static_cast<Index>(coefficients().series().values.size()) == design().bands; }));
  const auto& toeplitz = *design().strategy.as<ToeplitzStrategy>();
  for (Index lag = 0; lag < design().bands; ++lag) {
    EXPECT_EQ(coefficients().series().values[static_cast<std::size_t>(lag)], toeplitz.entry(lag, 0));
  }
  choose("coefficientsChoice", 1);
  ASSERT_TRUE(waitFor([&] { return coefficients().title().contains(QStringLiteral("C⁻¹")); }));
  EXPECT_EQ(coefficients().series().values[3], toeplitz.inverseEntry(3, 0));
}

TEST_F(Plots, BandedCoefficientsAreOfTheMiddleColumnAndSaySo) {
  const Scenario scenario = with(document->scenario(), {.mechanism = *mechanismFromName("banded")});
  document->edit(Field::Mechanism, scenario);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([&] { return coefficients().title().contains(QStringLiteral("column 32")); }));
  EXPECT_EQ(coefficients().series().values.front(), design().strategy.entry(32, 32));
}

TEST_F(Plots, CoefficientsFadeWhileAnEntryCannotBeUsed) {
  ASSERT_TRUE(waitFor([&] { return static_cast<Index>(coefficients().series().values.size()) == design().bands; }));
  ASSERT_TRUE(waitUntilSolved());
  const auto* plot = coefficients().findChild<LinePlot*>();
  const auto stale = [plot] { return plot->model().series.back().stale; };
  EXPECT_FALSE(stale());
  type(Field::Epsilon, QStringLiteral("8e"));
  EXPECT_TRUE(waitFor(stale));
  type(Field::Epsilon, QStringLiteral("2"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(waitFor([&] { return !stale(); }));
}

TEST_F(Plots, StaleIsShownInEveryPlot) {
  document->setEntryProblem(Field::Epsilon, QStringLiteral("x"));
  for (PlotPanel* panel : window->plots().panels()) EXPECT_TRUE(panel->isStale()) << panel->objectName().toStdString();
  document->clearEntryProblem(Field::Epsilon);
  for (PlotPanel* panel : window->plots().panels()) EXPECT_FALSE(panel->isStale());
}

TEST_F(Plots, OnePanelCanFillTheCentre) {
  PlotBoard& board = window->plots();
  const int before = rmse().width();
  board.toggleMaximized(&rmse());
  EXPECT_FALSE(strategyPanel().isVisible());
  EXPECT_FALSE(stepError().isVisible());
  QTest::qWait(20);
  EXPECT_GT(rmse().width(), before);
  board.toggleMaximized(&rmse());
  EXPECT_TRUE(strategyPanel().isVisible());
  EXPECT_TRUE(stepError().isVisible());
}

TEST_F(Plots, AHeatMapOfTenMillionStepsDraws) {
  Scenario scenario = with(smallScenario(), {.iterations = 10'000'000});
  scenario.epochs = 200'000;  // at most 50 bands
  scenario = with(scenario, {.bands = 8, .datasetSize = std::nullopt});
  document->reset(scenario);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(heatMap().window().rows(), 10'000'000);
}

}  // namespace
}  // namespace noiseloom
