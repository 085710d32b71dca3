#include <gtest/gtest.h>

#include <QCheckBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>

#include "core/batching/list.h"
#include "core/design/baseline_error.h"
#include "core/mechanism/list.h"
#include "core/scenario/field_value.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "tests/ui/words_cut.h"
#include "ui/dialogs/blank_sentence.h"
#include "ui/dialogs/duty_note.h"
#include "ui/dialogs/first_estimates.h"
#include "ui/dialogs/recommend_answer.h"
#include "ui/dialogs/recommend_dialog.h"
#include "ui/dialogs/recommend_form.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/best_baselines.h"
#include "ui/jobs/live_solver.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/style/bar_list.h"
#include "ui/style/batching_drawing.h"
#include "ui/style/core_text.h"
#include "ui/style/look.h"
#include "ui/style/number_text.h"

namespace noiseloom::test {
namespace {

constexpr int kPatience = 120'000;

void type(NumberField& field, const QString& text) {
  field.edit().setFocus();
  field.edit().setText(text);
  QTest::keyClick(&field.edit(), Qt::Key_Return);
  field.takeOver();
}

Scenario smallJob() {
  return Scenario({.iterations = 60, .epochs = 3, .epsilon = 2, .datasetSize = 2000});
}

// Leaves one way ticked, so that the answer comes soon.
void tickOnly(RecommendDialog& dialog, const QString& way) {
  for (QCheckBox* box : dialog.form().ways()) box->setChecked(box->objectName().endsWith(way));
}

class SmallJobDocument : public ScenarioDocument {
 public:
  SmallJobDocument() { reset(smallJob()); }
};

class SmallRecommendDialog : public testing::Test {
 protected:
  SmallJobDocument document;
  RecommendDialog dialog{document};
};

TEST(RecommendAnswers, SayAReasonOnceOfAllThatShareIt) {
  const BatchingWay first{.batching = &batchings::cyclicPoisson}, second{.batching = &batchings::bMinSep};
  const Text banded(std::string("not banded")), worse(std::string("worse"));
  const QStringList ways{coreText(first.name()), coreText(second.name())};
  const auto name = [](const Mechanism& mechanism) { return coreText(mechanism.name); };
  const QList<QStringList> rows = RecommendAnswer::reasonRows({{&mechanisms::tree, first, banded},
                                                               {&mechanisms::bisr, first, banded},
                                                               {&mechanisms::bsr, first, worse},
                                                               {&mechanisms::tree, second, banded},
                                                               {&mechanisms::bisr, second, banded},
                                                               {&mechanisms::bsr, second, banded}});
  ASSERT_EQ(rows.size(), 3);
  EXPECT_EQ(rows[0], QStringList({name(mechanisms::tree) + QStringLiteral(", ") + name(mechanisms::bisr),
                                  QStringLiteral("all"), QStringLiteral("not banded")}));
  EXPECT_EQ(rows[1], QStringList({name(mechanisms::bsr), ways[0], QStringLiteral("worse")}));
  EXPECT_EQ(rows[2], QStringList({name(mechanisms::bsr), ways[1], QStringLiteral("not banded")}));
}

TEST_F(SmallRecommendDialog, AnswerAndBecomeTheDesignOfTheWindow) {
  tickOnly(dialog, QStringLiteral("fixed-epoch"));
  QSignalSpy answered(&dialog, &RecommendDialog::answered);
  EXPECT_FALSE(dialog.useButton().isEnabled());
  dialog.startButton().click();
  EXPECT_TRUE(dialog.running());
  ASSERT_TRUE(answered.wait(kPatience));
  ASSERT_TRUE(dialog.found());
  EXPECT_EQ(dialog.answer().designs().rowCount(), static_cast<int>(dialog.found()->designs.size()));
  EXPECT_GT(dialog.answer().leftOut().rowCount(), 0);
  // One number has the same digits in the sentence, on the card and in the table.
  const QString error = dialog.answer().designs().item(0, 2)->text();
  EXPECT_TRUE(dialog.answer().text().contains(QStringLiteral(" %1 clip norms").arg(error)))
      << dialog.answer().text().toStdString();
  for (int row = 0; row < dialog.answer().designs().rowCount(); ++row) {
    const Index rows = dialog.found()->designs[static_cast<std::size_t>(row)].design->strategy.noiseRows();
    EXPECT_EQ(dialog.answer().designs().item(row, 3)->text() == QStringLiteral("none"), rows == 0) << row;
  }
  EXPECT_TRUE(dialog.answer().text().startsWith(QStringLiteral("Use ")));
  EXPECT_EQ(document.scenario(), smallJob()) << "nothing changes before it is asked for";
  ASSERT_TRUE(document.recommendation()) << "plots may show it";
  EXPECT_EQ(document.recommendation()->designs.size(), dialog.found()->designs.size());
  dialog.useButton().click();
  const auto design = dialog.found()->designs.front().design;
  EXPECT_EQ(document.scenario(), design->scenario);
  EXPECT_EQ(document.design(), design);
  document.undoStack().undo();
  EXPECT_EQ(document.scenario(), smallJob());
}

TEST(RecommendDialogs, GrowWhereTheyStand) {
  SmallJobDocument document;
  QWidget parent;
  parent.setGeometry(40, 40, 1300, 720);
  parent.show();
  RecommendDialog dialog(document, &parent);
  dialog.show();
  QTest::qWait(20);
  dialog.move(400, 60);
  const int height = dialog.height();
  type(dialog.form().number(Field::DatasetSize), QStringLiteral("2001"));
  ASSERT_TRUE(waitFor([&] { return dialog.height() > height; })) << "epochs of 2001 examples take another line";
  EXPECT_EQ(dialog.pos(), QPoint(400, 60)) << "nothing moves away from under the pointer";
}

TEST(RecommendAnswers, SayThatDpSgdIsTheBestOfWhatALoaderCanForm) {
  RecommendRequest request{smallJob()};
  request.ways = {{&batchings::fixedEpoch}};
  Recommendation found = recommend(request);
  RecommendedDesign& best = found.designs.front();
  best.design = std::make_shared<Design>(*design(with(smallJob(), {.mechanism = &baselineMechanism()})));
  best.error = best.design->objectiveError();
  found.facts.bestBaseline->error = best.error / 1.008;
  RecommendAnswer answer;
  answer.show(found);
  EXPECT_EQ(answer.hero().text(), QStringLiteral("DP-SGD is the best here"));
  EXPECT_EQ(answer.bars().rows().front()->content().value, resultText(best.error)) << "as the window rounds it";
}

TEST_F(SmallRecommendDialog, TheKeyboardIsAtTheAnswerThatItAskedFor) {
  dialog.show();
  tickOnly(dialog, QStringLiteral("fixed-epoch"));
  QSignalSpy answered(&dialog, &RecommendDialog::answered);
  dialog.startButton().setFocus();
  dialog.startButton().click();
  ASSERT_TRUE(answered.wait(kPatience));
  EXPECT_EQ(dialog.focusWidget(), &dialog.useButton()) << "not at Close, which Return would press";
  // Who asked from a field stays there.
  QWidget& field = dialog.form().number(Field::Epsilon).edit();
  field.setFocus();
  dialog.startButton().click();
  ASSERT_TRUE(answered.wait(kPatience));
  EXPECT_EQ(dialog.focusWidget(), &field);
  QTest::keyClick(&field, Qt::Key_Return);
  EXPECT_FALSE(dialog.running()) << "the same is not asked again";
  EXPECT_EQ(document.design(), dialog.found()->designs.front().design);
}

TEST(RecommendDialogs, NeverGrowPastTheWindowInLargeTypeAndGerman) {
  QCoreApplication& application = *QCoreApplication::instance();
  for (const Language language : {Language::English, Language::German}) {
    if (language == Language::German) installLanguage(application, language);
    setPresenting(true);
    {
      QWidget window;
      window.resize(1366, 740);
      ScenarioDocument document;
      document.reset(smallJob());
      RecommendDialog dialog(document, &window);
      dialog.show();
      QTest::qWait(50);
      EXPECT_LE(dialog.width(), window.width());
      EXPECT_LE(dialog.height(), window.height());
      for (const QPushButton* button : dialog.findChildren<QPushButton*>()) {
        // Those beside the job scroll with it.
        if (!button->isVisible() || button->parentWidget() != &dialog) continue;
        EXPECT_GE(button->width(), button->minimumSizeHint().width()) << button->text().toStdString();
        EXPECT_TRUE(dialog.rect().contains(button->geometry())) << button->text().toStdString();
      }
    }
    setPresenting(false);
    if (language == Language::German) removeLanguage(application);
  }
}

TEST(RecommendDialogs, WhatIsUsedIsNotSolvedAgain) {
  ScenarioDocument document;
  LiveSolver solver(document);
  document.reset(smallJob());
  QTRY_VERIFY_WITH_TIMEOUT(document.designState() == DesignState::Current && !solver.running(), kPatience);
  RecommendDialog dialog(document);
  tickOnly(dialog, QStringLiteral("balls-in-bins"));
  QSignalSpy answered(&dialog, &RecommendDialog::answered);
  dialog.startButton().click();
  ASSERT_TRUE(answered.wait(kPatience));

  dialog.useButton().click();
  const auto design = dialog.found()->designs.front().design;
  QTRY_VERIFY_WITH_TIMEOUT(document.sweepIsComplete() && !solver.running(), kPatience);
  EXPECT_EQ(document.design(), design);
  EXPECT_EQ(document.designState(), DesignState::Current);
}

TEST_F(SmallRecommendDialog, TypingBeginsWithTheExamples) {
  dialog.show();
  dialog.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog, 120'000));
  auto* first = qobject_cast<QLineEdit*>(dialog.focusWidget());
  ASSERT_TRUE(first);
  EXPECT_EQ(first->text(), QStringLiteral("2000"));
  QTest::keyClick(first, Qt::Key_Tab);
  EXPECT_TRUE(qobject_cast<QLineEdit*>(dialog.focusWidget()));
  EXPECT_NE(dialog.focusWidget(), first);
}

TEST_F(SmallRecommendDialog, ASelectedAlternativeIsTheOneThatIsUsed) {
  tickOnly(dialog, QStringLiteral("fixed-epoch"));
  QSignalSpy answered(&dialog, &RecommendDialog::answered);
  dialog.start();
  ASSERT_TRUE(answered.wait(kPatience));
  ASSERT_GE(dialog.answer().designs().rowCount(), 2);
  dialog.answer().designs().selectRow(1);
  dialog.useButton().click();
  EXPECT_EQ(document.design(), dialog.found()->designs.at(1).design);
}

TEST_F(SmallRecommendDialog, StepsFollowFromExamplesBatchesAndEpochs) {
  type(dialog.form().number(Field::BatchSize), QStringLiteral("50"));
  EXPECT_EQ(dialog.job().iterations, 120);
  type(dialog.form().number(Field::Epochs), QStringLiteral("6"));
  EXPECT_EQ(dialog.job().iterations, 240);
  type(dialog.form().number(Field::DatasetSize), QStringLiteral("1000"));
  EXPECT_EQ(dialog.job().iterations, 120);
}

TEST_F(SmallRecommendDialog, KeepABatchSizeAsItWasTyped) {
  const auto text = [&] { return dialog.form().number(Field::BatchSize).edit().text(); };
  type(dialog.form().number(Field::BatchSize), QStringLiteral("70"));
  EXPECT_EQ(dialog.job().iterations, 87);  // 3 epochs of 29 steps
  EXPECT_EQ(valueOf(dialog.job(), Field::BatchSize), 70);
  EXPECT_EQ(text(), QStringLiteral("70"));
  type(dialog.form().number(Field::Epochs), QStringLiteral("6"));
  EXPECT_EQ(dialog.job().iterations, 174);
  EXPECT_EQ(text(), QStringLiteral("70"));
  type(dialog.form().number(Field::Epsilon), QStringLiteral("3"));
  EXPECT_EQ(dialog.job().iterations, 174);
  EXPECT_EQ(dialog.job().epsilon, 3);
}

TEST_F(SmallRecommendDialog, KeepEpochsAsTheyWereTypedWhereBatchesDoNotDivideTheExamples) {
  const auto text = [&] { return dialog.form().number(Field::Epochs).edit().text(); };
  const auto steps = [&] { return dialog.form().findChild<QLabel*>(QStringLiteral("recommendSteps"))->text(); };
  type(dialog.form().number(Field::BatchSize), QStringLiteral("70"));
  type(dialog.form().number(Field::Epochs), QStringLiteral("6"));
  EXPECT_EQ(dialog.job().iterations, 174);
  EXPECT_DOUBLE_EQ(dialog.job().epochs, 6.09);
  EXPECT_EQ(text(), QStringLiteral("6"));
  EXPECT_TRUE(steps().contains(QStringLiteral("6 epochs of 29, or k = 6.090"))) << steps().toStdString();
  type(dialog.form().number(Field::Epochs), QStringLiteral("6.4"));
  EXPECT_EQ(dialog.job().iterations, 183);
  EXPECT_EQ(text(), QStringLiteral("6.4"));
  EXPECT_TRUE(steps().contains(QStringLiteral("n = 183 steps, k = 6.405"))) << steps().toStdString();
  type(dialog.form().number(Field::BatchSize), QStringLiteral("50"));
  EXPECT_EQ(dialog.job().iterations, 256);
  EXPECT_EQ(text(), QStringLiteral("6.4"));
  EXPECT_EQ(steps(), QStringLiteral("makes n = 256 steps"));
}

TEST(RecommendDialogs, ShowTheButtonThatStartsInASmallWindow) {
  ScenarioDocument document;
  document.reset(smallJob());
  QWidget window;
  window.resize(1024, 640);
  window.show();
  RecommendDialog dialog(document, &window);
  dialog.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&dialog, 120'000));
  const QPushButton& start = dialog.startButton();
  EXPECT_EQ(start.visibleRegion().boundingRect(), start.rect());
}

TEST_F(SmallRecommendDialog, RefuseWhatCannotBeAskedBesideItsField) {
  tickOnly(dialog, QStringLiteral("poisson"));
  type(dialog.form().number(Field::Epsilon), QStringLiteral("-1"));
  EXPECT_TRUE(dialog.form().problems().startsWith(dialog.form().number(Field::Epsilon).name()));
  EXPECT_FALSE(dialog.form().number(Field::Epsilon).problem().isEmpty());
  type(dialog.form().number(Field::Epsilon), QStringLiteral("2"));
  EXPECT_TRUE(dialog.form().number(Field::Epsilon).problem().isEmpty());
  EXPECT_TRUE(dialog.startButton().isEnabled());
  for (QCheckBox* box : dialog.form().ways()) box->setChecked(false);
  EXPECT_FALSE(dialog.startButton().isEnabled());
}

TEST_F(SmallRecommendDialog, StartOnlyWhenEveryInputIsUsable) {
  auto* ticked = dialog.form().ways().front();
  type(dialog.form().solvingTime(), QStringLiteral("20"));
  EXPECT_FALSE(dialog.startButton().isEnabled()) << "no batches are ticked";
  ticked->setChecked(true);
  EXPECT_TRUE(dialog.startButton().isEnabled());
  type(dialog.form().solvingTime(), QStringLiteral("soon"));
  EXPECT_FALSE(dialog.startButton().isEnabled());
  type(dialog.form().number(Field::Epsilon), QStringLiteral("2"));
  EXPECT_FALSE(dialog.startButton().isEnabled()) << "the solving time is still unreadable";
  type(dialog.form().solvingTime(), QStringLiteral("5"));
  EXPECT_TRUE(dialog.startButton().isEnabled());
}

TEST(RecommendDialogs, EditTheFieldsOfThePanelInTheSameWay) {
  ScenarioDocument document;
  document.reset(smallJob());
  ScenarioPanel panel(document);
  RecommendDialog dialog(document);
  int shared = 0;
  for (const Field field : allFields()) {
    const QString name = QString::fromLatin1(infoOf(field).name.data());
    SCOPED_TRACE(name.toStdString());
    auto* ours = dialog.findChild<NumberField*>(QStringLiteral("recommend.") + name);
    if (!ours) continue;
    ++shared;
    NumberField* theirs = panel.numberField(field);
    ASSERT_TRUE(theirs);
    EXPECT_EQ(theirs->objectName(), name);
    EXPECT_EQ(ours->name(), theirs->name());
    EXPECT_EQ(ours->edit().toolTip(), theirs->edit().toolTip());
    EXPECT_EQ(ours->slider().maximum(), theirs->slider().maximum());
    for (int i = 0; i <= std::min(ours->slider().maximum(), theirs->slider().maximum()); ++i)
      EXPECT_EQ(ours->spec().scale.value(i), theirs->spec().scale.value(i));
    EXPECT_EQ(ours->spec(), theirs->spec());
    for (NumberField* each : {ours, theirs}) type(*each, QStringLiteral("-1"));
    EXPECT_FALSE(ours->problem().isEmpty());
    EXPECT_EQ(ours->problem(), theirs->problem());
  }
  EXPECT_EQ(shared, 8);
}

// Asks about a way that is searched soon, and waits for the answer.
void ask(RecommendDialog& dialog, const QString& way) {
  tickOnly(dialog, way);
  QSignalSpy answered(&dialog, &RecommendDialog::answered);
  dialog.start();
  ASSERT_TRUE(answered.wait(kPatience));
}

TEST_F(SmallRecommendDialog, TickNothingForAPersonAndAskForAChoice) {
  EXPECT_TRUE(std::ranges::none_of(dialog.form().ways(), &QCheckBox::isChecked));
  EXPECT_FALSE(dialog.startButton().isEnabled());
  EXPECT_EQ(dialog.message(), QStringLiteral("Choose what your data loader does."));
  dialog.form().ways().front()->setChecked(true);
  EXPECT_TRUE(dialog.startButton().isEnabled());
  EXPECT_TRUE(dialog.message().isEmpty());
  QStringList names;
  for (const QCheckBox* box : dialog.form().ways()) names += box->objectName();
  EXPECT_EQ(names.removeDuplicates(), 0) << "each way stands once";
  for (const char* name : {"poisson", "fixed-order", "truncated-poisson", "shuffled-each-epoch", "anything"})
    EXPECT_TRUE(names.contains(QStringLiteral("recommend.") + QLatin1String(name))) << name;
}

TEST_F(SmallRecommendDialog, ALoaderThatTakesAnythingTakesDrawnBatches) {
  const std::vector<QCheckBox*>& ways = dialog.form().ways();
  ways[0]->setChecked(true);
  ways[1]->setChecked(true);
  EXPECT_EQ(dialog.form().chosenWays().size(), 2U);
  ways[2]->setChecked(true);
  EXPECT_FALSE(ways[0]->isChecked() || ways[1]->isChecked());
  const std::vector<BatchingWay> all = dialog.form().chosenWays();
  EXPECT_EQ(all.size(), allWays(3).size());
  for (const BatchingWay& way : all) {
    EXPECT_EQ(way.job, &drawnJobBatching());
    EXPECT_EQ(way.id(), way.batching->id);
  }
  ways[0]->setChecked(true);
  EXPECT_FALSE(ways[2]->isChecked());
}

TEST_F(SmallRecommendDialog, TooltipsSpeakOfTheTypedJob) {
  type(dialog.form().number(Field::BatchSize), QStringLiteral("50"));
  const auto poisson =
      std::ranges::find(dialog.form().ways(), QStringLiteral("recommend.poisson"), &QCheckBox::objectName);
  EXPECT_TRUE((*poisson)->toolTip().contains(QStringLiteral("0.025"))) << (*poisson)->toolTip().toStdString();
}

TEST(RecommendDialogs, TicksAndAnswerComeBackWithTheDialog) {
  ScenarioDocument document;
  document.reset(smallJob());
  {
    RecommendDialog dialog(document);
    type(dialog.form().number(Field::BatchSize), QStringLiteral("50"));
    ask(dialog, QStringLiteral("fixed-epoch"));
  }
  {
    RecommendDialog dialog(document);
    EXPECT_EQ(dialog.form().ticked(), std::set<std::string>{"fixed-epoch"});
    EXPECT_EQ(dialog.job().iterations, 120);
    EXPECT_FALSE(dialog.running());
    ASSERT_TRUE(dialog.found());
    EXPECT_EQ(dialog.answer().designs().rowCount(), static_cast<int>(dialog.found()->designs.size()));
    type(dialog.form().number(Field::Epsilon), QStringLiteral("3"));
    EXPECT_EQ(dialog.message(), QStringLiteral("The question has changed since it was answered."));
  }
  const Scenario other = with(smallJob(), {.epsilon = 5});
  document.adopt(other, QStringLiteral("another"));
  RecommendDialog dialog(document);
  EXPECT_EQ(dialog.job().epsilon, 5) << "the window's scenario has moved on";
  EXPECT_EQ(dialog.form().ticked(), std::set<std::string>{"fixed-epoch"});
  EXPECT_FALSE(dialog.found());
}

TEST(RecommendDialogs, TicksAndAnswerComeBackWithTheSession) {
  QJsonObject kept;
  QString before;
  {
    ScenarioDocument document;
    document.reset(smallJob());
    EXPECT_TRUE(document.recommendQuestion().state(document.scenario()).isEmpty());
    RecommendDialog dialog(document);
    type(dialog.form().number(Field::BatchSize), QStringLiteral("50"));
    ask(dialog, QStringLiteral("fixed-epoch"));
    before = dialog.answer().hero().text();
    kept = document.recommendQuestion().state(document.scenario());
  }
  ScenarioDocument document;
  document.reset(smallJob());
  document.recommendQuestion() = RecommendQuestion::from(kept, document.scenario());
  RecommendDialog dialog(document);
  EXPECT_EQ(dialog.form().ticked(), std::set<std::string>{"fixed-epoch"});
  EXPECT_EQ(dialog.job().iterations, 120);
  ASSERT_TRUE(dialog.running()) << "the question alone is kept";
  QSignalSpy answered(&dialog, &RecommendDialog::answered);
  ASSERT_TRUE(answered.wait(kPatience));
  EXPECT_EQ(dialog.answer().hero().text(), before);
  for (const char* broken : {"{\"job\": {\"iterations\": -4}}", "{\"job\": 3, \"ways\": 7, \"seconds\": -1}"}) {
    const auto question = RecommendQuestion::from(QJsonDocument::fromJson(broken).object(), document.scenario());
    EXPECT_FALSE(question.job || question.seconds || !question.ways.empty()) << broken;
  }
}

TEST_F(SmallRecommendDialog, ReturnPressesTheFocusedButton) {
  dialog.show();
  dialog.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog, kPatience));
  ask(dialog, QStringLiteral("fixed-epoch"));
  QSignalSpy wanted(&dialog, &RecommendDialog::exportWanted);
  dialog.exportButton().setFocus();
  QTest::keyClick(&dialog.exportButton(), Qt::Key_Return);
  EXPECT_FALSE(dialog.running());
  EXPECT_EQ(wanted.count(), 1);
  EXPECT_EQ(document.design(), dialog.found()->designs.front().design);
}

