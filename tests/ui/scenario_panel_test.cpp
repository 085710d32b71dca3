// The scenario panel's own behaviour: sections that fold, steps, links, locks with their target, schedules, examples.

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <fstream>
#include <set>

#include "core/scenario/scenario.h"
#include "core/search/band_curve.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/examples.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/jobs/target_solver.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/fold_section.h"
#include "ui/panels/mark_button.h"
#include "ui/panels/text_field.h"

namespace noiseloom {
namespace {

class Panel : public WindowTest {
 protected:
  ScenarioPanel& panel() { return window->scenarioPanel(); }
  FoldSection& section(const char* name) { return *panel().section(QString::fromLatin1(name)); }
  TargetSolver& target() { return panel().targetSolver(); }
  void click(QAbstractButton& button) { QTest::mouseClick(&button, Qt::LeftButton); }
  void typeTarget(const QString& text) { enter(panel().target(), text); }
  void enter(NumberField& field, const QString& text) {
    QLineEdit& edit = field.edit();
    edit.setFocus();
    edit.selectAll();
    QTest::keyClicks(&edit, text);
    QTest::keyClick(&edit, Qt::Key_Return);
  }
  bool waitForAnswer() {
    return waitFor([this] { return target().state() != TargetSolver::State::Solving; }) && waitUntilSolved();
  }
};

// 16 steps an epoch: 1, 2, 4, 8 and 16 bands, and whole epochs, are all that cyclic allocation runs.
TEST_F(Panel, SlidersPassOverWhatABatchingDoesNotRun) {
  const Scenario scenario = with(smallScenario(), {.bands = 4, .batching = *batchingFromName("cyclic-allocation")});
  document->reset(scenario);
  QSlider& bands = number(Field::Bands).slider();
  std::set<Index> seen;
  for (int at = bands.minimum(); at <= bands.maximum(); ++at) {
    bands.setSliderPosition(at);
    FramePacer::instance().rest();
    EXPECT_TRUE(document->problems().empty()) << at;
    seen.insert(document->scenario().bands.value_or(0));
  }
  EXPECT_EQ(seen, (std::set<Index>{1, 2, 4, 8, 16}));
  number(Field::Bands).edit().setFocus();
  QTest::keyClick(&number(Field::Bands).edit(), Qt::Key_Down);
  FramePacer::instance().rest();
  EXPECT_EQ(document->scenario().bands, 8);
  QTest::keyClick(&number(Field::Bands).edit(), Qt::Key_Up);
  FramePacer::instance().rest();
  EXPECT_EQ(document->scenario().bands, 16);
  document->reset(scenario);
  QSlider& iterations = number(Field::Iterations).slider();
  for (int at = iterations.value(); at < iterations.value() + 12; ++at) {
    iterations.setSliderPosition(at);
    FramePacer::instance().rest();
    EXPECT_TRUE(document->problems().empty()) << document->scenario().iterations;
  }
}

TEST_F(Panel, FoldsWhatIsNeededLessAndSaysWhatStandsThere) {
  EXPECT_TRUE(section("training").isOpen());
  EXPECT_TRUE(section("privacy").isOpen());
  EXPECT_TRUE(section("mechanism").isOpen());
  for (const char* name : {"workload", "objective", "deployment"}) {
    EXPECT_FALSE(section(name).isOpen()) << name;
    EXPECT_FALSE(section(name).summary().isEmpty()) << name;
  }
  EXPECT_FALSE(number(Field::Parameters).isVisible());
  click(section("deployment").header());
  EXPECT_TRUE(number(Field::Parameters).isVisible());
  // What was opened is in view, all of it.
  EXPECT_TRUE(waitFor([&] {
    const QRect shown = number(Field::Memory).visibleRegion().boundingRect();
    return !shown.isEmpty() && shown.height() == number(Field::Memory).height();
  }));
  section("deployment").header().setFocus();
  QTest::keyClick(&section("deployment").header(), Qt::Key_Space);
  EXPECT_FALSE(number(Field::Parameters).isVisible());
  type(Field::Parameters, QStringLiteral("7M"));
  EXPECT_TRUE(section("deployment").summary().contains(QStringLiteral("7M")));
  EXPECT_FALSE(section("deployment").summary().contains(QStringLiteral("each")));
  type(Field::Memory, QStringLiteral("16 GB"));
  EXPECT_TRUE(section("deployment").summary().endsWith(QStringLiteral("machines: 1, 16 GB each")))
      << section("deployment").summary().toStdString();
}

TEST_F(Panel, WhatNothingIsSolvedForYetGoesWithTheWindow) {
  EXPECT_TRUE(panel().isAncestorOf(&panel().target()));
  EXPECT_TRUE(panel().isAncestorOf(&panel().targetQuantity()));
  EXPECT_FALSE(panel().target().isVisible());
}

TEST_F(Panel, OpensASectionWhileSomethingInItCannotBeUsed) {
  type(Field::Machines, QStringLiteral("0"));
  EXPECT_TRUE(section("deployment").isOpen());
  EXPECT_TRUE(section("deployment").isFolded());  // what was chosen is kept
  type(Field::Machines, QStringLiteral("2"));
  EXPECT_FALSE(section("deployment").isOpen());
}

TEST_F(Panel, ViewStateComesBack) {
  section("training").setFolded(true);
  section("workload").setFolded(false);
  click(*panel().chainOf(Field::DatasetSize));
  const QJsonObject state = panel().viewState();
  MainWindow other(*document, *solver);
  EXPECT_FALSE(other.scenarioPanel().section(QStringLiteral("training"))->isFolded());
  other.scenarioPanel().restoreView(state);
  EXPECT_TRUE(other.scenarioPanel().section(QStringLiteral("training"))->isFolded());
  EXPECT_FALSE(other.scenarioPanel().section(QStringLiteral("workload"))->isFolded());
  EXPECT_EQ(other.scenarioPanel().viewState(), state);
  other.scenarioPanel().restoreView({{QStringLiteral("folded"), 3}, {QStringLiteral("solveFor"), QStringLiteral("x")}});
  EXPECT_EQ(other.scenarioPanel().viewState(), state);
}

TEST_F(Panel, ArrowsStepAndPagesLeapInTheText) {
  QLineEdit& epsilon = number(Field::Epsilon).edit();
  epsilon.setFocus();
  QTest::keyClick(&epsilon, Qt::Key_Up);
  EXPECT_EQ(document->scenario().epsilon, 2.5);
  QTest::keyClick(&epsilon, Qt::Key_Down);
  QTest::keyClick(&epsilon, Qt::Key_Down);
  // Steps that follow each other closely are paced like a drag.
  FramePacer::instance().rest();
  EXPECT_EQ(document->scenario().epsilon, 1.5);
  QTest::keyClick(&epsilon, Qt::Key_PageUp);
  FramePacer::instance().rest();
  EXPECT_EQ(document->scenario().epsilon, 15);
  EXPECT_EQ(document->undoStack().count(), 1);  // one gesture
  QLineEdit& delta = number(Field::Delta).edit();
  delta.setFocus();
  QTest::keyClick(&delta, Qt::Key_PageDown);
  EXPECT_EQ(document->scenario().delta, 1e-6);
  EXPECT_EQ(delta.text(), QStringLiteral("1e-6"));
}

TEST_F(Panel, TheWheelStepsOnlyWhereSomebodyTypes) {
  QLineEdit& epsilon = number(Field::Epsilon).edit();
  const auto turn = [&](int angle) {
    QWheelEvent event(QPointF(4, 4), epsilon.mapToGlobal(QPointF(4, 4)), QPoint(), QPoint(0, angle), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&epsilon, &event);
  };
  number(Field::Delta).edit().setFocus();
  turn(120);
  EXPECT_EQ(document->scenario().epsilon, 2);
  window->activateWindow();
  epsilon.setFocus();
  ASSERT_TRUE(epsilon.hasFocus());
  turn(120);
  EXPECT_EQ(document->scenario().epsilon, 2.5);
  turn(-60);
  turn(-60);
  FramePacer::instance().rest();
  EXPECT_EQ(document->scenario().epsilon, 2);
}

TEST_F(Panel, ToolTipsSayNameSymbolAndRange) {
  const QString tip = number(Field::Epsilon).edit().toolTip();
  for (const char* part : {"Epsilon (ε)", "from 0 to 1000", "Source:"})
    EXPECT_TRUE(tip.contains(QString::fromUtf8(part))) << part;
}

TEST_F(Panel, TheIterationsFollowUnlessAnotherValueIsChosen) {
  EXPECT_TRUE(panel().chainOf(Field::Iterations)->isChecked());
  click(*panel().chainOf(Field::BatchSize));
  EXPECT_TRUE(panel().chainOf(Field::BatchSize)->isChecked());
  EXPECT_FALSE(panel().chainOf(Field::Iterations)->isChecked());
  click(*panel().chainOf(Field::Iterations));
  EXPECT_FALSE(panel().chainOf(Field::BatchSize)->isChecked());
  EXPECT_TRUE(panel().chainOf(Field::Iterations)->isChecked());
  type(Field::Epochs, QStringLiteral("8"));  // B = 62.5 stays, so n doubles
  EXPECT_EQ(document->scenario().iterations, 128);
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("62.5"));
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().iterations, 64);
  click(*panel().chainOf(Field::Epochs));
  type(Field::BatchSize, QStringLiteral("125"));
  EXPECT_EQ(document->scenario().epochs, 8);
  EXPECT_EQ(document->scenario().iterations, 64);
  click(*panel().chainOf(Field::DatasetSize));
  type(Field::Iterations, QStringLiteral("128"));
  EXPECT_EQ(document->scenario().datasetSize, 2000);
  // Typing the follower itself moves the epochs.
  type(Field::DatasetSize, QStringLiteral("1000"));
  EXPECT_EQ(document->scenario().iterations, 128);
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("125"));
  EXPECT_EQ(document->scenario().epochs, 16);
  ASSERT_TRUE(waitUntilSolved());
}

