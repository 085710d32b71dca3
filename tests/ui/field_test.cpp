// Every input of the window: what a change does, and what an entry that cannot be used leaves behind.

#include <gtest/gtest.h>

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QTest>
#include <array>
#include <cmath>
#include <ostream>
#include <random>
#include <string>
#include <tuple>

#include "core/base/expression.h"
#include "core/batching/list.h"
#include "core/scenario/field_value.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/mark_button.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class Fields : public WindowTest {};

TEST_F(Fields, IterationsChangeTheDesign) {
  const double before = design().error.mean;
  type(Field::Iterations, QStringLiteral("2^7"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().strategy.iterations(), 128);
  EXPECT_NE(design().error.mean, before);
  EXPECT_EQ(number(Field::Iterations).edit().text(), QStringLiteral("2^7"));  // what was typed stays
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("62.5"));
  EXPECT_EQ(number(Field::Epochs).edit().text(), QStringLiteral("8"));
}

TEST_F(Fields, EpochsChangeTheDesign) {
  const double before = design().noiseMultiplier.value;
  type(Field::Epochs, QStringLiteral("8"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_GT(design().noiseMultiplier.value, before);
  EXPECT_EQ(design().scenario.epochs, 8);
}

TEST_F(Fields, DataSetSizeSetsTheBatchSizeWithoutSolvingAgain) {
  const Strategy strategy = design().strategy;
  window->scenarioPanel().letFollow(Field::BatchSize);
  type(Field::DatasetSize, QStringLiteral("10k"));
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("625"));
  EXPECT_EQ(document->designState(), DesignState::Current);
  EXPECT_EQ(design().scenario.datasetSize, 10'000);
  type(Field::DatasetSize, QStringLiteral("none"));
  EXPECT_FALSE(document->scenario().datasetSize);
  EXPECT_FALSE(number(Field::BatchSize).isEnabled());
}

TEST_F(Fields, BatchSizeSetsTheIterations) {
  type(Field::BatchSize, QStringLiteral("125"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().strategy.iterations(), 32);
  EXPECT_EQ(number(Field::Iterations).edit().text(), QStringLiteral("32"));
}

TEST_F(Fields, ABatchSizeStaysAsItWasTyped) {
  type(Field::DatasetSize, QStringLiteral("1000003"));
  type(Field::BatchSize, QStringLiteral("6/2"));
  // n is whole; the epochs are what it makes of them.
  EXPECT_EQ(valueOf(document->scenario(), Field::BatchSize), 3);
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("6/2"));
  document->undoStack().undo();
  EXPECT_NE(number(Field::BatchSize).edit().text(), QStringLiteral("6/2"));
}

TEST_F(Fields, ABatchSizeStaysWhateverIsTypedBesideIt) {
  type(Field::DatasetSize, QStringLiteral("1.2M"));
  type(Field::BatchSize, QStringLiteral("4096"));
  type(Field::Epochs, QStringLiteral("15"));
  // A loader's epoch has 293 steps, the last of them with a smaller batch.
  EXPECT_EQ(document->scenario().iterations, 15 * 293);
  EXPECT_EQ(number(Field::Iterations).edit().text(), QStringLiteral("4395"));
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("4096"));
  EXPECT_EQ(valueOf(document->scenario(), Field::BatchSize), 4096);
  EXPECT_EQ(number(Field::Epochs).edit().text(), QStringLiteral("15.0016"));
  type(Field::BatchSize, QStringLiteral("2048"));
  EXPECT_EQ(document->scenario().iterations, 15 * 586);
  document->undoStack().undo();
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("4096"));
  // Any number of steps is a job: 2000 of them are 6.83 epochs.
  type(Field::Iterations, QStringLiteral("2000"));
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("4096"));
  EXPECT_EQ(number(Field::Epochs).edit().text(), QStringLiteral("6.82667"));
}

