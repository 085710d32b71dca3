#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <atomic>
#include <nlohmann/json.hpp>
#include <semaphore>

#include "core/base/errors.h"
#include "core/search/band_curve.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "tests/ui/words_cut.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/jobs/job_watch.h"
#include "ui/lessons/highlight_frame.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/lesson_player.h"
#include "ui/lessons/lesson_question_box.h"
#include "ui/lessons/lesson_results.h"
#include "ui/lessons/lesson_stage.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/fold_section.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/training/training_panel.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kStepMilliseconds = 120'000;  // for what hangs

// --- Formulas
// ---------------------------------------------------------------------------------------------------------

std::optional<double> evaluated(const std::string& text) {
  return LessonExpression(text).evaluate([](std::string_view name) -> std::optional<double> {
    if (name == "design.rmse") return 3.0;
    if (name == "design.bands") return 16.0;
    return std::nullopt;
  });
}

TEST(LessonExpressions, FollowTheUsualRules) {
  EXPECT_EQ(evaluated("1 + 2 * 3"), 7);
  EXPECT_EQ(evaluated("(1 + 2) * 3"), 9);
  EXPECT_EQ(evaluated("-2^2"), -4);
  EXPECT_EQ(evaluated("2^3^2"), 512);
  EXPECT_EQ(evaluated("8 / 4 / 2"), 1);
  EXPECT_EQ(evaluated("design.rmse - 1 - 1"), 1);
  EXPECT_EQ(evaluated("sqrt(design.bands) + max(1, abs(-2))"), 6);
  EXPECT_EQ(evaluated("design.rmse < 4 and design.bands == 16"), 1);
  EXPECT_EQ(evaluated("design.rmse < 4 and design.bands > 16"), 0);
  EXPECT_EQ(evaluated("1.5e2 >= 150"), 1);
}

TEST(LessonExpressions, HaveNoValueWhereAResultIsUnknownOrNotFinite) {
  EXPECT_FALSE(evaluated("before.rmse + 1"));
  EXPECT_FALSE(evaluated("1 / 0"));
  EXPECT_FALSE(evaluated("sqrt(0 - 1)"));
}

TEST(LessonExpressions, AreRefusedWithTheCharacter) {
  for (const char* text : {"", "1 +", "rmse", "(1", "1 2", "min(1)", "design.rmse <", "1e999", "$"}) {
    EXPECT_THROW(LessonExpression{text}, InvalidArgument) << text;
  }
  try {
    const LessonExpression expression("1 + * 2");
    FAIL();
  } catch (const InvalidArgument& problem) {
    EXPECT_NE(std::string(problem.what()).find("character 5"), std::string::npos) << problem.what();
  }
  EXPECT_THROW(LessonExpression(std::string(1000, '(')), InvalidArgument);
}

// --- Files
// ------------------------------------------------------------------------------------------------------------

nlohmann::json goodLesson() {
  return nlohmann::json::parse(R"({
    "format": "noiseloom-lesson", "version": 1, "id": "good", "title": "Good", "summary": "One step.", "minutes": 5,
    "steps": [
      {"title": "First", "text": "It is {design.rmse:2}.", "citation": {"source": "scaling-bandmf", "place": "section 2"},
       "set": {"example": "tiny", "bands": 2, "mechanism": "banded-toeplitz"},
       "view": {"front": ["strategyPanel"], "panels": {"strategyPanel": {"matrix": "gram"}}},
       "highlight": "bands", "compare": {"other": {"bands": 1}}, "expect": ["design.rmse < other.rmse"],
       "question": {"kind": "choice", "prompt": "Which?", "set": {"bands": 3},
         "options": [{"text": "A", "when": "design.rmse < before.rmse"}, {"text": "B", "when": "design.rmse >= before.rmse"}],
         "explanation": "So."}}]})");
}

std::string refusal(const nlohmann::json& lesson) {
  return messageOf<FormatError>([&] { readLesson(lesson.dump(), "my.json"); });
}

void expectRefusal(const nlohmann::json& lesson, const std::vector<std::string>& parts) {
  const std::string message = refusal(lesson);
  for (const std::string& part : parts) {
    EXPECT_NE(message.find(part), std::string::npos) << "\"" << message << "\" does not name " << part;
  }
}

TEST(LessonFiles, AreReadInFull) {
  const Lesson lesson = readLesson(goodLesson().dump(), "my.json");
  ASSERT_EQ(lesson.steps.size(), 1U);
  const LessonStep& step = lesson.steps.front();
  EXPECT_EQ(scenarioOf(lesson, 0, false).bands, 2);
  EXPECT_EQ(scenarioOf(lesson, 0, true).bands, 3);
  EXPECT_EQ(scenarioOf(lesson, 0, false).iterations, 9);
  EXPECT_EQ(step.view.views.at(QStringLiteral("strategyPanel"))[QStringLiteral("matrix")].toString(),
            QStringLiteral("gram"));
  EXPECT_EQ(step.text.shown([](std::string_view) { return std::optional(2.0 / 3); }), QStringLiteral("It is 0.67."));
  EXPECT_EQ(step.text.shown([](std::string_view) { return std::optional<double>(); }), QStringLiteral("It is …."));
}

