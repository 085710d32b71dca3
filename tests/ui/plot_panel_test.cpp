// The frame around every plot: its table, its menu, what it says.

#include "ui/plots/panel/plot_panel.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "tests/ui/window_fixture.h"
#include "ui/dialogs/path_row.h"
#include "ui/dialogs/save_picture_dialog.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/line/chart_text.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/plots/table/table_model.h"
#include "ui/plots/table/table_panel.h"

namespace noiseloom {
namespace {

DataTable smallTable() {
  DataTable table;
  table.name = QStringLiteral("small");
  table.title = QStringLiteral("Small");
  table.header = {QStringLiteral("bands"), QStringLiteral("rmse\t(clip norms)"), QStringLiteral("mechanism")};
  table.rows = {
      {1.0, 0.1, QStringLiteral("one\ttwo")}, {2.0, 1.0 / 3, QString()}, {1e9 + 1, 1e-300, QStringLiteral("x")}};
  return table;
}

TEST(TableModel, ShowsNumbersAndKeepsThemInFull) {
  TableModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  EXPECT_EQ(model.rowCount(), 0);
  model.setTable(smallTable());
  ASSERT_EQ(model.rowCount(), 3);
  ASSERT_EQ(model.columnCount(), 3);
  EXPECT_EQ(model.data(model.index(1, 1)).toString(), QStringLiteral("0.333333"));
  EXPECT_EQ(model.fullText(1, 1).toDouble(), 1.0 / 3);
  EXPECT_EQ(model.fullText(2, 0), QStringLiteral("1000000001"));
  EXPECT_EQ(model.fullText(9, 9), QString());
  EXPECT_TRUE(model.data(model.index(0, 0), Qt::TextAlignmentRole).value<Qt::Alignment>() & Qt::AlignRight);
  EXPECT_TRUE(model.data(model.index(0, 2), Qt::TextAlignmentRole).value<Qt::Alignment>() & Qt::AlignLeft);
  EXPECT_EQ(model.headerData(0, Qt::Horizontal).toString(), QStringLiteral("bands"));

  // The same shape keeps selections, another shape starts anew.
  QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
  QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  DataTable next = smallTable();
  next.rows[0][1] = 7.0;
  model.setTable(next);
  EXPECT_EQ(reset.size(), 0);
  EXPECT_EQ(changed.size(), 1);
  next.rows.pop_back();
  model.setTable(next);
  EXPECT_EQ(reset.size(), 1);
  EXPECT_EQ(model.rowCount(), 2);
  model.setTable({});
  EXPECT_EQ(model.columnCount(), 0);
}

TEST(TableModel, CopiesAsTextThatReadsBack) {
  const QStringList lines = tabSeparated(smallTable()).split(QLatin1Char('\n'));
  ASSERT_EQ(lines.size(), 5);  // with the empty one behind the last line end
  EXPECT_EQ(lines.at(0), QStringLiteral("bands\trmse (clip norms)\tmechanism"));
  EXPECT_EQ(lines.at(1), QStringLiteral("1\t0.1\tone two"));
  const QStringList cells = lines.at(3).split(QLatin1Char('\t'));
  ASSERT_EQ(cells.size(), 3);
  EXPECT_EQ(cells.at(1).toDouble(), 1e-300);
}

class PlotPanels : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    window->plots().bringForward(&coefficients());
  }
  CoefficientsPanel& coefficients() { return *window->findChild<CoefficientsPanel*>(); }
  QToolButton& tableButton() { return *coefficients().findChild<QToolButton*>(QStringLiteral("tableButton")); }
  TablePanel& tablePanel() { return *coefficients().findChild<TablePanel*>(); }
  /// Eight bands, which are enough to look around in.
  bool waitForSeries() {
    type(Field::Bands, QStringLiteral("8"));
    return waitUntilSolved() && waitFor([this] { return coefficients().series().values.size() == 8; });
  }
  QImage clipboardImage() { return QGuiApplication::clipboard()->image(); }
};