TEST_F(Fields, UndoWhileASliderIsHeldLeavesFieldAndSliderTogether) {
  NumberField& field = number(Field::Epsilon);
  const double before = document->scenario().epsilon;
  const int place = field.slider().value();
  field.slider().setSliderDown(true);
  field.slider().setValue(place + 5);
  FramePacer::instance().rest();
  ASSERT_NE(document->scenario().epsilon, before);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().epsilon, before);
  field.slider().setSliderDown(false);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(document->scenario().epsilon, before);
  EXPECT_EQ(field.edit().text(), entryText(before));
  EXPECT_EQ(field.slider().value(), place);
  document->undoStack().redo();
  EXPECT_NE(document->scenario().epsilon, before);
}

// Found by the soak: the batch size of a larger data set stayed.
TEST_F(Fields, ABatchSizeAboveTheDataSetDoesNotStay) {
  type(Field::DatasetSize, QStringLiteral("10000"));
  type(Field::BatchSize, QStringLiteral("500"));
  type(Field::DatasetSize, QStringLiteral("400"));
  EXPECT_EQ(number(Field::BatchSize).edit().text().toDouble(),
            QString::number(*valueOf(document->scenario(), Field::BatchSize), 'g', 6).toDouble());
}

// Found by the soak: the batch size below 0 that such a data set gives was kept as one that was asked for.
TEST_F(Fields, ABatchSizeOfADataSetBelowZeroDoesNotStay) {
  type(Field::DatasetSize, QStringLiteral("10000"));
  type(Field::DatasetSize, QStringLiteral("-5"));
  type(Field::DatasetSize, QStringLiteral("8"));
  EXPECT_EQ(number(Field::BatchSize).edit().text().toDouble(),
            QString::number(*valueOf(document->scenario(), Field::BatchSize), 'g', 6).toDouble());
}

// Found by the soak: n followed from k = -5, and B read what had been typed whatever k became then.
TEST_F(Fields, ABatchSizeCorrectsEpochsThatNoJobHas) {
  type(Field::DatasetSize, QStringLiteral("100k"));
  type(Field::Epochs, QStringLiteral("-5"));
  const Index iterations = document->scenario().iterations;
  type(Field::BatchSize, QStringLiteral("1000"));
  EXPECT_EQ(document->scenario().iterations, iterations);
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("1000"));
  EXPECT_EQ(document->scenario().epochs, 64);
  type(Field::Epochs, QStringLiteral("16"));
  EXPECT_EQ(document->scenario().iterations, 1600);
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("1000"));
}

// Found by the soak: n followed from the epochs, which do not count in one pass, and B read what it was not.
TEST_F(Fields, InOnePassBatchesFollowFromOneVisit) {
  chooseBatching(&batchings::single);
  ASSERT_GT(document->scenario().epochs, 1);
  type(Field::DatasetSize, QStringLiteral("50k"));
  type(Field::BatchSize, QStringLiteral("100"));
  EXPECT_EQ(document->scenario().iterations, 500);
  EXPECT_EQ(*valueOf(document->scenario(), Field::BatchSize), 100);
  // With the same n, k and N it is another one where every epoch counts.
  chooseBatching(&batchings::cyclicPoisson);
  EXPECT_EQ(number(Field::BatchSize).edit().text().toDouble(), 100.0 * document->scenario().epochs);
  chooseBatching(&batchings::single);
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("100"));
  // Epochs could not follow from anything: the batch size does in their place.
  window->scenarioPanel().letFollow(Field::Epochs);
  const double epochs = document->scenario().epochs;
  type(Field::Iterations, QStringLiteral("250"));
  EXPECT_EQ(document->scenario().epochs, epochs);
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("200"));
  EXPECT_FALSE(window->findChild<MarkButton*>(QStringLiteral("epochsChain"))->isEnabled());
  EXPECT_TRUE(window->findChild<MarkButton*>(QStringLiteral("batch_sizeChain"))->isChecked());
}

