#include "ui/settings/preferences.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/path_row.h"
#include "ui/document/scenario_document.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences_dialog.h"

namespace noiseloom {
namespace {

class PreferencesTest : public testing::Test {
 protected:
  void SetUp() override { preferences().resetAll(); }
  void TearDown() override { preferences().resetAll(); }
};

TEST_F(PreferencesTest, AreKeptAndAnnouncedOnce) {
  int changes = 0;
  const auto connection =
      QObject::connect(&preferences(), &Preferences::changed, &preferences(), [&changes] { ++changes; });
  EXPECT_EQ(preferences().appearance.get(), Appearance::System);
  preferences().appearance.set(Appearance::HighContrastDark);
  preferences().appearance.set(Appearance::HighContrastDark);
  EXPECT_EQ(changes, 1);
  EXPECT_EQ(Preferences().appearance.get(), Appearance::HighContrastDark);
  preferences().autosaveSeconds.set(12);
  EXPECT_EQ(Preferences().autosaveSeconds.get(), 12);
  preferences().resetAll();
  EXPECT_EQ(Preferences().appearance.get(), Appearance::System);
  EXPECT_EQ(Preferences().autosaveSeconds.get(), 1);
  EXPECT_EQ(changes, 4);
  EXPECT_FALSE(QSettings().contains(QStringLiteral("appearance")));
  QObject::disconnect(connection);
}

TEST_F(PreferencesTest, WhatCannotBeUsedCountsAsNotThere) {
  for (const QVariant& broken : {QVariant(-1), QVariant(5), QVariant(QStringLiteral("dark")), QVariant(QByteArray())}) {
    QSettings().setValue(QStringLiteral("appearance"), broken);
    EXPECT_EQ(preferences().appearance.get(), Appearance::System) << broken.toString().toStdString();
  }
  QSettings().setValue(QStringLiteral("autosaveSeconds"), 100'000);
  EXPECT_EQ(preferences().autosaveSeconds.get(), 1);
  preferences().autosaveSeconds.set(0);
  EXPECT_EQ(preferences().autosaveSeconds.get(), 1);
  preferences().exportFolder.set(QStringLiteral("/no/such/folder"));
  EXPECT_NE(preferences().usableExportFolder(), QStringLiteral("/no/such/folder"));
}

template <class Widget>
Widget& part(const QWidget& dialog, const char* name) {
  return *dialog.findChild<Widget*>(QString::fromLatin1(name));
}

TEST_F(PreferencesTest, TheDialogTakesEverythingOverAtOnce) {
  PreferencesDialog dialog;
  dialog.show();
  auto& appearance = part<QComboBox>(dialog, "appearance");
  ASSERT_EQ(appearance.count(), 5);
  appearance.setFocus();
  QTest::keyClick(&appearance, Qt::Key_Down);
  EXPECT_EQ(preferences().appearance.get(), Appearance::Light);
  QTest::mouseClick(&part<QCheckBox>(dialog, "presenterOnStart"), Qt::LeftButton, {}, QPoint(8, 8));
  EXPECT_TRUE(preferences().presenterOnStart.get());
  auto& autosave = part<QCheckBox>(dialog, "autosave");
  auto& seconds = part<QSpinBox>(dialog, "autosaveSeconds");
  seconds.setValue(20);
  EXPECT_EQ(preferences().autosaveSeconds.get(), 20);
  QTest::keyClick(&autosave, Qt::Key_Space);
  EXPECT_FALSE(preferences().autosave.get());
  EXPECT_FALSE(seconds.isEnabled());
  QTest::mouseClick(&part<QAbstractButton>(dialog, "resetPreferences"), Qt::LeftButton);
  EXPECT_EQ(appearance.currentIndex(), 0);
  EXPECT_TRUE(autosave.isChecked());
  EXPECT_EQ(seconds.value(), 1);
  EXPECT_FALSE(preferences().presenterOnStart.get());
}

TEST_F(PreferencesTest, TheLanguageSaysThatItNeedsARestart) {
  PreferencesDialog dialog;
  dialog.show();
  const auto& note = part<QWidget>(dialog, "restartNote");
  EXPECT_FALSE(note.isVisible());
  auto& language = part<QComboBox>(dialog, "language");
  language.setFocus();
  QTest::keyClick(&language, Qt::Key_End);
  EXPECT_EQ(preferences().language.get(), Language::German);
  EXPECT_TRUE(note.isVisible());
  QSignalSpy restart(&dialog, &PreferencesDialog::restartWanted);
  QTest::mouseClick(&part<QPushButton>(dialog, "restartNow"), Qt::LeftButton);
  EXPECT_EQ(restart.size(), 1);
  QTest::keyClick(&language, Qt::Key_Home);
  EXPECT_FALSE(note.isVisible());
  part<QCheckBox>(dialog, "decimalPoint").click();
  EXPECT_TRUE(preferences().decimalPoint.get());
  EXPECT_TRUE(note.isVisible());
}

TEST_F(PreferencesTest, AFolderThatIsNoneIsSaidBesideItsField) {
  PreferencesDialog dialog;
  dialog.show();
  dialog.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog, 120'000));
  auto& folder = part<QLineEdit>(dialog, "exportFolder");
  auto& problem = part<QLabel>(dialog, "exportFolderProblem");
  folder.setFocus();
  QTest::keyClicks(&folder, QStringLiteral("/no/such/folder"));
  QTest::keyClick(&folder, Qt::Key_Tab);
  EXPECT_TRUE(problem.isVisible());
  EXPECT_TRUE(problem.text().contains(QStringLiteral("/no/such/folder")));
  EXPECT_EQ(folder.text(), QStringLiteral("/no/such/folder"));
  EXPECT_TRUE(preferences().exportFolder.get().isEmpty());
  const QTemporaryDir real;
  folder.setFocus();
  folder.selectAll();
  QTest::keyClicks(&folder, real.path());
  QTest::keyClick(&folder, Qt::Key_Return);
  EXPECT_TRUE(dialog.isVisible());  // Enter takes the folder, not the dialog
  EXPECT_FALSE(problem.isVisible());
  EXPECT_EQ(preferences().usableExportFolder(), real.path());
}

// Found by UBSan: the dialog was asked after its end.
TEST_F(PreferencesTest, AFolderThatIsBeingTypedIsTakenOverWhenTheDialogGoes) {
  const QTemporaryDir real;
  {
    PreferencesDialog dialog;
    dialog.show();
    dialog.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog, 120'000));
    auto& folder = part<QLineEdit>(dialog, "exportFolder");
    folder.setFocus();
    QTest::keyClicks(&folder, real.path());
  }
  EXPECT_EQ(preferences().usableExportFolder(), real.path());
}

TEST_F(PreferencesTest, ExportsStartInTheirFolder) {
  const QTemporaryDir folder;
  ScenarioDocument document;
  EXPECT_FALSE(ExportDialog(document).strategyPath().path().startsWith(folder.path()));
  preferences().exportFolder.set(folder.path());
  EXPECT_TRUE(ExportDialog(document).strategyPath().path().startsWith(folder.path()));
}

TEST_F(PreferencesTest, EveryInputHasANameAndADescription) {
  PreferencesDialog dialog;
  for (const char* name :
       {"appearance", "presenterOnStart", "language", "autosave", "autosaveSeconds", "exportFolder"}) {
    EXPECT_FALSE(part<QWidget>(dialog, name).accessibleName().isEmpty()) << name;
    EXPECT_FALSE(part<QWidget>(dialog, name).accessibleDescription().isEmpty()) << name;
  }
}

TEST(Languages, AreTriedInTheOrderOfThePerson) {
  const QStringList wanted{QStringLiteral("fr-FR"), QStringLiteral("de-AT"), QStringLiteral("en-GB"),
                           QStringLiteral("it")};
  EXPECT_EQ(translationsToTry(Language::System, wanted),
            QStringList({QStringLiteral("fr_FR"), QStringLiteral("fr"), QStringLiteral("de_AT"), QStringLiteral("de"),
                         QStringLiteral("en")}));
  EXPECT_EQ(translationsToTry(Language::German, wanted).front(), QStringLiteral("de"));
  EXPECT_EQ(translationsToTry(Language::English, wanted), QStringList(QStringLiteral("en")));
  EXPECT_EQ(translationsToTry(Language::System, {}), QStringList(QStringLiteral("en")));
}

TEST(Languages, AreInstalledOneAtATimeAndTakenAway) {
  QCoreApplication& application = *QCoreApplication::instance();
  const auto close = [] { return QCoreApplication::translate("noiseloom::ClaimDialog", "Close"); };
  const auto rows = [](int n) {
    return QCoreApplication::translate("noiseloom::ExportPlotsDialog", "%1.csv, %n row(s)", nullptr, n)
        .arg(QStringLiteral("a"));
  };
  EXPECT_EQ(installLanguage(application, Language::German), QStringLiteral("de"));
  EXPECT_EQ(windowLanguage(), QStringLiteral("de"));
  EXPECT_EQ(close(), QStringLiteral("Schließen"));
  EXPECT_EQ(rows(1), QStringLiteral("a.csv, 1 Zeile"));
  EXPECT_EQ(rows(2), QStringLiteral("a.csv, 2 Zeilen"));
  EXPECT_EQ(installLanguage(application, Language::English), QStringLiteral("en"));
  EXPECT_EQ(close(), QStringLiteral("Close"));
  EXPECT_EQ(rows(1), QStringLiteral("a.csv, 1 row"));
  EXPECT_EQ(rows(2), QStringLiteral("a.csv, 2 rows"));
  removeLanguage(application);
  EXPECT_EQ(rows(2), QStringLiteral("a.csv, 2 row(s)"));
  EXPECT_TRUE(application.findChildren<QTranslator*>().isEmpty());
}

TEST(Languages, AreOfferedWhenTheyAreBuiltIn) {
  EXPECT_EQ(builtInLanguages(), QList<Language>({Language::English, Language::German}));
  PreferencesDialog dialog;
  const auto& combo = part<QComboBox>(dialog, "language");
  QStringList offered;
  for (int i = 0; i < combo.count(); ++i) offered += combo.itemText(i);
  EXPECT_EQ(offered, QStringList({QStringLiteral("System"), QStringLiteral("English"), QStringLiteral("Deutsch")}));
}

}  // namespace
}  // namespace noiseloom
