// The training panel: who trains, what is shown of it, when it stands still.

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>
#include <algorithm>
#include <atomic>
#include <iostream>
#include <semaphore>

#include "core/mechanism/list.h"
#include "core/search/designer.h"
#include "core/strategy/strategy.h"
#include "core/train/default_training.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/processor_time.h"
#include "tests/ui/chart_series.h"
#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/jobs/job_watch.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/training/columns_dialog.h"
#include "ui/plots/training/draw_points_dialog.h"
#include "ui/plots/training/training_controls.h"
#include "ui/plots/training/training_panel.h"
#include "ui/plots/training/training_pictures.h"
#include "ui/style/number_text.h"

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
  bool trainToTheEnd(Index seeds = TrainingRace::kSeeds) {
    child<QComboBox>("trainingSpeed").setCurrentIndex(3);
    click("trainingPlay");
    return waitFor([this, seeds] { return data().frame.ended && data().seeds.seeds == seeds && ready(); });
  }
  /// A list of the controls, as a person uses it.
  void pick(const char* name, int place) {
    auto& list = child<QComboBox>(name);
    list.setCurrentIndex(place);
    emit list.activated(place);
  }
  /// So many examples of two classes that a line parts, and a header.
  static void writeCsv(const QString& path, int examples, const QByteArray& oneMore = {}) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    QByteArray text = "height,width,kind\n";
    for (int i = 0; i < examples; ++i) {
      const int x = i * 37 % 101, y = i * 53 % 89;
      text += QByteArray::number(x) + "," + QByteArray::number(y) + (x > y ? ",oak\n" : ",ash\n");
    }
    file.write(text + oneMore);
  }
  bool choose(const QString& path) {
    panel().controls().chooseFile(path);
    return waitFor([this] { return ready() || (panel().isAtRest() && !data().problem.isEmpty()); });
  }
  QJsonObject throughAFile(const QJsonObject& state) {
    return QJsonDocument::fromJson(QJsonDocument(state).toJson()).object();
  }
  const ChartSeries* series(const char* key) { return seriesOf(panel().plot(), QLatin1String(key)); }
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

TEST_F(Training, NamesDoNotPileUpWhereAllBegin) {
  LinePlot& plot = panel().plot();
  ASSERT_TRUE(waitFor([&] { return series("design") && series("design")->points.size() == 1; }));
  for (const ChartSeries& one : plot.model().series)
    EXPECT_TRUE(plot.lineChart().legend().placeOf(one.key).isEmpty()) << one.key.toStdString();
  ASSERT_TRUE(trainToTheEnd());
  EXPECT_TRUE(waitFor([&] { return !plot.lineChart().legend().placeOf(QStringLiteral("design")).isEmpty(); }));
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
  TrainingStudy study({plan}, 1, curveOptions(64, 32));
  ASSERT_TRUE(study.run(TrainingRace::kSeeds));
  EXPECT_EQ(study.of(0)[0], data().frame.histories[data().request.own]);
  const SeedStatistics own = finalStatistics(study.of(0), TrainingMeasure::Accuracy);
  EXPECT_DOUBLE_EQ(series("design")->points.back().y(), 100 * own.mean);
  EXPECT_NEAR(series("design-band")->floors.back(), 100 * (own.mean - own.stddev), 1e-9);
  // What is said is what core says of the same seeds.
  ASSERT_EQ(data().seeds.differences.at(2).difference.seeds, TrainingRace::kSeeds);
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("after 30 seeds")) ||
              panel().readOutText().contains(QStringLiteral("equally well")))
      << panel().readOutText().toStdString();
  for (const TrainingPictures::Item& item : pictures().pictures().items)
    EXPECT_TRUE(item.value.startsWith(QStringLiteral("seed 1: "))) << "the curves are means of other seeds, too";
}

TEST_F(Training, OpensOnAnExampleUntilSomebodyHasAScenario) {
  const Scenario first = ScenarioDocument::defaultScenario();
  document->reset(first);
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.example; }));
  EXPECT_EQ(data().request.entrants[1].design->scenario.datasetSize, Index{1000});
  EXPECT_TRUE(panel().title().contains(QStringLiteral("example")));
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("N = 1000"))) << panel().readOutText().toStdString();
  EXPECT_TRUE(child<QSlider>("trainingClip").isHidden()) << "it is the scenario's, which is not trained";
  ASSERT_TRUE(trainToTheEnd());
  EXPECT_TRUE(
      panel().readOutText().startsWith(QStringLiteral("Banded Toeplitz learns better than DP-SGD: 97.7 against")))
      << panel().readOutText().toStdString();
  EXPECT_EQ(document->scenario(), first) << "nobody has asked for another";
  child<QPushButton>("trainingOffer").click();
  // Its seeds take long, and nobody waits for them.
  const auto ownScenario = [this] { return panel().isCurrent() && !data().request.example; };
  ASSERT_TRUE(waitFor(ownScenario));
  EXPECT_EQ(data().frame.steps, first.iterations);
  EXPECT_FALSE(child<QSlider>("trainingClip").isHidden());
  EXPECT_TRUE(panel().viewState()[QStringLiteral("own_scenario")].toBool());
  panel().controls().setChoice({});
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.example; }));
  type(Field::Epsilon, QStringLiteral("4"));
  ASSERT_TRUE(waitFor(ownScenario)) << "a scenario of one's own";
}