TEST(RecommendDialogs, EveryAnswerAboutAJobHasOneYardstick) {
  ScenarioDocument document;
  document.reset(smallJob());
  std::optional<double> yardstick;
  for (const char* way : {"shuffled-each-epoch", "poisson"}) {
    RecommendDialog dialog(document);
    ask(dialog, QLatin1String(way));
    const RecommendationFacts& facts = dialog.found()->facts;
    ASSERT_TRUE(facts.bestBaseline) << way;
    EXPECT_EQ(facts.bestBaseline->error, yardstick.value_or(facts.bestBaseline->error)) << way;
    yardstick = facts.bestBaseline->error;
    EXPECT_EQ(dialog.answer().text().contains(QStringLiteral("Unamplified")),
              way == std::string("shuffled-each-epoch"));
    EXPECT_EQ(dialog.answer().bars().rows().back()->content().label, QStringLiteral("Best DP-SGD"));
    EXPECT_TRUE(dialog.answer().duty().command().startsWith(QStringLiteral("noiseloom-cli batches strategy.npz")));
  }
}

TEST_F(SmallRecommendDialog, AFreedomIsAskedForByAClick) {
  ask(dialog, QStringLiteral("shuffled-each-epoch"));
  const QList<BarRow*> rows = dialog.answer().freedoms().rows();
  ASSERT_FALSE(rows.isEmpty());
  static const QRegularExpression tenths(QStringLiteral("^−[0-9]+[.][0-9] %$"));
  for (const BarRow* row : rows)
    EXPECT_TRUE(tenths.match(row->content().value).hasMatch()) << row->content().value.toStdString();
  const std::string way(dialog.found()->facts.otherWays.front().first.id());
  rows.front()->click();
  EXPECT_TRUE(dialog.running());
  EXPECT_EQ(dialog.form().ticked(), (std::set<std::string>{"shuffled-each-epoch", way}));
}

