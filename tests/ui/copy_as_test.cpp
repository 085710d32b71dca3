#include <gtest/gtest.h>

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QTest>

#include "core/base/check.h"
#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "core/snippet/copied_command.h"
#include "tests/ui/window_fixture.h"
#include "ui/export/copy_as.h"

namespace noiseloom {
namespace {

class CopyAsMenu : public WindowTest {
 protected:
  QAction& action(CopyAs what) { return *window->findChild<QAction*>(copyAsObjectName(what)); }
  QString copied(CopyAs what) {
    QGuiApplication::clipboard()->clear();
    action(what).trigger();
    return QGuiApplication::clipboard()->text();
  }
};

TEST_F(CopyAsMenu, EachEntryCopiesTheDesignOnScreen) {
  EXPECT_EQ(copied(CopyAs::Command).toStdString(), commandLine(document->scenario()));
  EXPECT_EQ(copied(CopyAs::Value).toStdString(), shortest(design().error.mean));
  EXPECT_EQ(copied(CopyAs::Claim).toStdString(), claimSentence(design()));
  for (const CopyAs what : {CopyAs::NumPy, CopyAs::Jax, CopyAs::PyTorch}) {
    const QString text = copied(what);
    EXPECT_TRUE(text.contains(QString::fromStdString("STDDEV = " + shortest(design().stddev)))) << text.toStdString();
    EXPECT_TRUE(
        text.contains(QString::fromStdString("NOISE_MULTIPLIER = " + shortest(design().noiseMultiplier.value))));
    EXPECT_TRUE(text.contains(QStringLiteral("def check()")));
    EXPECT_FALSE(text.contains(QLatin1Char('@')) && text.contains(QStringLiteral("@N@")));
  }
}

TEST_F(CopyAsMenu, AShortcutCopiesTheCommandLine) {
  QGuiApplication::clipboard()->clear();
  window->activateWindow();
  QTest::keyClick(window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), commandLine(document->scenario()));
}

TEST_F(CopyAsMenu, NothingOfAnOlderScenarioIsCopied) {
  document->setEntryProblem(Field::Epsilon, QStringLiteral("Epsilon cannot be read"));
  for (const CopyAs what : kCopyAs) {
    EXPECT_FALSE(action(what).isEnabled());
    EXPECT_TRUE(action(what).toolTip().contains(QStringLiteral("Epsilon cannot be read")));
  }
  document->clearEntryProblem(Field::Epsilon);
  for (const CopyAs what : kCopyAs) EXPECT_TRUE(action(what).isEnabled());
}

TEST_F(CopyAsMenu, SaysWhichFileASnippetNeeds) {
  EXPECT_TRUE(copyAsNeeds(design(), CopyAs::NumPy).isEmpty());
  chooseMechanism(*mechanismFromName("dense"));
  chooseBatching(&batchings::fixedEpoch);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(action(CopyAs::NumPy).toolTip().contains(QStringLiteral("strategy.npz")));
  EXPECT_TRUE(copied(CopyAs::NumPy).contains(QStringLiteral("np.load")));
}

}  // namespace
}  // namespace noiseloom
