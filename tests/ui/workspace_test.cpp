#include <gtest/gtest.h>

#include <QAction>
#include <QBuffer>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFileSystemModel>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>
#include <memory>

#include "core/batching/list.h"
#include "core/io/noise_plan.h"
#include "core/io/scenario_json.h"
#include "core/io/session.h"
#include "core/io/strategy_file.h"
#include "core/scenario/field_value.h"
#include "core/search/band_curve.h"
#include "core/search/designer.h"
#include "tests/core/io/numpy_bytes.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/document/embedded_scenario.h"
#include "ui/document/scenario_document.h"
#include "ui/export/picture_file.h"
#include "ui/jobs/live_solver.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_player.h"
#include "ui/panels/activity_bar.h"
#include "ui/panels/fold_section.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/shelf_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/settings/preferences.h"
#include "ui/style/file_chooser.h"
#include "ui/style/look.h"
#include "ui/style/theme.h"
#include "ui/workspace/drop_hint.h"
#include "ui/workspace/loaded_file.h"
#include "ui/workspace/session_keeper.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

class WorkspaceWindow : public WindowTest {
 protected:
  QString at(const QString& name) const { return folder.filePath(name); }
  Workspace& workspace() { return window->workspace(); }
  Shelf& shelf() { return document->shelf(); }
  void put(const QString& name, const QByteArray& content) {
    QFile file(at(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
  }
  QByteArray content(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
  }
  /// Opens a file and waits for the end of it; false when it failed.
  bool open(const QString& path) {
    QSignalSpy opened(&workspace(), &Workspace::opened);
    QSignalSpy failed(&workspace(), &Workspace::failed);
    workspace().open(path);
    EXPECT_TRUE(waitFor([&] { return opened.size() + failed.size() > 0; }));
    return opened.size() == 1;
  }
  void saveAs(const QString& path) {
    QSignalSpy saved(&workspace(), &Workspace::saved);
    workspace().saveAs(path);
    ASSERT_TRUE(waitFor([&] { return saved.size() == 1; })) << workspace().notice().text().toStdString();
  }
  void change(Field field, double value) {
    document->edit(field, withValue(document->scenario(), field, value));
    ASSERT_TRUE(waitUntilSolved());
  }
  /// A plot of the window, exported with that scenario.
  QByteArray pictureWith(const Scenario& scenario, PictureFormat format) {
    PictureOptions options;
    options.format = format;
    options.style.pixels = QSize(320, 240);
    options.scenario = scenarioText(scenario);
    const Picture picture = window->plots().pictures().front();
    picture.prepare(options.style, {});
    return pictureFile(picture, options)();
  }
  template <class Panel>
  Panel& panelOf() {
    return *window->plots().findChild<Panel*>();
  }
  /// Types into a field and leaves it at that: it waits for more.
  void beginTyping(Field field, const QString& text) {
    QLineEdit& edit = number(field).edit();
    edit.setFocus();
    edit.selectAll();
    QTest::keyClicks(&edit, text);
  }
  /// Longer than a field waits.
  void pause() {
    QTest::qWait(600);
    QCoreApplication::processEvents();  // of a timer that ran out while other programs had the processor
  }
  /// Another window, as another start of the program would make it.
  void startAgain() {
    window.reset();
    solver.reset();
    document = std::make_unique<ScenarioDocument>();
    solver = std::make_unique<LiveSolver>(*document);
    window = std::make_unique<MainWindow>(*document, *solver);
  }

  QTemporaryDir folder;
};

TEST(LoadedFiles, ADesignAtTheStartIsNotReplacedByAnEstimate) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("strategy.npz"));
  const Scenario scenario(
      {.iterations = 120, .epochs = 2, .epsilon = 2, .delta = 1e-5, .bands = 4, .batching = &batchings::bMinSep});
  writeStrategyFile(path.toStdString(), *design(scenario));
  const LoadedFile loaded = loadFile(path);
  ASSERT_TRUE(loaded.design);
  ScenarioDocument document;
  LiveSolver solver(document);
  beginWith(document, loaded);
  int others = 0;
  QObject::connect(&document, &ScenarioDocument::changed, &document,
                   [&] { others += document.design() == loaded.design ? 0 : 1; });
  solver.solve();
  EXPECT_EQ(document.designState(), DesignState::Current);
  QTRY_VERIFY_WITH_TIMEOUT(document.sweepIsComplete() && !solver.running(), 120'000);
  EXPECT_EQ(document.design(), loaded.design);
  EXPECT_EQ(others, 0);
  EXPECT_FALSE(document.undoStack().canUndo());
}

TEST_F(WorkspaceWindow, ASessionComesBackAsItWas) {
  window->shelf().pinCurrent();
  const auto pinned = shelf().pins().front();
  shelf().rename(pinned.id, QStringLiteral("früher"));
  change(Field::Epsilon, 4);
  window->shelf().pinCurrent();
  shelf().setVisible(shelf().pins().back().id, false);
  shelf().setBaseline(pinned.id);
  window->shelf().view().showColumn(ShelfColumn::SolveTime, false);
  const Scenario scenario = document->scenario();
  saveAs(at(QStringLiteral("a.noiseloom")));
  EXPECT_FALSE(workspace().isModified());

  workspace().startNew();
  EXPECT_TRUE(shelf().pins().empty());
  EXPECT_TRUE(document->scenario() == ScenarioDocument::defaultScenario());
  EXPECT_EQ(workspace().file(), QString());
  EXPECT_TRUE(window->shelf().view().isColumnShown(ShelfColumn::SolveTime));

  ASSERT_TRUE(open(at(QStringLiteral("a.noiseloom"))));
  EXPECT_TRUE(document->scenario() == scenario);
  ASSERT_EQ(shelf().pins().size(), 2U);
  const PinnedDesign& back = shelf().pins().front();
  EXPECT_EQ(back.name, QStringLiteral("früher"));
  EXPECT_EQ(back.id, pinned.id);
  EXPECT_EQ(back.design->error.mean, pinned.design->error.mean);
  EXPECT_EQ(back.design->stddev, pinned.design->stddev);
  EXPECT_EQ(back.design->strategy.column(0), pinned.design->strategy.column(0));
  EXPECT_FALSE(shelf().pins().back().visible);
  EXPECT_EQ(shelf().baseline(), pinned.id);
  EXPECT_FALSE(window->shelf().view().isColumnShown(ShelfColumn::SolveTime));
  EXPECT_FALSE(workspace().isModified());
  EXPECT_FALSE(document->undoStack().canUndo());
  // A number that was never used before comes next.
  ASSERT_TRUE(waitUntilSolved());
  const int last = shelf().pins()[1].id;
  EXPECT_GT(shelf().pin(document->design()), last);
}

TEST_F(WorkspaceWindow, WhatWasThereBeforeANewSessionComesBack) {
  change(Field::Epsilon, 3);
  window->shelf().pinCurrent();
  workspace().startNew();
  NoticeBar& notice = workspace().notice();
  ASSERT_TRUE(notice.isVisible());
  QTest::mouseClick(&notice.actionButton(), Qt::LeftButton);
  EXPECT_EQ(document->scenario().epsilon, 3);
  EXPECT_EQ(shelf().pins().size(), 1U);
}

TEST_F(WorkspaceWindow, AnEmptyFileIsCalledEmpty) {
  put(QStringLiteral("empty.noiseloom"), {});
  EXPECT_FALSE(open(at(QStringLiteral("empty.noiseloom"))));
  EXPECT_TRUE(workspace().notice().text().endsWith(QStringLiteral("is empty")))
      << workspace().notice().text().toStdString();
}

TEST_F(WorkspaceWindow, ANoticeLeavesDesignsAndCancelInSight) {
  window->resize(1366, 740);
  NoticeBar& notice = workspace().notice();
  for (const char* text : {"Something happened.", "New here? Describe your training job, and see what to run."}) {
    notice.tell(QString::fromLatin1(text), QStringLiteral("Recommend …"));
    QTest::qWait(30);
    const auto placeOf = [this](const QWidget& widget) {
      return QRect(widget.mapTo(window.get(), QPoint()), widget.size());
    };
    EXPECT_FALSE(placeOf(notice).intersects(placeOf(window->shelf()))) << text;
    EXPECT_FALSE(placeOf(notice).intersects(placeOf(window->findChild<ActivityBar*>()->cancelButton()))) << text;
    EXPECT_TRUE(window->rect().contains(placeOf(notice))) << text;
  }
}

TEST_F(WorkspaceWindow, ANoticeMovesNothingAndGoes) {
  NoticeBar& notice = workspace().notice();
  notice.dismiss();
  QTest::qWait(30);
  const auto places = [this] {
    return std::vector{window->plots().mapTo(window.get(), QPoint()),
                       window->scenarioPanel().mapTo(window.get(), QPoint()),
                       QPoint(window->plots().height(), window->scenarioPanel().height())};
  };
  const auto before = places();
  notice.tell(QStringLiteral("Something happened."), QStringLiteral("Undo it"));
  QTest::qWait(30);
  ASSERT_TRUE(notice.isVisible());
  EXPECT_EQ(places(), before);
  EXPECT_TRUE(window->rect().contains(QRect(notice.mapTo(window.get(), QPoint()), notice.size())));
  EXPECT_GE(notice.findChild<QLabel*>()->width(), notice.fontMetrics().horizontalAdvance(notice.text()));
  // In every size of window and type it stays inside.
  setPresenting(true);
  window->resize(1024, 640);
  QTest::qWait(30);
  EXPECT_TRUE(window->rect().contains(QRect(notice.mapTo(window.get(), QPoint()), notice.size())));
  setPresenting(false);
  ASSERT_TRUE(notice.timeLeft().isActive());
  notice.timeLeft().start(1);
  EXPECT_TRUE(waitFor([&] { return notice.isHidden(); }));
}

TEST_F(WorkspaceWindow, AProblemStaysUntilTheUserGoesOn) {
  EXPECT_FALSE(open(at(QStringLiteral("missing.npz"))));
  NoticeBar& notice = workspace().notice();
  ASSERT_EQ(notice.tone(), NoticeBar::Tone::Problem);
  EXPECT_FALSE(notice.timeLeft().isActive());
  QTest::mouseClick(notice.findChild<QLabel*>(), Qt::LeftButton);
  EXPECT_FALSE(notice.timeLeft().isActive()) << "reading it is no other work";
  QTest::mouseClick(window->shelf().view().viewport(), Qt::LeftButton);
  ASSERT_TRUE(notice.timeLeft().isActive());
  EXPECT_TRUE(notice.isVisible()) << "there is time to read it";
  notice.timeLeft().start(1);
  EXPECT_TRUE(waitFor([&] { return notice.isHidden(); }));
}

TEST_F(WorkspaceWindow, AnUnsavedSessionIsAProblemUntilItIsSaved) {
  QSignalSpy failed(&workspace(), &Workspace::failed);
  workspace().saveAs(at(QStringLiteral("missing/a.noiseloom")));
  ASSERT_TRUE(waitFor([&] { return failed.size() == 1; }));
  NoticeBar& notice = workspace().notice();
  ASSERT_TRUE(notice.isVisible());
  QTest::mouseClick(window->shelf().view().viewport(), Qt::LeftButton);
  EXPECT_FALSE(notice.timeLeft().isActive());
  saveAs(at(QStringLiteral("a.noiseloom")));
  EXPECT_TRUE(notice.isHidden());
}

TEST_F(WorkspaceWindow, ANewSessionForgetsAllOfTheOldOne) {
  QTest::qWait(50);
  const QJsonObject fresh = window->viewState();
  auto* rmse = window->findChild<RmsePanel*>();
  rmse->showAxis(Field::Mechanism);
  rmse->setCompared(*mechanismFromName("blt"), !rmse->compares(*mechanismFromName("blt")));
  window->scenarioPanel().letFollow(Field::Epochs);
  window->scenarioPanel().section(QStringLiteral("deployment"))->setFolded(false);
  for (PlotPanel* panel : window->plots().panels()) window->plots().bringForward(panel);
  change(Field::Epsilon, 3);
  window->shelf().pinCurrent();
  ASSERT_NE(window->viewState(), fresh);
  workspace().startNew();
  QTest::qWait(50);
  EXPECT_EQ(window->viewState(), fresh);
  EXPECT_TRUE(shelf().pins().empty());
  EXPECT_TRUE(document->scenario() == ScenarioDocument::defaultScenario());
}

TEST_F(WorkspaceWindow, WhatWasBeingTypedStaysWithTheSessionThatItWasTypedInto) {
  beginTyping(Field::Bands, QStringLiteral("1/0"));
  QTest::keyClick(window.get(), Qt::Key_N, Qt::ControlModifier);
  pause();
  EXPECT_TRUE(document->canSolve());
  EXPECT_EQ(number(Field::Bands).edit().text(), QStringLiteral("best"));
  EXPECT_TRUE(document->scenario() == ScenarioDocument::defaultScenario());
  // It has not gone either.
  QTest::mouseClick(&workspace().notice().actionButton(), Qt::LeftButton);
  pause();
  EXPECT_EQ(number(Field::Bands).edit().text(), QStringLiteral("1/0"));
  EXPECT_TRUE(document->hasEntryProblem(Field::Bands));

  type(Field::Bands, QStringLiteral("4"));
  beginTyping(Field::Epsilon, QStringLiteral("3"));
  const Scenario opened = with(smallScenario(), {.epsilon = 5});
  document->reset(opened);
  pause();
  EXPECT_TRUE(document->scenario() == opened);
  EXPECT_EQ(number(Field::Epsilon).edit().text(), QStringLiteral("5"));
  EXPECT_FALSE(document->undoStack().canUndo());
}

TEST_F(WorkspaceWindow, WhatIsBeingTypedIsUndoableBeforeAFileThatIsOpened) {
  put(QStringLiteral("s.json"), QByteArray::fromStdString(scenarioText(slowScenario())));
  beginTyping(Field::Epsilon, QStringLiteral("3"));
  ASSERT_TRUE(open(at(QStringLiteral("s.json"))));
  EXPECT_TRUE(document->scenario() == slowScenario());
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().epsilon, 3);
  EXPECT_EQ(number(Field::Epsilon).edit().text(), QStringLiteral("3"));
}

