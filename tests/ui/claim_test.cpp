// The claim in the window: who says when it is not made, and how that cannot be overlooked.

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include "core/batching/list.h"
#include "core/io/strategy_file.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/claim_dialog.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/export_plots_dialog.h"
#include "ui/dialogs/path_row.h"
#include "ui/document/claim_state.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/fold_section.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/shelf_model.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/shelf_view.h"
#include "ui/plots/canvas/caption.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

class Claims : public WindowTest {
 protected:
  QColor barColor() { return window->claimBar().palette().color(QPalette::Window); }
};

TEST_F(Claims, AShuffledJobUnderPoissonAccountingTurnsTheBarRedAndSaysWhy) {
  EXPECT_FALSE(window->claimBar().isCritical());
  const Strategy strategy = design().strategy;
  chooseJobBatching(&jobs::shuffledEachEpoch);
  EXPECT_EQ(document->designState(), DesignState::Current);  // no figure depends on it
  EXPECT_TRUE(window->claimBar().isCritical());
  EXPECT_EQ(window->claimBar().state(), QStringLiteral("Not claimed"));
  EXPECT_TRUE(window->claimBar().sentence().contains(QStringLiteral("shuffling is not Poisson sampling")))
      << window->claimBar().sentence().toStdString();
  EXPECT_EQ(barColor(), themeOf(QApplication::palette()).errorFill);
  EXPECT_TRUE(window->claimBar().accessibleDescription().startsWith(QStringLiteral("Critical")));
  const QAccessibleInterface* spoken =
      QAccessible::queryAccessibleInterface(window->findChild<QLabel*>(QStringLiteral("claimSentence")));
  EXPECT_TRUE(spoken->text(QAccessible::Name).contains(QStringLiteral("NOT CLAIMED")));

  document->undoStack().undo();
  EXPECT_FALSE(window->claimBar().isCritical());
  EXPECT_NE(barColor(), themeOf(QApplication::palette()).errorFill);
  EXPECT_EQ(window->claimBar().accessibleDescription(), QString());
  EXPECT_EQ(document->scenario().jobBatching, &jobs::asAccounted);
}

TEST_F(Claims, TheShelfNeverCallsCurrentWhatIsNotClaimed) {
  const auto claimOfRow = [this](int row) {
    const QAbstractItemModel& model = *window->shelf().view().model();
    for (int i = 0; i < model.rowCount(); ++i) {
      const QModelIndex at = model.index(i, static_cast<int>(ShelfColumn::Claim));
      if (at.data(ShelfModel::IdRole).toInt() == row) return at.data().toString();
    }
    return QString();
  };
  const int current = ShelfModel::kCurrent;
  EXPECT_EQ(claimOfRow(current), QStringLiteral("current"));
  chooseJobBatching(&jobs::shuffledEachEpoch);
  EXPECT_EQ(claimOfRow(current), QStringLiteral("not claimed"));
  const int pinned = document->shelf().pin(document->design());
  EXPECT_EQ(claimOfRow(pinned), QStringLiteral("not claimed"));
  chooseJobBatching(&jobs::asAccounted);
  EXPECT_EQ(claimOfRow(current), QStringLiteral("current"));
  EXPECT_EQ(claimOfRow(pinned), QStringLiteral("not claimed"));
  // An entry that cannot be used is shown at once.
  const QSignalSpy changes(&window->shelf().model(), &QAbstractItemModel::dataChanged);
  document->setEntryProblem(Field::Epsilon, QStringLiteral("Epsilon cannot be read"));
  EXPECT_EQ(claimOfRow(current), QStringLiteral("stale"));
  EXPECT_EQ(changes.count(), 1);
  document->clearEntryProblem(Field::Epsilon);
}

TEST_F(Claims, WhatTheJobDoesIsJudgedAgainstWhatIsAccounted) {
  chooseJobBatching(&jobs::cyclicPoisson);
  EXPECT_FALSE(window->claimBar().isCritical());
  chooseBatching(&batchings::fixedEpoch);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(window->claimBar().isCritical());
  chooseJobBatching(&jobs::shuffledOnce);
  EXPECT_FALSE(window->claimBar().isCritical());
  chooseBatching(&batchings::ballsInBins);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(window->claimBar().isCritical());
}

TEST_F(Claims, TheUnitOfPrivacyIsPartOfTheClaim) {
  choose(Field::Unit, 1);
  EXPECT_EQ(document->designState(), DesignState::Current);
  EXPECT_TRUE(window->claimBar().sentence().contains(QStringLiteral("one user")));
  document->undoStack().undo();
  EXPECT_TRUE(window->claimBar().sentence().contains(QStringLiteral("one example")));
}

