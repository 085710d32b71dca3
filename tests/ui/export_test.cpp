#include <gtest/gtest.h>

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QUrl>
#include <set>

#include "core/io/noise_plan.h"
#include "core/io/strategy_file.h"
#include "core/search/band_curve.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/duty_note.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/export_plots_dialog.h"
#include "ui/dialogs/path_row.h"
#include "ui/dialogs/picture_options_form.h"
#include "ui/jobs/export_work.h"
#include "ui/plots/panel/plot_board.h"

namespace noiseloom {
namespace {

class Export : public WindowTest {
 protected:
  QString at(const QString& name) const { return QDir(folder.path()).filePath(name); }
  /// Clicks Export and waits for the end of the writing.
  bool exportNow(ExportDialog& dialog) {
    QSignalSpy exported(&dialog, &ExportDialog::exported);
    dialog.exportButton().click();
    return waitFor([&] { return exported.size() == 1; });
  }
  QStringList files() const { return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden, QDir::Name); }

  QTemporaryDir folder;
};

TEST(ExportWork, AddsASuffixOnlyWhenItIsMissing) {
  EXPECT_EQ(withSuffix("/tmp/a", ".npz"), "/tmp/a.npz");
  EXPECT_EQ(withSuffix("/tmp/a.npz", ".npz"), "/tmp/a.npz");
  EXPECT_EQ(withSuffix("/tmp/a.b", ".plan.json"), "/tmp/a.b.plan.json");
  EXPECT_EQ(withSuffix("", ".npz"), "");
}

TEST_F(Export, WritesAStrategyThatReadsBackAndAPlanThatNamesIt) {
  type(Field::Machines, QStringLiteral("3"));
  ExportDialog dialog(*document);
  dialog.strategyPath().setPath(at(QStringLiteral("mine")));  // without a suffix
  ASSERT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
  EXPECT_EQ(files(), (QStringList{QStringLiteral("mine.npz"), QStringLiteral("mine.plan.json")}));

  const StrategyFile file = readStrategyFile(at(QStringLiteral("mine.npz")).toStdString());
  EXPECT_TRUE(sameDesign(file.scenario, document->scenario()));
  EXPECT_EQ(file.figures.noiseMultiplier.value, design().noiseMultiplier.value);
  EXPECT_EQ(file.figures.stddev, design().stddev);
  for (Index row = 0; row < 64; row += 7)
    EXPECT_EQ(file.strategy.entry(row, row / 2), design().strategy.entry(row, row / 2));
  const NoisePlan plan = readNoisePlan(at(QStringLiteral("mine.plan.json")).toStdString());
  EXPECT_EQ(plan.strategyFile, "mine.npz");
  EXPECT_EQ(plan.shards.size(), 3U);
  EXPECT_EQ(plan.stddev, design().stddev);

  // What was written opens again, solved.
  document->reset(file.scenario);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().noiseMultiplier.value, file.figures.noiseMultiplier.value);
}

/// Takes links in the place of the desktop.
class OpenedLinks : public QTextBrowser {
 public:
  OpenedLinks() { QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "setSource"); }
  ~OpenedLinks() override { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }
  QUrl last;

 protected:
  void doSetSource(const QUrl& link, QTextDocument::ResourceType) override { last = link; }
};

TEST_F(Export, OpensTheFolderOfWhatItWrote) {
  OpenedLinks links;
  ExportDialog dialog(*document);
  dialog.strategyPath().setPath(at(QStringLiteral("mine.npz")));
  dialog.show();
  EXPECT_FALSE(dialog.folderButton().isVisible()) << "nothing is written yet";
  ASSERT_TRUE(exportNow(dialog));
  EXPECT_TRUE(dialog.folderButton().isVisible());
  dialog.folderButton().click();
  EXPECT_EQ(links.last.toLocalFile(), QFileInfo(at(QStringLiteral("mine.npz"))).absolutePath());
}

