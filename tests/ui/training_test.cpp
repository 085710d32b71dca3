// The training panel: who trains, what is shown of it, when it stands still.

#include <QComboBox>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <iostream>

#include "core/design/designer.h"
#include "core/train/default_training.h"
#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/training/training_controls.h"
#include "ui/plots/training/training_panel.h"
#include "ui/plots/training/training_pictures.h"

namespace noiseloom {
namespace {

class Training : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    window->plots().bringForward(&panel());
    ASSERT_TRUE(waitFor([this] { return ready(); }));
  }
  TrainingPanel& panel() { return *window->findChild<TrainingPanel*>(); }
  const TrainingData& data() { return panel().data(); }
  bool ready() { return panel().isAtRest() && panel().isCurrent(); }
  TrainingPicturesView& pictures() { return *panel().findChild<TrainingPicturesView*>(); }
  template <class Widget>
  Widget& child(const char* name) {
    return *window->findChild<Widget*>(QString::fromLatin1(name));
  }
  void click(const char* name) { child<QToolButton>(name).click(); }
  bool trainToTheEnd() {
    child<QComboBox>("trainingSpeed").setCurrentIndex(3);
    click("trainingPlay");
    return waitFor([this] { return data().frame.ended && data().seeds.seeds == TrainingRace::kSeeds && ready(); });
  }
  const ChartSeries* series(const char* key) {
    for (const ChartSeries& found : panel().plot().model().series) {
      if (found.key == QLatin1String(key)) return &found;
    }
    return nullptr;
  }
};

TEST_F(Training, StandsAtTheStartUntilSomebodyAsks) {
  EXPECT_EQ(data().frame.step, 0);
  EXPECT_EQ(data().frame.steps, 64);
  EXPECT_EQ(data().seeds.seeds, 0) << "nothing is trained unasked";
  ASSERT_EQ(data().request.entrants.size(), 3U);
  EXPECT_EQ(data().request.entrants[0].kind, TrainingEntrant::Kind::Baseline) << "nothing is pinned";
  EXPECT_EQ(data().request.entrants[1].kind, TrainingEntrant::Kind::Current);
  EXPECT_EQ(data().request.entrants[2].kind, TrainingEntrant::Kind::Limit);
  ASSERT_EQ(pictures().pictures().items.size(), 3U);
  // All from one start.
  EXPECT_EQ(data().frame.regions[0], data().frame.regions[1]);
  EXPECT_EQ(data().frame.regions[0], data().frame.regions[2]);
  EXPECT_FALSE(pictures().accessibleDescription().isEmpty());
}

TEST_F(Training, StepsOneByOneAndGoesBack) {
  click("trainingStep");
  ASSERT_TRUE(waitFor([this] { return data().frame.step == 1; }));
  EXPECT_NE(data().frame.regions[0], data().frame.regions[2]) << "noise shows at once";
  click("trainingRestart");
  ASSERT_TRUE(waitFor([this] { return data().frame.step == 0; }));
  EXPECT_EQ(data().frame.regions[0], data().frame.regions[2]);
}

TEST_F(Training, PlaysToTheEndWhileSeedsComeIn) {
  ASSERT_TRUE(trainToTheEnd());
  EXPECT_EQ(data().frame.step, 64);
  EXPECT_FALSE(panel().isPlaying());
  ASSERT_TRUE(series("design"));
  ASSERT_TRUE(series("dp-sgd"));
  ASSERT_TRUE(series("limit"));
  ASSERT_TRUE(series("design-band"));
  EXPECT_EQ(series("design")->points.back().x(), 64);
  // The watched run is the first seed of the study.
  TrainingPlan plan{nullptr, document->design(), 0.2, 1.0, Protection::Private};
  plan.task = std::make_shared<LearningTask>(
      planePoints({.shape = PlaneShape::Circles, .train = 1000, .test = 1000, .seed = 1}), ModelKind::Relu, 16);
  TrainingOptions options;
  options.evaluateEvery = 2;
  options.evaluateAtMost = 1000;
  options.keepSteps = false;
  options.pathWeights = 0;
  TrainingStudy study({plan}, 1, options);
  ASSERT_TRUE(study.run(TrainingRace::kSeeds));
  EXPECT_EQ(study.of(0)[0], data().frame.histories[data().request.own]);
  const SeedStatistics own = finalStatistics(study.of(0), TrainingMeasure::Accuracy);
  EXPECT_DOUBLE_EQ(series("design")->points.back().y(), 100 * own.mean);
  EXPECT_NEAR(series("design-band")->floors.back(), 100 * (own.mean - own.stddev), 1e-9);
  // What is said is what core says of the same seeds.
  ASSERT_EQ(data().seeds.differences.at(2).difference.seeds, TrainingRace::kSeeds);
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("difference"))) << panel().readOutText().toStdString();
}

TEST_F(Training, CurvesGoNoFurtherThanTheStepOnShow) {
  click("trainingStep");
  ASSERT_TRUE(waitFor([this] { return data().seeds.seeds == TrainingRace::kSeeds && ready(); }));
  EXPECT_LE(series("design")->points.back().x(), 1);
}

