#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSlider>
#include <QStyle>
#include <QTabWidget>
#include <QTest>
#include <map>
#include <set>

#include "tests/ui/window_fixture.h"
#include "ui/dialogs/claim_dialog.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/export_plots_dialog.h"
#include "ui/dialogs/export_report_dialog.h"
#include "ui/dialogs/history_dialog.h"
#include "ui/dialogs/save_picture_dialog.h"
#include "ui/panels/mark_button.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/style/elided_label.h"
#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

class Accessibility : public WindowTest {};

void expectNames(const QWidget& root) {
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisibleTo(&root) || !(widget->focusPolicy() & Qt::TabFocus)) continue;
    // The inside of a compound widget speaks with that widget's name.
    if (widget->focusProxy() || qobject_cast<const QAbstractSpinBox*>(widget->parentWidget())) continue;
    if (qobject_cast<const QAbstractScrollArea*>(widget->parentWidget())) widget = widget->parentWidget();
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
    EXPECT_TRUE(named) << widget->metaObject()->className() << " " << widget->objectName().toStdString();
  }
}

TEST_F(Accessibility, EveryWidgetThatTakesTheFocusHasAName) {
  expectNames(*window);
  ExportDialog strategy(*document);
  strategy.show();
  expectNames(strategy);
  ClaimDialog claim(*document);
  claim.show();
  for (int page = 0; page < claim.pages().count(); ++page) {
    claim.pages().setCurrentIndex(page);
    expectNames(claim);
  }
  HistoryDialog history(*document);
  history.show();
  expectNames(history);
  ExportReportDialog report(*document, window->plots());
  report.show();
  expectNames(report);
  SavePictureDialog picture(window->plots().pictures().front(), *document);
  picture.show();
  expectNames(picture);
  ExportPlotsDialog plots(*document, window->plots());
  plots.show();
  expectNames(plots);
}

TEST_F(Accessibility, TabReachesEveryFieldAndGoesFromNumberToNumber) {
  window->activateWindow();
  number(Field::DatasetSize).edit().setFocus();
  std::set<const QWidget*> reached;
  for (int step = 0; step < 80; ++step) {
    reached.insert(window->focusWidget());
    QTest::keyClick(window->focusWidget(), Qt::Key_Tab);
    if (step == 0) {
      EXPECT_EQ(window->focusWidget(), &number(Field::BatchSize).edit());
    }
  }
  for (const Field field : allFields()) {
    if (const NumberField* found = window->scenarioPanel().numberField(field); found && found->isVisible()) {
      EXPECT_TRUE(reached.contains(&const_cast<NumberField*>(found)->edit())) << infoOf(field).name;
      EXPECT_FALSE(reached.contains(&const_cast<NumberField*>(found)->slider())) << infoOf(field).name;
      // What its marks do, the context menu does by keyboard.
      QMenu menu;
      const auto marks = found->findChildren<MarkButton*>();
      const_cast<NumberField*>(found)->addEntries(menu);
      for (const MarkButton* mark : marks)
        EXPECT_TRUE(menu.findChild<QAction*>(mark->objectName())) << infoOf(field).name;
    }
  }
}

TEST_F(Accessibility, MenusHaveWhatTheyPromise) {
  std::set<QString> texts;
  std::map<QString, QString> shortcuts;
  for (const QAction* menu : window->menuBar()->actions()) {
    for (const QAction* action : menu->menu()->actions()) {
      texts.insert(QString(action->text()).remove(QLatin1Char('&')));
      if (!action->shortcut().isEmpty()) {
        EXPECT_TRUE(shortcuts.emplace(action->shortcut().toString(), action->text()).second)
            << action->shortcut().toString().toStdString();
      }
    }
  }
  for (const char* text :
       {"Export strategy and noise plan …", "Export plots and data …", "Export report …", "Quit", "Privacy claim …",
        "Cancel solving", "Appearance", "Reset views", "Keyboard shortcuts", "About Noiseloom"}) {
    EXPECT_TRUE(texts.contains(QString::fromUtf8(text))) << text;
  }
  EXPECT_TRUE(shortcuts.contains(QStringLiteral("Ctrl+Z")));
}