TEST_F(Fields, LinkedNumbersReadWhatTheScenarioHasWhateverIsTyped) {
  constexpr std::array kLinked{Field::Iterations, Field::Epochs, Field::DatasetSize, Field::BatchSize};
  constexpr std::array kTexts{"",     "--", "-5", "0",   "0.5",   "1",    "12",
                              "0x10", "64", "90", "2^7", "10000", "100k", "1e30"};
  std::mt19937 random(1);
  const auto below = [&random](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  std::string done;
  for (int round = 0; round < 1500; ++round) {
    const Field field = kLinked.at(below(kLinked.size()));
    const std::string name(infoOf(field).name);
    switch (below(8)) {
      case 0: document->undoStack().undo(), done += "undo\n"; break;
      case 1: document->undoStack().redo(), done += "redo\n"; break;
      case 2: window->scenarioPanel().letFollow(field), done += "let follow " + name + "\n"; break;
      case 3: {
        const Batching* batching = allBatchings()[below(allBatchings().size())];
        chooseBatching(batching), done += "batching " + std::string(batching->id) + "\n";
        break;
      }
      default:
        if (!number(field).edit().isEnabled()) continue;
        const char* text = kTexts.at(below(kTexts.size()));
        type(field, QLatin1String(text)), done += name + ": " + text + "\n";
    }
    const Scenario& scenario = document->scenario();
    const auto read = evaluateExpression(number(Field::BatchSize).edit().text().toStdString()).value;
    const auto value = valueOf(scenario, Field::BatchSize);
    if (document->hasEntryProblem(Field::BatchSize)) continue;
    ASSERT_TRUE(scenario.datasetSize || !read) << done;
    if (!scenario.datasetSize || scenario.iterations < 1 || !(scenario.epochs > 0)) continue;
    ASSERT_TRUE(read && value) << done;
    ASSERT_LE(std::abs(*read - *value), 1e-5 * std::abs(*value))
        << "B reads " << *read << ", n k N give " << *value << ", after\n"
        << done;
  }
}

// Found by the soak: n was to become infinite.
TEST(FieldValue, NothingFollowsFromAnEmptyDataSet) {
  const Scenario scenario = with(smallScenario(), {.datasetSize = 0});
  const Scenario after = withValue(scenario, Field::DatasetSize, 1000, Field::Iterations);
  EXPECT_EQ(after.datasetSize, 1000);
  EXPECT_EQ(after.iterations, scenario.iterations);
}

// Found by the soak: the text stayed, but nothing said any more that it is not used.
TEST_F(Fields, WithoutADataSetNoTextStaysAsBatchSize) {
  type(Field::BatchSize, QStringLiteral("1_000_000"));
  ASSERT_TRUE(document->hasEntryProblem(Field::BatchSize));
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QStringLiteral("1_000_000"));
  type(Field::DatasetSize, QString());
  ASSERT_FALSE(document->scenario().datasetSize);
  EXPECT_FALSE(document->hasEntryProblem(Field::BatchSize));
  EXPECT_EQ(number(Field::BatchSize).edit().text(), QString());
  EXPECT_FALSE(number(Field::BatchSize).edit().isEnabled());
}

// Found by the soak: it read 0 while the scenario had another number, and nothing said so.
TEST_F(Fields, TheSameTextIsANewEntryOnceItsValueIsGone) {
  const Index before = document->scenario().iterations;
  type(Field::Iterations, QStringLiteral("32"));
  ASSERT_EQ(document->scenario().iterations, 32);
  QLineEdit& edit = number(Field::Iterations).edit();
  const auto typeAgain = [&] {
    edit.selectAll();
    QTest::keyClick(&edit, Qt::Key_Delete);
    QTest::keyClicks(&edit, QStringLiteral("32"));
  };
  typeAgain();
  document->undoStack().undo();  // while it is still being typed
  ASSERT_EQ(document->scenario().iterations, before);
  EXPECT_EQ(edit.text(), QStringLiteral("32"));
  QTest::keyClick(&edit, Qt::Key_Return);
  EXPECT_EQ(document->scenario().iterations, 32);
  // The pause after typing takes it over as Enter does.
  typeAgain();
  document->undoStack().undo();
  ASSERT_EQ(document->scenario().iterations, before);
  EXPECT_TRUE(waitFor([this] { return document->scenario().iterations == 32; }));
  EXPECT_EQ(edit.text(), QStringLiteral("32"));
}

