// The heat map of the four matrices: what is read, pointed at, marked, remembered and listed.

#include "ui/plots/strategy/strategy_panel.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <array>
#include <cmath>
#include <set>

#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/matrix/heat_map_text.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/strategy/go_to_row.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class StrategyPanelTest : public WindowTest {
 protected:
  StrategyPanel& panel() { return *window->findChild<StrategyPanel*>(); }
  HeatMapView& view() { return panel().view(); }
  Brush& brush() { return document->brush(); }
  void choose(int matrix) {
    window->findChild<SegmentedButtons*>(QStringLiteral("matrixChoice"))->setCurrent(matrix);
    ASSERT_TRUE(waitFor([&] { return view().isUpToDate() && view().raster()->cells.height > 0; }));
  }
  QPointF centreOf(Index row, Index column) {
    return heatMapCell(view().plotArea(), view().window(), {row, column}).center();
  }
  void pointAt(QPointF position) {
    QMouseEvent move(QEvent::MouseMove, position, view().mapToGlobal(position), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(&view(), &move);
  }
  bool waitForReading(MatrixCell cell) {
    return waitFor([&] { return view().scene().reading && view().scene().reading->cell == cell; });
  }
  double entryOf(MatrixOf which, Index row, Index column) {
    return DesignMatrix::prepare(design().strategy, which, design().scenario.workload)->entry(row, column);
  }
  void useExample() {
    const Scenario scenario =
        with(smallScenario(),
             {.iterations = 9, .epochs = 1, .mechanism = *mechanismFromName("banded-toeplitz"), .bands = 3});
    document->reset(scenario);
    ASSERT_TRUE(waitUntilSolved());
  }
};

TEST_F(StrategyPanelTest, AllFourMatricesAreDrawnAndRead) {
  const std::array matrices{MatrixOf::Strategy, MatrixOf::StrategyInverse, MatrixOf::ErrorFactor, MatrixOf::Gram};
  for (int button = 0; button < 4; ++button) {
    choose(button);
    const MatrixOf which = matrices.at(static_cast<std::size_t>(button));
    EXPECT_EQ(view().matrix(), which);
    const Raster& raster = *view().raster();
    ASSERT_TRUE(raster.showsEntries());
    for (Index i = 0; i < 64; i += 7) {
      for (Index j = 0; j < 64; j += 3)
        EXPECT_NEAR(raster.cells.values[static_cast<std::size_t>(64 * i + j)], entryOf(which, i, j), 1e-9);
    }
    pointAt(centreOf(20, 18));
    ASSERT_TRUE(waitForReading({20, 18}));
    const QString expected = QStringLiteral("%1 = %2").arg(entryName(which), resultText(entryOf(which, 20, 18), 6));
    EXPECT_TRUE(panel().readOutText().endsWith(expected)) << panel().readOutText().toStdString();
    EXPECT_TRUE(panel().summary().contains(matrixTitle(which)));
  }
}

TEST_F(StrategyPanelTest, AChangedWorkloadRedrawsTheErrorFactor) {
  choose(2);
  const Scenario scenario = with(document->scenario(), {.workload = Workload::sgd(1, 0.9)});
  document->edit(Field::Mechanism, scenario);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([&] {
    return view().isUpToDate() &&
           std::abs(view().raster()->cells.values[64 * 30 + 10] - entryOf(MatrixOf::ErrorFactor, 30, 10)) < 1e-9;
  }));
  EXPECT_GT(view().raster()->cells.values[64 * 30 + 10], 0);
}

TEST_F(StrategyPanelTest, PointingAtAnEntryPointsTheBrush) {
  pointAt(centreOf(20, 18));
  EXPECT_EQ(brush().lag(), 2);
  EXPECT_EQ(brush().step(), 20);
  EXPECT_EQ(view().scene().diagonal, 2);
  EXPECT_EQ(view().scene().row, 20);
  pointAt(centreOf(5, 60));
  EXPECT_EQ(brush().lag(), std::nullopt);
  choose(3);
  pointAt(centreOf(5, 60));
  EXPECT_EQ(brush().lag(), 55);
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(&view(), &leave);
  EXPECT_EQ(brush().lag(), std::nullopt);
  EXPECT_EQ(brush().step(), std::nullopt);
}