TEST_F(Training, ShowsACaseWhereTheNoiseMatters) {
  type(Field::DatasetSize, QStringLiteral("20000"));
  pick("trainingRuns", 0);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] { return ready(); }));
  const Scenario before = document->scenario();
  auto& offer = child<QPushButton>("trainingOffer");
  EXPECT_TRUE(offer.isHidden());
  ASSERT_TRUE(trainToTheEnd(10));
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("too small to matter")))
      << panel().readOutText().toStdString();
  ASSERT_FALSE(offer.isHidden());
  offer.click();
  ASSERT_TRUE(waitFor([&] { return document->scenario() != before && data().frame.ended && ready(); }));
  ASSERT_TRUE(waitFor([&] { return data().seeds.seeds == 10 && ready(); }));
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral(" learns "))) << panel().readOutText().toStdString();
  EXPECT_TRUE(offer.isHidden());
  document->undoStack().undo();
  EXPECT_EQ(document->scenario(), before) << "one step";
}

TEST_F(Training, TheSearchForACaseCanBeStopped) {
  type(Field::DatasetSize, QStringLiteral("20000"));
  pick("trainingRuns", 0);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] { return ready(); }));
  ASSERT_TRUE(trainToTheEnd(10));
  const Scenario before = document->scenario();
  std::counting_semaphore<> go{0};
  onJobWork = [&go](const QString& job, bool begins) {
    if (begins && job == QStringLiteral("a case where noise matters")) go.acquire();
  };
  auto& offer = child<QPushButton>("trainingOffer");
  offer.click();
  EXPECT_EQ(offer.text(), QStringLiteral("Stop searching"));
  offer.click();
  go.release();
  ASSERT_TRUE(waitFor([this] { return ready(); }));
  onJobWork = {};
  EXPECT_EQ(document->scenario(), before);
  EXPECT_EQ(offer.text(), QStringLiteral("Show a case where it matters"));
}

TEST_F(Training, NumbersBesideSlidersCanBeTyped) {
  const auto typeInto = [this](const char* name, const char* text) {
    auto& edit = child<QLineEdit>(name);
    edit.selectAll();
    QTest::keyClicks(&edit, QString::fromLatin1(text));
    QTest::keyClick(&edit, Qt::Key_Return);
    return edit.text();
  };
  EXPECT_EQ(typeInto("trainingRateValue", "0.37"), QStringLiteral("0.37"));
  EXPECT_EQ(panel().controls().choice().learningRate, 0.37);
  for (const char* wrong : {"0", "-1", "1e7", "fast"}) {
    EXPECT_EQ(typeInto("trainingRateValue", wrong), QStringLiteral("0.37")) << wrong;
    EXPECT_EQ(panel().controls().choice().learningRate, 0.37) << wrong;
  }
  typeInto("trainingClipValue", "0.83");
  EXPECT_EQ(document->scenario().clipNorm, 0.83);
  EXPECT_EQ(typeInto("trainingClipValue", "-2"), QStringLiteral("0.83"));
  EXPECT_EQ(document->scenario().clipNorm, 0.83);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().clipNorm, 1);
  EXPECT_EQ(child<QLineEdit>("trainingClipValue").text(), QStringLiteral("1"));
}

// Whoever presses it knows before what it will change.
TEST_F(Training, TheExamplesButtonSaysWhatItChanges) {
  type(Field::Epsilon, QStringLiteral("3"));
  const QString tip = child<QPushButton>("trainingExample").toolTip();
  EXPECT_TRUE(tip.contains(QStringLiteral("ε: 1 instead of 3"))) << tip.toStdString();
  EXPECT_TRUE(tip.contains(QStringLiteral("n: 400 instead of 64"))) << tip.toStdString();
  EXPECT_FALSE(tip.contains(QStringLiteral("N: "))) << tip.toStdString();
}

// Where there is room for both, the curves have the keyboard; elsewhere the button has it.
TEST_F(Training, SpacePlaysAndPausesWhereverTheKeyboardIs) {
  window->activateWindow();
  ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
  for (const bool large : {true, false}) {
    window->resize(large ? QSize(1920, 1080) : QSize(1366, 740));
    if ((window->plots().maximized() != nullptr) != large) window->plots().toggleMaximized(&panel());
    QCoreApplication::processEvents();
    if (large) {
      child<QAction>("goTo.trainingPanel").trigger();
      EXPECT_EQ(QApplication::focusWidget(), &panel().plot());
    } else {
      child<QToolButton>("trainingPlay").setFocus();
    }
    for (const bool playing : {true, false}) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
      EXPECT_EQ(panel().isPlaying(), playing) << (large ? "large" : "small");
    }
  }
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
    const Scenario scenario = with(first->scenario, {.epsilon = 3 + pin});
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
  EXPECT_EQ(data().request.apart, std::vector{document->shelf().pins().front().id});
  EXPECT_EQ(data().request.entrants[0].kind, TrainingEntrant::Kind::Baseline);
}

TEST_F(Training, PinsLeftOutComeBackRecalibrated) {
  document->shelf().pin(document->design());
  type(Field::Epsilon, QStringLiteral("3"));
  ASSERT_TRUE(waitUntilSolved());
  // Of another N alone a design is as the current one, to the shelf.
  const Index before = *document->scenario().datasetSize;
  type(Field::DatasetSize, QString::number(2 * before));
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.apart.size() == 1; }));
  auto& offer = child<QPushButton>("trainingOffer");
  EXPECT_EQ(offer.text(), QStringLiteral("Recalibrate those left out"));
  offer.click();
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.apart.empty(); }));
  EXPECT_EQ(document->shelf().pins().front().design->scenario.datasetSize, 2 * before);
  EXPECT_EQ(data().request.entrants[0].kind, TrainingEntrant::Kind::Pinned);
  document->undoStack().undo();
  EXPECT_EQ(document->shelf().pins().front().design->scenario.datasetSize, before);
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