TEST(RecommendDialogs, ReadAndAreTabbedThroughInOneOrderAndNothingIsCut) {
  QCoreApplication& application = *QCoreApplication::instance();
  for (const Language language : {Language::English, Language::German}) {
    SCOPED_TRACE(static_cast<int>(language));
    if (language == Language::German) installLanguage(application, language);
    {
      QWidget window;
      window.resize(1024, 600);
      window.show();
      ScenarioDocument document;
      document.reset(smallJob());
      RecommendDialog dialog(document, &window);
      dialog.show();
      ASSERT_TRUE(QTest::qWaitForWindowExposed(&dialog, kPatience));
      const BlankSentence& sentence = dialog.form().sentence();
      EXPECT_EQ(sentence.order().size(), 6);
      QLineEdit* last = nullptr;
      for (QLineEdit* blank : sentence.order()) {
        EXPECT_FALSE(blank->accessibleName().isEmpty());
        EXPECT_TRUE(sentence.rect().contains(blank->geometry())) << blank->text().toStdString();
        if (last) {
          EXPECT_EQ(last->nextInFocusChain(), blank);
          EXPECT_TRUE(blank->y() > last->y() || (blank->y() == last->y() && blank->x() > last->x()));
        }
        last = blank;
      }
      const QString said = sentence.said();
      EXPECT_TRUE(said.contains(QStringLiteral("2000")) && !said.contains(QLatin1Char('%'))) << said.toStdString();
      const int asked = dialog.width();
      for (const bool answered : {false, true}) {
        if (answered) ask(dialog, QStringLiteral("fixed-epoch"));
        QTest::qWait(50);
        EXPECT_LE(dialog.width(), 1024);
        EXPECT_LE(dialog.height(), 600);
        const QStringList cut = wordsCut(dialog);
        EXPECT_TRUE(cut.isEmpty()) << cut.join(QLatin1Char('\n')).toStdString();
      }
      EXPECT_LT(asked, 600) << "there is no empty half before the answer";
      EXPECT_GT(dialog.width(), asked);
    }
    if (language == Language::German) removeLanguage(application);
  }
}

