#include <gtest/gtest.h>

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "core/scenario/field_value.h"
#include "ui/dialogs/recommend_dialog.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/style/look.h"

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
  Scenario scenario;
  scenario.iterations = 60;
  scenario.epochs = 3;
  scenario.epsilon = 2;
  scenario.datasetSize = 2000;
  return scenario;
}

// Leaves one way ticked, so that the answer comes soon.
void tickOnly(RecommendDialog& dialog, const QString& way) {
  for (QCheckBox* box : dialog.ways()) box->setChecked(box->objectName().endsWith(way));
}

TEST(RecommendDialogs, AnswerAndBecomeTheDesignOfTheWindow) {
  ScenarioDocument document;
  document.reset(smallJob());
  RecommendDialog dialog(document);
  tickOnly(dialog, QStringLiteral("fixed-epoch"));
  QSignalSpy answered(&dialog, &RecommendDialog::answered);
  EXPECT_FALSE(dialog.useButton().isEnabled());
  dialog.startButton().click();
  EXPECT_TRUE(dialog.running());
  ASSERT_TRUE(answered.wait(kPatience));
  ASSERT_TRUE(dialog.found());
  EXPECT_EQ(dialog.designs().rowCount(), static_cast<int>(dialog.found()->designs.size()));
  EXPECT_EQ(dialog.leftOut().rowCount(), static_cast<int>(dialog.found()->leftOut.size()));
  EXPECT_TRUE(dialog.answerText().startsWith(QStringLiteral("Use ")));
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

TEST(RecommendDialogs, TypingBeginsWithTheExamples) {
  ScenarioDocument document;
  document.reset(smallJob());
  RecommendDialog dialog(document);
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

TEST(RecommendDialogs, ASelectedAlternativeIsTheOneThatIsUsed) {
  ScenarioDocument document;
  document.reset(smallJob());
  RecommendDialog dialog(document);
  tickOnly(dialog, QStringLiteral("fixed-epoch"));
  QSignalSpy answered(&dialog, &RecommendDialog::answered);
  dialog.start();
  ASSERT_TRUE(answered.wait(kPatience));
  ASSERT_GE(dialog.designs().rowCount(), 2);
  dialog.designs().selectRow(1);
  dialog.useButton().click();
  EXPECT_EQ(document.design(), dialog.found()->designs.at(1).design);
}

TEST(RecommendDialogs, StepsFollowFromExamplesBatchesAndEpochs) {
  ScenarioDocument document;
  document.reset(smallJob());
  RecommendDialog dialog(document);
  type(dialog.number(Field::BatchSize), QStringLiteral("50"));
  EXPECT_EQ(dialog.job().iterations, 120);
  type(dialog.number(Field::Epochs), QStringLiteral("6"));
  EXPECT_EQ(dialog.job().iterations, 240);
  type(dialog.number(Field::DatasetSize), QStringLiteral("1000"));
  EXPECT_EQ(dialog.job().iterations, 120);
}

TEST(RecommendDialogs, KeepABatchSizeAsItWasTyped) {
  ScenarioDocument document;
  document.reset(smallJob());
  RecommendDialog dialog(document);
  const auto text = [&] { return dialog.number(Field::BatchSize).edit().text(); };
  type(dialog.number(Field::BatchSize), QStringLiteral("70"));
  EXPECT_EQ(dialog.job().iterations, 87);  // 3 epochs of 29 steps
  EXPECT_EQ(valueOf(dialog.job(), Field::BatchSize), 70);
  EXPECT_EQ(text(), QStringLiteral("70"));
  type(dialog.number(Field::Epochs), QStringLiteral("6"));
  EXPECT_EQ(dialog.job().iterations, 174);
  EXPECT_EQ(text(), QStringLiteral("70"));
  type(dialog.number(Field::Epsilon), QStringLiteral("3"));
  EXPECT_EQ(dialog.job().iterations, 174);
  EXPECT_EQ(dialog.job().epsilon, 3);
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

TEST(RecommendDialogs, RefuseWhatCannotBeAskedBesideItsField) {
  ScenarioDocument document;
  document.reset(smallJob());
  RecommendDialog dialog(document);
  type(dialog.number(Field::Epsilon), QStringLiteral("-1"));
  EXPECT_FALSE(dialog.number(Field::Epsilon).problem().isEmpty());
  type(dialog.number(Field::Epsilon), QStringLiteral("2"));
  EXPECT_TRUE(dialog.number(Field::Epsilon).problem().isEmpty());
  EXPECT_TRUE(dialog.startButton().isEnabled());
  for (QCheckBox* box : dialog.ways()) box->setChecked(false);
  EXPECT_FALSE(dialog.startButton().isEnabled());
}

TEST(RecommendDialogs, StartOnlyWhenEveryInputIsUsable) {
  ScenarioDocument document;
  document.reset(smallJob());
  RecommendDialog dialog(document);
  auto* ticked = *std::ranges::find_if(dialog.ways(), &QCheckBox::isChecked);
  for (QCheckBox* box : dialog.ways()) box->setChecked(false);
  type(dialog.solvingTime(), QStringLiteral("20"));
  EXPECT_FALSE(dialog.startButton().isEnabled()) << "no batches are ticked";
  ticked->setChecked(true);
  EXPECT_TRUE(dialog.startButton().isEnabled());
  type(dialog.solvingTime(), QStringLiteral("soon"));
  EXPECT_FALSE(dialog.startButton().isEnabled());
  type(dialog.number(Field::Epsilon), QStringLiteral("2"));
  EXPECT_FALSE(dialog.startButton().isEnabled()) << "the solving time is still unreadable";
  type(dialog.solvingTime(), QStringLiteral("5"));
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

}  // namespace
}  // namespace noiseloom::test
