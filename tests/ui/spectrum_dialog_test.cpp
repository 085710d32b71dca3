#include <gtest/gtest.h>

#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <semaphore>
#include <utility>

#include "core/train/learning_task.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/spectrum_dialog.h"
#include "ui/jobs/job_watch.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/fold_section.h"
#include "ui/panels/text_field.h"
#include "ui/plots/training/training_controls.h"
#include "ui/plots/training/training_panel.h"

namespace noiseloom {
namespace {

constexpr int kPatience = 120'000;

Scenario smallJob() {
  return Scenario({.iterations = 60,
                   .epochs = 3,
                   .epsilon = 2,
                   .objective = ErrorObjective::Curvature,
                   .workload = Workload::prefix().withSpectrum(Spectrum({{0.1, 1}})),
                   .datasetSize = 300});
}

void waitUntilMeasured(SpectrumDialog& dialog) {
  QSignalSpy measured(&dialog, &SpectrumDialog::measured);
  while (dialog.running()) ASSERT_TRUE(measured.wait(kPatience));
}

TEST(SpectrumDialogs, MeasureWhatCoreDoesAndBecomeTheScenarios) {
  ScenarioDocument document;
  document.reset(smallJob());
  SpectrumDialog dialog(document, {.shape = PlaneShape::Moons, .model = ModelKind::Logistic, .learningRate = 0.5});
  EXPECT_FALSE(dialog.useButton().isEnabled());
  EXPECT_EQ(dialog.model().currentIndex(), 2);
  waitUntilMeasured(dialog);
  ASSERT_TRUE(dialog.found());
  const LearningTask task(planePoints({.shape = PlaneShape::Moons, .train = 300, .test = 0}), ModelKind::Logistic);
  const auto weights = trainedWeights(task, {.steps = 60, .batch = 15, .learningRate = 0.5}, 1);
  EXPECT_EQ(dialog.found()->spectrum, lossSpectrum(task, *weights, {.learningRate = 0.5})->spectrum);
  EXPECT_EQ(dialog.findChild<QPlainTextEdit*>()->toPlainText().toStdString(), toText(dialog.found()->spectrum));
  EXPECT_EQ(document.scenario(), smallJob()) << "nothing changes before it is asked for";
  dialog.useButton().click();
  EXPECT_EQ(document.scenario().workload.spectrum(), dialog.found()->spectrum);
  EXPECT_EQ(document.undoStack().count(), 1);
  document.undoStack().undo();
  EXPECT_EQ(document.scenario(), smallJob());
}

TEST(SpectrumDialogs, MeasureAnewWhatIsChosen) {
  ScenarioDocument document;
  document.reset(smallJob());
  SpectrumDialog dialog(document, {});
  waitUntilMeasured(dialog);
  const Spectrum first = dialog.found().value().spectrum;
  dialog.place().setCurrentIndex(1);
  EXPECT_FALSE(dialog.found()) << "what is shown is never of another choice";
  EXPECT_FALSE(dialog.useButton().isEnabled());
  waitUntilMeasured(dialog);
  EXPECT_NE(dialog.found().value().spectrum, first);
  EXPECT_GT(dialog.found()->falling, 0);
  dialog.most().setValue(3);
  waitUntilMeasured(dialog);
  EXPECT_EQ(dialog.found().value().spectrum.curvatures().size(), 3U);
}

TEST(SpectrumDialogs, StopAndClose) {
  ScenarioDocument document;
  const Scenario large = with(smallJob(), {.iterations = 2000, .epochs = 20, .datasetSize = 100'000});
  document.reset(large);
  // Held until the stop is asked for, so that it cannot come too late.
  std::binary_semaphore stopped(0);
  onJobWork = [&, first = true](const QString&, bool begins) mutable {
    if (begins && std::exchange(first, false)) stopped.acquire();
  };
  SpectrumDialog dialog(document, {});
  dialog.stopButton().click();
  stopped.release();
  waitUntilMeasured(dialog);
  onJobWork = {};
  EXPECT_FALSE(dialog.found());
  EXPECT_FALSE(dialog.useButton().isEnabled());
  EXPECT_FALSE(dialog.message().isEmpty());
  dialog.data().setCurrentIndex(1);
  EXPECT_TRUE(dialog.running());
  // Destroyed while it measures: stopped and joined.
}

class SpectrumWindow : public WindowTest {};

TEST_F(SpectrumWindow, BeginsWithWhatTheTrainingPanelTrains) {
  const auto choose = [this](const char* name, int index) {
    auto* list = window->findChild<QComboBox*>(QString::fromLatin1(name));
    list->setCurrentIndex(index);
    emit list->activated(index);
  };
  choose("trainingData", 1);
  choose("trainingModel", 2);
  const TrainingChoice trained = window->findChild<TrainingPanel*>()->controls().choice();
  ASSERT_EQ(trained.shape, PlaneShape::Moons);
  window->showSpectrum();
  const auto* dialog = window->findChild<SpectrumDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->choice().shape, trained.shape);
  EXPECT_EQ(dialog->choice().model, trained.model);
  EXPECT_EQ(dialog->choice().learningRate, trained.learningRate);
  EXPECT_EQ(dialog->choice().seed, trained.seed);
}

TEST_F(SpectrumWindow, TakesCurvaturesFromAModel) {
  ScenarioPanel& panel = window->scenarioPanel();
  panel.section(QStringLiteral("objective"))->setFolded(false);
  EXPECT_FALSE(panel.measureSpectrum().isVisible());
  Scenario scenario = with(document->scenario(), {.objective = ErrorObjective::Curvature});
  scenario.workload = scenario.workload.withSpectrum(Spectrum({{0.1, 1}}));
  document->edit(Field::Objective, scenario);
  EXPECT_TRUE(panel.measureSpectrum().isVisible());
  panel.measureSpectrum().click();
  const QPointer<SpectrumDialog> dialog = window->findChild<SpectrumDialog*>();
  ASSERT_TRUE(dialog);
  // What both can take is called the same in the same order.
  const std::pair<const char*, QComboBox*> lists[] = {{"trainingData", &dialog->data()},
                                                      {"trainingModel", &dialog->model()}};
  for (const auto& [name, list] : lists) {
    const auto* trained = window->findChild<QComboBox*>(QString::fromLatin1(name));
    for (int i = 0; i < list->count(); ++i) EXPECT_EQ(list->itemText(i), trained->itemText(i));
  }
  waitUntilMeasured(*dialog);
  const Spectrum spectrum = dialog->found().value().spectrum;
  dialog->useButton().click();
  EXPECT_EQ(document->scenario().workload.spectrum(), spectrum);
  EXPECT_EQ(panel.spectrum().edit().text().toStdString(), toText(spectrum));
  EXPECT_TRUE(waitFor([&] { return !dialog; }));
}

}  // namespace
}  // namespace noiseloom