TEST_F(Export, CopiesAProgramThatReadsTheFile) {
  ExportDialog dialog(*document);
  dialog.strategyPath().setPath(QStringLiteral("/somewhere/my run.npz"));
  const QList<QAction*> libraries = dialog.programs().menu()->actions();
  ASSERT_EQ(libraries.size(), 3);
  for (QAction* library : libraries) {
    library->trigger();
    const QString program = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(program.contains(QStringLiteral("import "))) << program.toStdString();
    EXPECT_FALSE(program.contains(QStringLiteral("strategy.npz")));
    EXPECT_TRUE(dialog.message().startsWith(QStringLiteral("Copied for ") + library->text()));
    EXPECT_TRUE(program.contains(QStringLiteral("my run.npz")));
  }
  // A name that would have to be quoted in a program is left to the person.
  dialog.strategyPath().setPath(QStringLiteral("/somewhere/it\"s.npz"));
  libraries.front()->trigger();
  EXPECT_FALSE(QGuiApplication::clipboard()->text().contains(QStringLiteral("it\"s")));
}

TEST_F(Export, RepeatsTheDutyOfTheLoaderWithTheCommandThatFormsSuchBatches) {
  ExportDialog dialog(*document);
  dialog.strategyPath().setPath(at(QStringLiteral("my own")));
  EXPECT_TRUE(dialog.duty().duty().startsWith(QStringLiteral("Every example"))) << dialog.duty().duty().toStdString();
  EXPECT_TRUE(dialog.duty().command().startsWith(QStringLiteral("noiseloom-cli batches 'my own.npz' --key-file key")))
      << dialog.duty().command().toStdString();
  // What is shown is the same command for a shell, and breaks before its options, not within one.
  QString shown = dialog.duty().findChild<QLabel*>(QStringLiteral("batchesCommand"))->text();
  EXPECT_TRUE(shown.startsWith(QStringLiteral("noiseloom-cli batches 'my own.npz' \\\n  --key-file key")))
      << shown.toStdString();
  EXPECT_EQ(shown.replace(QStringLiteral(" \\\n "), QString()), dialog.duty().command());
}

TEST_F(Export, AsksBeforeItOverwrites) {
  QFile old(at(QStringLiteral("mine.npz")));
  ASSERT_TRUE(old.open(QIODevice::WriteOnly));
  old.write("precious");
  old.close();
  ExportDialog dialog(*document);
  dialog.strategyPath().setPath(at(QStringLiteral("mine")));
  dialog.withPlan().setChecked(false);
  QSignalSpy exported(&dialog, &ExportDialog::exported);
  dialog.exportButton().click();
  EXPECT_TRUE(dialog.message().contains(QStringLiteral("exists. Overwrite it?"))) << dialog.message().toStdString();
  EXPECT_EQ(dialog.exportButton().text(), QStringLiteral("Overwrite"));
  ASSERT_TRUE(old.open(QIODevice::ReadOnly));
  EXPECT_EQ(old.readAll(), "precious");
  old.close();
  // Another path takes the question back.
  dialog.strategyPath().setPath(at(QStringLiteral("other")));
  EXPECT_EQ(dialog.exportButton().text(), QStringLiteral("Export"));
  dialog.strategyPath().setPath(at(QStringLiteral("mine")));
  dialog.exportButton().click();
  dialog.exportButton().click();
  ASSERT_TRUE(waitFor([&] { return exported.size() == 1; }));
  EXPECT_EQ(files(), QStringList{QStringLiteral("mine.npz")});
  EXPECT_NO_THROW(readStrategyFile(at(QStringLiteral("mine.npz")).toStdString()));
}

TEST_F(Export, ReturnTwiceOverwritesNothing) {
  QFile old(at(QStringLiteral("mine.npz")));
  ASSERT_TRUE(old.open(QIODevice::WriteOnly));
  old.write("precious");
  old.close();
  ExportDialog dialog(*document);
  dialog.show();
  dialog.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog, 120'000));
  EXPECT_TRUE(dialog.strategyPath().edit().hasFocus()) << "the name can be typed at once";
  dialog.strategyPath().setPath(at(QStringLiteral("mine")));
  dialog.withPlan().setChecked(false);
  QSignalSpy exported(&dialog, &ExportDialog::exported);
  EXPECT_TRUE(dialog.exportButton().isDefault() && dialog.exportButton().isEnabled());
  QTest::keyClick(&dialog.strategyPath().edit(), Qt::Key_Return);
  EXPECT_EQ(dialog.exportButton().text(), QStringLiteral("Overwrite")) << dialog.message().toStdString();
  QTest::keyClick(&dialog.strategyPath().edit(), Qt::Key_Return);
  EXPECT_EQ(dialog.exportButton().text(), QStringLiteral("Overwrite")) << "it still asks";
  ASSERT_TRUE(old.open(QIODevice::ReadOnly));
  EXPECT_EQ(old.readAll(), "precious");
  dialog.exportButton().setFocus();
  QTest::keyClick(&dialog.exportButton(), Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return exported.size() == 1; }));
}