// Means of those that are left would look better than the training is.
TEST(TrainingChart, NamesTheSeedsThatDiverged) {
  TrainingData data;
  data.request.entrants.resize(2);
  data.request.entrants[0].design = std::make_shared<const Design>(Scenario(), IdentityStrategy(20));
  data.request.entrants[1].kind = TrainingEntrant::Kind::Pinned;
  data.request.entrants[1].name = QStringLiteral("the other");
  data.frame.histories.resize(2);
  data.frame.step = data.frame.steps = 20;
  std::vector<CurvePoint> curve;
  for (const Index step : {0, 10, 20}) curve.push_back({step, {}, statisticsOf(std::vector{0.7, 0.8}), {}});
  data.seeds.seeds = 4;
  data.seeds.curves = {curve, curve};
  data.seeds.diverged = {0, 2};
  const ChartModel model = trainingModel(data, TrainingMeasure::TestLoss);
  const auto lineOf = [&](const char* key) {
    return *std::ranges::find(model.series, QString::fromLatin1(key), &ChartSeries::key);
  };
  EXPECT_EQ(lineOf("pin-0").name, QStringLiteral("the other, diverged: 2 of 4"));
  EXPECT_FALSE(lineOf("design").name.contains(QStringLiteral("diverged")));
  EXPECT_TRUE(trainingHint(data, TrainingMeasure::TestLoss)
                  .endsWith(QStringLiteral("Seeds that diverged, in no mean from there on: the other: 2 of 4")));
  data.seeds.diverged = {0, 0};
  EXPECT_FALSE(trainingHint(data, TrainingMeasure::TestLoss).contains(QStringLiteral("diverged")));
}

TEST_F(Training, RefusesWhatIsTooLargeAndOffersTheExample) {
  type(Field::DatasetSize, QStringLiteral("1000000"));
  ASSERT_TRUE(waitFor([this] { return !data().problem.isEmpty(); }));
  EXPECT_TRUE(data().problem.contains(countText(100'000))) << data().problem.toStdString();
  EXPECT_TRUE(data().problem.contains(countText(static_cast<qint64>(1'000'000 * document->scenario().epochs))))
      << data().problem.toStdString();
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
  const Scenario scenario = with(document->scenario(), {.workload = Workload::sgd(1, 0.5)});
  document->adopt(scenario, QStringLiteral("momentum"));
  EXPECT_FALSE(momentum.isHidden());
  momentum.setValue(momentum.value() + 1);
  EXPECT_GT(document->scenario().workload.beta(), 0.5);
}

TEST_F(Training, MomentumThatNoScenarioHasIsRefusedAtItsField) {
  document->adopt(with(document->scenario(), {.workload = Workload::sgd(0.9, 0.5)}), QStringLiteral("momentum"));
  auto& value = child<QLineEdit>("trainingMomentumValue");
  for (const char* text : {"2000", "0.95"}) {
    value.selectAll();
    QTest::keyClicks(&value, QString::fromLatin1(text));
    QTest::keyClick(&value, Qt::Key_Return);
    EXPECT_EQ(document->scenario().workload.beta(), 0.5) << text;
    EXPECT_EQ(value.text(), QStringLiteral("0.5")) << "the scenario's again";
  }
  auto& momentum = child<QSlider>("trainingMomentum");
  momentum.setValue(momentum.maximum());
  EXPECT_LT(document->scenario().workload.beta(), 0.9) << "momentum is below the weight decay factor";
  EXPECT_LT(momentum.value(), momentum.maximum());
}

void expectShortEvents(TimedApplication& application) {
  const TimedApplication::Longest longest = application.takeLongest();
  EXPECT_LT(longest.processorMilliseconds, kMostEventMilliseconds)
      << longest.receiver.toStdString() << " " << longest.eventType;
  testing::Test::RecordProperty("longest_event_ms", std::to_string(longest.processorMilliseconds));
  std::cout << "longest event " << longest.processorMilliseconds << " ms, " << longest.receiver.toStdString() << '\n';
}

TEST_F(Training, PlayingNeverHoldsTheWindow) {
  child<QPushButton>("trainingExample").click();
  ASSERT_TRUE(waitFor([this] { return ready() && data().frame.steps == 400; }));
  window->plots().toggleMaximized(&panel());
  QTest::qWait(200);
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  application.takeLongest();
  ASSERT_TRUE(trainToTheEnd());
  expectShortEvents(application);
}

// As many images as MNIST has, of ten classes that differ in where they are bright: read, trained with and let go.
TEST_F(Training, PlayingNeverHoldsTheWindowWithSixtyThousandImages) {
  constexpr int kImages = 60'000, kSide = 28, kPixels = kSide * kSide;
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("train-images-idx3-ubyte"));
  const auto write = [](const QString& name, QByteArray header, const QByteArray& bytes) {
    QFile file(name);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(header + bytes);
  };
  QByteArray pixels(qsizetype{kImages} * kPixels, '\0'), labels(kImages, '\0');
  for (int image = 0; image < kImages; ++image) {
    const int kind = image * 7 % 10;
    labels[image] = static_cast<char>(kind);
    char* at = pixels.data() + qsizetype{image} * kPixels;
    for (int i = 0; i < kPixels; ++i) {
      const int grain = (image * 31 + i * 17) % 101;
      at[i] = static_cast<char>(i * 10 / kPixels == kind ? 150 + grain : grain);
    }
  }
  write(path, QByteArray("\0\0\x08\x03\0\0\xEA\x60\0\0\0\x1C\0\0\0\x1C", 16), pixels);
  write(folder.filePath(QStringLiteral("train-labels-idx1-ubyte")), QByteArray("\0\0\x08\x01\0\0\xEA\x60", 8), labels);
  type(Field::Epochs, QStringLiteral("1"));
  ASSERT_TRUE(waitUntilSolved());
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  application.takeLongest();
  ASSERT_TRUE(choose(path));
  EXPECT_TRUE(panel().controls().note().contains(QStringLiteral("48000"))) << data().problem.toStdString();
  child<QPushButton>("trainingTakeExamples").click();
  pick("trainingModel", 3);
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.examples; })) << data().problem.toStdString();
  EXPECT_EQ(data().request.choice.model, ModelKind::Softmax);
  EXPECT_EQ(data().request.examples->data->features, kPixels);
  EXPECT_EQ(data().request.examples->data->classes, 10);
  child<QComboBox>("trainingSpeed").setCurrentIndex(3);
  click("trainingPlay");
  ASSERT_TRUE(waitFor([this] { return data().frame.ended; }));
  panel().pause();
  ASSERT_TRUE(waitFor([this] { return panel().isAtRest(); }));
  EXPECT_GT(finalStatistics(std::vector{data().frame.histories.back()}, TrainingMeasure::Accuracy).mean, 0.5);
  pick("trainingData", 0);
  ASSERT_TRUE(
      waitFor([this] { return data().request.choice.source == TrainingSource::Plane || !data().problem.isEmpty(); }));
  QThreadPool::globalInstance()->waitForDone();
  expectShortEvents(application);
}