TEST_F(StrategyPanelTest, TheBrushOfAnotherPlotLightsUpADiagonalAndARow) {
  const auto picture = [&] { return view().grab().toImage(); };
  const QImage before = picture();
  brush().point(5, std::nullopt);
  EXPECT_EQ(view().scene().diagonal, 5);
  EXPECT_EQ(view().scene().row, std::nullopt);
  EXPECT_NE(picture(), before);
  const auto pixel = [&](const QImage& image, Index row, Index column) {
    return image.pixel((centreOf(row, column) * image.devicePixelRatio()).toPoint());
  };
  EXPECT_NE(pixel(picture(), 40, 35), pixel(before, 40, 35));
  EXPECT_EQ(pixel(picture(), 40, 60), pixel(before, 40, 60));
  brush().point(std::nullopt, 12);
  EXPECT_EQ(view().scene().diagonal, std::nullopt);
  EXPECT_EQ(view().scene().row, 12);
  EXPECT_NE(pixel(picture(), 12, 50), pixel(before, 12, 50));
  // In C^-1 a lag is a row too.
  choose(1);
  brush().point(5, std::nullopt);
  EXPECT_EQ(view().scene().row, 5);
  brush().clear();
  EXPECT_EQ(view().scene().row, std::nullopt);
}

TEST_F(StrategyPanelTest, TheToolTipNeverLeavesThePlot) {
  const QRectF plot = view().plotArea();
  for (const QPointF corner : {plot.topLeft() + QPointF(2, 2), plot.topRight() + QPointF(-2, 2),
                               plot.bottomLeft() + QPointF(2, -2), plot.bottomRight() + QPointF(-2, -2)}) {
    pointAt(corner);
    ASSERT_TRUE(waitFor([&] { return view().scene().reading.has_value(); }));
    const QRectF tip = heatMapTip(plot, view().scene());
    EXPECT_TRUE(plot.adjusted(-1, -1, 1, 1).contains(tip));
    EXPECT_FALSE(tip.contains(corner));
  }
}

TEST_F(StrategyPanelTest, TheKeyboardWalksFromEntryToEntryAndReadsThem) {
  view().setFocus();
  QTest::keyClick(&view(), Qt::Key_Right);  // shows the cursor
  ASSERT_TRUE(view().scene().cursor);
  const MatrixCell start = *view().scene().cursor;
  QTest::keyClick(&view(), Qt::Key_Left);
  QTest::keyClick(&view(), Qt::Key_Down);
  const MatrixCell now{start.row + 1, start.column - 1};
  EXPECT_EQ(*view().scene().cursor, now);
  EXPECT_EQ(brush().lag(), now.row - now.column);
  ASSERT_TRUE(waitForReading(now));
  EXPECT_EQ(view().scene().reading->value, design().strategy.entry(now.row, now.column));
  EXPECT_TRUE(view().accessibleDescription().contains(view().scene().reading->heading));
  QTest::keyClick(&view(), Qt::Key_End);
  EXPECT_EQ(view().scene().cursor->row, 63);
  QTest::keyClick(&view(), Qt::Key_Home);
  EXPECT_EQ(view().scene().cursor->row, 0);
}