TEST(LessonFiles, SetSpectraSchedulesAndDrawnStrategies) {
  nlohmann::json file = goodLesson();
  nlohmann::json& step = file["steps"][0];
  step["set"]["objective"] = "curvature";
  step["set"]["spectrum"] = "0.01, 0.1:2";
  step["view"]["play"] = true;
  step["compare"]["drawn"] = {{"drawn", {1, 0.5}}};
  step["compare"]["kept"] = {{"epsilon", 2}, {"strategy_of", {{"bands", 1}}}};
  const Lesson lesson = readLesson(file.dump(), "my.json");
  const Scenario scenario = scenarioOf(lesson, 0, false);
  EXPECT_EQ(scenario.objective, ErrorObjective::Curvature);
  EXPECT_EQ(scenario.workload.spectrum(), parseSpectrum("0.01, 0.1:2"));
  EXPECT_TRUE(viewOf(lesson, 0, false).play);
  const auto& compare = lesson.steps.front().compare;
  const Scenario drawn = withChange(scenario, compare.at("drawn").change);
  ASSERT_TRUE(drawn.imported);
  EXPECT_TRUE(drawn.imported->isDrawn());
  EXPECT_EQ(drawn.imported->at(9).bands(), 2);
  EXPECT_FALSE(compare.at("drawn").strategyOf);
  ASSERT_TRUE(compare.at("kept").strategyOf);
  EXPECT_EQ(withChange(scenario, compare.at("kept").change).epsilon, 2);
  EXPECT_EQ(withChange(scenario, *compare.at("kept").strategyOf).bands, 1);

  file = goodLesson();
  file["steps"][0]["set"]["learning_rates"] = "cosine";
  EXPECT_EQ(scenarioOf(readLesson(file.dump(), "my.json"), 0, false).schedule.kind, ScheduleKind::Cosine);
}

TEST(LessonFiles, AreRefusedByFileStepAndField) {
  const auto refuse = [](auto change, const std::vector<std::string>& parts) {
    nlohmann::json lesson = goodLesson();
    change(lesson);
    expectRefusal(lesson, parts);
  };
  using Json = nlohmann::json;
  refuse([](Json& j) { j["version"] = 2; }, {"my.json", "version"});
  refuse([](Json& j) { j["format"] = "other"; }, {"my.json", "format"});
  refuse([](Json& j) { j.erase("title"); }, {"my.json", "title"});
  refuse([](Json& j) { j["extra"] = 1; }, {"my.json", "extra"});
  refuse([](Json& j) { j["steps"] = Json::array(); }, {"my.json", "steps"});
  refuse([](Json& j) { j["steps"][0]["extra"] = 1; }, {"my.json", "steps[0]", "extra"});
  refuse([](Json& j) { j["steps"][0].erase("highlight"); }, {"my.json", "steps[0]", "highlight"});
  refuse([](Json& j) { j["steps"][0]["citation"]["source"] = "nobody"; }, {"my.json", "steps[0]", "source"});
  refuse([](Json& j) { j["steps"][0]["set"]["bandss"] = 3; }, {"my.json", "steps[0]", "bandss", "not a field"});
  refuse([](Json& j) { j["steps"][0]["set"]["bands"] = 2.5; }, {"my.json", "steps[0]", "bands 2.5"});
  refuse([](Json& j) { j["steps"][0]["set"]["bands"] = 40; }, {"my.json", "steps[0]", "bands 40"});
  refuse([](Json& j) { j["steps"][0]["set"]["bands"] = Json::array(); }, {"my.json", "steps[0]", "bands"});
  refuse([](Json& j) { j["steps"][0]["set"]["mechanism"] = "magic"; }, {"my.json", "steps[0]", "mechanism", "magic"});
  refuse([](Json& j) { j["steps"][0]["set"]["example"] = "nowhere"; }, {"my.json", "steps[0]", "example", "nowhere"});
  refuse([](Json& j) { j["steps"][0]["set"].erase("example"); }, {"my.json", "steps[0]", "example"});
  refuse([](Json& j) { j["steps"][0]["question"]["set"]["bands"] = 40; },
         {"my.json", "steps[0]", "question", "bands 40"});
  refuse([](Json& j) { j["steps"][0]["compare"]["other"]["bands"] = 40; },
         {"my.json", "steps[0]", "compare", "bands 40"});
  refuse([](Json& j) { j["steps"][0]["compare"]["design"] = Json::object(); }, {"my.json", "steps[0]", "design"});
  refuse(
      [](Json& j) {
        j["steps"][0]["compare"]["other"]["strategy_of"] = {{"bands", 40}};
      },
      {"my.json", "steps[0]", "compare", "bands 40"});
  refuse([](Json& j) { j["steps"][0]["set"]["strategy_of"] = Json::object(); }, {"my.json", "steps[0]", "strategy_of"});
  refuse([](Json& j) { j["steps"][0]["set"]["drawn"] = {1}; }, {"my.json", "steps[0]", "drawn"});
  refuse([](Json& j) { j["steps"][0]["set"]["drawn"] = {0, 1}; }, {"my.json", "steps[0]", "drawn"});
  refuse([](Json& j) { j["steps"][0]["set"]["drawn"] = std::vector<int>(10, 1); }, {"my.json", "steps[0]"});
  refuse([](Json& j) { j["steps"][0]["set"]["learning_rates"] = "magic"; }, {"my.json", "steps[0]", "learning_rates"});
  refuse([](Json& j) { j["steps"][0]["set"]["spectrum"] = "much"; }, {"my.json", "steps[0]", "spectrum"});
  refuse([](Json& j) { j["steps"][0]["view"]["play"] = 1; }, {"my.json", "steps[0]", "play"});
  refuse([](Json& j) { j["steps"][0]["text"] = "It is {sweep.accuracy}."; }, {"my.json", "steps[0]", "sweep.accuracy"});
  refuse([](Json& j) { j["steps"][0]["text"] = "It is {design.rmse"; }, {"my.json", "steps[0]", "text"});
  refuse([](Json& j) { j["steps"][0]["text"] = "It is {design.nothing}."; }, {"my.json", "steps[0]", "design.nothing"});
  refuse([](Json& j) { j["steps"][0]["text"] = "It was {before.rmse}."; }, {"my.json", "steps[0]", "before.rmse"});
  refuse([](Json& j) { j["steps"][0]["text"] = "One. Two. Three. Four."; },
         {"my.json", "steps[0]", "text", "4 sentences"});
  refuse([](Json& j) { j["steps"][0]["text"] = std::string(500, 'a'); }, {"my.json", "steps[0]", "text", "500"});
  refuse([](Json& j) { j["steps"][0]["expect"] = {"design.rmse <"}; }, {"my.json", "steps[0]", "expect"});
  refuse([](Json& j) { j["steps"][0]["question"]["kind"] = "essay"; }, {"my.json", "steps[0]", "kind"});
  refuse([](Json& j) { j["steps"][0]["question"]["options"].erase(1); }, {"my.json", "steps[0]", "options"});
  refuse([](Json& j) { j["steps"][0]["question"]["options"][0]["when"] = "1 +"; },
         {"my.json", "steps[0]", "options[0]"});
  refuse(
      [](Json& j) {
        Json& question = j["steps"][0]["question"];
        question = {{"kind", "number"}, {"prompt", "How?"}, {"answer", "design.rmse"}, {"from", 3},
                    {"to", 2},          {"factor", 2},      {"explanation", "So."}};
      },
      {"my.json", "steps[0]", "to"});
  EXPECT_THROW(readLesson("{", "my.json"), FormatError);
  EXPECT_NO_THROW(readLesson(goodLesson().dump(), "my.json"));
}