// Whoever wants the numbers copies or exports them, and the picture.
TEST_F(Training, CurvesAreThereAsNumbersAndAsPictures) {
  ASSERT_TRUE(trainToTheEnd());
  const std::vector<DataTable> tables = panel().currentTables();
  ASSERT_EQ(tables.size(), 1U);
  const ChartSeries* own = series("design");
  ASSERT_TRUE(own);
  EXPECT_EQ(tables.front().rows.size(), static_cast<std::size_t>(own->points.size()));
  EXPECT_EQ(panel().pictures().size(), 2U) << "curves and regions";
  panel().copyData();
  EXPECT_TRUE(QApplication::clipboard()->text().contains(own->name)) << QApplication::clipboard()->text().toStdString();
}

// A hundred seeds of three designs and of the limit, with all that is drawn meanwhile. What curves cost beside the
// training is a claim of tests/bench.
TEST_F(Training, PlaysAHundredSeeds) {
  for (const Mechanism* mechanism : {&mechanisms::dpSgd, &mechanisms::blt}) {
    const Scenario scenario = with(defaultTraining().scenarios.front(), {.mechanism = mechanism});
    document->shelf().pin(noiseloom::design(scenario));
  }
  child<QPushButton>("trainingExample").click();
  ASSERT_TRUE(waitFor([this] { return ready() && data().frame.steps == 400; }));
  ASSERT_EQ(data().request.entrants.size(), 4U);
  pick("trainingRuns", 2);
  child<QComboBox>("trainingSpeed").setCurrentIndex(3);
  const double before = processorSeconds();
  click("trainingPlay");
  ASSERT_TRUE(waitFor([this] { return data().frame.ended && data().seeds.seeds == 100 && ready(); }));
  const double seconds = processorSeconds() - before;
  RecordProperty("processor_seconds", std::to_string(seconds));
  std::cout << "100 seeds of 3 designs and the limit: " << seconds << " s of processor time\n";
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

TEST_F(Training, ARunIsKeptFromItsStartOn) {
  EXPECT_FALSE(panel().viewState().contains(QStringLiteral("trained")));
  click("trainingPlay");
  ASSERT_TRUE(panel().isPlaying());
  EXPECT_EQ(data().frame.step, 0) << "no step is done yet";
  EXPECT_TRUE(panel().viewState()[QStringLiteral("trained")].toBool());
}

constexpr int kDrawn = 4, kQuadratic = 5, kDigits = 6;

TEST_F(Training, QuadraticsGoAsTheirClosedFormExpects) {
  document->shelf().pin(document->design());
  chooseMechanism(&baselineMechanism());
  pick("trainingData", kQuadratic);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] {
    return ready() && data().request.choice.source == TrainingSource::Quadratic && !data().theory.curves.empty();
  }));
  EXPECT_EQ(panel().measure(), TrainingMeasure::Loss) << "there is nothing else to look at";
  EXPECT_TRUE(pictures().isHidden()) << "no plane";
  EXPECT_TRUE(child<QWidget>("trainingModel").isHidden());
  ASSERT_TRUE(trainToTheEnd());
  ASSERT_EQ(data().theory.curves.size(), data().request.entrants.size());
  for (std::size_t i = 0; i < data().request.entrants.size(); ++i) {
    const auto& curve = data().seeds.curves[i];
    const auto& expected = data().theory.curves[i];
    ASSERT_EQ(curve.size(), expected.size());
    for (std::size_t at = 0; at < curve.size(); ++at) {
      const SeedStatistics& runs = curve[at].loss;
      ASSERT_EQ(static_cast<double>(curve[at].step), expected[at].x());
      ASSERT_EQ(runs.seeds, TrainingRace::kSeeds);
      EXPECT_LT(std::abs(runs.mean - expected[at].y()), 4.5 * runs.standardError + 1e-9 * expected[at].y())
          << "entrant " << i << ", step " << curve[at].step;
    }
  }
  EXPECT_NEAR(data().theory.curves[0][0].y(), 1.11 * 0.25 / 1.0101 / 2, 1e-12) << "the first gradient is 1/2 long";
  ASSERT_TRUE(series("design-expected"));
  EXPECT_EQ(series("design-expected")->points.back().x(), 64);
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("closed form"))) << panel().readOutText().toStdString();
  // Momentum has none here, and says so.
  const Scenario scenario = with(document->scenario(), {.workload = Workload::sgd(1, 0.5)});
  document->adopt(scenario, QStringLiteral("momentum"));
  ASSERT_TRUE(waitFor([this] { return ready() && !data().theory.none.isEmpty(); }));
  EXPECT_EQ(series("design-expected"), nullptr);
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("momentum"))) << panel().readOutText().toStdString();
}