TEST(FirstEstimates, OnlyGetBetterAndAreNotBetterThanTheAnswer) {
  RecommendRequest request{smallJob()};
  request.unit = ErrorUnit::Mean;
  for (const std::vector<BatchingWay>& ways :
       {std::vector<BatchingWay>{}, {{&batchings::fixedEpoch}}, {{&batchings::bMinSep}, {&batchings::cyclicPoisson}}}) {
    request.ways = ways;
    std::vector<FirstEstimate> seen;
    findFirstEstimates(request, {}, [&](const FirstEstimate& better) { seen.push_back(better); });
    ASSERT_FALSE(seen.empty());
    EXPECT_FALSE(seen.front().way.batching->ofStrategy() && ways.size() != 1) << "what takes long comes last";
    EXPECT_TRUE(std::ranges::is_sorted(seen, std::ranges::greater(), &FirstEstimate::error));
    EXPECT_EQ(seen.back().unit, ErrorUnit::Mean);
    EXPECT_LT(seen.back().shown, seen.back().error);
    const Recommendation found = recommend(request);
    EXPECT_LE(found.designs.front().design->objectiveError(), 1.002 * seen.back().error);
  }
  findFirstEstimates(request, stoppedAtOnce().stop, [](const FirstEstimate&) { ADD_FAILURE() << "it was stopped"; });
}