TEST(LessonFiles, AllThatShipCanBeReadAndSayEnough) {
  const QStringList ids = lessonIds();
  EXPECT_EQ(ids.size(), 15);
  for (const QString& id : ids) {
    SCOPED_TRACE(id.toStdString());
    const auto lesson = shippedLesson(id);
    EXPECT_GE(lesson->steps.size(), 5U);
    EXPECT_LE(lesson->steps.size(), 8U);
    int questions = 0;
    for (const LessonStep& step : lesson->steps) questions += step.question ? 1 : 0;
    EXPECT_GE(questions, 1);
  }
}

// --- The window
// -------------------------------------------------------------------------------------------------------

class LessonWindow : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    window->resize(1366, 740);
    player = &window->lessonPlayer();
    panel = &window->lessonPanel();
    stage = window->findChild<LessonStage*>();
    QTest::qWait(20);
  }

  bool waitForStep() {
    return waitFor([this] { return player->isSolved(); }, kStepMilliseconds);
  }
  void start(const char* id) { player->start(shippedLesson(QString::fromLatin1(id))); }
  void trigger(const char* name) {
    auto* action = window->findChild<QAction*>(QString::fromLatin1(name));
    ASSERT_TRUE(action);
    ASSERT_TRUE(action->isEnabled());
    action->trigger();
  }

  LessonPlayer* player = nullptr;
  LessonPanel* panel = nullptr;
  LessonStage* stage = nullptr;
};