TEST_F(Claims, TheCertificatesFieldsBelongToBallsInBins) {
  EXPECT_FALSE(number(Field::Tau).isVisible());
  EXPECT_FALSE(number(Field::FailureProbability).isVisible());
  chooseBatching(&batchings::ballsInBins);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(number(Field::Tau).isVisible());
  EXPECT_TRUE(number(Field::FailureProbability).isVisible());
  type(Field::Tau, QStringLiteral("1.5"));
  EXPECT_EQ(document->scenario().tau, 1.5);
  ASSERT_TRUE(waitUntilSolved());
  type(Field::FailureProbability, QStringLiteral("1e-6"));
  EXPECT_EQ(document->scenario().failureProbability, 1e-6);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().scenario.tau, 1.5);
  EXPECT_EQ(design().scenario.failureProbability, 1e-6);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().failureProbability, 1e-9);
  // Elsewhere they mean nothing: nothing is solved again for them, and what cannot be used does not stand in the way.
  type(Field::Tau, QStringLiteral("many"));
  EXPECT_FALSE(document->canSolve());
  chooseBatching(&batchings::cyclicPoisson);
  ASSERT_TRUE(waitUntilSolved());
}

TEST_F(Claims, ACriticalStrategyTakesAnExplicitTick) {
  QTemporaryDir folder;
  const QString path = QDir(folder.path()).filePath(QStringLiteral("mine.npz"));
  ExportDialog dialog(*document);
  dialog.show();
  dialog.strategyPath().setPath(path);
  EXPECT_TRUE(dialog.exportButton().isEnabled());
  EXPECT_FALSE(dialog.despiteClaim().isVisible());
  chooseJobBatching(&jobs::shuffledOnce);
  EXPECT_TRUE(dialog.despiteClaim().isVisible());
  EXPECT_FALSE(dialog.despiteClaim().isChecked());
  EXPECT_FALSE(dialog.exportButton().isEnabled());
  EXPECT_TRUE(dialog.message().contains(QStringLiteral("shuffling is not Poisson sampling")))
      << dialog.message().toStdString();
  dialog.despiteClaim().click();
  EXPECT_TRUE(dialog.exportButton().isEnabled());
  // Another reason asks again.
  chooseJobBatching(&jobs::fixedSizeSamples);
  EXPECT_FALSE(dialog.despiteClaim().isChecked());
  EXPECT_FALSE(dialog.exportButton().isEnabled());
  dialog.despiteClaim().click();
  QSignalSpy exported(&dialog, &ExportDialog::exported);
  dialog.exportButton().click();
  ASSERT_TRUE(waitFor([&] { return exported.size() == 1; })) << dialog.message().toStdString();
  const StrategyFile file = readStrategyFile(path.toStdString());
  EXPECT_EQ(file.scenario.jobBatching, &jobs::fixedSizeSamples);
}

TEST_F(Claims, PicturesOfACriticalOrStaleDesignAreMarked) {
  EXPECT_EQ(pictureMark(*document), QString());
  EXPECT_EQ(captionOf(*document).claim, window->claimBar().sentence());
  ExportPlotsDialog dialog(*document, window->plots());
  chooseJobBatching(&jobs::shuffledOnce);
  EXPECT_TRUE(pictureMark(*document).startsWith(QStringLiteral("assumptions violated: shuffled once")))
      << pictureMark(*document).toStdString();
  EXPECT_TRUE(dialog.message().contains(pictureMark(*document)));
  QTemporaryDir folder;
  dialog.folder().setPath(folder.path());
  QSignalSpy exported(&dialog, &ExportPlotsDialog::exported);
  dialog.exportButton().click();
  ASSERT_TRUE(waitFor([&] { return exported.size() == 1; })) << dialog.message().toStdString();
  const QColor fill = themeOf(paletteFor(false)).errorFill;
  for (const QString& path : exported.front().front().toStringList()) {
    const QImage image(path);
    EXPECT_EQ(image.size(), QSize(1600, 1200));
    EXPECT_EQ(QColor(image.pixel(1590, 1190)), fill) << path.toStdString();
  }
  chooseJobBatching(&jobs::asAccounted);
  EXPECT_EQ(pictureMark(*document), QString());
  document->setEntryProblem(Field::Epsilon, QStringLiteral("x"));
  EXPECT_TRUE(pictureMark(*document).startsWith(QStringLiteral("stale")));
  EXPECT_TRUE(dialog.message().contains(QStringLiteral("stale")));
  EXPECT_TRUE(dialog.exportButton().isEnabled());
}