TEST_F(WorkspaceWindow, WhatIsBeingTypedIsSaved) {
  saveAs(at(QStringLiteral("mine.noiseloom")));
  beginTyping(Field::Epsilon, QStringLiteral("3"));
  QSignalSpy saved(&workspace(), &Workspace::saved);
  QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier);
  EXPECT_EQ(document->scenario().epsilon, 3);
  ASSERT_TRUE(waitFor([&] { return saved.size() == 1; }));
  EXPECT_FALSE(window->isWindowModified());
  workspace().startNew();
  ASSERT_TRUE(open(at(QStringLiteral("mine.noiseloom"))));
  EXPECT_EQ(document->scenario().epsilon, 3);
  // Closing asks for what is being typed, too.
  beginTyping(Field::Epsilon, QStringLiteral("4"));
  window->close();
  EXPECT_TRUE(window->isVisible());
  EXPECT_TRUE(window->findChild<QMessageBox*>());
}

TEST_F(WorkspaceWindow, TheTitleShowsNameAndMark) {
  EXPECT_EQ(window->windowTitle(), QStringLiteral("Noiseloom"));
  saveAs(at(QStringLiteral("mine.noiseloom")));
  EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("mine.noiseloom[*]")));
  EXPECT_FALSE(window->isWindowModified());
  change(Field::Epsilon, 3);
  EXPECT_TRUE(window->isWindowModified());
  document->undoStack().undo();
  EXPECT_FALSE(window->isWindowModified());
  document->undoStack().redo();
  QSignalSpy saved(&workspace(), &Workspace::saved);
  QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return saved.size() == 1; }));
  EXPECT_FALSE(window->isWindowModified());
}