class EveryLesson : public LessonWindow, public testing::WithParamInterface<const char*> {
 protected:
  /// The highlighted widget is there, whole, and framed.
  void expectHighlight() {
    QTest::qWait(100);
    // On a busy machine the frame comes later.
    waitFor([this] {
      const QWidget* target = stage->highlighted();
      return target && stage->frame().isVisible() &&
             stage->frame().visiblePart() == QRect(target->mapTo(window.get(), QPoint(0, 0)), target->size());
    });
    QWidget* target = stage->highlighted();
    ASSERT_TRUE(target) << "nothing is called " << player->highlight().toStdString();
    EXPECT_TRUE(target->isVisible()) << player->highlight().toStdString() << " is hidden";
    const QRect place(target->mapTo(window.get(), QPoint(0, 0)), target->size());
    const QRect seen = stage->frame().visiblePart();
    EXPECT_EQ(seen, place) << player->highlight().toStdString() << " is not fully inside the window";
    EXPECT_TRUE(stage->frame().isVisible());
    EXPECT_TRUE(stage->frame().geometry().contains(place)) << player->highlight().toStdString();
  }
  void expectView() {
    const LessonView view = player->view();
    for (PlotPanel* plot : window->plots().panels()) {
      if (view.front.contains(plot->objectName()) && view.maximized.isEmpty()) {
        EXPECT_TRUE(plot->isVisible()) << plot->objectName().toStdString();
      }
      const auto wanted = view.views.find(plot->objectName());
      if (wanted == view.views.end()) continue;
      const QJsonObject has = plot->viewState();
      for (auto it = wanted->second.begin(); it != wanted->second.end(); ++it) {
        EXPECT_EQ(has.value(it.key()), it.value()) << plot->objectName().toStdString() << " " << it.key().toStdString();
      }
    }
    for (const QString& name : view.front) EXPECT_TRUE(window->findChild<PlotPanel*>(name)) << name.toStdString();
    if (!view.maximized.isEmpty()) {
      ASSERT_TRUE(window->plots().maximized());
      EXPECT_EQ(window->plots().maximized()->objectName(), view.maximized);
    }
  }
  void expectTrue(const std::vector<LessonExpression>& conditions) {
    for (const LessonExpression& condition : conditions) {
      std::string values;
      for (const std::string& name : condition.names()) {
        const auto value = player->value(name);
        values += "\n  " + name + " = " + (value ? std::to_string(*value) : "unknown");
      }
      EXPECT_EQ(condition.holds(player->lookup()), true) << condition.text() << values;
    }
  }
  void expectReadable() {
    EXPECT_FALSE(panel->text().contains(QStringLiteral("…"))) << panel->text().toStdString();
    EXPECT_TRUE(panel->fits()) << panel->text().toStdString();
    if (player->current().question && player->current().question->kind == LessonQuestion::Kind::Choice) {
      for (const QRadioButton* option : panel->question().options())
        EXPECT_GE(option->width(), option->sizeHint().width()) << option->text().toStdString() << " is cut";
    }
    EXPECT_TRUE(window->rect().contains(QRect(panel->mapTo(window.get(), QPoint(0, 0)), panel->size())));
    const auto* title = panel->findChild<QLabel*>(QStringLiteral("lessonTitle"));
    EXPECT_LE(title->fontMetrics().horizontalAdvance(title->text()), title->width()) << title->text().toStdString();
    const auto* training = window->findChild<TrainingPanel*>();
    const auto* said = training->findChild<QLabel*>(QStringLiteral("readOut"));
    if (training->isVisible()) {
      EXPECT_LE(said->fontMetrics().horizontalAdvance(said->text()), said->width()) << said->text().toStdString();
    }
  }
  void answerQuestion() {
    const LessonQuestion& question = *player->current().question;
    LessonQuestionBox& box = panel->question();
    EXPECT_FALSE(box.revealButton().isEnabled());
    EXPECT_FALSE(player->answer());
    if (question.kind == LessonQuestion::Kind::Choice) {
      ASSERT_EQ(box.options().size(), question.options.size());
      box.options().front()->click();
    } else {
      box.slider().setValue(box.slider().maximum() / 3);
    }
    ASSERT_TRUE(box.revealButton().isEnabled());
    box.revealButton().click();
    ASSERT_TRUE(waitForStep()) << "the answer was not computed in time";
    ASSERT_TRUE(player->answer()) << "there is no answer";
    if (question.kind == LessonQuestion::Kind::Number) {
      EXPECT_GE(*player->answer(), question.from);
      EXPECT_LE(*player->answer(), question.to);
    }
    EXPECT_FALSE(panel->verdict().isEmpty());
    expectReadable();
    expectHighlight();
    expectView();
    expectTrue(question.expect);
  }
  /// All steps and answers, as somebody clicks through them.
  void walk() {
    const Scenario before = document->scenario();
    start(GetParam());
    ASSERT_TRUE(panel->isVisible());
    for (int step = 0;; ++step) {
      SCOPED_TRACE("step " + std::to_string(step + 1) + ": " + player->current().title.toStdString());
      ASSERT_EQ(player->step(), step);
      EXPECT_TRUE(document->problems().empty());
      EXPECT_TRUE(player->isStepScenario());
      ASSERT_TRUE(waitForStep()) << "not solved in time";
      expectReadable();
      expectHighlight();
      expectView();
      expectTrue(player->current().expect);
      if (player->current().question) answerQuestion();
      if (!player->canGoOn()) break;
      panel->nextButton().click();
    }
    panel->nextButton().click();
    EXPECT_FALSE(player->lesson());
    EXPECT_FALSE(panel->isVisible());
    EXPECT_FALSE(stage->frame().isVisible());
    EXPECT_TRUE(document->scenario() == before);
  }
  /// Every word on show in the whole window can be read, and what the step speaks about is there, whole.
  void expectEveryWord() {
    expectReadable();
    expectHighlight();
    const QStringList cut = wordsCut(*window);
    EXPECT_TRUE(cut.isEmpty()) << cut.join(QLatin1Char('\n')).toStdString();
  }
  /// All steps and answers in large type, as from a projector: whole, and without scrolling.
  void present() {
    window->resize(1366, 740);
    setPresenting(true);
    start(GetParam());
    for (;;) {
      SCOPED_TRACE(player->current().title.toStdString());
      ASSERT_TRUE(waitForStep()) << "not solved in time";
      QTest::qWait(120);
      EXPECT_LE(window->width(), 1366);
      EXPECT_LE(window->height(), 740);
      EXPECT_TRUE(window->plots().maximized());
      expectEveryWord();
      if (player->current().question) {
        LessonQuestionBox& box = panel->question();
        if (player->current().question->kind == LessonQuestion::Kind::Choice) {
          box.options().front()->click();
        } else {
          box.slider().setValue(box.slider().maximum() / 3);
        }
        box.revealButton().click();
        ASSERT_TRUE(waitForStep());
        QTest::qWait(60);
        expectEveryWord();
      }
      if (!player->canGoOn()) break;
      player->next();
    }
    setPresenting(false);
    QTest::qWait(30);
    EXPECT_EQ(window->plots().maximized() != nullptr, !player->view().maximized.isEmpty());
  }
};

TEST_P(EveryLesson, ShowsSolvesAndSaysWhatIsTrue) {
  walk();
}
TEST_P(EveryLesson, FitsOntoAProjectorInPresenterMode) {
  present();
}

