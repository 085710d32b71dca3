#include <gtest/gtest.h>

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

#include "core/base/errors.h"
#include "core/strategy/strategy_kind.h"
#include "ui/plots/matrix/heat_map_scene.h"
#include "ui/plots/matrix/matrix_window.h"
#include "ui/plots/matrix/strategy_series.h"
#include "ui/plots/panel/segmented_buttons.h"

namespace noiseloom {
namespace {

TEST(MatrixWindow, ZoomKeepsThePointUnderTheAnchor) {
  MatrixWindow window(1000);
  EXPECT_TRUE(window.isWhole());
  const QPointF anchor(0.3, 0.7);
  const double column = window.column() + anchor.x() * window.span();
  const double row = window.row() + anchor.y() * window.span();
  window.zoom(4, anchor);
  EXPECT_DOUBLE_EQ(window.span(), 250);
  EXPECT_NEAR(window.column() + anchor.x() * window.span(), column, 1e-9);
  EXPECT_NEAR(window.row() + anchor.y() * window.span(), row, 1e-9);
}

TEST(MatrixWindow, NeverLeavesTheMatrix) {
  for (const Index size : {Index{1}, Index{3}, Index{1000}, Index{1'000'000'000}}) {
    MatrixWindow window(size);
    for (int step = 0; step < 200; ++step) {
      if (step % 3 == 0) {
        window.zoom(step % 2 == 0 ? 3.0 : 0.4, {(step % 7) / 7.0, (step % 5) / 5.0});
      } else {
        window.pan({(step % 11 - 5) / 3.0, (step % 13 - 6) / 3.0});
      }
      ASSERT_GE(window.row(), 0);
      ASSERT_GE(window.column(), 0);
      ASSERT_LE(window.row() + window.span(), static_cast<double>(size) * (1 + 1e-12));
      ASSERT_LT(window.rowBegin(), window.rowEnd());
      ASSERT_LE(window.rowEnd(), size);
      ASSERT_LT(window.columnBegin(), window.columnEnd());
      ASSERT_GE(window.span(), std::min<double>(4, static_cast<double>(size)));
    }
    window.reset();
    EXPECT_TRUE(window.isWhole());
  }
}

TEST(MatrixWindow, AdaptsInProportion) {
  MatrixWindow window(1000);
  window.zoom(2, {0, 0});
  const MatrixWindow adapted = window.adaptedTo(500, 500);
  EXPECT_DOUBLE_EQ(adapted.span(), 250);
  EXPECT_TRUE(MatrixWindow(1000).adaptedTo(64, 64).isWhole());
  EXPECT_THROW(MatrixWindow(0), InvalidArgument);
}

TEST(MatrixWindow, OfABandZoomsItsRowsUntilAsManyAreInViewAsLags) {
  MatrixWindow window(2000, 25, true);
  window.zoom(4, {0.5, 0.5});
  EXPECT_DOUBLE_EQ(window.rowSpan(), 500);
  EXPECT_DOUBLE_EQ(window.span(), 25) << "all lags";
  EXPECT_FALSE(window.isWhole());
  const MatrixWindow adapted = window.adaptedTo(1000, 10);
  EXPECT_DOUBLE_EQ(adapted.rowSpan(), 250);
  EXPECT_DOUBLE_EQ(adapted.span(), 10);
  window.zoom(50, {0, 0});
  EXPECT_DOUBLE_EQ(window.rowSpan(), 10);
  EXPECT_DOUBLE_EQ(window.span(), 10);
  window.zoom(1e6, {0, 0});
  EXPECT_DOUBLE_EQ(window.rowSpan(), 4);
  window.reset();
  EXPECT_EQ(window, MatrixWindow(2000, 25, true));
  EXPECT_TRUE(window.isWhole());
}

TEST(HeatMapTicks, NeverCollideAtAMillionRows) {
  const QFontMetricsF metrics{QFont()};
  const double widest = metrics.horizontalAdvance(QStringLiteral("9.5·10⁵"));
  for (const double size : {2000.0, 1e5, 1e6, 1e7}) {
    for (const double span : {1.0, 0.3, 0.01, 1e-4}) {
      for (const double from : {0.0, 0.45, 0.97}) {
        const double view = std::max(4.0, size * span);
        const double first = std::min(size * from, size - view);
        for (const double pixels : {120.0, 190.0, 420.0}) {
          const IndexTicks found = indexTicks(first, view, pixels, true, metrics);
          ASSERT_GE(found.ticks.size(), 1U) << size << " " << view << " " << pixels;
          double end = -1e9;
          for (const Tick& tick : found.ticks) {
            const double width = metrics.horizontalAdvance(tick.label);
            const double middle = (tick.position - first) * pixels / view;
            EXPECT_GT(middle - width / 2, end) << tick.label.toStdString() << " of " << size << " from " << first;
            EXPECT_LE(width, 1.35 * widest) << tick.label.toStdString();
            end = middle + width / 2;
          }
        }
      }
    }
  }
}

TEST(ColumnSeries, AreEntriesOfTheMatrix) {
  const Strategy toeplitz(ToeplitzStrategy(50, {1, 0.5, 0.25}));
  const ColumnSeries c = columnSeries(toeplitz, MatrixOf::Strategy, 100);
  EXPECT_EQ(c.values, (std::vector<double>{1, 0.5, 0.25}));
  const ColumnSeries inverse = columnSeries(toeplitz, MatrixOf::StrategyInverse, 20);
  ASSERT_EQ(inverse.values.size(), 20U);
  EXPECT_EQ(inverse.available, 50);
  EXPECT_DOUBLE_EQ(inverse.values[1], -0.5);
  const Strategy banded(BandedStrategy(4, 2, {0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(representativeColumn(banded), 2);
  EXPECT_EQ(columnSeries(banded, MatrixOf::Strategy, 9).values, (std::vector<double>{5, 6}));
  EXPECT_TRUE(shareData(banded, Strategy(banded)));
  EXPECT_FALSE(shareData(toeplitz, Strategy(ToeplitzStrategy(50, {1, 0.5, 0.25}))));
}

TEST(SegmentedButtons, ExactlyOneIsDown) {
  SegmentedButtons buttons(QStringLiteral("Matrix"), {QStringLiteral("C"), QStringLiteral("D")});
  QSignalSpy chosen(&buttons, &SegmentedButtons::chosen);
  EXPECT_EQ(buttons.current(), 0);
  buttons.setCurrent(1);
  buttons.setCurrent(1);
  EXPECT_EQ(chosen.size(), 1);
  EXPECT_EQ(buttons.current(), 1);
}

TEST(SegmentedButtons, AreAListWhereThereIsNoRoomAndArrowsChooseFromIt) {
  QWidget header;
  SegmentedButtons buttons(QStringLiteral("Matrix"),
                           {QStringLiteral("C"), QStringLiteral("inverse"), QStringLiteral("covariance"),
                            QStringLiteral("product"), QStringLiteral("something else")});
  buttons.setParent(&header);
  buttons.resize(buttons.minimumSizeHint());
  header.show();
  auto& list = *buttons.findChild<QComboBox*>(QStringLiteral("segmentsList"));
  ASSERT_TRUE(list.isVisible());
  QSignalSpy chosen(&buttons, &SegmentedButtons::chosen);
  list.setFocus();
  QTest::keyClick(&list, Qt::Key_Down);
  EXPECT_EQ(buttons.current(), 1);
  QTest::keyClick(&list, Qt::Key_End);
  EXPECT_EQ(buttons.current(), 4);
  EXPECT_EQ(chosen.size(), 2);
}

}  // namespace
}  // namespace noiseloom