TEST_F(WorkspaceWindow, APlanOfOtherNoiseThanItsStrategysIsNotOpened) {
  const auto solved = noiseloom::design(smallScenario());
  const std::string hash = writeStrategyFile(at(QStringLiteral("s.npz")).toStdString(), *solved);
  NoisePlan plan = makeNoisePlan(*solved, "s.npz", hash);
  plan.stddev /= 10;
  writeNoisePlan(at(QStringLiteral("s.plan.json")).toStdString(), plan);
  EXPECT_FALSE(open(at(QStringLiteral("s.plan.json"))));
  EXPECT_TRUE(workspace().notice().text().contains(QStringLiteral("stddev")))
      << workspace().notice().text().toStdString();
}

TEST_F(WorkspaceWindow, StrategyFilesPlansAndScenariosAreOneUndoStep) {
  const Scenario other = with(smallScenario(), {.epsilon = 5, .bands = 4});
  const auto solved = noiseloom::design(other);
  const std::string hash = writeStrategyFile(at(QStringLiteral("s.npz")).toStdString(), *solved);
  writeNoisePlan(at(QStringLiteral("s.plan.json")).toStdString(), makeNoisePlan(*solved, "s.npz", hash));
  put(QStringLiteral("s.json"), QByteArray::fromStdString(scenarioText(other)));
  QImage picture(8, 8, QImage::Format_RGB32);
  picture.fill(Qt::white);
  QBuffer png;
  ASSERT_TRUE(picture.save(&png, "PNG"));
  put(QStringLiteral("s.png"), pngWithScenario(png.data(), scenarioText(other)));
  for (const PictureFormat format : kPictureFormats)
    put(QStringLiteral("figure") + pictureSuffix(format), pictureWith(other, format));
  window->shelf().pinCurrent();
  const Scenario before = document->scenario();
  for (const QString& name :
       {QStringLiteral("s.npz"), QStringLiteral("s.plan.json"), QStringLiteral("s.json"), QStringLiteral("s.png"),
        QStringLiteral("figure.png"), QStringLiteral("figure.svg"), QStringLiteral("figure.pdf")}) {
    ASSERT_TRUE(open(at(name))) << workspace().notice().text().toStdString();
    EXPECT_TRUE(document->scenario() == other) << name.toStdString();
    EXPECT_EQ(shelf().pins().size(), 1U);
    document->undoStack().undo();
    EXPECT_TRUE(document->scenario() == before) << name.toStdString();
  }
}

TEST_F(WorkspaceWindow, AStrategyFileShowsTheMatrixThatItHolds) {
  // What no solve would find: the scenario's mechanism with another matrix.
  const Scenario scenario = with(smallScenario(), {.bands = 2});
  const auto made = evaluate(scenario, ToeplitzStrategy(scenario.iterations, {1, 0.125}));
  writeStrategyFile(at(QStringLiteral("own.npz")).toStdString(), *made);
  EXPECT_TRUE(open(at(QStringLiteral("own.npz"))));
  ASSERT_TRUE(waitFor([&] { return document->designState() == DesignState::Current; }));
  EXPECT_EQ(document->scenario(), scenario);
  EXPECT_EQ(document->design()->strategy.entry(1, 0), 0.125);
  EXPECT_EQ(document->design()->error.mean, made->error.mean);
  EXPECT_TRUE(waitFor([&] { return workspace().notice().text().contains(QStringLiteral("was verified")); }));
}