/// The same in German, whose longer texts must fit, too.
class EveryGermanLesson : public EveryLesson {
 protected:
  void SetUp() override {
    ASSERT_EQ(installLanguage(*QCoreApplication::instance(), Language::German), QStringLiteral("de"));
    EveryLesson::SetUp();
  }
  void TearDown() override {
    EveryLesson::TearDown();
    removeLanguage(*QCoreApplication::instance());
  }
};

TEST_P(EveryGermanLesson, ShowsSolvesAndSaysWhatIsTrue) {
  const QString file = QString::fromLatin1(GetParam()) + QStringLiteral(".json");
  EXPECT_TRUE(pageInLanguage(QStringLiteral(":/lessons"), file).contains(QStringLiteral("/de/"))) << file.toStdString();
  walk();
}
TEST_P(EveryGermanLesson, FitsOntoAProjectorInPresenterMode) {
  present();
}

std::string lessonName(const testing::TestParamInfo<const char*>& tested) {
  std::string name = tested.param;
  std::erase(name, '-');
  return name;
}

const auto kEveryId =
    testing::Values("why-correlate", "bands", "amplification", "toeplitz", "federated", "sampled-or-shuffled",
                    "wait-b-steps", "balls-in-bins", "memory", "claim", "does-it-learn", "rmse-and-learning",
                    "momentum", "same-data-other-promise", "draw-your-own");
INSTANTIATE_TEST_SUITE_P(Shipped, EveryLesson, kEveryId, lessonName);
INSTANTIATE_TEST_SUITE_P(Shipped, EveryGermanLesson, kEveryId, lessonName);

TEST_F(LessonWindow, IsOfferedInTheMenuAndStartsFromThere) {
  QMenu* learn = window->findChild<QMenu*>(QStringLiteral("learnMenu"));
  ASSERT_TRUE(learn);
  EXPECT_TRUE(window->menuBar()->actions().contains(learn->menuAction()));
  for (const QString& id : lessonIds()) {
    EXPECT_TRUE(window->findChild<QAction*>(QStringLiteral("lesson.%1").arg(id))) << id.toStdString();
  }
  for (const char* name : {"nextStep", "stepBefore", "restartLesson", "leaveLesson"}) {
    EXPECT_FALSE(window->findChild<QAction*>(QString::fromLatin1(name))->isEnabled()) << name;
  }
  trigger("firstLesson");
  ASSERT_TRUE(player->lesson());
  EXPECT_EQ(player->lesson()->id, lessonIds().front());
  EXPECT_TRUE(panel->isVisible());
  trigger("leaveLesson");
  EXPECT_FALSE(player->lesson());
}

TEST_F(LessonWindow, ShowsColumnsAndAShorterClaimBarMeanwhile) {
  const Scenario scenario = with(smallScenario(), {.iterations = 1000, .bands = 8});
  document->reset(scenario);
  ASSERT_TRUE(waitUntilSolved());
  const auto& view = *window->findChild<HeatMapView*>(QStringLiteral("heatMap"));
  EXPECT_EQ(view.layout(), MatrixLayout::ByLag);
  const int high = window->claimBar().height();
  start("balls-in-bins");  // 512 steps and 16 bands: by lag if nothing held the columns
  for (int step = 0; step < 2; ++step) {
    ASSERT_TRUE(waitUntilSolved());
    EXPECT_EQ(view.layout(), MatrixLayout::ByColumn);
    EXPECT_FALSE(window->claimBar().duty().isVisible());
    trigger("nextStep");
  }
  trigger("leaveLesson");
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(view.layout(), MatrixLayout::ByLag);
  EXPECT_TRUE(window->claimBar().duty().isVisible());
  EXPECT_TRUE(waitFor([&] { return window->claimBar().height() == high; }));
}

