// Edit > Copy link and Open copied link, links at the start, and the command below a figure.

#include <gtest/gtest.h>

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>

#include "core/snippet/copied_command.h"
#include "core/snippet/scenario_link.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/picture_options_form.h"
#include "ui/main/start_options.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

class Links : public WindowTest {
 protected:
  void trigger(const char* name) { window->findChild<QAction*>(QString::fromLatin1(name))->trigger(); }
  static QString copied() { return QGuiApplication::clipboard()->text(); }
  static void copy(const QString& text) { QGuiApplication::clipboard()->setText(text); }
  QString notice() { return window->workspace().notice().text(); }
};

TEST_F(Links, WhatIsCopiedOpensTheSameScenarioAsOneStep) {
  type(Field::Epsilon, QStringLiteral("3"));
  trigger("copyLink");
  const Scenario scenario = document->scenario();
  EXPECT_EQ(copied().toStdString(), scenarioLink(scenario));
  type(Field::Epsilon, QStringLiteral("7"));
  const int steps = document->undoStack().count();
  copy(QStringLiteral(" ") + copied() + QStringLiteral("\n"));
  trigger("openLink");
  ASSERT_TRUE(waitFor([&] { return document->scenario() == scenario; }));
  EXPECT_EQ(document->undoStack().count(), steps + 1);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().epsilon, 7);
  EXPECT_TRUE(window->workspace().recent().paths().isEmpty()) << "a link is no file";
}

TEST_F(Links, WhatIsNoLinkChangesNothingAndSaysWhy) {
  const Scenario before = document->scenario();
  copy(QStringLiteral("https://example.org"));
  trigger("openLink");
  EXPECT_TRUE(notice().contains(QStringLiteral("is no link"))) << notice().toStdString();
  copy(QString::fromStdString(scenarioLink(before)) + QStringLiteral("&clip-norm=-3"));
  trigger("openLink");
  ASSERT_TRUE(waitFor([&] { return notice().contains(QStringLiteral("The link was not opened")); }));
  EXPECT_TRUE(notice().contains(QStringLiteral("-3"))) << notice().toStdString();
  EXPECT_EQ(document->scenario(), before);
  EXPECT_FALSE(document->undoStack().canUndo());
  // A scenario that cannot be solved has no link, and what was copied stays.
  copy(QStringLiteral("kept"));
  type(Field::Delta, QStringLiteral("2"));
  trigger("copyLink");
  EXPECT_EQ(copied(), QStringLiteral("kept"));
}

TEST(StartOptions, LinksAndUrlsOfFilesAreOpened) {
  const auto opened = [](const QString& argument) {
    return parseStartOptions({QStringLiteral("noiseloom"), argument}).file;
  };
  EXPECT_EQ(opened(QStringLiteral("file:///tmp/a%20b.npz")), QStringLiteral("/tmp/a b.npz"));
  EXPECT_EQ(opened(QStringLiteral("/tmp/a%20b.npz")), QStringLiteral("/tmp/a%20b.npz"));
  const QString link = QString::fromStdString(scenarioLink({}));
  EXPECT_EQ(opened(link), link);
}

TEST_F(Links, AFigureCarriesTheCommandOnlyIfThatIsChosen) {
  ASSERT_TRUE(waitUntilSolved());
  QWidget holder;
  auto* layout = new QFormLayout(&holder);
  PictureOptionsForm form(*layout);
  const Caption plain{.claim = QStringLiteral("claim")};
  EXPECT_TRUE(form.captioned(plain, &design()).command.isEmpty());
  form.command().setChecked(true);
  EXPECT_EQ(form.captioned(plain, &design()).command.toStdString(), commandLine(design().scenario));
  EXPECT_EQ(form.captioned(plain, nullptr).command, QString());
}

}  // namespace
}  // namespace noiseloom