TEST(FirstEstimates, FitTheMemoryOfTheJob) {
  RecommendRequest request{smallJob()};
  request.job.mostNoiseRows = 0;
  findFirstEstimates(request, {}, [](const FirstEstimate& better) {
    // A strategy without rows is that of DP-SGD.
    EXPECT_EQ(better.mechanism, &baselineMechanism());
  });
}

TEST(RecommendDialogs, ShowAnEstimateThatIsNamedSoWhileTheySearch) {
  ScenarioDocument document;
  // Its answer takes many times as long as its estimates.
  document.reset(with(smallJob(), {.iterations = 343, .epochs = 2, .epsilon = 1.8}));
  RecommendDialog dialog(document);
  tickOnly(dialog, QStringLiteral("anything"));
  auto& stop = *dialog.findChild<QPushButton*>(QStringLiteral("recommend.stop"));
  dialog.start();
  QTRY_VERIFY_WITH_TIMEOUT(dialog.message().startsWith(QStringLiteral("Estimate so far: ")), kPatience);
  EXPECT_TRUE(dialog.running());
  EXPECT_TRUE(dialog.message().contains(QStringLiteral(" clip norms on the summed gradient, by ")));
  EXPECT_FALSE(dialog.found()) << "an estimate is no answer";
  EXPECT_FALSE(dialog.useButton().isEnabled());
  stop.click();
  QTRY_VERIFY_WITH_TIMEOUT(!dialog.running(), kPatience);
}