TEST_F(StrategyPanelTest, KeysZoomPanAndFollowTheDiagonal) {
  view().setFocus();
  for (int i = 0; i < 8; ++i) QTest::keyClick(&view(), Qt::Key_Plus);
  EXPECT_NEAR(view().window().span(), 64 / std::pow(1.25, 8), 1e-9);
  const double row = view().window().row(), column = view().window().column();
  QTest::keyClick(&view(), Qt::Key_PageDown);
  EXPECT_GT(view().window().row(), row);
  EXPECT_NEAR(view().window().row() - row, view().window().column() - column, 1e-9);
  QTest::keyClick(&view(), Qt::Key_PageUp);
  QTest::keyClick(&view(), Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_GT(view().window().column(), column);
  // The cursor takes the view along.
  QTest::keyClick(&view(), Qt::Key_Down);
  for (int i = 0; i < 64; ++i) QTest::keyClick(&view(), Qt::Key_Down);
  EXPECT_EQ(view().scene().cursor->row, 63);
  EXPECT_EQ(view().window().rowEnd(), 64);
  QTest::keyClick(&view(), Qt::Key_0);
  EXPECT_TRUE(view().window().isWhole());
}

TEST_F(StrategyPanelTest, GoToRowTakesAnExpressionAndSaysWhatIsWrong) {
  QTest::keyClick(&view(), Qt::Key_G);
  QLineEdit& edit = panel().goToRow().edit();
  ASSERT_TRUE(edit.isVisible());
  const auto type = [&](const char* text) {
    edit.selectAll();
    QTest::keyClicks(&edit, QString::fromLatin1(text));
    QTest::keyClick(&edit, Qt::Key_Return);
  };
  for (const char* wrong : {"64", "-1", "2.5", "rows"}) {
    type(wrong);
    EXPECT_TRUE(edit.isVisible()) << wrong;
    EXPECT_FALSE(panel().goToRow().message().isEmpty()) << wrong;
  }
  EXPECT_EQ(panel().goToRow().message(),
            QStringLiteral("The row cannot be read: “rows” is not understood here. Use a whole number."));
  type("64");
  EXPECT_EQ(panel().goToRow().message(), QStringLiteral("Row 64 is not allowed: use 0 to 63."));
  EXPECT_TRUE(view().window().isWhole());
  type("2^5 + 8");
  EXPECT_FALSE(edit.isVisible());
  EXPECT_EQ(view().scene().markedRow, 40);
  EXPECT_EQ(view().scene().cursor, (MatrixCell{40, 40}));
  EXPECT_LT(view().window().span(), 30);
  EXPECT_NEAR(view().window().row() + view().window().rowSpan() / 2, 40.5, 1e-9);
  // Escape closes the field and nothing else.
  panel().openGoToRow();
  QTest::keyClick(&edit, Qt::Key_Escape);
  EXPECT_FALSE(edit.isVisible());
  EXPECT_EQ(view().scene().markedRow, 40);
}

TEST_F(StrategyPanelTest, TheSmallMapMovesTheView) {
  EXPECT_TRUE(heatMapInset(view().plotArea(), view().scene()).isEmpty());
  view().setFocus();
  for (int i = 0; i < 8; ++i) QTest::keyClick(&view(), Qt::Key_Plus);
  const QRectF inset = heatMapInset(view().plotArea(), view().scene());
  ASSERT_FALSE(inset.isEmpty());
  const QPoint from = inset.center().toPoint();
  QTest::mousePress(&view(), Qt::LeftButton, {}, from);
  EXPECT_NEAR(view().window().row() + view().window().rowSpan() / 2, 32, 1);
  const QPointF to = inset.topLeft() + QPointF(2, inset.height() - 2);
  QMouseEvent move(QEvent::MouseMove, to, view().mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&view(), &move);
  QTest::mouseRelease(&view(), Qt::LeftButton, {}, to.toPoint());
  EXPECT_EQ(view().window().column(), 0);
  EXPECT_EQ(view().window().rowEnd(), 64);
}

TEST_F(StrategyPanelTest, TablesHoldTheEntriesInViewOrSayThatTheyArePooled) {
  ASSERT_EQ(panel().tables().size(), 1U);
  DataTable table = panel().tables().front();
  ASSERT_EQ(table.rows.size(), 64U);
  ASSERT_EQ(table.header.size(), 65);
  EXPECT_EQ(std::get<double>(table.rows[20][19]), design().strategy.entry(20, 18));
  EXPECT_EQ(std::get<QString>(table.rows[20][0]), QStringLiteral("20"));
  const Scenario scenario = with(smallScenario(), {.iterations = 1000, .bands = 4});
  document->reset(scenario);
  ASSERT_TRUE(waitUntilSolved());
  table = panel().tables().front();
  EXPECT_EQ(table.rows.size(), 64U);
  EXPECT_TRUE(table.title.contains(QStringLiteral("pooled")));
  EXPECT_TRUE(std::get<QString>(table.rows[0][0]).contains(QStringLiteral("–")));
  double largest = 0;
  for (const auto& row : table.rows) {
    for (std::size_t x = 1; x < row.size(); ++x) largest = std::max(largest, std::abs(std::get<double>(row[x])));
  }
  EXPECT_GE(largest, design().strategy.entry(0, 0));
}

TEST_F(StrategyPanelTest, TheTableBehindThePlotStaysCurrent) {
  panel().showTable(true);
  ASSERT_FALSE(view().isVisible());
  const Scenario scenario = with(document->scenario(), {.bands = 3});
  document->edit(Field::Bands, scenario);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([&] {
    const double shown = std::get<double>(panel().tables().front().rows[20][19]);
    return shown == design().strategy.entry(20, 18);
  }));
  panel().openGoToRow();
  EXPECT_FALSE(panel().showsTable());
  EXPECT_TRUE(panel().goToRow().edit().isVisible());
}

