// Every mechanism in the real window: chosen, solved, drawn; the fields that belong to it and those that do not.

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

#include "core/batching/list.h"
#include "core/scenario/scenario.h"
#include "core/search/band_curve.h"
#include "tests/core/scenarios.h"
#include "tests/processor_time.h"
#include "tests/thorough.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/design_text.h"
#include "ui/panels/activity_bar.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/fold_section.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/convergence/convergence_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/plots/training/training_panel.h"

namespace noiseloom {

void PrintTo(const Mechanism* mechanism, std::ostream* out) {
  *out << toString(mechanism);
}

namespace {

class Mechanisms : public WindowTest {
 protected:
  HeatMapView& heatMap() { return window->findChild<StrategyPanel*>()->view(); }
  CoefficientsPanel& coefficients() { return *window->findChild<CoefficientsPanel*>(); }
  RmsePanel& rmse() { return *window->findChild<RmsePanel*>(); }
  bool hasSeries(const QString& key) {
    const auto& series = rmse().plot().model().series;
    return std::ranges::find(series, key, &ChartSeries::key) != series.end();
  }
  void chooseMatrix(int index) {
    window->findChild<SegmentedButtons*>(QStringLiteral("matrixChoice"))->setCurrent(index);
    window->findChild<SegmentedButtons*>(QStringLiteral("coefficientsChoice"))->setCurrent(index);
  }
  bool visible(Field field) {
    if (const NumberField* found = window->scenarioPanel().numberField(field)) return found->isVisible();
    return window->scenarioPanel().choiceField(field)->isVisible();
  }
  /// The plots hold what the design's strategy holds, one cell an entry.
  void expectPlots(MatrixOf which) {
    const Strategy& strategy = design().strategy;
    const bool inverse = which == MatrixOf::StrategyInverse;
    const Index rows = inverse ? strategy.iterations() : strategy.rows();
    const Index columns = inverse ? strategy.rows() : strategy.iterations();
    ASSERT_TRUE(waitFor([&] {
      return heatMap().isUpToDate() && heatMap().matrix() == which && heatMap().window().rows() == rows &&
             coefficients().title().contains(QStringLiteral("C⁻¹")) == inverse;
    }));
    EXPECT_EQ(heatMap().window().columns(), columns);
    EXPECT_EQ(heatMap().raster()->image.height(), rows);
    EXPECT_EQ(heatMap().raster()->image.width(), columns);
    const ColumnSeries expected = columnSeries(strategy, which, 4096);
    const auto shown = [&] {
      const ColumnSeries& series = coefficients().series();
      if (series.values.empty() || series.row != expected.row || series.column != expected.column) return false;
      for (std::size_t lag = 0; lag < series.values.size(); ++lag) {
        const Index row = series.row + static_cast<Index>(lag);
        const double entry = inverse ? strategy.inverseEntry(row, series.column) : strategy.entry(row, series.column);
        if (std::abs(series.values[lag] - entry) > 1e-12) return false;
      }
      return true;
    };
    EXPECT_TRUE(waitFor(shown));
    EXPECT_GT(coefficients().series().values.front(), 0);
  }
};

class EveryMechanism : public Mechanisms, public testing::WithParamInterface<const Mechanism*> {};

TEST_P(EveryMechanism, IsSolvedAndDrawn) {
  chooseBatching(&batchings::fixedEpoch);  // fixed epochs: every mechanism runs
  chooseMechanism(GetParam());
  ASSERT_TRUE(waitUntilSolved());
  const auto alone = noiseloom::design(document->scenario());
  EXPECT_EQ(design().mechanism, alone->mechanism);
  EXPECT_EQ(design().strategy.kindName(), alone->strategy.kindName());
  EXPECT_EQ(design().bands, alone->bands);
  EXPECT_NEAR(design().error.mean, alone->error.mean, 1e-9 * alone->error.mean);
  EXPECT_TRUE(design().scenario == document->scenario());
  EXPECT_EQ(document->whyNotExportable(), QString());

  expectPlots(MatrixOf::Strategy);
  chooseMatrix(1);
  expectPlots(MatrixOf::StrategyInverse);

  ASSERT_TRUE(rmse().data().own);
  const RmseCurve& curve = *rmse().data().own;
  EXPECT_EQ(curve.level, !hasBandCurve(document->scenario()));
  EXPECT_FALSE(curve.stale);
  if (curve.level) {
    ASSERT_EQ(curve.points.size(), 1U);
    EXPECT_EQ(curve.points.front().error.mean, design().error.mean);
    EXPECT_LE(curve.points.front().lowerBound, design().error.mean * (1 + 1e-9));
    EXPECT_GT(curve.points.front().lowerBound, 0);
    EXPECT_FALSE(hasSeries(QStringLiteral("chosen")));
    EXPECT_TRUE(hasSeries(QStringLiteral("own")));
  } else {
    EXPECT_EQ(curve.points.size(), document->sweep().size());
    EXPECT_TRUE(hasSeries(QStringLiteral("chosen")));
  }
  EXPECT_TRUE(window->claimBar().sentence().startsWith(mechanismText(design()) + QStringLiteral(": (2, 1e-5)-DP")))
      << window->claimBar().sentence().toStdString();
  EXPECT_TRUE(window->activityBar().text().contains(mechanismName(design().mechanism)));
}

TEST_P(EveryMechanism, OneIterationIsSolvedAndDrawn) {
  const Scenario scenario = with(
      smallScenario(), {.iterations = 1, .epochs = 1, .mechanism = GetParam(), .batching = &batchings::fixedEpoch});
  document->reset(scenario);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_NEAR(design().error.mean, design().dpSgdRmse, 1e-6 * design().dpSgdRmse);
  // What needs no second evaluation has no convergence to show, and nothing trains behind other tabs; everything else
  // is always there.
  for (const PlotPanel* panel : window->plots().panels()) {
    const bool convergence = qobject_cast<const ConvergencePanel*>(panel) != nullptr;
    const bool trains = qobject_cast<const TrainingPanel*>(panel) != nullptr;
    EXPECT_EQ(panel->pictures().empty(), trains || (convergence && design().optimizer.trace.size() < 2))
        << panel->objectName().toStdString();
  }
}

TEST_P(EveryMechanism, UndoBringsTheOldDesignBack) {
  const double before = design().error.mean;
  chooseBatching(&batchings::fixedEpoch);
  chooseMechanism(GetParam());
  ASSERT_TRUE(waitUntilSolved());
  while (document->undoStack().canUndo()) document->undoStack().undo();
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().error.mean, before);
  EXPECT_TRUE(document->scenario() == smallScenario());
}

// But the last one, which is a file's.
INSTANTIATE_TEST_SUITE_P(All, EveryMechanism,
                         testing::ValuesIn(offeredMechanisms().first(offeredMechanisms().size() - 1)),
                         [](const testing::TestParamInfo<const Mechanism*>& mechanism) {
                           std::string name(toString(mechanism.param));
                           std::erase(name, '-');
                           return name;
                         });

TEST_F(Mechanisms, EachShowsItsOwnFields) {
  const std::map<Field, std::vector<const Mechanism*>> owners{
      {Field::Buffers,
       {*mechanismFromName("blt"), *mechanismFromName("rational-blt"), *mechanismFromName("recursive-blt")}},
      {Field::TreeDecoder, {*mechanismFromName("tree")}},
      {Field::Stamps, {*mechanismFromName("stamped")}},
      {Field::RobustFrom, {*mechanismFromName("banded-toeplitz")}},
      {Field::NoiseRows, {*mechanismFromName("best")}},
      {Field::Seconds, {*mechanismFromName("best")}},
  };
  window->scenarioPanel().section(QStringLiteral("objective"))->setFolded(false);
  for (const Mechanism* mechanism : offeredMechanisms()) {
    chooseMechanism(mechanism);
    for (const auto& [field, kinds] : owners) {
      EXPECT_EQ(visible(field), std::find(kinds.begin(), kinds.end(), mechanism) != kinds.end())
          << toString(mechanism) << " " << infoOf(field).name;
    }
    EXPECT_EQ(visible(Field::Bands), document->scenario().usesBands()) << toString(mechanism);
    const bool normalises =
        mechanism == *mechanismFromName("banded-toeplitz") || mechanism == *mechanismFromName("dense");
    EXPECT_EQ(window->scenarioPanel().columnNormalize().isVisible(), normalises) << toString(mechanism);
    EXPECT_TRUE(visible(Field::Objective));
  }
  chooseMechanism(*mechanismFromName("bisr"));
  EXPECT_EQ(number(Field::Bands).name(), QStringLiteral("Bands of C⁻¹"));
  EXPECT_EQ(number(Field::Bands).edit().text(), QStringLiteral("best"));
  chooseMechanism(*mechanismFromName("dense"));
  EXPECT_EQ(number(Field::Bands).name(), QStringLiteral("Bands"));
  EXPECT_EQ(number(Field::Bands).edit().text(), QStringLiteral("no limit"));
  EXPECT_FALSE(window->scenarioPanel().bestBands().isVisible());
}

TEST_F(Mechanisms, OneThatCannotRunSaysWhyAndKeepsWhatWasTyped) {
  chooseMechanism(*mechanismFromName("blt"));
  type(Field::Buffers, QStringLiteral("3"));
  EXPECT_FALSE(document->canSolve());
  // In the window's words, not in those of files.
  const QString problem = window->scenarioPanel().choiceField(Field::Mechanism)->problem();
  EXPECT_TRUE(problem.contains(QStringLiteral("cyclic Poisson"))) << problem.toStdString();
  EXPECT_TRUE(problem.contains(mechanismName(*mechanismFromName("blt")))) << problem.toStdString();
  EXPECT_TRUE(problem.contains(mechanismName(*mechanismFromName("banded-toeplitz")))) << problem.toStdString();
  EXPECT_FALSE(problem.contains(QStringLiteral("cyclic-poisson"))) << problem.toStdString();
  EXPECT_EQ(window->claimBar().state(), QStringLiteral("No valid scenario"));
  EXPECT_TRUE(document->design());  // what was solved before is still on show
  chooseBatching(&batchings::fixedEpoch);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().strategy.as<BltStrategy>()->buffers(), 3);
  EXPECT_EQ(window->scenarioPanel().choiceField(Field::Mechanism)->problem(), QString());
  chooseMechanism(*mechanismFromName("tree"));
  chooseMechanism(*mechanismFromName("blt"));
  EXPECT_EQ(number(Field::Buffers).edit().text(), QStringLiteral("3"));
}