TEST_F(Fields, UndoTakesBackWhatIsBeingTyped) {
  window->scenarioPanel().letFollow(Field::BatchSize);
  const Scenario before = document->scenario();
  type(Field::Epochs, QStringLiteral("2"));
  QLineEdit& edit = number(Field::Iterations).edit();
  edit.setFocus();
  edit.selectAll();
  QTest::keyClicks(&edit, QStringLiteral("32"));
  auto* undo = window->findChild<QAction*>(QStringLiteral("undo"));
  auto* redo = window->findChild<QAction*>(QStringLiteral("redo"));
  ASSERT_TRUE(undo && redo);
  undo->trigger();
  EXPECT_EQ(document->scenario().iterations, before.iterations);
  EXPECT_EQ(document->scenario().epochs, 2);
  EXPECT_EQ(edit.text(), QString::number(before.iterations));
  redo->trigger();
  EXPECT_EQ(document->scenario().iterations, 32);
  // What is typed now is newer than what could be done again.
  undo->trigger();
  edit.selectAll();
  QTest::keyClicks(&edit, QStringLiteral("16"));
  redo->trigger();
  EXPECT_EQ(document->scenario().iterations, 16);
}

TEST_F(Fields, AnEntryThatCannotBeUsedGivesWayToAnEditOfItsValue) {
  type(Field::Bands, QStringLiteral("4"));
  const Scenario four = document->scenario();
  type(Field::Bands, QStringLiteral("many"));
  ASSERT_TRUE(document->hasEntryProblem(Field::Bands));
  // As by a click at four bands in a plot, which the scenario has already.
  document->edit(Field::Bands, four);
  EXPECT_FALSE(document->hasEntryProblem(Field::Bands));
  EXPECT_EQ(number(Field::Bands).edit().text(), QStringLiteral("4"));
  EXPECT_EQ(number(Field::Bands).problem(), QString());
}

TEST_F(Fields, WhatCannotBeReadShowsItsBeginningOnceItIsLeft) {
  window->activateWindow();
  QLineEdit& edit = number(Field::Epsilon).edit();
  edit.setFocus();
  edit.selectAll();
  QTest::keyClicks(&edit, QStringLiteral("about eight, or a little more than that"));
  number(Field::Delta).edit().setFocus();
  ASSERT_TRUE(document->hasEntryProblem(Field::Epsilon));
  EXPECT_EQ(edit.cursorPosition(), 0);
}