TEST_F(Panel, MomentumAndDecayChangeTheWorkload) {
  choose(Field::Workload, 1);
  EXPECT_EQ(document->scenario().workload.beta(), 0.9);
  type(Field::WeightDecay, QStringLiteral("0.99"));
  EXPECT_EQ(document->scenario().workload.alpha(), 0.99);
  ASSERT_TRUE(waitUntilSolved());
  type(Field::Momentum, QStringLiteral("1"));
  EXPECT_FALSE(number(Field::Momentum).problem().isEmpty());
  type(Field::Momentum, QStringLiteral("0.5"));
  choose(Field::Workload, 0);
  EXPECT_EQ(document->scenario().workload.name(), "prefix");
  ASSERT_TRUE(waitUntilSolved());
}

TEST_F(Panel, CurvaturesAreTypedBesideTheirObjective) {
  section("objective").setFolded(false);
  TextField& spectrum = panel().spectrum();
  const auto typeText = [&](const QString& text) {
    spectrum.edit().setFocus();
    spectrum.edit().setText(text);
    QTest::keyClick(&spectrum.edit(), Qt::Key_Return);
  };
  EXPECT_FALSE(spectrum.isVisible());
  choose(Field::Objective, 3);
  EXPECT_TRUE(spectrum.isVisible());
  EXPECT_EQ(spectrum.edit().text(), QStringLiteral("0.001, 0.01, 0.1")) << "something to begin with";
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_GT(design().error.curvature, 0);
  EXPECT_EQ(design().objectiveError(), design().error.curvature);

  typeText(QStringLiteral("0.02:3\n0.5"));
  EXPECT_EQ(document->scenario().workload.spectrum(), Spectrum({{0.02, 3}, {0.5, 1}}));
  EXPECT_EQ(spectrum.edit().text(), QStringLiteral("0.02:3, 0.5"));
  ASSERT_TRUE(waitUntilSolved());
  const double error = design().error.curvature;

  typeText(QStringLiteral("0.02:3, 1.5"));
  EXPECT_TRUE(spectrum.problem().contains(QStringLiteral("1.5"))) << spectrum.problem().toStdString();
  EXPECT_EQ(spectrum.edit().text(), QStringLiteral("0.02:3, 1.5")) << "stays until it is corrected";
  number(Field::Epsilon).edit().setFocus();
  EXPECT_EQ(spectrum.edit().cursorPosition(), 0) << "its beginning is what is read";
  EXPECT_EQ(document->scenario().workload.spectrum(), Spectrum({{0.02, 3}, {0.5, 1}}));
  typeText(QStringLiteral("0.02:3, 0.5"));
  EXPECT_TRUE(spectrum.problem().isEmpty());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().error.curvature, error);

  // Momentum is refused beside it, in words, and the curvatures are kept for when it is gone.
  choose(Field::Workload, 1);
  EXPECT_TRUE(panel().choiceField(Field::Objective)->problem().contains(QStringLiteral("momentum")));
  choose(Field::Workload, 0);
  EXPECT_TRUE(panel().choiceField(Field::Objective)->problem().isEmpty());
  EXPECT_EQ(document->scenario().workload.spectrum(), Spectrum({{0.02, 3}, {0.5, 1}}));
  choose(Field::Objective, 4);
  EXPECT_TRUE(spectrum.isVisible());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().objectiveError(), design().error.curvatureLast);
  choose(Field::Objective, 0);
  EXPECT_FALSE(spectrum.isVisible());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_GE(design().error.curvature, error * (1 - 1e-9)) << "in the measure of the curvatures";
}