TEST_F(Training, PinnedDesignsTrainBesideIt) {
  const auto first = document->design();
  document->shelf().pin(first);
  chooseMechanism(&baselineMechanism());
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([&] { return ready() && data().request.entrants[0].design == first; }));
  ASSERT_EQ(data().request.entrants.size(), 3U) << "no DP-SGD where something is pinned";
  EXPECT_EQ(data().request.entrants[0].kind, TrainingEntrant::Kind::Pinned);
  for (int pin = 0; pin < 4; ++pin) {
    Scenario scenario = first->scenario;
    scenario.epsilon = 3 + pin;
    document->shelf().pin(noiseloom::design(scenario));
  }
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.entrants.size() == 5; }));
  EXPECT_EQ(data().request.left, 2);
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("2 more pinned"))) << panel().readOutText().toStdString();
}

TEST_F(Training, PinsOfOtherLengthsAreLeftOut) {
  document->shelf().pin(document->design());
  type(Field::Iterations, QStringLiteral("128"));
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] { return ready() && data().frame.steps == 128; }));
  EXPECT_EQ(data().request.apart, 1);
  EXPECT_EQ(data().request.entrants[0].kind, TrainingEntrant::Kind::Baseline);
}

TEST_F(Training, StandsStillWhileASliderMoves) {
  click("trainingPlay");
  ASSERT_TRUE(waitFor([this] { return data().frame.step > 0; }));
  QObject mover;
  FramePacer::instance().move(mover, [] {});
  EXPECT_TRUE(panel().isStale());
  const Index step = data().frame.step;
  QTest::qWait(100);
  EXPECT_EQ(data().frame.step, step);
  FramePacer::instance().rest();
  EXPECT_TRUE(waitFor([&] { return !panel().isStale() && data().frame.step != step; }));
}

TEST_F(Training, RefusesWhatIsTooLargeAndOffersTheExample) {
  type(Field::DatasetSize, QStringLiteral("1000000"));
  ASSERT_TRUE(waitFor([this] { return !data().problem.isEmpty(); }));
  EXPECT_TRUE(data().problem.contains(QStringLiteral("100000"))) << data().problem.toStdString();
  EXPECT_EQ(panel().plot().model().emptyText, data().problem);
  EXPECT_FALSE(child<QToolButton>("trainingPlay").isEnabled());
  const Scenario before = document->scenario();
  child<QPushButton>("trainingExample").click();
  EXPECT_EQ(document->scenario().datasetSize, Index{1000});
  EXPECT_EQ(document->scenario().iterations, defaultTraining().scenarios.front().iterations);
  ASSERT_TRUE(waitFor([this] { return ready(); }));
  document->undoStack().undo();
  EXPECT_EQ(document->scenario(), before);
}

TEST_F(Training, ClipNormIsTheScenariosAndCanBeUndone) {
  auto& clip = child<QSlider>("trainingClip");
  clip.setValue(clip.value() + 1);
  EXPECT_GT(document->scenario().clipNorm, 1);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().clipNorm, 1);
  auto& momentum = child<QSlider>("trainingMomentum");
  EXPECT_TRUE(momentum.isHidden()) << "running sums have none";
  Scenario scenario = document->scenario();
  scenario.workload = Workload::sgd(1, 0.5);
  document->adopt(scenario, QStringLiteral("momentum"));
  EXPECT_FALSE(momentum.isHidden());
  momentum.setValue(momentum.value() + 1);
  EXPECT_GT(document->scenario().workload.beta(), 0.5);
}

TEST_F(Training, PlayingNeverHoldsTheWindow) {
  child<QPushButton>("trainingExample").click();
  ASSERT_TRUE(waitFor([this] { return ready() && data().frame.steps == 400; }));
  window->plots().toggleMaximized(&panel());
  QTest::qWait(200);
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  application.takeLongest();
  ASSERT_TRUE(trainToTheEnd());
  const TimedApplication::Longest longest = application.takeLongest();
  EXPECT_LT(longest.processorMilliseconds, kMostEventMilliseconds)
      << longest.receiver.toStdString() << " " << longest.eventType;
  RecordProperty("longest_event_ms", std::to_string(longest.processorMilliseconds));
  std::cout << "longest event " << longest.processorMilliseconds << " ms, " << longest.receiver.toStdString() << '\n';
}

TEST_F(Training, SessionsKeepTheChoices) {
  child<QSpinBox>("trainingSeed").setValue(7);
  TrainingChoice choice = panel().controls().choice();
  choice.shape = PlaneShape::Spirals;
  choice.model = ModelKind::Tanh;
  choice.learningRate = 0.5;
  panel().controls().setChoice(choice);
  const QJsonObject state = window->viewState();
  panel().controls().setChoice({});
  window->restoreView(state);
  EXPECT_EQ(choice.seed, 7U);
  choice.seed = TrainingChoice{}.seed;  // which no file holds
  EXPECT_EQ(panel().controls().choice(), choice);
  EXPECT_FALSE(panel().isPlaying()) << "what comes back is paused";
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.choice.shape == PlaneShape::Spirals; }));
}

TEST_F(Training, BothArrangementsHoldTheControls) {
  EXPECT_EQ(panel().controls().window(), panel().controls().parentWidget()) << "in a window of their own";
  window->plots().toggleMaximized(&panel());
  QTest::qWait(1);
  EXPECT_TRUE(panel().controls().isVisible());
  EXPECT_EQ(panel().controls().window(), window.get());
  window->plots().toggleMaximized(&panel());
  QTest::qWait(1);
  EXPECT_NE(panel().controls().window(), window.get());
}

}  // namespace
}  // namespace noiseloom