TEST_F(Fields, EpsilonAndDeltaChangeTheNoise) {
  const double before = design().noiseMultiplier.value;
  type(Field::Epsilon, QStringLiteral("1"));
  ASSERT_TRUE(waitUntilSolved());
  const double private1 = design().noiseMultiplier.value;
  EXPECT_GT(private1, before);
  type(Field::Delta, QStringLiteral("1e-9"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_GT(design().noiseMultiplier.value, private1);
}

TEST_F(Fields, AdjacencyReplaceOneDoublesTheSensitivityWhereItIsAllowed) {
  chooseBatching(&batchings::single);  // single epoch
  ASSERT_TRUE(waitUntilSolved());
  const double rmse = design().error.mean;
  choose(Field::Adjacency, 2);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_GT(design().error.mean, 1.5 * rmse);
}

TEST_F(Fields, BatchingChangesTheAccountant) {
  const QString before = window->claimBar().sentence();
  const double amplified = design().error.mean;
  chooseBatching(&batchings::fixedEpoch);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_NE(window->claimBar().sentence(), before);
  EXPECT_GE(design().error.mean, amplified);
}

TEST_F(Fields, MinSeparationIsShownAndUsedOnlyWithItsBatching) {
  EXPECT_FALSE(number(Field::MinSeparation).isVisible());
  chooseBatching(&batchings::minSeparation);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(number(Field::MinSeparation).isVisible());
  const double before = design().error.mean;
  type(Field::MinSeparation, QStringLiteral("4"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_GT(design().error.mean, before);
  type(Field::MinSeparation, QStringLiteral("many"));
  EXPECT_FALSE(document->canSolve());
  chooseBatching(&batchings::cyclicPoisson);
  ASSERT_TRUE(waitUntilSolved());  // what is hidden does not stand in the way
}

TEST_F(Fields, MechanismChangesTheStrategy) {
  chooseMechanism(*mechanismFromName("dp-sgd"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(design().strategy.as<IdentityStrategy>());
  EXPECT_FALSE(number(Field::Bands).isVisible());
  chooseMechanism(*mechanismFromName("banded"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(design().strategy.as<BandedStrategy>());
  EXPECT_EQ(design().scenario.mechanism, *mechanismFromName("banded"));
}

TEST_F(Fields, AnEntryThatNoLongerCountsDoesNotStandInTheWay) {
  type(Field::Bands, QStringLiteral("some"));
  EXPECT_FALSE(document->canSolve());
  chooseMechanism(*mechanismFromName("dp-sgd"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(number(Field::Bands).problem(), QString());
  type(Field::BatchSize, QStringLiteral("0"));
  EXPECT_FALSE(document->canSolve());
  type(Field::DatasetSize, QStringLiteral("none"));
  EXPECT_TRUE(document->canSolve());
}

TEST_F(Fields, BandsAreANumberOrTheBest) {
  const double best = design().error.mean;
  type(Field::Bands, QStringLiteral("2"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().bands, 2);
  EXPECT_GE(design().error.mean, best);
  EXPECT_FALSE(window->scenarioPanel().bestBands().isChecked());
  type(Field::Bands, QStringLiteral("best"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().error.mean, best);
  EXPECT_TRUE(window->scenarioPanel().bestBands().isChecked());
  QTest::mouseClick(&window->scenarioPanel().bestBands(), Qt::LeftButton, {}, QPoint(8, 8));
  EXPECT_EQ(document->scenario().bands, design().bands);
  ASSERT_TRUE(waitUntilSolved());
}

TEST_F(Fields, ColumnNormalisationChangesTheStrategy) {
  EXPECT_EQ(design().strategy.as<ToeplitzStrategy>()->scaling(), ColumnScaling::Normalized);
  window->scenarioPanel().columnNormalize().click();
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().strategy.as<ToeplitzStrategy>()->scaling(), ColumnScaling::None);
}

TEST_F(Fields, DeploymentReachesTheDesign) {
  type(Field::Parameters, QStringLiteral("7M"));
  type(Field::Machines, QStringLiteral("3"));
  choose(Field::NumberType, 1);
  EXPECT_EQ(document->designState(), DesignState::Current);
  const Deployment& deployment = design().scenario.deployment;
  EXPECT_EQ(deployment.parameters, 7'000'000);
  EXPECT_EQ(deployment.machines, 3);
  EXPECT_EQ(deployment.numberType, NumberType::Float64);
}

TEST_F(Fields, ASliderLandsOnItsStopsAndSolves) {
  QSlider& slider = number(Field::Epsilon).slider();
  slider.setFocus();
  QTest::keyClick(&slider, Qt::Key_Right);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().scenario.epsilon, 2.5);
  EXPECT_EQ(number(Field::Epsilon).edit().text(), QStringLiteral("2.5"));
  QTest::keyClick(&slider, Qt::Key_Right);
  document->takeOverEntries();  // also of a slider that waits for its picture
  EXPECT_EQ(document->scenario().epsilon, 3);
  document->undoStack().undo();  // both steps of the keyboard were one gesture
  EXPECT_EQ(document->scenario().epsilon, 2);
  EXPECT_EQ(number(Field::Epsilon).edit().text(), QStringLiteral("2"));
}

TEST_F(Fields, TypingTakesEffectAfterAPauseToo) {
  QLineEdit& edit = number(Field::Epsilon).edit();
  edit.setFocus();
  edit.selectAll();
  QTest::keyClicks(&edit, QStringLiteral("4"));
  EXPECT_EQ(document->scenario().epsilon, 2);
  ASSERT_TRUE(waitFor([&] { return document->scenario().epsilon == 4; }));
}

TEST_F(Fields, UndoTakesBackAnEntryThatIsNoInputBeforeAnyStep) {
  type(Field::Epsilon, QStringLiteral("3"));
  const int steps = document->undoStack().index();
  for (const auto& [field, text, before] :
       {std::tuple(Field::Epsilon, "8e", 3.0), std::tuple(Field::Iterations, "2.5", 64.0)}) {
    type(field, QString::fromLatin1(text));
    ASSERT_TRUE(document->hasEntryProblem(field));
    QTest::keyClick(&number(field).edit(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(document->hasEntryProblem(field));
    EXPECT_EQ(number(field).edit().text().toDouble(), before);
    EXPECT_EQ(number(field).problem(), QString());
    EXPECT_EQ(document->undoStack().index(), steps);
  }
  // The next one is the document's.
  QTest::keyClick(&number(Field::Epsilon).edit(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(document->undoStack().index(), steps - 1);
}

TEST_F(Fields, TheMenusUndoTakesBackAnEntryBeforeAnyStepToo) {
  auto* undo = window->findChild<QAction*>(QStringLiteral("undo"));
  ASSERT_TRUE(undo);
  type(Field::Epsilon, QStringLiteral("3"));
  type(Field::Delta, QStringLiteral("1e-6x"));
  ASSERT_TRUE(document->hasEntryProblem(Field::Delta));
  const int steps = document->undoStack().index();
  undo->trigger();
  EXPECT_FALSE(document->hasEntryProblem(Field::Delta));
  EXPECT_EQ(number(Field::Delta).edit().text(), QStringLiteral("1e-5"));
  EXPECT_EQ(document->undoStack().index(), steps);
  undo->trigger();
  EXPECT_EQ(document->scenario().epsilon, 2);
  // An entry that is older than the newest step is not what is taken back first.
  type(Field::Delta, QStringLiteral("y"));
  type(Field::Epsilon, QStringLiteral("4"));
  undo->trigger();
  EXPECT_EQ(document->scenario().epsilon, 2);
}

TEST_F(Fields, UndoReachesADocumentWhileAFieldHasTheFocus) {
  type(Field::Epsilon, QStringLiteral("4"));
  QTest::keyClick(&number(Field::Epsilon).edit(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(document->scenario().epsilon, 2);
  EXPECT_EQ(number(Field::Epsilon).edit().text(), QStringLiteral("2"));
}

struct BadEntry {
  Field field;
  const char* text;
  const char* message;  // a part of what the field says
  const Batching* batching = &batchings::cyclicPoisson;
};

void PrintTo(const BadEntry& bad, std::ostream* out) {
  *out << infoOf(bad.field).name << " = " << bad.text;
}

class BadEntries : public Fields, public testing::WithParamInterface<BadEntry> {};

TEST_P(BadEntries, LeaveTheTextAndSayWhyBesideTheField) {
  const BadEntry& bad = GetParam();
  if (bad.batching != &batchings::cyclicPoisson) {
    chooseBatching(bad.batching);
    ASSERT_TRUE(waitUntilSolved());
  }
  // Iterations that follow would make room for any number of epochs.
  window->scenarioPanel().chainOf(Field::BatchSize)->click();
  NumberField& field = number(bad.field);
  type(bad.field, QString::fromUtf8(bad.text));
  EXPECT_EQ(field.edit().text(), QString::fromUtf8(bad.text));
  EXPECT_TRUE(field.problem().contains(QString::fromUtf8(bad.message))) << field.problem().toStdString();
  const auto labels = field.findChildren<QLabel*>();
  const auto shown =
      std::find_if(labels.begin(), labels.end(), [&](QLabel* label) { return label->text() == field.problem(); });
  ASSERT_NE(shown, labels.end());
  EXPECT_TRUE((*shown)->isVisible());
  EXPECT_GE((*shown)->geometry().top(), field.edit().geometry().bottom());  // right under the entry
  EXPECT_FALSE(document->canSolve());
  EXPECT_EQ(window->claimBar().sentence().left(field.problem().size()), field.problem());
  EXPECT_NE(document->whyNotExportable(), QString());
  EXPECT_NE(document->designState(), DesignState::Current);

  // Another edit does not take the text away, and mending it brings everything back.
  if (bad.field != Field::Delta) {
    type(Field::Delta, QStringLiteral("1e-6"));
    EXPECT_EQ(field.edit().text(), QString::fromUtf8(bad.text));
  }
  while (document->undoStack().canUndo()) document->undoStack().undo();
  document->clearEntryProblem(bad.field);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(field.problem(), QString());
}

INSTANTIATE_TEST_SUITE_P(
    All, BadEntries,
    testing::Values(
        BadEntry{Field::Iterations, "0", "from 1 to"}, BadEntry{Field::Iterations, "-5", "from 1 to"},
        BadEntry{Field::Iterations, "2.5", "a whole number"}, BadEntry{Field::Iterations, "abc", "cannot be read"},
        BadEntry{Field::Iterations, "nan", "cannot be read"}, BadEntry{Field::Iterations, "1e400", "too large"},
        BadEntry{Field::Iterations, "1e30", "a whole number of at most"},
        BadEntry{Field::Iterations, "9e15", "from 1 to"},
        BadEntry{Field::Iterations, "1,000", "a comma is no decimal point"},
        BadEntry{Field::Epochs, "65", "at most 64"}, BadEntry{Field::Epochs, "0", "above 0"},
        BadEntry{Field::Epochs, "", "nothing is entered"}, BadEntry{Field::Epsilon, "-0.5", "from 0 to"},
        BadEntry{Field::Epsilon, "1001", "from 0 to"}, BadEntry{Field::Epsilon, "1/0", "division by zero"},
        BadEntry{Field::Epsilon, "inf", "cannot be read"}, BadEntry{Field::Delta, "0", "above 0 and below 1"},
        BadEntry{Field::Delta, "1", "above 0 and below 1"}, BadEntry{Field::Delta, "-1e-5", "above 0 and below 1"},
        BadEntry{Field::Bands, "17", "from 1 to 16 (n/k under cyclic Poisson)"},
        BadEntry{Field::Bands, "65", "from 1 to", &batchings::single}, BadEntry{Field::Bands, "0", "from 1 to 16"},
        BadEntry{Field::Bands, "some", "or “best”"},
        BadEntry{Field::MinSeparation, "65", "from 1 to 64", &batchings::minSeparation},
        BadEntry{Field::MinSeparation, "0", "from 1 to 64", &batchings::minSeparation},
        BadEntry{Field::DatasetSize, "0", "1"}, BadEntry{Field::BatchSize, "0", "above 0 and at most 1000"},
        BadEntry{Field::BatchSize, "1001", "above 0 and at most 1000"}, BadEntry{Field::Parameters, "0", "from 1 to"},
        BadEntry{Field::Parameters, "1e18", "at most"}, BadEntry{Field::Machines, "0", "from 1 to"},
        BadEntry{Field::Machines, "1e9", "from 1 to"}, BadEntry{Field::Tau, "1", "1", &batchings::ballsInBins},
        BadEntry{Field::Tau, "x", "cannot be read", &batchings::ballsInBins},
        BadEntry{Field::FailureProbability, "0", "from 1e-300 to 0.001", &batchings::ballsInBins},
        BadEntry{Field::FailureProbability, "1", "from 1e-300 to 0.001", &batchings::ballsInBins}),
    [](const testing::TestParamInfo<BadEntry>& bad) {
      std::string name(infoOf(bad.param.field).name);
      std::erase(name, '_');
      return name + std::to_string(bad.index);
    });

TEST_F(Fields, AbsurdMemoryIsRefusedByName) {
  chooseMechanism(*mechanismFromName("banded"));
  type(Field::Iterations, QStringLiteral("1e9"));
  EXPECT_FALSE(document->canSolve());
  EXPECT_TRUE(number(Field::Iterations).problem().contains(QStringLiteral("memory")))
      << number(Field::Iterations).problem().toStdString();
}

TEST_F(Fields, ReplaceOneTakesMoreNoiseUnderPoissonAndIsRefusedUnderBallsInBins) {
  const double before = design().noiseMultiplier.value;
  choose(Field::Adjacency, 2);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_GT(design().noiseMultiplier.value, before);
  EXPECT_TRUE(window->claimBar().sentence().contains(QStringLiteral("replace-one")));
  chooseBatching(&batchings::ballsInBins);
  EXPECT_FALSE(document->canSolve());
  EXPECT_TRUE(window->scenarioPanel().choiceField(Field::Adjacency)->problem().contains(QStringLiteral("replace-one")));
}

}  // namespace
}  // namespace noiseloom