TEST_F(StrategyPanelTest, AHiddenOneHandsOutNoTableOfAnEarlierDesign) {
  choose(0);
  EXPECT_EQ(panel().currentTables().size(), 1U);
  panel().hide();
  Scenario other = document->scenario();
  other.bands = document->design()->bands + 1;  // another strategy than the best
  document->edit(Field::Bands, other);
  ASSERT_TRUE(waitFor([this] { return document->designState() == DesignState::Current && !solver->running(); }));
  EXPECT_TRUE(panel().currentTables().empty());
  panel().show();
  EXPECT_TRUE(waitFor([this] { return panel().currentTables().size() == 1; }));
}

TEST_F(StrategyPanelTest, TheViewComesBack) {
  choose(2);
  window->findChild<SegmentedButtons*>(QStringLiteral("scaleChoice"))->setCurrent(1);
  view().goToRow(30);
  const QJsonObject state = panel().viewState();
  const MatrixWindow placed = view().window();
  choose(0);
  window->findChild<SegmentedButtons*>(QStringLiteral("scaleChoice"))->setCurrent(0);
  panel().resetView();
  panel().restoreView(state);
  EXPECT_EQ(view().matrix(), MatrixOf::ErrorFactor);
  EXPECT_EQ(view().scale(), ScaleKind::SymmetricLog);
  EXPECT_EQ(view().window(), placed);
  EXPECT_EQ(panel().viewState(), state);
  // A panel that has no design yet waits for it; one of another size stays whole.
  ScenarioDocument other;
  StrategyPanel fresh(other);
  fresh.restoreView(state);
  other.reset(smallScenario());
  other.setDesign(document->design(), true);
  EXPECT_EQ(fresh.view().window(), placed);
  fresh.restoreView({{QStringLiteral("matrix"), QStringLiteral("nonsense")}, {QStringLiteral("window"), 3}});
  EXPECT_EQ(fresh.view().matrix(), MatrixOf::ErrorFactor);
}