TEST_F(WorkspaceWindow, AStrategyFromElsewhereIsAskedForAndTakesTheMechanismsPlace) {
  const std::string bytes = numpy::npyOf({1, 0, 0.5, 1}, "(2, 2)");
  put(QStringLiteral("c.npy"), QByteArray::fromStdString(bytes));
  EXPECT_TRUE(open(at(QStringLiteral("c.npy"))));
  auto* dialog = window->findChild<ImportDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_FALSE(dialog->content());
  EXPECT_TRUE(dialog->findChild<QLabel*>(QStringLiteral("firstEntries"))->text().contains(QStringLiteral("0.5")));
  // Also the two decays and two scales of a BLT.
  EXPECT_EQ(dialog->findChildren<QRadioButton*>().size(), 3);
  dialog->findChild<QRadioButton*>(QStringLiteral("dense-inverse"))->click();
  dialog->accept();
  ASSERT_TRUE(waitFor([&] { return document->scenario().mechanism == &importedMechanism(); }));
  EXPECT_EQ(document->scenario().iterations, 2);
  EXPECT_EQ(document->scenario().imported->content(), "dense-inverse");
  EXPECT_EQ(document->scenario().imported->strategy()->entry(1, 0), -0.5);
  document->undoStack().undo();
  EXPECT_FALSE(document->scenario().imported);
}

TEST_F(WorkspaceWindow, BadFilesSayWhyAndChangeNothing) {
  window->shelf().pinCurrent();
  saveAs(at(QStringLiteral("good.noiseloom")));
  const QByteArray good = content(at(QStringLiteral("good.noiseloom")));
  put(QStringLiteral("cut.noiseloom"), good.left(good.size() / 2));
  put(QStringLiteral("later.noiseloom"), QByteArray(good).replace("\"version\": 1,", "\"version\": 7,"));
  put(QStringLiteral("text.txt"), "hello");
  put(QStringLiteral("empty.noiseloom"), "");
  put(QStringLiteral("zip.npz"), "PK\x03\x04 nothing");
  put(QStringLiteral("other.json"), "{\"format\": \"recipe\"}");
  put(QStringLiteral("picture.png"), "\x89PNG\r\n\x1a\n none");
  const Scenario before = document->scenario();
  const auto pins = shelf().pins();
  for (const auto& [name, why] : {std::pair("cut.noiseloom", "not valid JSON"), std::pair("later.noiseloom", "version"),
                                  std::pair("text.txt", "text.txt"), std::pair("empty.noiseloom", "empty.noiseloom"),
                                  std::pair("zip.npz", "zip.npz"), std::pair("other.json", "format"),
                                  std::pair("picture.png", "picture.png"), std::pair("missing.npz", "missing.npz")}) {
    EXPECT_FALSE(open(at(QLatin1String(name)))) << name;
    EXPECT_EQ(workspace().notice().tone(), NoticeBar::Tone::Problem);
    EXPECT_TRUE(workspace().notice().text().contains(QLatin1String(why)))
        << name << ": " << workspace().notice().text().toStdString();
    EXPECT_TRUE(document->scenario() == before) << name;
    EXPECT_EQ(shelf().pins(), pins) << name;
    EXPECT_EQ(workspace().title(), QStringLiteral("good.noiseloom"));
  }
  QTest::mouseClick(&workspace().notice().dismissButton(), Qt::LeftButton);
  EXPECT_FALSE(workspace().notice().isVisible());
}

TEST_F(WorkspaceWindow, AFigureThatDoesNotFollowIsMarked) {
  window->shelf().pinCurrent();
  saveAs(at(QStringLiteral("a.noiseloom")));
  QByteArray text = content(at(QStringLiteral("a.noiseloom")));
  const qsizetype from = text.indexOf("\"max_error\": ");
  ASSERT_GT(from, 0);
  const qsizetype to = text.indexOf(',', from);
  put(QStringLiteral("forged.noiseloom"), text.replace(from, to - from, "\"max_error\": 0.125"));
  ASSERT_TRUE(open(at(QStringLiteral("forged.noiseloom"))));
  ASSERT_TRUE(waitFor([&] { return !shelf().pins().front().warning.isEmpty(); }));
  EXPECT_TRUE(shelf().pins().front().warning.contains(QStringLiteral("max_error: 0.125")));
  const QModelIndex claim = window->shelf().view().indexOf(shelf().pins().front().id, ShelfColumn::Claim);
  EXPECT_EQ(claim.data().toString(), QStringLiteral("not confirmed"));
}

// Whoever writes the file may state any noise: nothing is claimed by it before it is confirmed.
TEST_F(WorkspaceWindow, WhatAFileStatesIsComputedAnewBeforeItIsUsed) {
  chooseMechanism(*mechanismFromName("blt"));
  chooseBatching(&batchings::fixedEpoch);
  ASSERT_TRUE(waitUntilSolved());
  const double honest = design().stddev;
  auto forged = std::make_shared<Design>(design());
  forged->stddev *= 0.999;
  forged->noiseMultiplier.value *= 0.999;
  shelf().pin(forged);
  saveAs(at(QStringLiteral("forged.noiseloom")));
  workspace().startNew();
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(open(at(QStringLiteral("forged.noiseloom"))));
  ASSERT_TRUE(waitUntilSolved());
  for (const bool found : {false, true}) {
    if (found) {
      ASSERT_TRUE(waitFor([&] { return !shelf().pins().front().warning.isEmpty(); }));
    }
    change(Field::Epsilon, 3);
    EXPECT_FALSE(shelf().pins().front().confirmed);
    window->shelf().view().select(shelf().pins().front().id);
    window->findChild<QAction*>(QStringLiteral("useDesign"))->trigger();
    EXPECT_NE(document->whyNotExportable(), QString());
    ASSERT_TRUE(waitUntilSolved());
    EXPECT_NEAR(design().stddev, honest, 1e-6 * honest);
    EXPECT_EQ(document->whyNotExportable(), QString());
  }
}

TEST_F(WorkspaceWindow, AConfirmedDesignIsUsedAsItIs) {
  window->shelf().pinCurrent();
  saveAs(at(QStringLiteral("a.noiseloom")));
  workspace().startNew();
  ASSERT_TRUE(open(at(QStringLiteral("a.noiseloom"))));
  ASSERT_TRUE(waitFor([&] { return shelf().pins().front().confirmed; }));
  change(Field::Epsilon, 3);
  window->shelf().view().select(shelf().pins().front().id);
  window->findChild<QAction*>(QStringLiteral("useDesign"))->trigger();
  EXPECT_EQ(document->design(), shelf().pins().front().design);
  EXPECT_EQ(document->whyNotExportable(), QString());
}