TEST_F(Export, ShowsErrorsInPlaceAndLeavesNothing) {
  ExportDialog dialog(*document);
  const QString path = at(QStringLiteral("missing/folder/mine.npz"));
  dialog.strategyPath().setPath(path);
  dialog.exportButton().click();
  ASSERT_TRUE(waitFor([&] { return dialog.message().contains(QStringLiteral("missing/folder")); }));
  EXPECT_TRUE(dialog.exportButton().isEnabled());
  EXPECT_TRUE(files().isEmpty());
  EXPECT_EQ(dialog.strategyPath().path(), path);
  // A path that the row has no room for.
  EXPECT_EQ(dialog.strategyPath().edit().toolTip(), path);
}

TEST_F(Export, StaleDesignsCannotBeExportedAndTheDialogSaysWhy) {
  ExportDialog dialog(*document);
  dialog.strategyPath().setPath(at(QStringLiteral("mine")));
  EXPECT_TRUE(dialog.exportButton().isEnabled());
  document->setEntryProblem(Field::Epsilon, QStringLiteral("Epsilon cannot be read"));
  EXPECT_FALSE(dialog.exportButton().isEnabled());
  EXPECT_TRUE(dialog.message().contains(QStringLiteral("Epsilon cannot be read")));
  document->clearEntryProblem(Field::Epsilon);
  EXPECT_TRUE(dialog.exportButton().isEnabled());
  const Scenario scenario = with(document->scenario(), {.epsilon = 3});
  document->edit(Field::Epsilon, scenario);
  EXPECT_FALSE(dialog.exportButton().isEnabled());
  EXPECT_TRUE(dialog.message().contains(QStringLiteral("still being solved"))) << dialog.message().toStdString();
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(dialog.exportButton().isEnabled());
}

TEST_F(Export, ThePlanFollowsTheStrategyUntilItIsEdited) {
  ExportDialog dialog(*document);
  dialog.strategyPath().setPath(at(QStringLiteral("a.npz")));
  EXPECT_EQ(dialog.planPath().path(), at(QStringLiteral("a.plan.json")));
  emit dialog.planPath().edit().textEdited(QString());
  dialog.planPath().setPath(at(QStringLiteral("own.plan.json")));
  dialog.strategyPath().setPath(at(QStringLiteral("b.npz")));
  EXPECT_EQ(dialog.planPath().path(), at(QStringLiteral("own.plan.json")));
}

TEST_F(Export, PlotsAreWrittenAtTheChosenSize) {
  ExportPlotsDialog dialog(*document, window->plots());
  dialog.folder().setPath(at(QStringLiteral("figures")));
  dialog.options().width().setValue(800);
  dialog.options().height().setValue(640);
  QSignalSpy exported(&dialog, &ExportPlotsDialog::exported);
  dialog.exportButton().click();
  ASSERT_TRUE(waitFor([&] { return exported.size() == 1; })) << dialog.message().toStdString();
  const QStringList paths = exported.front().front().toStringList();
  // Four matrices, coefficients of two, the curve, the error of each step, four of the noise, convergence, cost,
  // Pareto.
  EXPECT_EQ(paths.size(), 15);
  for (const QString& path : paths) {
    const QImage image(path);
    EXPECT_EQ(image.size(), QSize(800, 640)) << path.toStdString();
    // Not one flat colour: something was drawn in the middle.
    std::set<QRgb> colors;
    for (int x = 100; x < 700; x += 3) {
      for (int y = 100; y < 500; y += 3) colors.insert(image.pixel(x, y));
    }
    EXPECT_GT(colors.size(), 4U) << path.toStdString();
  }
  dialog.exportButton().click();
  EXPECT_TRUE(dialog.message().contains(QStringLiteral("already. Overwrite?")));
}

}  // namespace
}  // namespace noiseloom
