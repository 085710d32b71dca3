#include <gtest/gtest.h>

#include <QSignalSpy>

#include "core/scenario/batch_size.h"
#include "core/scenario/field_value.h"
#include "core/search/band_curve.h"
#include "tests/core/scenarios.h"
#include "ui/document/scenario_document.h"

namespace noiseloom {
namespace {

Scenario with(const ScenarioDocument& document, Field field, double value) {
  return withValue(document.scenario(), field, value);
}

std::shared_ptr<const Design> solved(const Scenario& scenario) {
  return design(scenario);
}

TEST(Document, StartsWithTheCifar10Scenario) {
  const ScenarioDocument document;
  const Scenario& scenario = document.scenario();
  EXPECT_EQ(scenario.iterations, 2000);
  EXPECT_EQ(scenario.epochs, 20);
  EXPECT_EQ(scenario.datasetSize, 50'000);
  EXPECT_EQ(batchSizeOf(scenario), 500);
  EXPECT_EQ(scenario.epsilon, 8);
  EXPECT_EQ(scenario.delta, 1e-5);
  EXPECT_FALSE(scenario.bands);
  EXPECT_TRUE(document.canSolve());
  EXPECT_EQ(document.designState(), DesignState::None);
}

TEST(Document, EveryFieldStoresWhatItIsGiven) {
  for (const Field field :
       {Field::Iterations, Field::Epochs, Field::DatasetSize, Field::Epsilon, Field::Delta, Field::MinSeparation,
        Field::Tau, Field::FailureProbability, Field::Bands, Field::Parameters, Field::Machines}) {
    const Scenario before = ScenarioDocument::defaultScenario();
    const double value = field == Field::Delta || field == Field::FailureProbability ? 1e-7 : 7;
    const Scenario after = withValue(before, field, value);
    EXPECT_EQ(valueOf(after, field), value) << infoOf(field).name;
    EXPECT_FALSE(before == after) << infoOf(field).name;
    EXPECT_EQ(fieldOfArgument(infoOf(field).name), field);
  }
  EXPECT_THROW(valueOf({}, Field::Adjacency), InvalidArgument);
  EXPECT_THROW(withValue({}, Field::Iterations, 2.5), InvalidArgument);
  EXPECT_THROW(withValue({}, Field::Iterations, 1e30), InvalidArgument);
  EXPECT_THROW(withValue({}, Field::Iterations, std::nullopt), InvalidArgument);
  EXPECT_FALSE(withValue({}, Field::Bands, std::nullopt).bands);
}

TEST(Document, BatchSizeIsLinkedToIterations) {
  Scenario scenario = ScenarioDocument::defaultScenario();
  scenario = withValue(scenario, Field::BatchSize, 1000);
  EXPECT_EQ(scenario.iterations, 1000);
  scenario = withValue(scenario, Field::DatasetSize, 100'000);
  EXPECT_EQ(valueOf(scenario, Field::BatchSize), 2000);
  scenario = withValue(scenario, Field::BatchSize, 512);
  EXPECT_EQ(scenario.iterations, 20 * 196);
  EXPECT_EQ(valueOf(scenario, Field::BatchSize), 512);
  EXPECT_THROW(withValue(scenario, Field::BatchSize, 0), InvalidArgument);
  EXPECT_THROW(withValue(scenario, Field::BatchSize, 100'001), InvalidArgument);
  scenario.datasetSize.reset();
  EXPECT_EQ(valueOf(scenario, Field::BatchSize), std::nullopt);
  EXPECT_THROW(withValue(scenario, Field::BatchSize, 10), InvalidArgument);
}

TEST(Document, UndoAndRedoRestoreEveryInput) {
  ScenarioDocument document;
  std::vector<Scenario> history{document.scenario()};
  const auto edit = [&](Field field, const Scenario& after) {
    document.edit(field, after);
    history.push_back(after);
  };
  edit(Field::Epsilon, with(document, Field::Epsilon, 4));
  edit(Field::Bands, with(document, Field::Bands, 10));
  edit(Field::BatchSize, with(document, Field::BatchSize, 250));
  const Scenario scenario = with(document.scenario(), {.adjacency = Adjacency::ZeroOut});
  edit(Field::Adjacency, scenario);
  EXPECT_EQ(document.undoStack().undoText(), QStringLiteral("adjacency"));
  // The history has values as well.
  EXPECT_EQ(document.undoStack().text(0), QStringLiteral("epsilon: 8 to 4"));
  EXPECT_EQ(document.undoStack().text(2), QStringLiteral("batch size: 500 to 250"));
  for (std::size_t i = history.size() - 1; i > 0; --i) {
    document.undoStack().undo();
    EXPECT_TRUE(document.scenario() == history[i - 1]);
  }
  EXPECT_FALSE(document.undoStack().canUndo());
  for (std::size_t i = 1; i < history.size(); ++i) {
    document.undoStack().redo();
    EXPECT_TRUE(document.scenario() == history[i]);
  }
}

TEST(Document, OneDragIsOneStep) {
  ScenarioDocument document;
  const int drag = document.newGesture();
  for (const double epsilon : {7.0, 6.0, 5.0})
    document.edit(Field::Epsilon, with(document, Field::Epsilon, epsilon), drag);
  document.edit(Field::Delta, with(document, Field::Delta, 1e-6), drag);  // another field: another step
  document.edit(Field::Epsilon, with(document, Field::Epsilon, 3), document.newGesture());
  EXPECT_EQ(document.undoStack().count(), 3);
  document.undoStack().undo();
  EXPECT_EQ(document.scenario().epsilon, 5);
  document.undoStack().undo();
  document.undoStack().undo();
  EXPECT_EQ(document.scenario().epsilon, 8);
}

TEST(Document, ADragBackToTheStartLeavesNoStep) {
  ScenarioDocument document;
  const int drag = document.newGesture();
  document.edit(Field::Epsilon, with(document, Field::Epsilon, 4), drag);
  document.edit(Field::Epsilon, with(document, Field::Epsilon, 8), drag);
  EXPECT_FALSE(document.undoStack().canUndo());
}

TEST(Document, EntryProblemsStandBesideOtherEditsAndFallWithUndo) {
  ScenarioDocument document;
  document.edit(Field::Epsilon, with(document, Field::Epsilon, 4));
  document.setEntryProblem(Field::Iterations, QStringLiteral("not a number"));
  EXPECT_EQ(document.problemOf(Field::Iterations), QStringLiteral("not a number"));
  EXPECT_FALSE(document.canSolve());
  document.edit(Field::Delta, with(document, Field::Delta, 1e-6));
  EXPECT_TRUE(document.hasEntryProblem(Field::Iterations));
  document.undoStack().undo();
  EXPECT_TRUE(document.canSolve());
  document.setEntryProblem(Field::Epochs, QStringLiteral("not a number"));
  document.edit(Field::Epochs, document.scenario());
  EXPECT_TRUE(document.canSolve());
}

TEST(Document, TheDesignGoesStaleAndComesBack) {
  ScenarioDocument document;
  const Scenario scenario = with(document.scenario(), {.iterations = 64, .epochs = 4, .bands = 4});
  document.reset(scenario);
  document.setDesign(solved(scenario), true);
  EXPECT_EQ(document.designState(), DesignState::Current);
  EXPECT_EQ(document.whyNotExportable(), QString());
  document.edit(Field::Epsilon, with(document, Field::Epsilon, 4));
  EXPECT_EQ(document.designState(), DesignState::Stale);
  EXPECT_TRUE(document.whyNotExportable().contains(QStringLiteral("stale")));
  document.setActivity({true, 0, {}, {}});
  EXPECT_EQ(document.designState(), DesignState::Refining);
  EXPECT_NE(document.whyNotExportable(), QString());
  document.setActivity({});
  document.undoStack().undo();
  EXPECT_EQ(document.designState(), DesignState::Current);
  document.setDesign(document.design(), false);
  EXPECT_NE(document.designState(), DesignState::Current);
}

TEST(Document, TheDeploymentFollowsWithoutSolving) {
  ScenarioDocument document;
  const Scenario scenario = with(document.scenario(), {.iterations = 64, .epochs = 4, .bands = 4});
  document.reset(scenario);
  document.setDesign(solved(scenario), true);
  document.edit(Field::Machines, with(document, Field::Machines, 32));
  EXPECT_EQ(document.designState(), DesignState::Current);
  EXPECT_EQ(document.design()->scenario.deployment.machines, 32);
}

TEST(Document, SweepPointsBelongToOneScenario) {
  ScenarioDocument document;
  BandPoint four;
  four.bands = 4;
  BandPoint two;
  two.bands = 2;
  document.addSweepPoints(sweepScenario(document.scenario()), {four});
  document.addSweepPoints(sweepScenario(document.scenario()), {two, four});
  ASSERT_EQ(document.sweep().size(), 2U);
  EXPECT_EQ(document.sweep().front().bands, 2);
  document.completeSweep(sweepScenario(document.scenario()));
  EXPECT_TRUE(document.sweepIsComplete());
  document.edit(Field::Bands, with(document, Field::Bands, 3));
  EXPECT_TRUE(document.sweepIsComplete());  // the curve does not depend on the chosen bands
  document.edit(Field::Epsilon, with(document, Field::Epsilon, 3));
  EXPECT_FALSE(document.sweepIsCurrent());
  document.addSweepPoints(sweepScenario(document.scenario()), {two});
  EXPECT_EQ(document.sweep().size(), 1U);
}

TEST(Document, ASketchedCurveStandsInUntilAsMuchIsSolved) {
  ScenarioDocument document;
  std::vector<BandPoint> points(3);
  for (std::size_t i = 0; i < points.size(); ++i) points[i].bands = static_cast<Index>(2 * i + 1);
  document.addSweepPoints(sweepScenario(document.scenario()), points);
  document.completeSweep(sweepScenario(document.scenario()));
  EXPECT_FALSE(document.sketchedSweep());
  document.edit(Field::Epsilon, with(document, Field::Epsilon, 3));
  auto design = std::make_shared<Design>(document.scenario(), IdentityStrategy(document.scenario().iterations));
  design->estimated = true;
  int changes = 0;
  QObject::connect(&document, &ScenarioDocument::changed, &document, [&] { ++changes; });
  document.setDesign(design, false, SketchedSweep{document.scenario(), {points[0], points[1]}});
  EXPECT_EQ(changes, 1);  // both at once
  ASSERT_TRUE(document.sketchedSweep());
  EXPECT_EQ(document.sketchedSweep()->whole, 3U);
  EXPECT_TRUE(document.sketchedSweep()->complete);
  EXPECT_FALSE(document.sweepIsComplete());
  EXPECT_EQ(document.sweep().size(), 3U);  // what was solved stays
  document.edit(Field::Bands, with(document, Field::Bands, 3));
  EXPECT_TRUE(document.sketchedSweep());
  document.edit(Field::Epsilon, with(document, Field::Epsilon, 4));
  EXPECT_FALSE(document.sketchedSweep());
  document.undoStack().undo();
  EXPECT_TRUE(document.sketchedSweep());
  document.addSweepPoints(sweepScenario(document.scenario()), {points[0]});
  EXPECT_TRUE(document.sketchedSweep());
  document.addSweepPoints(sweepScenario(document.scenario()), {points[2]});
  EXPECT_FALSE(document.sketchedSweep());
}

TEST(Document, SaysWhatChanged) {
  ScenarioDocument document;
  std::vector<DocumentChange> heard;
  QObject::connect(&document, &ScenarioDocument::changed, &document,
                   [&](DocumentChange change) { heard.push_back(change); });
  document.edit(Field::Epsilon, with(document, Field::Epsilon, 3));
  document.setEntryProblem(Field::Delta, QStringLiteral("x"));
  document.setActivity({true, 0.5, {}, {}});
  EXPECT_EQ(heard, (std::vector{DocumentChange::Scenario, DocumentChange::Problems, DocumentChange::Activity,
                                DocumentChange::Design}));
}

}  // namespace
}  // namespace noiseloom