TEST_F(Panel, ASchedulesRatesFollowTheIterations) {
  section("workload").setFolded(false);
  EXPECT_FALSE(number(Field::Warmup).isVisible());
  choose(Field::Schedule, 1);
  EXPECT_TRUE(number(Field::Warmup).isVisible());
  EXPECT_TRUE(number(Field::Cooldown).isVisible());
  EXPECT_TRUE(number(Field::WeightDecay).isEnabled());
  type(Field::WeightDecay, QStringLiteral("0.99"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(document->scenario().workload.alpha(), 0.99);
  EXPECT_FALSE(document->scenario().workload.isToeplitz());
  type(Field::Iterations, QStringLiteral("128"));
  EXPECT_EQ(document->scenario().workload.fixedIterations(), 128);
  type(Field::Warmup, QStringLiteral("0.9"));
  EXPECT_TRUE(number(Field::Warmup).problem().contains(QStringLiteral("at most 0.75")));
  type(Field::Warmup, QStringLiteral("0.5"));
  EXPECT_EQ(document->scenario().schedule.warmup, 0.5);
  ASSERT_TRUE(waitUntilSolved());
  choose(Field::Schedule, 2);
  EXPECT_FALSE(number(Field::Cooldown).isVisible());
  EXPECT_EQ(document->scenario().schedule.kind, ScheduleKind::Cosine);
  choose(Field::Schedule, 0);
  EXPECT_TRUE(document->scenario().workload.isToeplitz());
  EXPECT_EQ(document->scenario().workload.alpha(), 0.99);
  ASSERT_TRUE(waitUntilSolved());
}

TEST_F(Panel, TheIdentityHasNeitherMomentumNorRates) {
  section("workload").setFolded(false);
  choose(Field::Workload, 2);
  EXPECT_EQ(document->scenario().workload, Workload::identity());
  EXPECT_FALSE(number(Field::Momentum).isEnabled());
  EXPECT_FALSE(number(Field::WeightDecay).isEnabled());
  EXPECT_FALSE(panel().choiceField(Field::Schedule)->isEnabled());
  ASSERT_TRUE(waitUntilSolved());
  choose(Field::Workload, 1);
  EXPECT_TRUE(number(Field::Momentum).isEnabled());
  EXPECT_EQ(document->scenario().workload.name(), "sgd");
  ASSERT_TRUE(waitUntilSolved());
}

TEST_F(Panel, RatesAreReadFromAFileOrSaidToBeWrong) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("rates.txt"));
  std::ofstream(path.toStdString()) << "1\n0.5\nzero\n";
  panel().readRates(path);
  ASSERT_TRUE(waitFor([&] { return !panel().choiceField(Field::Schedule)->problem().isEmpty(); }));
  EXPECT_TRUE(panel().choiceField(Field::Schedule)->problem().contains(QStringLiteral("line 3")));
  EXPECT_TRUE(section("workload").isOpen());
  {
    std::ofstream rates(path.toStdString());
    for (int i = 0; i < 64; ++i) rates << 1.0 / (1 + i) << "\n";
  }
  panel().readRates(path);
  ASSERT_TRUE(waitFor([&] { return document->scenario().schedule.kind == ScheduleKind::File; }));
  EXPECT_EQ(document->scenario().workload.fixedIterations(), 64);
  ASSERT_TRUE(waitUntilSolved());
  type(Field::Iterations, QStringLiteral("32"));
  EXPECT_TRUE(panel().choiceField(Field::Schedule)->problem().contains(QStringLiteral("64 learning rates")));
  document->undoStack().undo();
  ASSERT_TRUE(waitUntilSolved());
}