TEST_F(SmallRecommendDialog, AStopBeforeAnythingIsCertifiedLeavesTheAnswerOfBefore) {
  auto& stop = *dialog.findChild<QPushButton*>(QStringLiteral("recommend.stop"));
  tickOnly(dialog, QStringLiteral("anything"));
  const auto stopAtOnce = [&] {
    dialog.start();
    stop.click();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.running(), kPatience);
    EXPECT_TRUE(dialog.message().startsWith(QStringLiteral("Stopped before anything was certified.")));
  };
  stopAtOnce();
  EXPECT_FALSE(dialog.found()) << "not that nothing can run";
  ask(dialog, QStringLiteral("fixed-epoch"));
  const QString before = dialog.answer().text();
  tickOnly(dialog, QStringLiteral("anything"));
  stopAtOnce();
  EXPECT_EQ(dialog.answer().text(), before);
}

TEST(RecommendDialogs, StateNoPercentageOfNextToNothing) {
  RecommendRequest request{smallJob()};
  request.ways = {{&batchings::fixedEpoch}};
  Recommendation found = recommend(request);
  const double error = found.designs.front().design->objectiveError();
  RecommendAnswer answer;
  for (const auto& [least, hero] : {std::pair(error / (1 - 4e-4), "Hardly less error"),
                                    {error / (1 + 4e-4), "Hardly more error"},
                                    {error / 0.9, "10 % less error"}}) {
    found.facts.bestBaseline->error = least;
    answer.show(found);
    EXPECT_EQ(answer.hero().text(), QLatin1String(hero));
  }
}