TEST_F(Training, WeightDecayHasAClosedFormAsWell) {
  const Scenario scenario = with(document->scenario(), {.workload = Workload::sgd(0.9, 0)});
  document->adopt(scenario, QStringLiteral("decay"));
  pick("trainingData", kQuadratic);
  ASSERT_TRUE(waitFor([this] { return ready() && !data().theory.curves.empty(); }));
  ASSERT_TRUE(trainToTheEnd());
  for (std::size_t i = 0; i < data().request.entrants.size(); ++i) {
    const SeedStatistics& last = data().seeds.curves[i].back().loss;
    EXPECT_LT(std::abs(last.mean - data().theory.curves[i].back().y()), 4.5 * last.standardError + 1e-9) << i;
  }
}

TEST_F(Training, CurvaturesAreTypedOrTheScenarios) {
  const auto read = [this](const char* text) {
    return askedCurvatures(QString::fromLatin1(text), document->scenario(), 0.1);
  };
  EXPECT_EQ(read("").curvatures.size(), 3U);
  const std::vector<TrainingCurvature> typed{{0.1, 5}, {1, 1}};
  EXPECT_EQ(read(" 0.1:5; 1").curvatures, typed);
  for (const char* wrong : {"a", "0", "-1", "1:", "1:2:3", "1:0", "1:1e9", "nan", "1:257", "1:200, 2:200", "1e7"})
    EXPECT_FALSE(read(wrong).problem.isEmpty()) << wrong;
  pick("trainingData", kQuadratic);
  auto& edit = child<QLineEdit>("trainingCurvatures");
  edit.setText(QStringLiteral("1, two"));
  emit edit.editingFinished();
  EXPECT_TRUE(panel().controls().note().contains(QStringLiteral("two"))) << panel().controls().note().toStdString();
  EXPECT_EQ(data().problem, panel().controls().note());
  edit.clear();
  emit edit.editingFinished();
  // Weights of a spectrum count directions times curvature.
  Scenario scenario = document->scenario();
  scenario.workload = scenario.workload.withSpectrum(parseSpectrum("0, 0.02:4, 0.2:10"));
  document->adopt(scenario, QStringLiteral("spectrum"));
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.curvatures.size() == 2; }));
  EXPECT_DOUBLE_EQ(data().request.curvatures[0].curvature, 0.1) << "at learning rate 0.2";
  EXPECT_EQ(data().request.curvatures[0].directions, 4);
  EXPECT_EQ(data().request.curvatures[1].directions, 1);
}

TEST_F(Training, OwnFilesAreReadTrainedAndNamed) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("trees.csv"));
  writeCsv(path, 1250);
  ASSERT_TRUE(choose(path));
  ASSERT_TRUE(ready()) << data().problem.toStdString();
  EXPECT_EQ(data().request.examples->data->train.size(), 1000U);
  EXPECT_EQ(data().request.examples->data->classes, 2);
  EXPECT_TRUE(panel().controls().note().contains(QStringLiteral("1000"))) << panel().controls().note().toStdString();
  EXPECT_TRUE(pictures().isHidden()) << "no plane";
  EXPECT_TRUE(panel().plot().isVisibleTo(&panel()));
  ASSERT_TRUE(trainToTheEnd());
  EXPECT_GT(finalStatistics(std::vector{data().frame.histories[2]}, TrainingMeasure::Accuracy).mean, 0.8);
  // Softmax and linear regression are for own data alone.
  auto& models = child<QComboBox>("trainingModel");
  ASSERT_EQ(models.count(), 5);
  pick("trainingModel", 4);
  ASSERT_TRUE(waitFor([this] { return panel().isAtRest() && !data().problem.isEmpty(); }));
  EXPECT_TRUE(data().problem.contains(QStringLiteral("words"))) << data().problem.toStdString();
  pick("trainingData", 0);
  ASSERT_TRUE(waitFor([this] { return ready(); }));
  EXPECT_EQ(models.count(), 3);
  EXPECT_EQ(data().request.choice.model, ModelKind::Relu);
}

/// Holds each reading of a file at its beginning, and counts them.
class HeldReading {
 public:
  HeldReading() {
    onJobWork = [this](const QString& job, bool begins) {
      if (!begins || job != QStringLiteral("reading examples")) return;
      ++m_begun;
      m_go.acquire();
    };
  }
  ~HeldReading() { onJobWork = {}; }
  int begun() const { return m_begun; }
  void letGo() { m_go.release(); }

 private:
  std::atomic<int> m_begun = 0;
  std::counting_semaphore<> m_go{0};
};