TEST_F(Panel, MemoryTakesSuffixesOfBytes) {
  type(Field::Memory, QStringLiteral("16Gi"));
  EXPECT_EQ(document->scenario().deployment.memoryPerMachine, Index{16} << 30);
  type(Field::Memory, QStringLiteral("80 GB"));
  EXPECT_EQ(document->scenario().deployment.memoryPerMachine, 80'000'000'000);
  EXPECT_EQ(document->designState(), DesignState::Current);  // changes no figure
  type(Field::Memory, QStringLiteral("not known"));
  EXPECT_EQ(document->scenario().deployment.memoryPerMachine, std::nullopt);
}

TEST_F(Panel, AClipNormScalesTheNoiseOnly) {
  const double stddev = design().stddev;
  const double rmse = design().error.mean;
  type(Field::ClipNorm, QStringLiteral("2"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_NEAR(design().stddev, 2 * stddev, 1e-9 * stddev);
  EXPECT_EQ(design().error.mean, rmse);
}

TEST_F(Panel, ALockTurnsAFieldIntoTheAnswerToATarget) {
  const double standing = design().error.mean;
  EXPECT_FALSE(panel().target().isVisible());
  click(*panel().lockOf(Field::Epsilon));
  EXPECT_TRUE(panel().target().isVisible());
  EXPECT_TRUE(number(Field::Epsilon).isResult());
  EXPECT_TRUE(number(Field::Epsilon).edit().isReadOnly());
  EXPECT_FALSE(number(Field::Epsilon).slider().isEnabled());
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  EXPECT_NEAR(document->scenario().epsilon, 2, 0.01);  // the target is what the design had

  typeTarget(QString::number(standing / 2, 'g', 4));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  EXPECT_GT(document->scenario().epsilon, 2.5);
  EXPECT_LE(design().error.mean, target().target().value);
  EXPECT_GT(design().error.mean, 0.98 * target().target().value);

  click(*panel().lockOf(Field::Epsilon));
  EXPECT_FALSE(number(Field::Epsilon).isResult());
  EXPECT_FALSE(panel().target().isVisible());
  type(Field::Epsilon, QStringLiteral("3"));
  EXPECT_EQ(document->scenario().epsilon, 3);
}

TEST_F(Panel, ATargetCanBeTypedAtOnce) {
  ASSERT_TRUE(waitUntilSolved());
  click(*panel().lockOf(Field::Epsilon));
  const QLineEdit& edit = panel().target().edit();
  EXPECT_EQ(window->focusWidget(), &edit);
  EXPECT_EQ(edit.selectedText(), edit.text());
  EXPECT_FALSE(edit.visibleRegion().isEmpty());
}

TEST_F(Panel, ALockAloneChangesNothing) {
  ASSERT_TRUE(waitUntilSolved());
  const Scenario before = document->scenario();
  click(*panel().lockOf(Field::Epsilon));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  EXPECT_TRUE(document->scenario() == before);
  EXPECT_EQ(target().target().value, design().error.mean);
  // What is read is short all the same.
  EXPECT_LE(panel().target().edit().text().size(), 8);
  // And leaving the field untouched asks for nothing else.
  emit panel().target().edit().editingFinished();
  EXPECT_EQ(target().target().value, design().error.mean);
}

TEST_F(Panel, ALockTakesOverWhatIsBeingTyped) {
  QLineEdit& edit = number(Field::Epsilon).edit();
  edit.setFocus();
  edit.selectAll();
  QTest::keyClicks(&edit, QStringLiteral("5"));
  ASSERT_EQ(document->scenario().epsilon, 2);  // the pause for more of it
  panel().lockOf(Field::Epsilon)->click();
  const std::vector<Scenario> past = document->past();
  ASSERT_FALSE(past.empty());
  EXPECT_EQ(past.back().epsilon, 5);
  ASSERT_TRUE(waitForAnswer());
  EXPECT_NEAR(edit.text().toDouble(), document->scenario().epsilon, 1e-6 * document->scenario().epsilon);
}

TEST_F(Panel, LocksAndTargetsAreUndone) {
  ASSERT_TRUE(waitUntilSolved());
  const Scenario before = document->scenario();
  const int steps = document->undoStack().index();
  click(*panel().lockOf(Field::Epsilon));
  ASSERT_TRUE(waitForAnswer());
  const double standing = target().target().value;
  EXPECT_EQ(document->undoStack().index(), steps + 1);
  typeTarget(QString::number(standing / 2, 'g', 4));
  ASSERT_TRUE(waitForAnswer());
  const double solved = document->scenario().epsilon;
  EXPECT_GT(solved, 2.5);
  // The target and what followed from it are one step.
  EXPECT_EQ(document->undoStack().index(), steps + 2);
  document->undoStack().undo();
  EXPECT_TRUE(document->scenario() == before);
  EXPECT_EQ(target().target().value, standing);
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  document->undoStack().undo();
  EXPECT_EQ(target().unknown(), std::nullopt);
  EXPECT_FALSE(number(Field::Epsilon).isResult());
  EXPECT_FALSE(panel().target().isVisible());
  document->undoStack().redo();
  document->undoStack().redo();
  EXPECT_EQ(target().unknown(), Field::Epsilon);
  EXPECT_EQ(document->scenario().epsilon, solved);
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
}

TEST_F(Panel, OtherEditsSolveAgainWithinOneUndoStep) {
  click(*panel().lockOf(Field::Epsilon));
  ASSERT_TRUE(waitForAnswer());
  const Scenario before = document->scenario();
  const int steps = document->undoStack().index();
  type(Field::Epochs, QStringLiteral("8"));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  EXPECT_GT(document->scenario().epsilon, 1.3 * before.epsilon);
  EXPECT_LE(design().error.mean, target().target().value);
  EXPECT_EQ(document->undoStack().index(), steps + 1);
  document->undoStack().undo();
  EXPECT_TRUE(document->scenario() == before);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(document->scenario() == before);  // and it stays undone
  document->undoStack().redo();
  EXPECT_EQ(document->scenario().epochs, 8);
  EXPECT_GT(document->scenario().epsilon, 1.3 * before.epsilon);
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  ASSERT_TRUE(waitUntilSolved());
}

TEST_F(Panel, UnreachableTargetsAreExplainedBesideTheTarget) {
  click(*panel().lockOf(Field::Epsilon));
  ASSERT_TRUE(waitForAnswer());
  const double epsilon = document->scenario().epsilon;
  typeTarget(QStringLiteral("1e-9"));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Unreachable);
  EXPECT_TRUE(panel().target().problem().contains(QStringLiteral("Even ε = 100 gives an error of")))
      << panel().target().problem().toStdString();
  EXPECT_EQ(document->scenario().epsilon, epsilon);
  typeTarget(QStringLiteral("much"));
  EXPECT_TRUE(panel().target().problem().contains(QStringLiteral("cannot be read")));
}

TEST_F(Panel, BandsAreFoundForALimitOfMemory) {
  click(*panel().lockOf(Field::Bands));
  ASSERT_TRUE(waitForAnswer());
  panel().targetQuantity().combo().setCurrentIndex(3);
  emit panel().targetQuantity().combo().activated(3);
  ASSERT_TRUE(waitForAnswer());
  typeTarget(QStringLiteral("1.3 GB"));  // three rows of 100 M parameters
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  EXPECT_LE(design().strategy.noiseRows(), 3);
  EXPECT_EQ(document->scenario().bands, design().bands);
}

TEST_F(Panel, EpsilonIsFoundForTheRiskOfAnAttack) {
  const auto choose = [this](TargetQuantity quantity) {
    QComboBox& combo = panel().targetQuantity().combo();
    const int index =
        static_cast<int>(std::ranges::find(valuesOf<TargetQuantity>(), quantity) - valuesOf<TargetQuantity>().begin());
    combo.setCurrentIndex(index);
    emit combo.activated(index);
  };
  click(*panel().lockOf(Field::Epsilon));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_FALSE(panel().falsePositives().isVisible());
  choose(TargetQuantity::Advantage);
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  const double ofTenth = document->scenario().epsilon;
  typeTarget(QStringLiteral("0.05"));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_LT(document->scenario().epsilon, ofTenth);

  choose(TargetQuantity::TruePositives);
  ASSERT_TRUE(waitForAnswer());
  EXPECT_TRUE(panel().falsePositives().isVisible());
  const double atUsual = document->scenario().epsilon;
  enter(panel().falsePositives(), QStringLiteral("0.05"));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_LT(document->scenario().epsilon, atUsual) << "a test that may be wrong more often is right more often";
  EXPECT_EQ(target().target().falsePositives, 0.05);

  choose(TargetQuantity::RightGuesses);
  ASSERT_TRUE(waitForAnswer());
  EXPECT_FALSE(panel().falsePositives().isVisible());
  EXPECT_TRUE(panel().prior().isVisible());
  const double ofEven = document->scenario().epsilon;
  EXPECT_NEAR(ofEven / ofTenth, 1, 1e-3) << "from even odds, right guesses of 0.55 are an advantage of 0.1";
  enter(panel().prior(), QStringLiteral("0.4"));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Refused) << "who says no is right as often";
  typeTarget(QStringLiteral("0.65"));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  // A session asks once more, and changes nothing.
  const QJsonObject state = panel().viewState();
  const Scenario before = document->scenario();
  click(*panel().lockOf(Field::Epsilon));
  panel().restoreView(state);
  EXPECT_EQ(target().target().prior, 0.4);
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  EXPECT_TRUE(document->scenario() == before);
  enter(panel().prior(), QStringLiteral("0.7"));
  EXPECT_EQ(target().state(), TargetSolver::State::Refused);
}

TEST_F(Panel, LocksThatMakeNoSenseSayWhy) {
  chooseMechanism(*mechanismFromName("best"));
  ASSERT_TRUE(waitUntilSolved());
  click(*panel().lockOf(Field::Epsilon));
  EXPECT_EQ(target().state(), TargetSolver::State::Refused);
  EXPECT_TRUE(panel().target().problem().contains(QStringLiteral("one mechanism")));
}

TEST_F(Panel, FitsWithALockAndKeepsItInASession) {
  click(*panel().lockOf(Field::Epochs));
  ASSERT_TRUE(waitForAnswer());
  const QJsonObject state = panel().viewState();
  click(*panel().lockOf(Field::Epochs));
  panel().restoreView(state);
  EXPECT_EQ(target().unknown(), Field::Epochs);
  EXPECT_TRUE(number(Field::Epochs).isResult());
  EXPECT_TRUE(panel().target().isVisible());
  EXPECT_LE(panel().widget()->width(), panel().viewport()->width());
}

TEST_F(Panel, ATargetOfAFileThatItsScenarioMissesIsNotCalledMet) {
  ASSERT_TRUE(waitUntilSolved());
  click(*panel().lockOf(Field::Epsilon));
  ASSERT_TRUE(waitForAnswer());
  QJsonObject state = panel().viewState();
  click(*panel().lockOf(Field::Epsilon));
  const Scenario before = document->scenario();
  ASSERT_TRUE(waitUntilSolved());
  panel().restoreView(state);
  EXPECT_EQ(target().state(), TargetSolver::State::Met);
  QJsonObject solveFor = state[QStringLiteral("solveFor")].toObject();
  solveFor[QStringLiteral("value")] = solveFor[QStringLiteral("value")].toDouble() / 2;
  state[QStringLiteral("solveFor")] = solveFor;
  panel().restoreView(state);
  EXPECT_TRUE(waitFor([&] { return target().state() == TargetSolver::State::Stopped; }));
  EXPECT_TRUE(panel().target().problem().contains(QStringLiteral("Not solved")));
  EXPECT_EQ(document->scenario().epsilon, before.epsilon) << "opening changes nothing";
  solveFor[QStringLiteral("value")] = -1.0;
  state[QStringLiteral("solveFor")] = solveFor;
  panel().restoreView(state);
  EXPECT_EQ(target().state(), TargetSolver::State::Refused);
}

TEST_F(Panel, ExamplesAreOneUndoStepEach) {
  auto* menu = window->findChild<QMenu*>(QStringLiteral("examples"));
  ASSERT_TRUE(menu);
  ASSERT_EQ(menu->actions().size(), 5);
  auto* tiny = window->findChild<QAction*>(QStringLiteral("example.tiny"));
  ASSERT_TRUE(tiny);
  EXPECT_FALSE(tiny->toolTip().isEmpty());
  const Scenario before = document->scenario();
  tiny->trigger();
  EXPECT_EQ(document->scenario().iterations, 9);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().strategy.bands(), 3);
  document->undoStack().undo();
  EXPECT_TRUE(document->scenario() == before);
}

TEST(Examples, AllLoadAndCanBeSolved) {
  const std::vector<ExampleScenario> examples = exampleScenarios();
  ASSERT_EQ(examples.size(), 5u);
  EXPECT_TRUE(examples[0].scenario == ScenarioDocument::defaultScenario());
  for (const ExampleScenario& example : examples) {
    SCOPED_TRACE(example.id.toStdString());
    EXPECT_TRUE(example.scenario.problems().empty());
    EXPECT_FALSE(example.name.isEmpty());
    EXPECT_FALSE(example.description.isEmpty());
    EXPECT_FALSE(example.citation.isEmpty());
    const auto solved = noiseloom::design(example.scenario);
    ASSERT_TRUE(solved);
    EXPECT_GT(solved->error.mean, 0);
    EXPECT_LT(solved->error.mean, solved->dpSgdRmse);
  }
}

}  // namespace
}  // namespace noiseloom