TEST_F(PlotPanels, TheTableHasTheNumbersBehindThePlot) {
  ASSERT_TRUE(waitForSeries());
  ASSERT_TRUE(waitFor([&] { return tableButton().isVisible(); }));
  QTest::mouseClick(&tableButton(), Qt::LeftButton);
  ASSERT_TRUE(coefficients().showsTable());
  EXPECT_TRUE(tablePanel().isVisible());
  EXPECT_FALSE(coefficients().plot().isVisible());
  const QAbstractItemModelTester tester(&tablePanel().model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  const DataTable& table = tablePanel().model().table();
  ASSERT_EQ(static_cast<Index>(table.rows.size()), design().bands);
  for (std::size_t lag = 0; lag < table.rows.size(); ++lag) {
    EXPECT_EQ(std::get<double>(table.rows[lag][0]), static_cast<double>(lag));
    EXPECT_EQ(std::get<double>(table.rows[lag][1]), design().strategy.entry(static_cast<Index>(lag), 0));
  }

  // Another design is another table, soon.
  type(Field::Bands, QStringLiteral("3"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(waitFor([&] { return tablePanel().model().rowCount() == 3; }));
  // And so is another matrix.
  window->findChild<SegmentedButtons*>(QStringLiteral("coefficientsChoice"))->setCurrent(1);
  EXPECT_TRUE(waitFor([&] { return tablePanel().model().rowCount() == 64; }));
  EXPECT_TRUE(waitFor([&] { return coefficients().tables().size() == 2; }));
  EXPECT_EQ(coefficients().tables()[0].name, QStringLiteral("coefficients"));
  EXPECT_EQ(coefficients().tables()[1].name, QStringLiteral("inverse_coefficients"));
  EXPECT_EQ(tablePanel().model().rowCount(), 64);
  QTest::mouseClick(&tableButton(), Qt::LeftButton);
  EXPECT_FALSE(coefficients().showsTable());
  EXPECT_TRUE(coefficients().plot().isVisible());
}

TEST_F(PlotPanels, CtrlCCopiesInFullPrecision) {
  ASSERT_TRUE(waitForSeries());
  coefficients().showTable(true);
  QTableView& view = tablePanel().view();
  view.setFocus();
  view.setCurrentIndex(view.model()->index(1, 1));
  QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text().trimmed().toDouble(), design().strategy.entry(1, 0));
  QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), tabSeparated(tablePanel().model().table()));
}

TEST_F(PlotPanels, TheMenuCopiesResetsAndFills) {
  ASSERT_TRUE(waitForSeries());
  ASSERT_TRUE(waitFor([&] { return tableButton().isVisible(); }));
  QMenu menu;
  emit coefficients().plot().menuRequested(&menu);
  const auto action = [&menu](const char* name) {
    auto* found = menu.findChild<QAction*>(QString::fromLatin1(name));
    EXPECT_TRUE(found) << name;
    return found;
  };
  QGuiApplication::clipboard()->clear();
  action("copyData")->trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), tabSeparated(chartTable(coefficients().plot().model())));
  QSignalSpy copied(&coefficients(), &PlotPanel::pictureCopied);
  action("copyPicture")->trigger();
  ASSERT_TRUE(waitFor([&] { return copied.size() == 1; }));
  const QImage picture = clipboardImage();
  ASSERT_FALSE(picture.isNull());
  EXPECT_GE(picture.width(), 640);
  int ink = 0;
  for (int y = 0; y < picture.height(); y += 2) {
    for (int x = 0; x < picture.width(); x += 2) ink += picture.pixel(x, y) == picture.pixel(0, 0) ? 0 : 1;
  }
  EXPECT_GT(ink, 500);
  QTest::keyClick(&coefficients().plot(), Qt::Key_Plus);
  const auto zoomed = coefficients().plot().lineChart().across().values();
  action("resetPlotView")->trigger();
  EXPECT_LT(coefficients().plot().lineChart().across().values().first, zoomed.first);
  QSignalSpy filled(&coefficients(), &PlotPanel::maximizeToggled);
  action("fillWindow")->trigger();
  EXPECT_EQ(filled.size(), 1);
}

TEST_F(PlotPanels, ACopiedPictureCarriesTheWarning) {
  ASSERT_TRUE(waitForSeries());
  QSignalSpy copied(&coefficients(), &PlotPanel::pictureCopied);
  coefficients().copyPicture();
  ASSERT_TRUE(waitFor([&] { return copied.size() == 1; }));
  const QImage plain = clipboardImage();
  // What cannot be read leaves the last design on show.
  document->setEntryProblem(Field::Epsilon, QStringLiteral("Epsilon cannot be read"));
  coefficients().copyPicture();
  ASSERT_TRUE(waitFor([&] { return copied.size() == 2; }));
  EXPECT_EQ(plain.size(), clipboardImage().size());
  EXPECT_NE(plain, clipboardImage());
}

TEST_F(PlotPanels, CopiedNumbersCarryTheWarning) {
  ASSERT_TRUE(waitForSeries());
  const QString plain = tabSeparated(chartTable(coefficients().plot().model()));
  coefficients().setWatermark([] { return QStringLiteral("far too old"); });
  coefficients().copyData();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), plain + QStringLiteral("Not to be relied on: far too old\n"));
  coefficients().setWatermark([] { return QString(); });
  coefficients().copyData();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), plain);
}

TEST_F(PlotPanels, TheMenuSavesThePictureOnShow) {
  ASSERT_TRUE(waitForSeries());
  QMenu menu;
  coefficients().addTo(menu);
  menu.findChild<QAction*>(QStringLiteral("savePicture"))->trigger();
  auto* dialog = window->findChild<SavePictureDialog*>(QStringLiteral("savePicture"));
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_TRUE(dialog->path().path().endsWith(QStringLiteral("coefficients.png")))
      << dialog->path().path().toStdString();
  dialog->close();
}