TEST_F(Training, APanelBehindOthersReadsNothing) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("trees.csv"));
  writeCsv(path, 1250);
  HeldReading reading;
  panel().controls().chooseFile(path);
  ASSERT_TRUE(waitFor([&] { return reading.begun() == 1; }));
  window->plots().bringForward(window->plots().findChild<PlotPanel*>(QStringLiteral("costPanel")));
  reading.letGo();
  ASSERT_TRUE(waitFor([this] { return panel().isAtRest(); }));
  window->plots().bringForward(&panel());
  ASSERT_TRUE(waitFor([&] { return reading.begun() == 2; })) << "it had gone on unseen";
  reading.letGo();
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.examples; })) << data().problem.toStdString();
}

TEST_F(Training, ReadingWaitsForASlider) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("trees.csv"));
  writeCsv(path, 1250);
  HeldReading reading;
  panel().controls().chooseFile(path);
  ASSERT_TRUE(waitFor([&] { return reading.begun() == 1; }));
  QObject mover;
  FramePacer::instance().move(mover, [] {});
  reading.letGo();
  ASSERT_TRUE(waitFor([this] { return panel().isAtRest(); }));
  EXPECT_EQ(reading.begun(), 1);
  FramePacer::instance().rest();
  ASSERT_TRUE(waitFor([&] { return reading.begun() == 2; }));
  reading.letGo();
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.examples; })) << data().problem.toStdString();
}

TEST_F(Training, AStoppedRestartLeavesTheRaceWhereItStands) {
  const auto race = TrainingRace::make(data().request, {});
  ASSERT_TRUE(race->advanceTo(3, {}));
  EXPECT_FALSE(race->restart(stoppedAtOnce()));
  EXPECT_EQ(race->frame().step, 3);
  EXPECT_TRUE(race->restart({}));
  EXPECT_EQ(race->frame().step, 0);
}

TEST_F(Training, NamesOfFilesAreShownAsTheyAre) {
  panel().controls().chooseFile(QStringLiteral("/nowhere/oak&ash.csv"));
  auto& button = child<QPushButton>("trainingFile");
  EXPECT_EQ(button.text(), QStringLiteral("oak&&ash.csv"));
  EXPECT_TRUE(button.shortcut().isEmpty());
}

TEST_F(Training, ColumnsAndRowsOfAFileAreChosen) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("trees.csv"));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  QByteArray text = "height;place;width;code;kind\n";
  for (int i = 0; i < 1260; ++i) {
    const int x = i * 37 % 101, y = i * 53 % 89;
    const QByteArray height = i % 126 == 5 ? QByteArray("NA") : QByteArray::number(x) + ",5";
    text += height + (i % 3 == 0 ? ";wood;" : ";park;") + QByteArray::number(y) + ";T" + QByteArray::number(i) +
            (x > y ? ";oak\n" : ";ash\n");
  }
  file.write(text);
  file.close();
  ASSERT_TRUE(choose(path));
  EXPECT_TRUE(data().problem.contains(QStringLiteral("column 2"))) << data().problem.toStdString();
  EXPECT_FALSE(panel().readOutText().contains(QStringLiteral("column 2"))) << "said once on the plot is enough";
  EXPECT_EQ(child<QPushButton>("trainingOffer").text(), child<QPushButton>("trainingColumns").text());
  child<QPushButton>("trainingOffer").click();
  auto* dialog = window->findChild<ColumnsDialog*>();
  ASSERT_TRUE(dialog);
  ASSERT_TRUE(waitFor([&] { return dialog->isReady(); }));
  auto& use = *dialog->findChild<QPushButton*>(QStringLiteral("columnsUse"));
  auto& table = *dialog->findChild<QTableWidget*>();
  auto& said = *dialog->findChild<QLabel*>(QStringLiteral("columnsSaid"));
  ASSERT_EQ(table.rowCount(), 5);
  EXPECT_EQ(table.item(1, 1)->text(), QStringLiteral("words: 1260 (park, wood)"));
  EXPECT_EQ(table.item(4, 1)->text(), QStringLiteral("the labels: words: 1260 (ash, oak)"));
  // The codes are too many words; left out as a column, the places remain.
  dialog->findChild<QComboBox*>(QStringLiteral("columnsWords"))->setCurrentIndex(1);
  EXPECT_FALSE(use.isEnabled());
  EXPECT_TRUE(said.text().contains(QStringLiteral("50"))) << said.text().toStdString();
  table.item(3, 0)->setCheckState(Qt::Unchecked);
  EXPECT_TRUE(use.isEnabled()) << said.text().toStdString();
  EXPECT_TRUE(said.text().contains(QStringLiteral("features: 4"))) << said.text().toStdString();
  EXPECT_TRUE(said.text().contains(QStringLiteral("at least: 10"))) << said.text().toStdString();
  use.click();
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.examples; })) << data().problem.toStdString();
  EXPECT_EQ(data().request.examples->data->features, 4);
  EXPECT_EQ(data().request.examples->data->train.size(), 1000U);
  const QString note = panel().controls().note();
  for (const char* part : {"left out for a gap: 10 row", "left out: 1 column", "of words as 0 and 1", "decimal commas"})
    EXPECT_TRUE(note.contains(QLatin1String(part))) << part << " in " << note.toStdString();
  const QJsonObject state = throughAFile(panel().viewState());
  for (const char* word : {"place", "wood", "code", "kind"}) EXPECT_FALSE(QJsonDocument(state).toJson().contains(word));
  const TrainingFile chosen = panel().controls().choice().file;
  panel().controls().setChoice({});
  panel().restoreView(state);
  EXPECT_TRUE(panel().controls().choice().file.samePlace(chosen));
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.examples; })) << data().problem.toStdString();
}