TEST_F(WorkspaceWindow, WhatWasUndoableAndUncheckedComesBackToo) {
  change(Field::Epsilon, 3);
  change(Field::Epsilon, 5);
  auto forged = std::make_shared<Design>(design());
  forged->error.max *= 2;
  shelf().pin(forged);
  saveAs(at(QStringLiteral("a.noiseloom")));
  ASSERT_TRUE(open(at(QStringLiteral("a.noiseloom"))));
  change(Field::Epsilon, 6);
  ASSERT_FALSE(shelf().pins().empty());
  workspace().startNew();
  ASSERT_TRUE(workspace().notice().isVisible());
  QTest::mouseClick(&workspace().notice().actionButton(), Qt::LeftButton);
  EXPECT_EQ(document->scenario().epsilon, 6);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().epsilon, 5);
  // The check that was going on has begun anew.
  EXPECT_TRUE(waitFor([&] { return !shelf().pins().front().warning.isEmpty(); }));
}

TEST_F(WorkspaceWindow, DesignsWithoutStrategiesAreSolvedAgain) {
  window->shelf().pinCurrent();
  const double rmse = shelf().pins().front().design->error.mean;
  saveAs(at(QStringLiteral("a.noiseloom")));
  QByteArray text = content(at(QStringLiteral("a.noiseloom")));
  const qsizetype from = text.indexOf("\"strategy\": \"");
  ASSERT_GT(from, 0);
  const qsizetype to = text.indexOf('"', from + 13) + 1;
  put(QStringLiteral("bare.noiseloom"), text.replace(from, to - from, "\"strategy\": null"));
  ASSERT_TRUE(open(at(QStringLiteral("bare.noiseloom"))));
  ASSERT_TRUE(waitFor([&] { return shelf().pins().size() == 1; }));
  EXPECT_NEAR(shelf().pins().front().design->error.mean, rmse, 1e-6 * rmse);
  EXPECT_EQ(shelf().pins().front().warning, QString());
}

TEST_F(WorkspaceWindow, RecentFilesAreOfferedAndMissingOnesAreGrey) {
  workspace().recent().clear();
  saveAs(at(QStringLiteral("one.noiseloom")));
  saveAs(at(QStringLiteral("two.noiseloom")));
  EXPECT_EQ(workspace().recent().paths(),
            (QStringList{at(QStringLiteral("two.noiseloom")), at(QStringLiteral("one.noiseloom"))}));
  QFile::remove(at(QStringLiteral("one.noiseloom")));
  auto* menu = window->findChild<QMenu*>(QStringLiteral("recentFiles"));
  ASSERT_TRUE(menu);
  emit menu->aboutToShow();
  ASSERT_GE(menu->actions().size(), 3);
  EXPECT_TRUE(menu->actions()[0]->isEnabled());
  EXPECT_TRUE(menu->actions()[0]->text().contains(QStringLiteral("two.noiseloom")));
  EXPECT_FALSE(menu->actions()[1]->isEnabled());
  EXPECT_TRUE(menu->actions()[1]->toolTip().contains(QStringLiteral("not there any more")));
  QDir().mkpath(at(QStringLiteral("one.noiseloom")));
  emit menu->aboutToShow();
  EXPECT_FALSE(menu->actions()[1]->isEnabled());
  EXPECT_TRUE(menu->actions()[1]->toolTip().contains(QStringLiteral("is a folder")));
  QSignalSpy opened(&workspace(), &Workspace::opened);
  menu->actions()[0]->trigger();
  EXPECT_TRUE(waitFor([&] { return opened.size() == 1; }));
  for (int i = 0; i < 20; ++i) workspace().recent().add(at(QStringLiteral("%1.npz").arg(i)));
  EXPECT_EQ(workspace().recent().paths().size(), RecentFiles::kMost);
  workspace().recent().clear();
  EXPECT_TRUE(workspace().recent().paths().isEmpty());
}

TEST_F(WorkspaceWindow, FilesMayBeCalledAnything) {
  const QString name = QStringLiteral("<b>bold<b> ") + QString(200, QLatin1Char('n')) + QStringLiteral(".noiseloom");
  workspace().recent().add(at(name));
  auto* menu = window->findChild<QMenu*>(QStringLiteral("recentFiles"));
  ASSERT_TRUE(menu);
  emit menu->aboutToShow();
  ASSERT_FALSE(menu->actions().isEmpty());
  EXPECT_LT(menu->sizeHint().width(), widthIn(menu->font(), 600));
  // The whole message is read, and not as markup.
  workspace().notice().tell(name);
  const auto* text = workspace().notice().findChild<QLabel*>(QStringLiteral("noticeText"));
  ASSERT_TRUE(text);
  EXPECT_EQ(text->textFormat(), Qt::PlainText);
  EXPECT_EQ(text->text(), name);
}

TEST_F(WorkspaceWindow, FilesAreDropped) {
  const Scenario other = with(smallScenario(), {.epsilon = 5});
  put(QStringLiteral("s.json"), QByteArray::fromStdString(scenarioText(other)));
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(at(QStringLiteral("s.json")))});
  auto* hint = window->findChild<DropHint*>();
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  EXPECT_TRUE(hint->isVisible());
  EXPECT_TRUE(hint->text().contains(QStringLiteral("s.json")));
  EXPECT_EQ(hint->size(), window->size());
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &drop);
  EXPECT_FALSE(hint->isVisible());
  EXPECT_TRUE(waitFor([&] { return document->scenario().epsilon == 5; }));
  // Over a field as well, which would take the name for its text.
  QLineEdit& field = number(Field::Epsilon).edit();
  QDragEnterEvent over(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&field, &over);
  EXPECT_TRUE(hint->isVisible());
  QDropEvent onField(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &onField);
  EXPECT_EQ(field.text(), QStringLiteral("5"));
  ASSERT_TRUE(waitFor([&] { return !workspace().isBusy(); }));
  // Not a file of this machine.
  data.setUrls({QUrl(QStringLiteral("https://example.org/s.json"))});
  QDragEnterEvent foreign(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &foreign);
  EXPECT_FALSE(hint->isVisible());
}

TEST_F(WorkspaceWindow, PicturesAreDropped) {
  for (const PictureFormat format : kPictureFormats) {
    const Scenario other = with(smallScenario(), {.epsilon = 5 + static_cast<double>(format)});
    const QString name = QStringLiteral("figure") + pictureSuffix(format);
    put(name, pictureWith(other, format));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(at(name))});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &drop);
    EXPECT_TRUE(waitFor([&] { return document->scenario() == other; })) << name.toStdString();
    ASSERT_TRUE(waitFor([&] { return !workspace().isBusy(); }));
  }
}