TEST_F(PlotPanels, TheReadOutAndTheSummaryAreSpoken) {
  ASSERT_TRUE(waitForSeries());
  EXPECT_TRUE(waitFor([&] { return coefficients().accessibleDescription() == coefficients().summary(); }));
  EXPECT_TRUE(coefficients().summary().contains(QStringLiteral("Coefficients of C")));
  coefficients().plot().setFocus();
  QTest::keyClick(&coefficients().plot(), Qt::Key_Right);
  QTest::keyClick(&coefficients().plot(), Qt::Key_Right);
  const auto* readOut = coefficients().findChild<QLabel*>(QStringLiteral("readOut"));
  EXPECT_TRUE(coefficients().readOutText().startsWith(QStringLiteral("lag 1:  C[1, 0] = ")));
  EXPECT_EQ(readOut->accessibleName(),
            QStringLiteral("Read-out of Coefficients of C: %1").arg(coefficients().readOutText()));
}

TEST_F(PlotPanels, PointingAtACoefficientIsPointingAtItsDiagonal) {
  ASSERT_TRUE(waitForSeries());
  LinePlot& plot = coefficients().plot();
  plot.setFocus();
  for (int i = 0; i < 3; ++i) QTest::keyClick(&plot, Qt::Key_Right);
  EXPECT_EQ(document->brush().lag(), 2);
  window->findChild<StrategyPanel*>()->view().setFocus();
  EXPECT_EQ(document->brush().lag(), std::nullopt);
  EXPECT_FALSE(plot.highlighted());
  document->brush().point(4, std::nullopt);
  EXPECT_EQ(plot.highlighted(), (ChartPoint{ownSeriesKey(), 4}));
  EXPECT_TRUE(coefficients().readOutText().startsWith(QStringLiteral("lag 4:")));
  document->brush().clear();
  EXPECT_FALSE(plot.highlighted());
}

TEST_F(PlotPanels, PinnedDesignsAreDrawnBehind) {
  ASSERT_TRUE(waitForSeries());
  const std::shared_ptr<const Design> kept = document->design();
  const int id = document->shelf().pin(kept, QStringLiteral("first"));
  type(Field::Bands, QStringLiteral("3"));
  ASSERT_TRUE(waitUntilSolved());
  LinePlot& plot = coefficients().plot();
  const auto overlay = [&]() -> const ChartSeries* {
    for (const ChartSeries& series : plot.model().series) {
      if (series.key == pinSeriesKey(id)) return &series;
    }
    return nullptr;
  };
  ASSERT_TRUE(waitFor([&] { return overlay() && coefficients().series().values.size() == 3; }));
  EXPECT_EQ(overlay()->name, QStringLiteral("first"));
  ASSERT_EQ(static_cast<Index>(overlay()->points.size()), kept->bands);
  EXPECT_EQ(overlay()->points[4].y(), kept->strategy.entry(4, 0));
  // Of the same matrix as the design's.
  window->findChild<SegmentedButtons*>(QStringLiteral("coefficientsChoice"))->setCurrent(1);
  ASSERT_TRUE(waitFor([&] { return overlay() && overlay()->points.size() == 64U; }));
  EXPECT_NEAR(overlay()->points[2].y(), kept->strategy.inverseEntry(2, 0), 1e-12);
  document->shelf().setVisible(id, false);
  EXPECT_TRUE(waitFor([&] { return !overlay(); }));
}

TEST_F(PlotPanels, TheViewOfThePanelComesBack) {
  ASSERT_TRUE(waitForSeries());
  window->findChild<SegmentedButtons*>(QStringLiteral("coefficientsChoice"))->setCurrent(1);
  ASSERT_TRUE(waitFor([&] { return coefficients().title().contains(QStringLiteral("C⁻¹")); }));
  coefficients().plot().setFocus();
  QTest::keyClick(&coefficients().plot(), Qt::Key_Plus);
  const auto shown = coefficients().plot().lineChart().across().values();
  const QJsonObject state = coefficients().viewState();
  coefficients().resetView();
  window->findChild<SegmentedButtons*>(QStringLiteral("coefficientsChoice"))->setCurrent(0);
  ASSERT_TRUE(waitFor([&] { return coefficients().title().endsWith(QStringLiteral("of C")); }));
  coefficients().restoreView(state);
  ASSERT_TRUE(waitFor([&] { return coefficients().title().contains(QStringLiteral("C⁻¹")); }));
  EXPECT_NEAR(coefficients().plot().lineChart().across().values().first, shown.first, 1e-9);
  EXPECT_NEAR(coefficients().plot().lineChart().across().values().second, shown.second, 1e-9);
}

}  // namespace
}  // namespace noiseloom