TEST_F(StrategyPanelTest, ByLagTheBandFillsThePicture) {
  auto& byLag = *panel().findChild<QToolButton*>(QStringLiteral("heatMapByLag"));
  ASSERT_TRUE(byLag.isEnabled());
  const Index bands = design().strategy.bands();
  ASSERT_LT(bands, 64);
  byLag.click();
  ASSERT_TRUE(waitFor([&] { return view().isUpToDate() && view().rasterIsCurrent(); }));
  EXPECT_EQ(view().layout(), MatrixLayout::ByLag);
  EXPECT_EQ(view().window().columns(), bands);
  EXPECT_EQ(view().window().rows(), 64);
  EXPECT_EQ(view().scene().columnName, QStringLiteral("lag i − j"));
  ASSERT_GE(bands, 2);
  // Lag 1 of row 30 is the entry before the diagonal, whatever stands in column 1.
  pointAt(centreOf(30, 1));
  ASSERT_TRUE(waitForReading({30, 1}));
  EXPECT_EQ(view().scene().reading->heading, QStringLiteral("C[30, 29]"));
  EXPECT_EQ(view().scene().reading->value, entryOf(MatrixOf::Strategy, 30, 29));
  EXPECT_EQ(brush().lag(), 1);
  EXPECT_EQ(brush().step(), 30);
  EXPECT_EQ(view().scene().diagonal, 1);
  pointAt(centreOf(0, 1));
  ASSERT_TRUE(waitFor([&] { return panel().readOutText().contains(QStringLiteral("no entry at lag 1")); }));
  const DataTable table = panel().tables().front();
  EXPECT_EQ(table.header.at(2), QStringLiteral("lag 1"));
  EXPECT_EQ(std::get<double>(table.rows[30][2]), entryOf(MatrixOf::Strategy, 30, 29));
  EXPECT_TRUE(panel().summary().contains(QStringLiteral("by lag")));
  for (const Picture& picture : panel().pictures()) {
    PictureStyle style;
    style.pixels = {300, 300};
    picture.prepare(style, {});
    EXPECT_EQ(pictureImage(picture, style).size(), style.pixels);
  }
  view().goToRow(40);
  const QJsonObject state = panel().viewState();
  const MatrixWindow placed = view().window();
  EXPECT_LT(placed.rowSpan(), 30);
  byLag.click();
  ASSERT_TRUE(waitFor([&] { return view().isUpToDate() && view().rasterIsCurrent(); }));
  EXPECT_EQ(view().window(), MatrixWindow(64)) << "what was in view by lag is another part by column";
  panel().restoreView(state);
  EXPECT_TRUE(byLag.isChecked());
  EXPECT_EQ(view().window(), placed);
  // The inverse has no band: by column, and the button says why; it comes back with the band.
  choose(1);
  EXPECT_EQ(view().layout(), MatrixLayout::ByColumn);
  EXPECT_FALSE(byLag.isEnabled());
  EXPECT_TRUE(byLag.toolTip().contains(QStringLiteral("fewer bands than rows")));
  choose(0);
  EXPECT_EQ(view().layout(), MatrixLayout::ByLag);
}

TEST_F(StrategyPanelTest, ANarrowBandIsShownByLagUntilSomebodyChooses) {
  const auto show = [&](Index bands) {
    const Scenario scenario = with(smallScenario(), {.iterations = 1000, .bands = bands});
    document->reset(scenario);
    ASSERT_TRUE(waitUntilSolved());
  };
  EXPECT_EQ(view().layout(), MatrixLayout::ByColumn);
  show(8);
  EXPECT_EQ(view().layout(), MatrixLayout::ByLag);
  EXPECT_FALSE(panel().viewState().contains(QStringLiteral("by_lag"))) << "nobody chose";
  show(200);
  EXPECT_EQ(view().layout(), MatrixLayout::ByLag) << "the picture does not change its kind under a slider";
  panel().findChild<QToolButton*>(QStringLiteral("heatMapByLag"))->click();
  EXPECT_EQ(view().layout(), MatrixLayout::ByColumn);
  show(4);
  EXPECT_EQ(view().layout(), MatrixLayout::ByColumn);
  const QJsonObject chosen = panel().viewState();
  panel().restoreView({});
  EXPECT_EQ(view().layout(), MatrixLayout::ByLag);
  // A lesson holds the columns, whatever views its steps have; what was chosen before comes back.
  panel().holdByColumn(true);
  EXPECT_EQ(view().layout(), MatrixLayout::ByColumn);
  panel().restoreView({{QStringLiteral("matrix"), QStringLiteral("strategy")}});
  EXPECT_EQ(view().layout(), MatrixLayout::ByColumn);
  panel().holdByColumn(false);
  EXPECT_EQ(view().layout(), MatrixLayout::ByLag);
  EXPECT_FALSE(panel().viewState().contains(QStringLiteral("by_lag")));
  panel().restoreView(chosen);
  EXPECT_EQ(view().layout(), MatrixLayout::ByColumn);
}