TEST_F(WorkspaceWindow, PreferencesSayWhetherAndWhenAWorkspaceIsKept) {
  workspace().keepIn(at(QStringLiteral("data")), true);
  const auto isKept = [this](double epsilon) {
    const QString file = at(QStringLiteral("data/workspaces/1/kept.noiseloom"));
    if (!QFileInfo::exists(file)) return false;
    return readSession(file.toStdString()).scenario.epsilon == epsilon;
  };
  preferences().autosave.set(false);
  change(Field::Epsilon, 3);
  QTest::qWait(1500);
  EXPECT_FALSE(isKept(3));
  // What was changed meanwhile is kept as soon as somebody wants that.
  preferences().autosave.set(true);
  EXPECT_TRUE(waitFor([&] { return isKept(3); }));
  preferences().autosaveSeconds.set(600);
  change(Field::Epsilon, 4);
  QTest::qWait(1500);
  EXPECT_FALSE(isKept(4));
  preferences().autosaveSeconds.set(1);
  EXPECT_TRUE(waitFor([&] { return isKept(4); }));
  preferences().autosave.reset();
  preferences().autosaveSeconds.reset();
}

TEST_F(WorkspaceWindow, WhatIsKeptDuringALessonIsTheOwnWork) {
  change(Field::Epsilon, 3);
  panelOf<RmsePanel>().showAxis(Field::Epsilon);
  workspace().keepIn(at(QStringLiteral("data")), true);
  window->lessonPlayer().start(shippedLesson(lessonIds().front()));
  window->lessonPlayer().next();
  ASSERT_FALSE(document->scenario().epsilon == 3 && document->scenario().iterations == 64);
  panelOf<RmsePanel>().showAxis(Field::Bands);
  const QString file = at(QStringLiteral("data/workspaces/1/kept.noiseloom"));
  ASSERT_TRUE(waitFor([&] { return QFileInfo::exists(file) && workspace().keeper().isActive(); }));
  QTest::qWait(1500);
  const Session kept = readSession(file.toStdString());
  EXPECT_EQ(kept.scenario.epsilon, 3);
  EXPECT_EQ(kept.scenario.iterations, 64);
  EXPECT_TRUE(QByteArray::fromStdString(kept.viewJson).contains("\"axis\":\"epsilon\"")) << kept.viewJson;
  for (const Scenario& earlier : kept.history) EXPECT_EQ(earlier.iterations, 64);
  // Also as the last words, in the middle of the lesson, which shows what a new session has.
  document->adopt(ScenarioDocument::defaultScenario(), QStringLiteral("default"));
  ASSERT_TRUE(window->lessonPlayer().lesson());
  workspace().end();
  ASSERT_TRUE(QFileInfo::exists(file));
  EXPECT_EQ(readSession(file.toStdString()).scenario.epsilon, 3);
}

TEST_F(WorkspaceWindow, ANewSessionDuringALessonGivesTheOwnWorkBack) {
  change(Field::Epsilon, 3);
  window->lessonPlayer().start(shippedLesson(lessonIds().front()));
  ASSERT_NE(document->scenario().epsilon, 3);
  workspace().startNew();
  EXPECT_FALSE(window->lessonPlayer().lesson());
  QTest::mouseClick(&workspace().notice().actionButton(), Qt::LeftButton);
  EXPECT_EQ(document->scenario().epsilon, 3);
}

TEST_F(WorkspaceWindow, SavingDuringALessonSavesTheOwnWork) {
  change(Field::Epsilon, 3);
  saveAs(at(QStringLiteral("a.noiseloom")));
  change(Field::Epsilon, 5);
  window->lessonPlayer().start(shippedLesson(lessonIds().front()));
  ASSERT_NE(document->scenario().epsilon, 5);
  QSignalSpy saved(&workspace(), &Workspace::saved);
  workspace().save();
  ASSERT_TRUE(waitFor([&] { return saved.size() == 1; }));
  EXPECT_EQ(readSession(at(QStringLiteral("a.noiseloom")).toStdString()).scenario.epsilon, 5);
  EXPECT_TRUE(workspace().notice().text().contains(QStringLiteral("not that of the lesson")));
}

TEST_F(WorkspaceWindow, EveryFileThatWasAskedForIsWritten) {
  QSignalSpy saved(&workspace(), &Workspace::saved);
  QStringList paths;
  for (const char* name : {"a.noiseloom", "b.noiseloom", "c.noiseloom", "a.noiseloom"}) {
    paths += at(QString::fromLatin1(name));
    workspace().saveAs(paths.back());
  }
  EXPECT_TRUE(workspace().isBusy());
  ASSERT_TRUE(waitFor([&] { return !workspace().isBusy(); }));
  for (const QString& path : paths) EXPECT_TRUE(QFileInfo::exists(path)) << path.toStdString();
  // The one that was asked for last gives the session its name.
  EXPECT_EQ(workspace().file(), paths.back());
}

TEST_F(WorkspaceWindow, ClosingAsksOnlyForANamedSessionWithChanges) {
  change(Field::Epsilon, 3);
  EXPECT_TRUE(window->close());
  window->show();
  saveAs(at(QStringLiteral("a.noiseloom")));
  change(Field::Epsilon, 4);
  const auto box = [this] { return window->findChild<QMessageBox*>(QStringLiteral("askBeforeClosing")); };
  window->restart();
  ASSERT_TRUE(box());
  EXPECT_TRUE(window->restarts());
  box()->button(QMessageBox::Cancel)->click();
  ASSERT_TRUE(waitFor([&] { return !box(); }));
  EXPECT_TRUE(window->isVisible());
  EXPECT_FALSE(window->restarts()) << "a later close does not open it again";
  EXPECT_FALSE(window->close());
  box()->button(QMessageBox::Save)->click();
  EXPECT_TRUE(waitFor([&] { return !window->isVisible(); }));
  EXPECT_EQ(readSession(at(QStringLiteral("a.noiseloom")).toStdString()).scenario.epsilon, 4);
}

TEST_F(WorkspaceWindow, ASessionThatCannotBeWrittenSaysSo) {
  QSignalSpy failed(&workspace(), &Workspace::failed);
  workspace().saveAs(at(QStringLiteral("missing/a.noiseloom")));
  ASSERT_TRUE(waitFor([&] { return failed.size() == 1; }));
  EXPECT_TRUE(workspace().notice().text().contains(QStringLiteral("not saved")));
  EXPECT_EQ(workspace().file(), QString());
}