// Shuffling earns no privacy: DP-SGD under the same batching has several times the error of the best.
TEST(RecommendDialogs, AnswerAndHeroRowHaveOneYardstick) {
  ScenarioDocument document;
  document.reset(smallJob());
  BestBaselines baselines;
  ClaimBar bar(document, baselines);
  RecommendDialog dialog(document);
  ask(dialog, QStringLiteral("shuffled-each-epoch"));
  dialog.useButton().click();
  const QString answer = dialog.answer().hero().text();
  ASSERT_TRUE(answer.endsWith(QStringLiteral("% less error")) || answer.endsWith(QStringLiteral("% more error")))
      << answer.toStdString();
  EXPECT_TRUE(waitFor([&] { return bar.gain().toolTip().startsWith(QStringLiteral("The best DP-SGD of this job")); }));
  const QString hero = bar.gain().text();
  const auto number = [](const QString& text) { return text.section(QLatin1Char(' '), 0, 0).toDouble(); };
  EXPECT_EQ(hero.section(QLatin1Char(' '), 2),
            answer.section(QLatin1Char(' '), 2) + QStringLiteral(" than the best DP-SGD"));
  EXPECT_EQ(std::round(number(hero)), std::round(number(answer))) << hero.toStdString();
  EXPECT_TRUE(bar.gain().toolTip().contains(coreText(dialog.found()->facts.bestBaseline->way.name())));
  const Design& used = *document.design();
  EXPECT_GT(std::abs(gainOverBaseline(used) - (1 - used.objectiveError() / dialog.found()->facts.bestBaseline->error)),
            0.1)
      << "the case tells them apart";
}

