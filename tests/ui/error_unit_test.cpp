// Errors in another unit: View > Errors in, the error curves, the shelf, the claim bar and reports.

#include <gtest/gtest.h>

#include <QAction>
#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "core/design/error_unit.h"
#include "tests/ui/window_fixture.h"
#include "ui/export/report_content.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/shelf_columns.h"
#include "ui/panels/shelf_view.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/settings/preferences.h"

namespace noiseloom {
namespace {

class ErrorUnits : public WindowTest {
 protected:
  void TearDown() override {
    preferences().errorUnit.reset();
    WindowTest::TearDown();
  }
  RmsePanel& panel() { return *window->findChild<RmsePanel*>(); }
  QAction& action(const char* unit) {
    return *window->findChild<QAction*>(QStringLiteral("errorUnit.") + QString::fromLatin1(unit));
  }
  void giveDataSet(std::optional<Index> size) {
    Scenario scenario = document->scenario();
    scenario.datasetSize = size;
    document->edit(Field::DatasetSize, scenario);
    EXPECT_TRUE(waitUntilSolved());
  }
  /// Of the chosen design in the chart.
  double drawn() {
    for (const ChartSeries& series : panel().plot().model().series) {
      if (series.key == QStringLiteral("chosen")) return series.points.front().y();
    }
    return 0;
  }
};

TEST_F(ErrorUnits, TheMeanGradientNeedsADataSet) {
  giveDataSet(std::nullopt);
  EXPECT_FALSE(action("mean").isEnabled());
  EXPECT_TRUE(action("mean").toolTip().contains(QStringLiteral("data set size")));
  EXPECT_TRUE(action("summed").isChecked());
  giveDataSet(6400);
  EXPECT_TRUE(action("mean").isEnabled());
  action("mean").trigger();
  EXPECT_EQ(document->errors().unit(), ErrorUnit::Mean);
  EXPECT_EQ(preferences().errorUnit.get(), ErrorUnit::Mean);
  // Gone again: the summed gradient stands in.
  giveDataSet(std::nullopt);
  EXPECT_EQ(document->errors().unit(), ErrorUnit::Summed);
  EXPECT_TRUE(action("summed").isChecked());
}

TEST_F(ErrorUnits, CurvesShelfAndPriceFollow) {
  giveDataSet(6400);  // 400 examples a step
  const double batch = 400;
  const double rmse = design().rmse;
  EXPECT_NEAR(drawn() / rmse, 1, 1e-12);
  action("mean").trigger();
  ASSERT_TRUE(waitFor([&] { return std::abs(drawn() * batch / rmse - 1) < 1e-12; }));
  EXPECT_TRUE(panel().plot().model().y.title.contains(QStringLiteral("mean gradient")));
  const DataTable table = panel().tables().front();
  EXPECT_TRUE(table.header.contains(QStringLiteral("rmse (× clip norm, mean gradient)")));
  EXPECT_TRUE(window->claimBar().price().contains(QStringLiteral("mean gradient")));
  auto* model = window->findChild<ShelfView*>()->model();
  EXPECT_EQ(model->headerData(static_cast<int>(ShelfColumn::Rmse), Qt::Horizontal).toString(),
            QStringLiteral("rmse (× clip norm, mean gradient)"));
  action("full-batch").trigger();
  const double ratio = ErrorScale(ErrorUnit::FullBatch, document->scenario()).in(ErrorObjective::Mean, rmse);
  EXPECT_TRUE(waitFor([&] { return std::abs(drawn() / ratio - 1) < 1e-12; }));
  action("summed").trigger();
  EXPECT_TRUE(waitFor([&] { return std::abs(drawn() / rmse - 1) < 1e-12; }));
  EXPECT_TRUE(panel().plot().model().y.title.contains(QStringLiteral("× clip norm")));
}

TEST_F(ErrorUnits, EpsilonsOfDpSgdComeFromAWorker) {
  action("dp-sgd-epsilon").trigger();
  const double epsilon =
      ErrorScale(ErrorUnit::DpSgdEpsilon, document->scenario()).in(ErrorObjective::Mean, design().rmse);
  EXPECT_TRUE(waitFor([&] { return std::abs(drawn() / epsilon - 1) < 1e-9; }));
  // The best has the most.
  const RmseData& data = panel().data();
  for (const SweepPoint& point : data.own->points) EXPECT_LE(point.rmse, epsilon * (1 + 1e-3));
}

TEST_F(ErrorUnits, Reports) {
  giveDataSet(6400);
  ReportInput input;
  input.unit = ErrorUnit::Mean;
  input.design = document->design();
  const ReportTable summed = designsTable(design(), {}, std::nullopt);
  const ReportTable mean = designsTable(design(), {}, std::nullopt, ErrorUnit::Mean);
  EXPECT_EQ(summed.header.at(5), QStringLiteral("rmse (clip norms)"));
  EXPECT_EQ(mean.header.at(5), QStringLiteral("rmse (× clip norm, mean gradient)"));
  EXPECT_NEAR(summed.rows.front().at(5).toDouble() / mean.rows.front().at(5).toDouble() / 400, 1, 1e-3);
  const Report report = makeReport(input, claimOf(design()));
  const bool said = std::ranges::any_of(report.blocks, [](const ReportBlock& block) {
    const auto* table = std::get_if<ReportTable>(&block);
    return table && table->caption.contains(QStringLiteral("mean gradient"));
  });
  EXPECT_TRUE(said);
}

}  // namespace
}  // namespace noiseloom