TEST_F(WorkspaceWindow, AfterACrashEverythingIsBack) {
  workspace().keepIn(folder.path(), true);
  EXPECT_FALSE(workspace().notice().isVisible());
  window->shelf().pinCurrent();
  change(Field::Epsilon, 3);
  change(Field::Epsilon, 4);
  QSignalSpy kept(&workspace().keeper(), &SessionKeeper::kept);
  ASSERT_TRUE(waitFor([&] { return !kept.empty(); }));
  change(Field::Epsilon, 6);
  ASSERT_TRUE(window->typeInto(QStringLiteral("delta"), QStringLiteral("1e-5x")));
  EXPECT_TRUE(document->hasEntryProblem(Field::Delta));
  const qsizetype before = kept.size();
  ASSERT_TRUE(waitFor([&] { return kept.size() > before; }));
  // The window goes without a word: the system takes its lock away.
  startAgain();
  EXPECT_TRUE(workspace().keepIn(folder.path(), true));
  window->show();
  EXPECT_EQ(document->scenario().epsilon, 6);
  EXPECT_EQ(shelf().pins().size(), 1U);
  EXPECT_TRUE(document->hasEntryProblem(Field::Delta));
  EXPECT_EQ(number(Field::Delta).edit().text(), QStringLiteral("1e-5x"));
  EXPECT_TRUE(workspace().notice().text().contains(QStringLiteral("unexpectedly")));
  // The steps before are there to be undone.
  ASSERT_TRUE(document->undoStack().canUndo());
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().epsilon, 4);
  QTest::mouseClick(&workspace().notice().actionButton(), Qt::LeftButton);
  EXPECT_TRUE(document->scenario() == ScenarioDocument::defaultScenario());
}

TEST_F(WorkspaceWindow, IsKeptAlthoughItsFolderWasRemoved) {
  workspace().keepIn(at(QStringLiteral("data")), true);
  ASSERT_TRUE(QDir(at(QStringLiteral("data"))).removeRecursively());
  QSignalSpy kept(&workspace().keeper(), &SessionKeeper::kept);
  change(Field::Epsilon, 3);
  ASSERT_TRUE(waitFor([&] { return !kept.empty(); }));
  EXPECT_EQ(readSession(workspace().keeper().file().toStdString()).scenario.epsilon, 3);
  // Nobody else gets it meanwhile.
  FolderLock other;
  EXPECT_FALSE(other.tryLock(QFileInfo(workspace().keeper().file()).path()));
  ASSERT_TRUE(QDir(at(QStringLiteral("data"))).removeRecursively());
  workspace().end();
  EXPECT_EQ(readSession(at(QStringLiteral("data/workspaces/1/kept.noiseloom")).toStdString()).scenario.epsilon, 3);
}

TEST_F(WorkspaceWindow, WhatAnotherWindowSavedIsNotOverwrittenUnasked) {
  saveAs(at(QStringLiteral("a.noiseloom")));
  change(Field::Epsilon, 4);
  QSignalSpy saved(&workspace(), &Workspace::saved);
  workspace().save();
  ASSERT_TRUE(waitFor([&] { return saved.size() == 1; })) << "its own changes are no reason to ask";
  // Another window has the same session.
  const QByteArray others = content(at(QStringLiteral("a.noiseloom"))) + "\n";
  put(QStringLiteral("a.noiseloom"), others);
  change(Field::Epsilon, 5);
  const auto box = [this] { return window->findChild<QMessageBox*>(QStringLiteral("askBeforeOverwriting")); };
  workspace().save();
  ASSERT_TRUE(waitFor([&] { return box() != nullptr; }));
  EXPECT_TRUE(workspace().isModified());
  box()->button(QMessageBox::Cancel)->click();
  ASSERT_TRUE(waitFor([&] { return !box(); }));
  EXPECT_EQ(content(at(QStringLiteral("a.noiseloom"))), others);
  workspace().save();
  ASSERT_TRUE(waitFor([&] { return box() != nullptr; }));
  for (QAbstractButton* button : box()->buttons()) {
    if (button->text() == QStringLiteral("Overwrite")) button->click();
  }
  ASSERT_TRUE(waitFor([&] { return saved.size() == 2; }));
  EXPECT_EQ(readSession(at(QStringLiteral("a.noiseloom")).toStdString()).scenario.epsilon, 5);
  // A file that is gone is written again.
  ASSERT_TRUE(QFile::remove(at(QStringLiteral("a.noiseloom"))));
  workspace().save();
  EXPECT_TRUE(waitFor([&] { return saved.size() == 3; }));
}

TEST_F(WorkspaceWindow, AFileThatChangedBeforeARestartIsAskedAboutToo) {
  workspace().keepIn(at(QStringLiteral("data")), true);
  saveAs(at(QStringLiteral("a.noiseloom")));
  QSignalSpy kept(&workspace().keeper(), &SessionKeeper::kept);
  change(Field::Epsilon, 4);
  ASSERT_TRUE(waitFor([&] { return !kept.empty(); }));
  const QString place = workspace().keeper().file();
  startAgain();
  // Written a minute after the last trace of this window.
  QFile file(at(QStringLiteral("a.noiseloom")));
  ASSERT_TRUE(file.open(QIODevice::ReadWrite));
  ASSERT_TRUE(file.setFileTime(QFileInfo(place).lastModified().addSecs(60), QFileDevice::FileModificationTime));
  file.close();
  ASSERT_TRUE(workspace().keepIn(at(QStringLiteral("data")), true));
  window->show();
  QSignalSpy wanted(&workspace(), &Workspace::overwriteWanted);
  workspace().save();
  EXPECT_TRUE(waitFor([&] { return wanted.size() == 1; }));
}

TEST_F(WorkspaceWindow, PinsOfBeforeComeBackAfterARestart) {
  workspace().keepIn(at(QStringLiteral("data")), true);
  EXPECT_FALSE(workspace().canBringLastBack());
  shelf().pin(document->design(), QStringLiteral("precious"));
  change(Field::Epsilon, 3);
  workspace().startNew();
  ASSERT_TRUE(workspace().canBringLastBack());
  workspace().end();
  startAgain();
  workspace().keepIn(at(QStringLiteral("data")), true);
  window->show();
  ASSERT_TRUE(shelf().pins().empty());
  ASSERT_TRUE(workspace().canBringLastBack());
  change(Field::Epsilon, 5);
  window->findChild<QAction*>(QStringLiteral("bringLastBack"))->trigger();
  ASSERT_TRUE(waitFor([&] { return shelf().pins().size() == 1; }));
  EXPECT_EQ(shelf().pins().front().name, QStringLiteral("precious"));
  EXPECT_EQ(document->scenario().epsilon, 3);
  // What it took the place of comes back in turn.
  workspace().bringLastBack();
  EXPECT_EQ(document->scenario().epsilon, 5);
  EXPECT_TRUE(shelf().pins().empty());
}