TEST_F(LessonWindow, GoesOnAndBackByKeyboard) {
  start("why-correlate");
  window->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(window.get(), 120'000));
  QTest::keyClick(window.get(), Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(player->step(), 1);
  QTest::keyClick(window.get(), Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(player->step(), 2);
  QTest::keyClick(window.get(), Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(player->step(), 1);
  panel->nextButton().setFocus();
  QTest::keyClick(&panel->nextButton(), Qt::Key_PageDown);
  EXPECT_EQ(player->step(), 2);
  QTest::keyClick(&panel->nextButton(), Qt::Key_PageUp);
  EXPECT_EQ(player->step(), 1);
  // The guess of this step: typed, taken over and revealed by Return.
  LessonQuestionBox& box = panel->question();
  box.entry().setFocus();
  QTest::keyClicks(&box.entry(), QStringLiteral("1e9"));
  QTest::keyClick(&box.entry(), Qt::Key_Return);
  EXPECT_FALSE(box.revealButton().isEnabled());
  EXPECT_FALSE(player->isRevealed());
  const QString message = box.findChild<QLabel*>(QStringLiteral("lessonGuessMessage"))->text();
  EXPECT_TRUE(message.contains(QStringLiteral("1e9")) && message.contains(QStringLiteral("3000")))
      << message.toStdString();
  box.entry().selectAll();
  QTest::keyClicks(&box.entry(), QStringLiteral("10*10"));
  QTest::keyClick(&box.entry(), Qt::Key_Return);
  EXPECT_EQ(player->guess(), 100);
  EXPECT_TRUE(player->isRevealed());
  ASSERT_TRUE(waitForStep());
  EXPECT_TRUE(panel->verdict().contains(QStringLiteral("100"))) << panel->verdict().toStdString();
  QTest::keyClick(window.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_FALSE(player->lesson());
}

TEST_F(LessonWindow, AStepLooksTheSameFromBothSides) {
  start("why-correlate");
  std::vector<QJsonValue> shown;
  const auto places = [this] { return window->plots().viewState().value(QStringLiteral("shown")); };
  const int last = static_cast<int>(player->lesson()->steps.size()) - 1;
  for (; player->step() < last; trigger("nextStep")) shown.push_back(places());
  while (player->step() > 0) {
    trigger("stepBefore");
    EXPECT_EQ(places(), shown[player->step()]) << player->step();
  }
}

TEST_F(LessonWindow, ThePlotThatAStepSpeaksOfIsTheLargeOne) {
  start("why-correlate");
  for (bool more = true; more; trigger("nextStep")) {
    more = player->step() + 2 < static_cast<int>(player->lesson()->steps.size());
    const auto* spokenOf = window->findChild<PlotPanel*>(player->highlight());
    EXPECT_TRUE(!spokenOf || window->plots().hero() == spokenOf) << player->step();
  }
}

TEST(LessonTexts, DoNotBreakLinesAtAnOperation) {
  const LessonText text(QStringLiteral("b − 1 of {design.bands} × 2 are = 4 + 5"));
  EXPECT_EQ(text.shown([](std::string_view) { return std::optional<double>(3); }),
            QStringLiteral("b\u00a0−\u00a01 of 3\u00a0×\u00a02 are = 4\u00a0+\u00a05"));
}

TEST_F(LessonWindow, LeavingGivesBackTheScenarioAndTheViewsInOneUndoableStep) {
  const Scenario before = document->scenario();
  window->scenarioPanel().section(QStringLiteral("privacy"))->setFolded(true);
  const QJsonObject board = window->plots().viewState();
  start("amplification");
  player->next();
  EXPECT_FALSE(document->scenario() == before);
  EXPECT_EQ(window->plots().maximized()->objectName(), QStringLiteral("strategyPanel"));
  panel->closeButton().click();
  EXPECT_TRUE(document->scenario() == before);
  EXPECT_FALSE(window->plots().maximized());
  EXPECT_EQ(window->plots().viewState()[QStringLiteral("shown")], board[QStringLiteral("shown")]);
  EXPECT_TRUE(window->scenarioPanel().section(QStringLiteral("privacy"))->isFolded());
  const int index = document->undoStack().index();
  document->undoStack().undo();
  EXPECT_FALSE(document->scenario() == before);
  document->undoStack().setIndex(0);
  EXPECT_TRUE(document->scenario() == before);
  document->undoStack().setIndex(index);
  EXPECT_TRUE(document->scenario() == before);
}

TEST_F(LessonWindow, AnotherLessonFollowsAtOnceAndTheScenarioOfBeforeBothComesBack) {
  const Scenario before = document->scenario();
  const QJsonObject board = window->plots().viewState();
  start("amplification");
  player->next();
  type(Field::Epsilon, QStringLiteral("3"));
  int scenarios = 0;
  QObject::connect(document.get(), &ScenarioDocument::changed, player,
                   [&](DocumentChange change) { scenarios += change == DocumentChange::Scenario ? 1 : 0; });
  start("federated");
  // Nothing is solved between the two.
  EXPECT_EQ(scenarios, 1);
  EXPECT_TRUE(player->isStepScenario());
  EXPECT_EQ(player->step(), 0);
  EXPECT_TRUE(panel->isVisible());
  EXPECT_TRUE(player->before() == before);
  player->leave();
  EXPECT_TRUE(document->scenario() == before);
  EXPECT_EQ(window->plots().viewState()[QStringLiteral("shown")], board[QStringLiteral("shown")]);
}

TEST_F(LessonWindow, WhatWasBeingTypedBeforeALessonIsThereAfterIt) {
  QLineEdit& edit = number(Field::Epsilon).edit();
  edit.setFocus();
  edit.selectAll();
  QTest::keyClicks(&edit, QStringLiteral("3"));
  start("why-correlate");
  QTest::qWait(600);  // longer than a field waits for more
  EXPECT_TRUE(player->isStepScenario());
  player->leave();
  EXPECT_EQ(document->scenario().epsilon, 3);
}

TEST_F(LessonWindow, AFileThatIsOpenedEndsTheLessonAndStays) {
  start("why-correlate");
  const Scenario opened = with(smallScenario(), {.epsilon = 3});
  document->reset(opened);
  EXPECT_FALSE(player->lesson());
  EXPECT_FALSE(panel->isVisible());
  EXPECT_EQ(document->scenario().epsilon, 3);
}

TEST_F(LessonWindow, RestoringAStepBeginsItsRunAnew) {
  auto* training = window->findChild<TrainingPanel*>();
  start("does-it-learn");
  player->next();
  ASSERT_TRUE(waitForStep());
  ASSERT_TRUE(waitFor([&] { return training->isAtRest() && training->isCurrent(); }));
  window->findChild<QComboBox*>(QStringLiteral("trainingSpeed"))->setCurrentIndex(3);
  window->findChild<QToolButton*>(QStringLiteral("trainingPlay"))->click();
  ASSERT_TRUE(waitFor([&] { return training->data().frame.ended && training->isAtRest(); }, kStepMilliseconds));
  player->resetStep();
  EXPECT_TRUE(waitFor(
      [&] { return training->data().frame.step == 0 && training->data().seeds.seeds == 0 && training->isAtRest(); }));
}

TEST_F(LessonWindow, AFileThatIsOpenedEndsThePlayingOfTheLesson) {
  auto* training = window->findChild<TrainingPanel*>();
  start("does-it-learn");
  ASSERT_TRUE(waitForStep());
  ASSERT_TRUE(waitFor([&] { return training->isAtRest() && training->isCurrent(); }));
  window->findChild<QToolButton*>(QStringLiteral("trainingPlay"))->click();
  ASSERT_TRUE(training->isPlaying());
  document->reset(smallScenario());
  ASSERT_FALSE(player->lesson());
  EXPECT_FALSE(training->isPlaying());
}

/// Holds the work for a lesson at its beginning, and counts how often there is any.
class LessonWork : public testing::Test {
 protected:
  void SetUp() override {
    const Scenario scenario = with(smallScenario(), {.datasetSize = 100});
    task.design = noiseloom::design(scenario);
    onJobWork = [this](const QString& job, bool begins) {
      if (!begins || job != QStringLiteral("what a lesson says")) return;
      ++begun;
      go.acquire();
    };
    results = std::make_unique<LessonResults>();
    results->want({}, task);
    ASSERT_TRUE(waitFor([this] { return begun == 1; }));
  }
  void TearDown() override {
    results.reset();
    onJobWork = {};
  }
  std::atomic<int> begun = 0;
  std::counting_semaphore<> go{0};
  LessonResults::Task task;
  std::unique_ptr<LessonResults> results;
};

TEST_F(LessonWork, IsNotDoneTwice) {
  results->want({}, task);
  results->wantOwn(task);
  go.release();
  ASSERT_TRUE(waitFor([this] { return !results->running(); }));
  EXPECT_EQ(begun, 1);
  EXPECT_TRUE(results->ownLearned());
}

TEST_F(LessonWork, EndsOnceItIsNotWanted) {
  results->wantOwn({});
  go.release();
  ASSERT_TRUE(waitFor([this] { return !results->running(); }));
  go.release();
  results->wantOwn(task);
  EXPECT_FALSE(results->ownLearned()) << "it was trained for nobody";
  ASSERT_TRUE(waitFor([this] { return !results->running(); }));
  EXPECT_TRUE(results->ownLearned());
}

TEST_F(LessonWork, WaitsForASlider) {
  QObject mover;
  FramePacer::instance().move(mover, [] {});
  go.release();
  ASSERT_TRUE(waitFor([this] { return !results->running(); }));
  EXPECT_FALSE(results->ownLearned());
  go.release();
  FramePacer::instance().rest();
  ASSERT_TRUE(waitFor([this] { return results->ownLearned().has_value(); }));
  EXPECT_EQ(begun, 2);
}

TEST_F(LessonWindow, TryingThingsOutOffersTheWayBack) {
  start("why-correlate");
  ASSERT_TRUE(waitForStep());
  EXPECT_FALSE(panel->resetButton().isVisible());
  type(Field::Epsilon, QStringLiteral("2"));
  EXPECT_TRUE(panel->resetButton().isVisible());
  EXPECT_FALSE(player->isStepScenario());
  panel->resetButton().click();
  EXPECT_TRUE(player->isStepScenario());
  EXPECT_EQ(document->scenario().epsilon, 8);
  EXPECT_FALSE(panel->resetButton().isVisible());
}

TEST_F(LessonWindow, PlaysTheTrainingThatItSpeaksAbout) {
  auto* training = window->findChild<TrainingPanel*>();
  start("does-it-learn");
  ASSERT_TRUE(waitForStep());
  EXPECT_FALSE(training->isPlaying()) << "the first step leaves that to the person";
  player->next();
  player->setGuess(90);
  player->reveal();
  ASSERT_TRUE(waitFor([&] { return training->isPlaying(); }));
  ASSERT_TRUE(waitForStep());
  // What the text says is what the plot says: the last mean over the same seeds.
  window->findChild<QComboBox*>(QStringLiteral("trainingSpeed"))->setCurrentIndex(3);
  ASSERT_TRUE(waitFor([&] { return training->data().seeds.seeds == TrainingRace::kSeeds && training->isAtRest(); },
                      kStepMilliseconds));
  const auto& curves = training->data().seeds.curves;
  const std::size_t own = training->data().request.own;
  EXPECT_DOUBLE_EQ(*player->value("design.accuracy"), 100 * curves.at(own).back().accuracy.mean);
  EXPECT_DOUBLE_EQ(*player->value("design.accuracyError"), 100 * curves.at(own).back().accuracy.standardError);
  EXPECT_DOUBLE_EQ(*player->value("design.noiselessAccuracy"), 100 * curves.back().back().accuracy.mean);
  // What somebody has changed since is not what the text is about.
  type(Field::Epsilon, QStringLiteral("2"));
  EXPECT_FALSE(player->value("design.accuracy"));
  panel->resetButton().click();
  EXPECT_TRUE(waitForStep());
  EXPECT_TRUE(player->value("design.accuracy"));
  player->next();
  EXPECT_FALSE(training->isPlaying()) << "another step begins at its start";
}

TEST_F(LessonWindow, AGuessThatArrivesAfterItsStepIsNone) {
  start("why-correlate");
  player->next();
  ASSERT_TRUE(player->current().question);
  LessonQuestionBox& box = panel->question();
  player->back();
  ASSERT_FALSE(player->current().question);
  box.slider().setValue(box.slider().maximum() / 4);
  player->next();
  EXPECT_FALSE(player->guess());
  player->leave();
  box.slider().setValue(box.slider().maximum() / 3);
  emit box.entry().editingFinished();
  EXPECT_FALSE(player->lesson());
}

TEST_F(LessonWindow, RestartForgetsTheGuesses) {
  start("why-correlate");
  player->next();
  player->setGuess(50);
  player->reveal();
  EXPECT_TRUE(player->isRevealed());
  panel->restartButton().click();
  EXPECT_EQ(player->step(), 0);
  player->next();
  EXPECT_FALSE(player->isRevealed());
  EXPECT_FALSE(player->guess());
}

TEST_F(LessonWindow, OnANarrowProjectorInputsComeForTheStepsThatSpeakOfThem) {
  auto* presenter = window->findChild<QAction*>(QStringLiteral("presenterMode"));
  int without = 0, with = 0;
  for (const int width : {1024, 1366}) {
    window->resize(width, 640);
    presenter->setChecked(true);
    start("why-correlate");
    const int steps = static_cast<int>(player->lesson()->steps.size());
    for (int step = 0; step < steps; ++step) {
      SCOPED_TRACE(step);
      if (step > 0) player->next();
      QTest::qWait(20);
      const QWidget* spokenOf = window->findChild<QWidget*>(player->highlight());
      const bool inPanel = spokenOf && window->scenarioPanel().isAncestorOf(spokenOf);
      EXPECT_EQ(window->scenarioPanel().isVisible(), width == 1366 || inPanel);
      ++(window->scenarioPanel().isVisible() ? with : without);
    }
    player->leave();
    presenter->setChecked(false);
    QTest::qWait(20);  // the window takes its size back
    EXPECT_TRUE(window->scenarioPanel().isVisible());
  }
  EXPECT_GT(without, 0);
  EXPECT_GT(with, 0);
}

TEST_F(LessonWindow, AGuessHasASliderThatCanBeDraggedOrNone) {
  start("why-correlate");
  player->next();
  const auto* slider = panel->findChild<QSlider*>(QStringLiteral("lessonSlider"));
  ASSERT_TRUE(slider);
  for (const int width : {1366, 1024, 900}) {
    window->resize(width, 640);
    QTest::qWait(20);
    EXPECT_TRUE(slider->isHidden() || slider->width() >= 8 * kGrid) << width << ": " << slider->width();
    for (const QLabel* label : slider->parentWidget()->findChildren<QLabel*>()) {
      EXPECT_TRUE(label->isHidden() || label->width() >= label->sizeHint().width()) << width;
    }
  }
  window->resize(1366, 740);
  QTest::qWait(20);
  EXPECT_FALSE(slider->isHidden());
}

TEST_F(LessonWindow, AnswersAreRightOrNot) {
  start("claim");
  player->next();
  for (const auto& [guess, right] : {std::pair(0.0, false), std::pair(1.0, true)}) {
    player->restart();
    player->next();
    player->setGuess(guess);
    player->reveal();
    ASSERT_TRUE(waitForStep());
    EXPECT_EQ(player->answer(), 1.0);
    EXPECT_EQ(player->isRight(), right);
    EXPECT_EQ(panel->verdict(), right ? QStringLiteral("Right.") : QStringLiteral("Not quite."));
  }
}

TEST_F(LessonWindow, TheFrameFollowsAndNeverTakesClicks) {
  start("federated");
  QTest::qWait(60);
  const HighlightFrame& frame = stage->frame();
  ASSERT_TRUE(frame.isVisible());
  const QPoint centre = frame.geometry().center();
  QWidget* below = window->childAt(centre);
  ASSERT_TRUE(below);
  EXPECT_NE(below, &frame);
  EXPECT_TRUE(stage->highlighted()->isAncestorOf(below) || stage->highlighted() == below);
  // Folding the section above moves the field, and the frame with it.
  const QRect place = frame.geometry();
  window->scenarioPanel().section(QStringLiteral("training"))->setFolded(true);
  QTest::qWait(60);
  EXPECT_LT(frame.geometry().top(), place.top());
  EXPECT_EQ(frame.visiblePart().topLeft(), stage->highlighted()->mapTo(window.get(), QPoint(0, 0)));
  EXPECT_EQ(frame.focusPolicy(), Qt::NoFocus);
}

TEST_F(LessonWindow, TellsAScreenReaderWhatTheStepSays) {
  start("why-correlate");
  ASSERT_TRUE(waitForStep());
  EXPECT_TRUE(panel->accessibleDescription().contains(player->current().title));
  EXPECT_TRUE(panel->accessibleDescription().contains(QStringLiteral("step 1 of 7")));
  for (const QWidget* widget : panel->findChildren<QWidget*>()) {
    if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)) continue;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
    EXPECT_TRUE(named) << widget->objectName().toStdString();
  }
}

TEST_F(LessonWindow, AStepShowsTheBatchesThatItSpeaksOf) {
  start("sampled-or-shuffled");
  auto& picture = *window->findChild<QLabel*>(QStringLiteral("lessonPicture"));
  EXPECT_TRUE(picture.isVisible());
  EXPECT_FALSE(picture.pixmap().isNull());
  EXPECT_TRUE(panel->fits());
  // A question takes its place.
  player->next();
  EXPECT_FALSE(picture.isVisible());
}

}  // namespace
}  // namespace noiseloom