TEST(Caption, ChangesNothingWithoutWordsAndKeepsTheSizeWithAWarning) {
  Picture picture;
  picture.paint = [](QPainter& painter, const PictureStyle& style) {
    painter.fillRect(QRectF(QPointF(0, 0), pictureSize(style)), Qt::white);
  };
  const PictureStyle style{QSize(640, 480), false};
  EXPECT_EQ(pictureImage(captioned(picture, {}), style), pictureImage(picture, style));
  const QImage marked = pictureImage(captioned(picture, {.warning = QStringLiteral("stale: x")}), style);
  EXPECT_EQ(marked.size(), style.pixels);
  int inked = 0;
  for (int x = 0; x < 640; ++x) {
    for (int y = 100; y < 380; ++y) inked += marked.pixel(x, y) != qRgb(255, 255, 255);
  }
  EXPECT_GT(inked, 1000);
}

TEST(Caption, StandsBelowThePictureInFull) {
  Picture picture;
  picture.paint = [](QPainter& painter, const PictureStyle& style) {
    painter.fillRect(QRectF(QPointF(0, 0), pictureSize(style)), Qt::red);
  };
  const PictureStyle style{QSize(640, 480), false, 1};
  const auto below = [&](const QString& claim) {
    const QImage image = pictureImage(captioned(picture, {.claim = claim}), style);
    EXPECT_EQ(image.size(), style.pixels);
    int rows = 0;
    while (rows < 480 && image.pixel(639, 479 - rows) != qRgb(255, 0, 0)) ++rows;
    bool inked = false;
    for (int x = 0; x < 640; ++x) {
      for (int y = 480 - rows; y < 480; ++y) inked = inked || image.pixelColor(x, y).lightness() < 160;
    }
    EXPECT_TRUE(inked);
    return rows;
  };
  const int one = below(QStringLiteral("Banded Toeplitz, 23 bands"));
  EXPECT_GE(one, 20);
  // A long claim takes more lines.
  EXPECT_GT(below(QStringLiteral("Banded Toeplitz, 23 bands: (8, 1e-5)-DP for one example. ").repeated(6)), one + 10);
}

TEST_F(Claims, TheClaimBarLeadsToItsChoicesAndTheWholeClaim) {
  ClaimBar& bar = window->claimBar();
  bar.chip(Field::Mechanism).click();
  QComboBox& mechanisms = window->scenarioPanel().choiceField(Field::Mechanism)->combo();
  EXPECT_TRUE(mechanisms.view()->isVisible());
  mechanisms.hidePopup();
  window->scenarioPanel().section(QStringLiteral("mechanism"))->setFolded(true);
  bar.chip(Field::Bands).click();
  EXPECT_TRUE(window->scenarioPanel().numberField(Field::Bands)->edit().isVisible());
  EXPECT_EQ(window->focusWidget(), &window->scenarioPanel().numberField(Field::Bands)->edit());
  chooseMechanism(&baselineMechanism());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(bar.chip(Field::Bands).isVisible());
  EXPECT_TRUE(bar.gain().text().startsWith(QStringLiteral("rmse"))) << "there is no gain over itself";
  bar.duty().click();
  auto* dialog = window->findChild<ClaimDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(dialog->isVisible());
  dialog->close();
}

TEST_F(Claims, AScenarioThatCannotBeSolvedIsNotShownAsTheDesignOfBefore) {
  ClaimBar& bar = window->claimBar();
  ASSERT_TRUE(waitUntilSolved());
  Scenario broken = document->scenario();
  broken.mechanism = &baselineMechanism();
  broken.epsilon = -1;
  document->edit(Field::Epsilon, broken);
  ASSERT_FALSE(document->problems().empty());
  EXPECT_EQ(bar.chip(Field::Mechanism).text(), QStringLiteral("DP-SGD"));
  EXPECT_FALSE(bar.chip(Field::Bands).isVisible());
  EXPECT_FALSE(bar.duty().isVisible());
}

TEST_F(Claims, WhatANewcomerLooksForStandsBesideTheMenus) {
  for (const char* name : {"row_undo", "row_redo", "row_recommend", "row_compareDesigns", "row_claim", "row_export"}) {
    const auto* button = window->findChild<QToolButton*>(QLatin1String(name));
    ASSERT_TRUE(button) << name;
    EXPECT_TRUE(button->isVisible()) << name;
    EXPECT_FALSE(button->accessibleName().isEmpty()) << name;
  }
  auto* undo = window->findChild<QToolButton*>(QStringLiteral("row_undo"));
  EXPECT_FALSE(undo->isEnabled());
  window->typeInto(QStringLiteral("epsilon"), QStringLiteral("3"));
  EXPECT_TRUE(undo->isEnabled());
  undo->click();
  EXPECT_EQ(document->scenario().epsilon, 2);
}

}  // namespace
}  // namespace noiseloom