TEST_F(WorkspaceWindow, ASessionHasAName) {
  change(Field::Epsilon, 2.5);
  window->findChild<QAction*>(QStringLiteral("saveAs"))->trigger();
  auto* dialog = window->findChild<QFileDialog*>(QStringLiteral("saveDialog"));
  ASSERT_TRUE(dialog);
  EXPECT_EQ(QFileInfo(dialog->selectedFiles().value(0)).fileName(),
            QStringLiteral("banded-toeplitz-eps2.5-n64.noiseloom"));
  dialog->reject();
}

TEST_F(WorkspaceWindow, AFileThatIsWrittenLateDoesNotNameTheNextSession) {
  window->shelf().pinCurrent();
  change(Field::Epsilon, 3);
  QSignalSpy saved(&workspace(), &Workspace::saved);
  workspace().saveAs(at(QStringLiteral("a.noiseloom")));
  workspace().startNew();
  ASSERT_TRUE(waitFor([&] { return saved.size() == 1; }));
  EXPECT_EQ(workspace().file(), QString());
  EXPECT_EQ(readSession(at(QStringLiteral("a.noiseloom")).toStdString()).scenario.epsilon, 3);
}

TEST_F(WorkspaceWindow, FilesThatStillWaitAreWrittenAtTheEnd) {
  window->shelf().pinCurrent();
  const QStringList names{QStringLiteral("a.noiseloom"), QStringLiteral("b.noiseloom"), QStringLiteral("c.noiseloom")};
  for (const QString& name : names) workspace().saveAs(at(name));
  window.reset();
  for (const QString& name : names) EXPECT_NO_THROW(readSession(at(name).toStdString())) << name.toStdString();
}

TEST_F(WorkspaceWindow, TwoWindowsDoNotShareAPlace) {
  workspace().keepIn(folder.path(), true);
  ScenarioDocument otherDocument;
  LiveSolver otherSolver(otherDocument);
  MainWindow other(otherDocument, otherSolver);
  EXPECT_FALSE(other.workspace().keepIn(folder.path(), true));
  EXPECT_TRUE(other.workspace().keeper().isActive());
  EXPECT_NE(other.workspace().keeper().file(), workspace().keeper().file());
  otherDocument.edit(Field::Epsilon, withValue(otherDocument.scenario(), Field::Epsilon, 7));
  QSignalSpy kept(&other.workspace().keeper(), &SessionKeeper::kept);
  ASSERT_TRUE(waitFor([&] { return !kept.empty(); }));
  EXPECT_EQ(document->scenario().epsilon, smallScenario().epsilon);
}

TEST_F(WorkspaceWindow, AfterAQuietEndTheLastWorkspaceIsOpenAgain) {
  workspace().keepIn(folder.path(), true);
  change(Field::Epsilon, 3);
  workspace().end();
  startAgain();
  EXPECT_TRUE(workspace().keepIn(folder.path(), true));
  EXPECT_EQ(document->scenario().epsilon, 3);
  EXPECT_FALSE(workspace().notice().text().contains(QStringLiteral("unexpectedly")));
  // What is in its own file does not come back by itself.
  saveAs(at(QStringLiteral("a.noiseloom")));
  workspace().end();
  startAgain();
  EXPECT_FALSE(workspace().keepIn(folder.path(), true));
}

TEST_F(WorkspaceWindow, AWorkspaceThatEndsEveryStartIsPutAside) {
  workspace().keepIn(folder.path(), true);
  QSignalSpy kept(&workspace().keeper(), &SessionKeeper::kept);
  change(Field::Epsilon, 3);
  ASSERT_TRUE(waitFor([&] { return !kept.empty(); }));
  int restored = 0;
  for (int start = 0; start < 4 && restored == start; ++start) {
    startAgain();
    if (workspace().keepIn(folder.path(), true)) ++restored;
  }
  EXPECT_EQ(restored, 2);
  EXPECT_TRUE(workspace().notice().text().contains(QStringLiteral("several times in a row")));
  EXPECT_TRUE(QFile::exists(at(QStringLiteral("workspaces/1/put-aside.noiseloom"))));
}

TEST_F(WorkspaceWindow, AnUnreadableKeptSessionIsPutAside) {
  QDir(folder.path()).mkpath(QStringLiteral("workspaces/1"));
  put(QStringLiteral("workspaces/1/kept.noiseloom"), "{ not at all");
  EXPECT_FALSE(workspace().keepIn(folder.path(), true));
  EXPECT_TRUE(workspace().keeper().isActive());
  EXPECT_EQ(workspace().notice().tone(), NoticeBar::Tone::Problem);
  EXPECT_TRUE(QFile::exists(at(QStringLiteral("workspaces/1/put-aside.noiseloom"))));
  EXPECT_EQ(document->scenario().epsilon, smallScenario().epsilon);
}

TEST(FileChooser, TellsFilesApartByTheirNamesWithoutOpeningThem) {
  const QTemporaryDir folder;
  const auto write = [&folder](const QString& name) {
    QFile file(folder.filePath(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("\x89PNG\r\n\x1a\n");
  };
  write(QStringLiteral("picture.png"));
  write(QStringLiteral("nameless"));
  const std::unique_ptr<QFileDialog> dialog(newFileChooser(nullptr, QStringLiteral("Open"), folder.path()));
  auto* files = dialog->findChild<QFileSystemModel*>();
  ASSERT_TRUE(files);
  const auto typeOf = [&](const char* name) {
    return files->type(files->index(folder.filePath(QString::fromLatin1(name))));
  };
  EXPECT_TRUE(waitFor([&] { return typeOf("picture.png").contains(QStringLiteral("PNG")); }));
  EXPECT_FALSE(typeOf("nameless").contains(QStringLiteral("PNG"))) << typeOf("nameless").toStdString();
  EXPECT_TRUE(dialog->testAttribute(Qt::WA_DeleteOnClose));
}

}  // namespace
}  // namespace noiseloom