TEST_F(Training, HandwrittenDigitsComeWithTheProgram) {
  pick("trainingData", kDigits);
  ASSERT_TRUE(waitFor([this] { return panel().isAtRest() && data().problem.contains(QStringLiteral("1438")); }))
      << data().problem.toStdString();
  EXPECT_TRUE(child<QPushButton>("trainingFile").isHidden());
  EXPECT_TRUE(child<QPushButton>("trainingColumns").isHidden());
  EXPECT_EQ(child<QPushButton>("trainingOffer").text(), QStringLiteral("Take N = 1438 into the scenario"));
  child<QPushButton>("trainingOffer").click();
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.examples; })) << data().problem.toStdString();
  const DataSet& digits = *data().request.examples->data;
  EXPECT_EQ(digits.features, 64);
  EXPECT_EQ(digits.classes, 10);
  EXPECT_EQ(digits.train.size() + digits.test.size(), 1797U);
  EXPECT_EQ(*std::ranges::max_element(digits.values), 1);
  EXPECT_EQ(*std::ranges::min_element(digits.values), 0);
  const QJsonObject state = throughAFile(panel().viewState());
  panel().controls().setChoice({});
  panel().restoreView(state);
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.examples; })) << data().problem.toStdString();
  EXPECT_EQ(child<QComboBox>("trainingData").currentIndex(), kDigits);
  pick("trainingData", kDigits + 1);
  EXPECT_TRUE(panel().controls().choice().file.path.isEmpty());
}

TEST_F(Training, OtherExamplesThanTheScenariosAreOfferedToIt) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("trees.csv"));
  writeCsv(path, 500);
  const Scenario before = document->scenario();
  auto& take = child<QPushButton>("trainingTakeExamples");
  EXPECT_TRUE(take.isHidden());
  ASSERT_TRUE(choose(path));
  EXPECT_TRUE(data().problem.contains(QStringLiteral("400"))) << data().problem.toStdString();
  EXPECT_FALSE(take.isHidden());
  take.click();
  EXPECT_EQ(document->scenario().datasetSize, Index{400});
  ASSERT_TRUE(waitFor([this] { return ready(); }));
  EXPECT_TRUE(take.isHidden());
  document->undoStack().undo();
  EXPECT_EQ(document->scenario(), before);
}

TEST_F(Training, FilesThatCannotBeUsedGetASentence) {
  const QTemporaryDir folder;
  const auto problem = [&](const char* name, const QByteArray& content) {
    const QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    EXPECT_TRUE(choose(path));
    EXPECT_EQ(data().problem, panel().controls().note());
    EXPECT_FALSE(child<QToolButton>("trainingPlay").isEnabled());
    return data().problem;
  };
  EXPECT_FALSE(problem("empty.csv", "").isEmpty());
  EXPECT_TRUE(problem("words.csv", "a,b\n1,x\none,y\n").contains(QStringLiteral("words.csv")));
  EXPECT_FALSE(problem("broken.npy", "\x93NUMPY nothing").isEmpty());
  EXPECT_FALSE(problem("alone-idx3-ubyte", QByteArray("\0\0\x08\x03\0\0\0\1\0\0\0\1\0\0\0\1\x07", 17)).isEmpty());
  EXPECT_TRUE(choose(folder.filePath(QStringLiteral("none.csv"))));
  EXPECT_TRUE(data().problem.contains(QStringLiteral("gone"))) << data().problem.toStdString();
  // More weights than a run of the panel may have: k N times 16 units of 65 536 features.
  auto large = std::make_shared<OwnExamples>();
  auto rows = std::make_shared<DataSet>();
  rows->features = 65'536;
  rows->classes = 2;
  rows->train.resize(1000);
  large->data = rows;
  type(Field::Epochs, QStringLiteral("32"));
  ASSERT_TRUE(waitUntilSolved());
  TrainingChoice choice;
  choice.source = TrainingSource::File;
  const WantedTraining wanted = wantedTraining(*document, choice, large);
  EXPECT_FALSE(wanted.request);
  EXPECT_TRUE(wanted.problem.contains(countText(1'048'609))) << wanted.problem.toStdString();
}

TEST_F(Training, SessionsNameFileAndHashAndSayWhenItIsGoneOrChanged) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("trees.csv"));
  writeCsv(path, 1250);
  ASSERT_TRUE(choose(path));
  pick("trainingRuns", 0);
  const QJsonObject state = throughAFile(panel().viewState());
  const QJsonObject file = state[QStringLiteral("file")].toObject();
  EXPECT_EQ(file[QStringLiteral("path")].toString(), path);
  EXPECT_EQ(file[QStringLiteral("sha256")].toString().size(), 64);
  EXPECT_EQ(file.keys(), (QStringList{QStringLiteral("path"), QStringLiteral("sha256")})) << "data are never copied";
  for (const char* word : {"oak", "ash", "height", "width"}) EXPECT_FALSE(QJsonDocument(state).toJson().contains(word));
  EXPECT_FALSE(QJsonDocument(state).toJson().contains("seed"));
  const auto comeBack = [&] {
    panel().controls().setChoice({});
    EXPECT_TRUE(waitFor([this] { return ready(); }));
    panel().restoreView(state);
    EXPECT_TRUE(waitFor([this] { return ready() || (panel().isAtRest() && !data().problem.isEmpty()); }));
    return data().problem;
  };
  EXPECT_EQ(comeBack(), QString());
  EXPECT_EQ(panel().controls().choice().seeds, 10);
  EXPECT_EQ(data().request.examples->file.path, path);
  writeCsv(path, 1250, "1,1,oak\n");
  EXPECT_TRUE(comeBack().contains(QStringLiteral("changed"))) << data().problem.toStdString();
  EXPECT_EQ(throughAFile(panel().viewState())[QStringLiteral("file")], state[QStringLiteral("file")])
      << "what it has to be stays";
  // Chosen once more it is taken as it is.
  ASSERT_TRUE(choose(path));
  EXPECT_NE(panel().viewState()[QStringLiteral("file")].toObject()[QStringLiteral("sha256")],
            file[QStringLiteral("sha256")]);
  ASSERT_TRUE(QFile::remove(path));
  EXPECT_TRUE(comeBack().contains(QStringLiteral("gone"))) << data().problem.toStdString();
}