TEST_F(Mechanisms, OneThatCannotRunIsDimmedAndAButtonChangesTheBatching) {
  ChoiceField& choice = *window->scenarioPanel().choiceField(Field::Mechanism);
  const auto indexOf = [&](const char* name) {
    return choice.combo().findText(mechanismTitle(*mechanismFromName(name)));
  };
  choice.combo().showPopup();
  choice.combo().hidePopup();
  EXPECT_TRUE(choice.combo().itemData(indexOf("blt"), Qt::ForegroundRole).isValid());
  EXPECT_TRUE(
      choice.combo().itemData(indexOf("blt"), Qt::ToolTipRole).toString().contains(QStringLiteral("cyclic Poisson")));
  EXPECT_FALSE(choice.combo().itemData(indexOf("banded-toeplitz"), Qt::ForegroundRole).isValid());
  EXPECT_TRUE(choice.remedy() == nullptr || choice.remedy()->isHidden());
  chooseMechanism(*mechanismFromName("blt"));
  EXPECT_FALSE(document->canSolve());
  ASSERT_TRUE(choice.remedy() && choice.remedy()->isVisible());
  EXPECT_FALSE(choice.remedy()->text().isEmpty());
  // Also where the panel is lower than its fields.
  EXPECT_TRUE(waitFor([&] { return !choice.remedy()->visibleRegion().isEmpty(); }));
  QTest::mouseClick(choice.remedy(), Qt::LeftButton);
  EXPECT_TRUE(document->canSolve());
  EXPECT_NE(document->scenario().batching, &batchings::cyclicPoisson);
  EXPECT_EQ(document->scenario().mechanism, *mechanismFromName("blt"));
  EXPECT_TRUE(choice.remedy()->isHidden());
  ASSERT_TRUE(waitUntilSolved());
  choice.combo().showPopup();
  choice.combo().hidePopup();
  EXPECT_FALSE(choice.combo().itemData(indexOf("blt"), Qt::ForegroundRole).isValid());
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().batching, &batchings::cyclicPoisson);
}