TEST_F(StrategyPanelTest, AZoomedOutPictureSaysWhatAPixelStandsFor) {
  EXPECT_FALSE(panel().readOutText().contains(QStringLiteral("each pixel")));
  panel().holdByColumn(true);
  type(Field::Iterations, QStringLiteral("4000"));
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(
      waitFor([&] { return view().isUpToDate() && view().rasterIsCurrent() && view().raster()->rowEnd == 4000; }));
  const Raster& raster = *view().raster();
  EXPECT_DOUBLE_EQ(raster.rowsAPixel(), 4000.0 / raster.image.height());
  ASSERT_GT(raster.rowsAPixel(), 2);
  const QString said =
      QStringLiteral("each pixel shows the largest of %1 × %1 entries").arg(resultText(raster.rowsAPixel(), 2));
  EXPECT_TRUE(panel().readOutText().contains(said)) << panel().readOutText().toStdString();
}

TEST_F(StrategyPanelTest, PicturesAreThoseOfAllMatricesInTheSameView) {
  view().goToRow(30);
  const std::vector<Picture> pictures = panel().pictures();
  ASSERT_EQ(pictures.size(), 4U);
  PictureStyle style;
  style.pixels = {400, 400};
  for (const Picture& picture : pictures) {
    picture.prepare(style, {});
    const QImage image = pictureImage(picture, style);
    EXPECT_EQ(image.size(), style.pixels);
    int coloured = 0;
    for (int y = 0; y < image.height(); y += 4) {
      for (int x = 0; x < image.width(); x += 4) coloured += QColor(image.pixel(x, y)).saturation() > 40 ? 1 : 0;
    }
    EXPECT_GT(coloured, 50) << picture.name.toStdString();
  }
}

TEST_F(StrategyPanelTest, AStalePictureIsFaint) {
  const QPoint diagonal = centreOf(10, 10).toPoint();
  const int before = qGray(view().grab().toImage().pixel(diagonal));
  document->setEntryProblem(Field::Epsilon, QStringLiteral("x"));
  EXPECT_GT(qGray(view().grab().toImage().pixel(diagonal)), before + 40);
  document->clearEntryProblem(Field::Epsilon);
  EXPECT_EQ(qGray(view().grab().toImage().pixel(diagonal)), before);
}

// Example B.1: nine rows, values inside the cells, zeros stepping back.
TEST_F(StrategyPanelTest, ATinyMatrixShowsItsNumbers) {
  useExample();
  window->plots().toggleMaximized(&panel());
  QTest::qWait(50);
  ASSERT_TRUE(waitFor([&] { return view().isUpToDate(); }));
  const QRectF cell = heatMapCell(view().plotArea(), view().window(), {1, 0});
  ASSERT_GT(cell.width(), 28);
  // Something is written on the one colour of the entry.
  const QImage image = view().grab().toImage();
  std::set<QRgb> colors;
  const QRect inside = cell.adjusted(3, 3, -3, -3).toRect();
  for (int y = inside.top(); y < inside.bottom(); ++y) {
    for (int x = inside.left(); x < inside.right(); ++x) colors.insert(image.pixel(x, y));
  }
  EXPECT_GT(colors.size(), 3U);
}

}  // namespace
}  // namespace noiseloom