TEST_F(Training, SoManySeedsAsAreChosen) {
  pick("trainingRuns", 0);
  child<QComboBox>("trainingSpeed").setCurrentIndex(3);
  click("trainingPlay");
  ASSERT_TRUE(waitFor([this] { return data().frame.ended && ready(); }));
  EXPECT_EQ(data().seeds.seeds, 10);
  EXPECT_TRUE(progressOf(data()).contains(QStringLiteral("10 of 10"))) << progressOf(data()).toStdString();
  // More of them go on where these ended.
  pick("trainingRuns", 2);
  ASSERT_TRUE(waitFor([this] { return data().seeds.seeds == 100 && ready(); }));
  EXPECT_TRUE(data().frame.ended);
}

TEST_F(Training, WhatComesBackHasNotRun) {
  click("trainingStep");
  ASSERT_TRUE(waitFor([this] { return data().frame.step == 1 && ready(); }));
  const QJsonObject state = throughAFile(window->viewState());
  type(Field::Epsilon, QStringLiteral("3"));
  window->restoreView(state);
  ASSERT_TRUE(waitFor([this] { return ready() && data().frame.step == 0 && data().seeds.seeds == 0; }));
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("first step"))) << panel().readOutText().toStdString();
  click("trainingStep");
  ASSERT_TRUE(waitFor([this] { return data().frame.step == 1; }));
  EXPECT_FALSE(data().restored);
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

TEST_F(Training, LearnsPointsThatAPersonDraws) {
  pick("trainingData", kDrawn);
  ASSERT_TRUE(waitFor([this] { return ready() && data().request.choice.drawn; }));
  EXPECT_EQ(data().request.choice.points, drawnAtFirst());
  panel().controls().drawPoints();
  auto* dialog = window->findChild<DrawPointsDialog*>();
  ASSERT_TRUE(dialog);
  PointsCanvas& canvas = dialog->canvas();
  QTest::mouseClick(&dialog->clear(), Qt::LeftButton);
  EXPECT_TRUE(waitFor([this] { return data().problem.contains(QStringLiteral("one point of each")); }));
  // A stroke is points that keep their distance; the right button erases.
  const auto stroke = [&canvas](double y) {
    QTest::mousePress(&canvas, Qt::LeftButton, {}, canvas.toPixel({-1, y, 0}).toPoint());
    for (int i = -20; i <= 20; ++i) {
      const QPointF place = canvas.toPixel({0.05 * i, y, 0});
      QMouseEvent moved(QEvent::MouseMove, place, canvas.mapToGlobal(place), Qt::NoButton, Qt::LeftButton, {});
      QCoreApplication::sendEvent(&canvas, &moved);
    }
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, canvas.toPixel({1, y, 0}).toPoint());
  };
  stroke(0.8);
  dialog->setTool(PointsCanvas::Tool::Squares);
  stroke(-0.8);
  const auto drawn = std::ssize(canvas.points());
  EXPECT_GE(drawn, 16);
  EXPECT_LE(drawn, 2 * 13);
  EXPECT_EQ(std::ranges::count(canvas.points(), Index{1}, &DrawnPoint::label), drawn / 2);
  QTest::mouseClick(&canvas, Qt::RightButton, {}, canvas.toPixel(canvas.points().back()).toPoint());
  EXPECT_EQ(std::ssize(canvas.points()), drawn - 1);
  // The keyboard draws as well: the cross begins in the middle.
  QTest::keyClick(&canvas, Qt::Key_Down);
  QTest::keyClick(&canvas, Qt::Key_Space);
  EXPECT_EQ(canvas.points().back(), (DrawnPoint{0, -0.1, 1}));
  const std::vector<DrawnPoint> points = canvas.points();
  dialog->close();
  ASSERT_TRUE(waitFor([&] { return ready() && data().request.choice.points == points; }))
      << data().problem.toStdString();
  ASSERT_TRUE(trainToTheEnd(TrainingRace::kSeeds));
  EXPECT_GT(finalStatistics(std::vector{data().frame.histories.back()}, TrainingMeasure::Accuracy).mean, 0.9);
  // A session keeps them, and other data do not lose them.
  const QJsonObject kept = throughAFile(panel().viewState());
  pick("trainingData", 1);
  EXPECT_EQ(panel().controls().choice().points, points);
  panel().restoreView({});
  EXPECT_EQ(panel().controls().choice().points, drawnAtFirst());
  panel().restoreView(kept);
  EXPECT_TRUE(panel().controls().choice().drawn);
  EXPECT_EQ(panel().controls().choice().points, points);
}

}  // namespace
}  // namespace noiseloom