/// The letters of a menu and of all menus in it.
void expectMnemonics(const QMenu& menu) {
  std::map<QChar, QString> letters;
  for (const QAction* action : menu.actions()) {
    if (action->isSeparator()) continue;
    const QString text = action->text();
    const qsizetype mark = text.indexOf(QRegularExpression(QStringLiteral("&[^&]")));
    ASSERT_GE(mark, 0) << text.toStdString();
    EXPECT_TRUE(letters.emplace(text.at(mark + 1).toUpper(), text).second)
        << text.toStdString() << " and " << letters[text.at(mark + 1).toUpper()].toStdString();
    if (action->menu()) expectMnemonics(*action->menu());
  }
}

TEST_F(Accessibility, EveryMenuEntryHasALetterOfItsOwn) {
  document->shelf().pin(document->design(), QStringLiteral("this & that"));
  for (const QAction* menu : window->menuBar()->actions()) expectMnemonics(*menu->menu());
  // Entries that come when a menu is opened get theirs then.
  auto* recent = window->findChild<QMenu*>(QStringLiteral("recentFiles"));
  ASSERT_TRUE(recent);
  emit recent->aboutToShow();
  expectMnemonics(*recent);
  // A name's ampersand is none.
  EXPECT_TRUE(window->findChild<QAction*>(QStringLiteral("undo"))->text().contains(QStringLiteral("this && that")));
}

TEST_F(Accessibility, PresenterModeFitsAProjector) {
  for (int i = 1; i <= 6; ++i)
    document->shelf().pin(document->design(), QStringLiteral("A design of mine, number %1").arg(i));
  window->resize(1366, 740);
  QTest::qWait(30);
  const QSize before = window->size();
  setPresenting(true);
  QTest::qWait(100);
  EXPECT_LE(window->minimumSizeHint().width(), 1366);
  EXPECT_LE(window->minimumSizeHint().height(), 740);
  EXPECT_EQ(window->size(), before);
  for (const PlotPanel* panel : window->plots().findChildren<PlotPanel*>()) {
    if (!panel->isVisible()) continue;
    EXPECT_LE(panel->mapTo(window.get(), panel->rect().bottomRight()).x(), window->width());
    const auto* title = panel->findChild<ElidedLabel*>(QStringLiteral("panelTitle"));
    ASSERT_TRUE(title);
    EXPECT_TRUE(waitFor([&] { return title->width() >= title->fontMetrics().horizontalAdvance(title->text()); }))
        << panel->objectName().toStdString() << ": " << title->text().toStdString() << " in " << title->width();
  }
  setPresenting(false);
  QTest::qWait(100);
  EXPECT_EQ(window->size(), before);
}

TEST_F(Accessibility, EverythingFitsIntoASmallScreen) {
  EXPECT_LE(window->minimumSizeHint().width(), 1366);
  EXPECT_LE(window->minimumSizeHint().height(), 740);
  window->resize(1366, 740);
  QTest::qWait(30);
  EXPECT_FALSE(window->scenarioPanel().verticalScrollBar()->isVisible());
  EXPECT_LE(window->scenarioPanel().widget()->width(), window->scenarioPanel().viewport()->width());
  expectChoicesFit();
  for (const QLabel* label : window->scenarioPanel().findChildren<QLabel*>()) {
    if (!label->isVisible() || label->wordWrap()) continue;
    EXPECT_GE(label->width(), label->sizeHint().width()) << label->text().toStdString();
  }
}

TEST_F(Accessibility, AppearanceFollowsThePalette) {
  auto& application = *static_cast<QApplication*>(QCoreApplication::instance());
  applyAppearance(application, Appearance::Dark, false);
  QTest::qWait(50);
  EXPECT_TRUE(isDark(window->palette()));
  const QImage dark = window->grab().toImage();
  applyAppearance(application, Appearance::System, false);
  QTest::qWait(50);
  EXPECT_FALSE(isDark(window->palette()));
  const QImage light = window->grab().toImage();
  EXPECT_LT(qGray(dark.pixel(400, 30)), 80);
  EXPECT_GT(qGray(light.pixel(400, 30)), 200);
  applyAppearance(application, Appearance::System, true);
  EXPECT_TRUE(isDark(QApplication::palette()));
  applyAppearance(application, Appearance::Light, true);
}

}  // namespace
}  // namespace noiseloom