TEST(BatchingDrawings, ShowWhatTheSamplersDo) {
  const DrawnBatches shuffled = drawnBatches(batchings::shuffledEachEpoch);
  const DrawnBatches binned = drawnBatches(batchings::ballsInBins);
  ASSERT_EQ(shuffled.batches.size(), static_cast<std::size_t>(DrawnBatches::kSteps));
  EXPECT_EQ(drawnBatches(batchings::shuffledEachEpoch).batches, shuffled.batches);
  bool moved = false;
  for (int first = 0; first < DrawnBatches::kSteps; first += DrawnBatches::kStepsPerEpoch) {
    std::vector<Index> taken;
    for (int i = 0; i < DrawnBatches::kStepsPerEpoch; ++i) {
      const auto step = static_cast<std::size_t>(first + i);
      taken.insert(taken.end(), shuffled.batches[step].begin(), shuffled.batches[step].end());
      EXPECT_EQ(binned.batches[step], binned.batches[static_cast<std::size_t>(i)]) << "the same in each epoch";
      moved = moved || shuffled.batches[step] != shuffled.batches[static_cast<std::size_t>(i)];
    }
    std::ranges::sort(taken);
    ASSERT_EQ(taken.size(), static_cast<std::size_t>(DrawnBatches::kExamples)) << "each once an epoch";
    EXPECT_TRUE(std::ranges::adjacent_find(taken) == taken.end());
  }
  EXPECT_TRUE(moved);
  EXPECT_THROW(drawnBatches(batchings::cyclicPoisson, 7), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom::test
