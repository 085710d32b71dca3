// Errors in another unit: View > Errors in, the error curves, the shelf, the claim bar and reports.

#include <gtest/gtest.h>

#include <QAction>
#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "core/design/error_unit.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/export/report_content.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/shelf_columns.h"
#include "ui/panels/shelf_view.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/scenario_map/scenario_map_view.h"
#include "ui/plots/step_error/step_error_panel.h"
#include "ui/settings/preferences.h"
#include "ui/style/number_text.h"

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
    const Scenario scenario = with(document->scenario(), {.datasetSize = size});
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
  const double rmse = design().error.mean;
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
      ErrorScale(ErrorUnit::DpSgdEpsilon, document->scenario()).in(ErrorObjective::Mean, design().error.mean);
  EXPECT_TRUE(waitFor([&] { return std::abs(drawn() / epsilon - 1) < 1e-9; }));
  // The best has the most.
  const RmseData& data = panel().data();
  for (const SweepPoint& point : data.own->points) EXPECT_LE(point.error.mean, epsilon * (1 + 1e-3));
}

TEST_F(ErrorUnits, EveryStepIsReadAgainstThatStepOfDpSgd) {
  giveDataSet(6400);
  auto& steps = *window->findChild<StepErrorPanel*>();
  window->plots().bringForward(&steps);
  ASSERT_TRUE(waitFor([&] { return steps.isCurrent(); }));
  const std::vector<double> summed = steps.data().own.shown;
  const std::vector<double> baseline = steps.data().baseline.errors;
  EXPECT_EQ(summed, steps.data().own.errors);
  action("mean").trigger();
  ASSERT_TRUE(steps.isCurrent());
  EXPECT_NEAR(steps.data().own.shown.back() * 400 / summed.back(), 1, 1e-12);
  EXPECT_TRUE(steps.plot().model().y.title.contains(QStringLiteral("mean gradient")));
  // DP-SGD is as much worse than full batches at every step; at the last one the reading is that of the last error.
  action("full-batch").trigger();
  ASSERT_TRUE(waitFor([&] { return steps.isCurrent(); }));
  const std::vector<double>& level = steps.data().baseline.shown;
  EXPECT_NEAR(level.front() / level.back(), 1, 1e-9);
  const ErrorScale relative(ErrorUnit::FullBatch, document->scenario());
  EXPECT_NEAR(steps.data().own.shown.back() / relative.in(ErrorObjective::Last, summed.back()), 1, 1e-9);
  EXPECT_TRUE(steps.readOutText().contains(resultText(relative.in(ErrorObjective::Mean, design().error.mean))));
  // DP-SGD has the error of its own epsilon, and what is better reads as a larger one.
  action("dp-sgd-epsilon").trigger();
  ASSERT_TRUE(waitFor([&] { return steps.isCurrent(); }));
  for (std::size_t i = 0; i < summed.size(); ++i) {
    EXPECT_NEAR(steps.data().baseline.shown[i], document->scenario().epsilon, 2e-3);
    EXPECT_EQ(summed[i]<baseline[i], steps.data().own.shown[i]> steps.data().baseline.shown[i]) << i;
  }
}

TEST_F(ErrorUnits, TheMapOfBandsFollows) {
  giveDataSet(6400);
  ScenarioMapView map(*document);
  MapChoice choice;
  choice.value = MapValue::Error;
  map.choose(choice);
  map.resize(400, 300);
  map.show();
  ASSERT_TRUE(waitFor([&] { return map.scene().known() == map.scene().cells.size() && map.scene().known() > 0; }));
  const DataTable summed = map.table().value();
  action("mean").trigger();
  const DataTable mean = map.table().value();
  ASSERT_EQ(mean.rows.size(), summed.rows.size());
  EXPECT_TRUE(mean.header.at(3).contains(QStringLiteral("mean gradient")));
  for (std::size_t row = 0; row < mean.rows.size(); ++row) {
    // Batches are of k N / n examples.
    const double batch = std::get<double>(mean.rows[row][1]) * 6400 / 64;
    EXPECT_NEAR(std::get<double>(mean.rows[row][3]) * batch / std::get<double>(summed.rows[row][3]), 1, 1e-12);
  }
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