TEST_F(Mechanisms, TheirOwnFieldsChangeTheDesign) {
  chooseBatching(&batchings::fixedEpoch);
  chooseMechanism(*mechanismFromName("tree"));
  ASSERT_TRUE(waitUntilSolved());
  const double online = design().error.mean;
  EXPECT_TRUE(design().strategy.as<TreeStrategy>());
  choose(Field::TreeDecoder, 1);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_LT(design().error.mean, online);

  chooseMechanism(*mechanismFromName("stamped"));
  type(Field::Stamps, QStringLiteral("2"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().strategy.as<DenseStrategy>()->stamps(), 2);
  type(Field::Stamps, QStringLiteral("k"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().strategy.as<DenseStrategy>()->stamps(), 4);

  chooseMechanism(*mechanismFromName("dense"));
  type(Field::Bands, QStringLiteral("5"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().strategy.bands(), 5);
  EXPECT_TRUE(window->claimBar().sentence().startsWith(QStringLiteral("Dense, 5 bands: ")));

  chooseMechanism(*mechanismFromName("banded-toeplitz"));
  type(Field::Bands, QStringLiteral("8"));
  ASSERT_TRUE(waitUntilSolved());
  const double plain = design().error.mean;
  type(Field::RobustFrom, QStringLiteral("2"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_GT(design().error.mean, plain);
  document->undoStack().undo();
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().error.mean, plain);
  EXPECT_EQ(number(Field::RobustFrom).edit().text(), QStringLiteral("off"));
}

TEST_F(Mechanisms, TheObjectiveIsWhatTheBestBandsAreFor) {
  for (const int objective : {1, 2}) {
    choose(Field::Objective, objective);
    ASSERT_TRUE(waitUntilSolved());
    const auto alone = noiseloom::design(document->scenario());
    EXPECT_EQ(design().bands, alone->bands);
    EXPECT_NEAR(design().objectiveError(), alone->objectiveError(), 1e-9 * alone->objectiveError());
    EXPECT_TRUE(window->claimBar().price().startsWith(objective == 1 ? QStringLiteral("largest error")
                                                                     : QStringLiteral("last error")));
  }
}

TEST_F(Mechanisms, LevelsAreOfTheObjective) {
  chooseBatching(&batchings::fixedEpoch);
  chooseMechanism(*mechanismFromName("blt"));
  choose(Field::Objective, 1);
  ASSERT_TRUE(waitUntilSolved());
  const SweepPoint& level = rmse().data().own->points.front();
  EXPECT_EQ(level.error[ErrorObjective::Max], design().error.max);
  EXPECT_EQ(level.lowerBound, design().lowerBound);
  EXPECT_EQ(rmse().title(), QStringLiteral("Largest error"));
  const ChartModel& model = rmse().plot().model();
  EXPECT_EQ(model.title, QStringLiteral("Largest error against bands"));
  const auto own = std::ranges::find(model.series, QStringLiteral("own"), &ChartSeries::key);
  ASSERT_NE(own, model.series.end());
  EXPECT_EQ(own->name, QStringLiteral("BLT"));
  for (const QPointF& point : own->points) EXPECT_EQ(point.y(), design().error.max);
}

TEST_F(Mechanisms, TheBestSaysWhichItIs) {
  chooseBatching(&batchings::fixedEpoch);
  chooseMechanism(*mechanismFromName("best"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().mechanism, *mechanismFromName("dense"));
  EXPECT_TRUE(window->claimBar().sentence().startsWith(QStringLiteral("Dense: ")));
  type(Field::NoiseRows, QStringLiteral("0"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().strategy.noiseRows(), 0);
  type(Field::NoiseRows, QStringLiteral("-1"));
  EXPECT_NE(number(Field::NoiseRows).problem(), QString());
  type(Field::NoiseRows, QStringLiteral("any"));
  type(Field::Seconds, QStringLiteral("0"));
  EXPECT_NE(number(Field::Seconds).problem(), QString());
  type(Field::Seconds, QStringLiteral("1e-9"));
  ASSERT_TRUE(waitFor([&] { return !solver->running() && !number(Field::Seconds).problem().isEmpty(); }));
  EXPECT_TRUE(number(Field::Seconds).problem().contains(QStringLiteral("no mechanism")));
}

TEST_F(Mechanisms, ALimitThatStillCountsStaysInSight) {
  chooseBatching(&batchings::fixedEpoch);
  chooseMechanism(*mechanismFromName("best"));
  type(Field::NoiseRows, QStringLiteral("3"));
  chooseMechanism(*mechanismFromName("square-root"));
  EXPECT_TRUE(visible(Field::NoiseRows));
  EXPECT_TRUE(number(Field::NoiseRows).problem().contains(mechanismName(*mechanismFromName("square-root"))));
  type(Field::NoiseRows, QStringLiteral("any"));
  EXPECT_FALSE(visible(Field::NoiseRows));
  ASSERT_TRUE(waitUntilSolved());
}

struct BadSetting {
  const Mechanism* mechanism;
  Field field;
  const char* text;
};

TEST_F(Mechanisms, ProblemsStandBesideTheirFields) {
  chooseBatching(&batchings::fixedEpoch);
  for (const BadSetting& bad : {BadSetting{*mechanismFromName("blt"), Field::Buffers, "17"},
                                {*mechanismFromName("stamped"), Field::Stamps, "65"},
                                {*mechanismFromName("banded-toeplitz"), Field::RobustFrom, "17"},
                                {*mechanismFromName("bisr"), Field::Bands, "65"},
                                {*mechanismFromName("best"), Field::Seconds, "-2"}}) {
    chooseMechanism(bad.mechanism);
    type(bad.field, QString::fromUtf8(bad.text));
    EXPECT_NE(number(bad.field).problem(), QString()) << infoOf(bad.field).name;
    EXPECT_FALSE(document->canSolve());
    document->undoStack().undo();
    EXPECT_EQ(number(bad.field).problem(), QString()) << infoOf(bad.field).name;
  }
}

TEST_F(Mechanisms, ABillionStepsAreDrawn) {
  for (const Mechanism* mechanism : {*mechanismFromName("blt"), *mechanismFromName("tree")}) {
    const Scenario scenario = with(smallScenario(), {.iterations = 1'000'000'000,
                                                     .mechanism = mechanism,
                                                     .batching = &batchings::fixedEpoch,
                                                     .datasetSize = std::nullopt});
    document->reset(scenario);
    ASSERT_TRUE(waitUntilSolved()) << toString(mechanism);
    EXPECT_EQ(heatMap().window().columns(), 1'000'000'000);
    EXPECT_GT(rmse().data().own->points.front().error.mean, 0);
    for (const double value : coefficients().series().values) ASSERT_TRUE(std::isfinite(value));
    chooseMatrix(1);
    ASSERT_TRUE(waitFor([&] { return heatMap().isUpToDate(); }));
    chooseMatrix(0);
  }
}

TEST_F(Mechanisms, ADenseSolveIsPrecededByAQuickAnswerAndCanBeCancelled) {
  Scenario scenario = smallScenario();
  const Index size = thorough<Index>(200, 300);
  scenario.iterations = size;
  scenario = with(scenario, {.mechanism = *mechanismFromName("dense"), .batching = &batchings::fixedEpoch});
  scenario.objective = ErrorObjective::Max;  // which takes long
  document->reset(scenario);
  ASSERT_TRUE(waitFor([&] { return document->design()->strategy.iterations() == size; }));
  EXPECT_EQ(design().mechanism, *mechanismFromName("banded-toeplitz"));
  EXPECT_NE(document->whyNotExportable(), QString());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().mechanism, *mechanismFromName("dense"));
  // Every entry has a pixel of its own where the plot fills the board.
  window->plots().toggleMaximized(window->plots().panels().front());
  EXPECT_TRUE(waitFor([&] { return heatMap().isUpToDate() && heatMap().raster()->image.width() == size; }))
      << heatMap().raster()->image.width();

  scenario.iterations = 1500;
  document->reset(scenario);
  ASSERT_TRUE(waitFor([&] { return document->design()->strategy.iterations() == 1500; }));
  ASSERT_TRUE(solver->running());
  const double start = processorSeconds();
  window->activityBar().cancelButton().click();
  ASSERT_TRUE(waitFor([this] { return !solver->running(); }));
  EXPECT_LT(processorSeconds() - start, 10);
  EXPECT_EQ(design().strategy.iterations(), 1500);
}

}  // namespace
}  // namespace noiseloom
