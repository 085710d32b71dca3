#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/scenario/batching.h"
#include "core/scenario/mechanism.h"
#include "tests/ui/translation_file.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/document/design_text.h"
#include "ui/document/field.h"
#include "ui/help/command_palette.h"
#include "ui/help/help_book.h"
#include "ui/help/help_window.h"
#include "ui/help/shortcut_list.h"
#include "ui/help/shortcut_sheet.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/lesson_player.h"
#include "ui/panels/choice_field.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/style/named_picture.h"

namespace noiseloom {
namespace {

const HelpBook& book() {
  return HelpBook::instance();
}

TEST(HelpPages, HaveTitlesTextsAndDistinctAnchors) {
  ASSERT_GE(book().pages().size(), 8U);
  for (const HelpPage& page : book().pages()) {
    ASSERT_FALSE(page.sections.empty()) << page.name.toStdString();
    EXPECT_EQ(page.sections.front().level, 1);
    std::set<QString> anchors;
    for (const HelpSection& section : page.sections) {
      const std::string where = (page.name + QLatin1Char('#') + section.anchor).toStdString();
      EXPECT_TRUE(anchors.insert(section.anchor).second) << where;
      EXPECT_FALSE(section.title.isEmpty()) << where;
      if (section.level == 1) continue;
      EXPECT_GT(section.text.simplified().size(), 25) << where;
    }
    // A heading that no anchor was found on would be one that nothing can lead to.
    EXPECT_EQ(page.markdown.count(QRegularExpression(QStringLiteral("^#{1,3} "), QRegularExpression::MultilineOption)),
              static_cast<qsizetype>(page.sections.size()))
        << page.name.toStdString();
  }
}

TEST(HelpPages, LinksLeadSomewhere) {
  static const QRegularExpression link(QStringLiteral("\\]\\(([^)]+)\\)"));
  const QString picture = QStringLiteral("picture:");
  int links = 0;
  for (const HelpPage& page : book().pages()) {
    for (auto match = link.globalMatch(page.markdown); match.hasNext();) {
      QString target = match.next().captured(1);
      if (target.startsWith(picture)) {
        EXPECT_TRUE(hasNamedPicture(target.mid(picture.size()))) << target.toStdString();
        continue;
      }
      target.replace(QStringLiteral(".md"), QString());
      if (target.startsWith(QLatin1Char('#'))) target.prepend(page.name);
      EXPECT_TRUE(book().has(target)) << page.name.toStdString() << ": " << target.toStdString();
      ++links;
    }
  }
  EXPECT_GT(links, 10);
}

TEST(HelpPages, EveryTopicOfTheMapExists) {
  for (const QString& name : book().explainedObjects()) {
    EXPECT_TRUE(book().has(book().topicOf(name))) << name.toStdString();
    EXPECT_FALSE(anchorOf(book().topicOf(name)).isEmpty()) << name.toStdString();
  }
  EXPECT_FALSE(book().has(QStringLiteral("scenario#no-such-anchor")));
  EXPECT_FALSE(book().has(QStringLiteral("no-such-page")));
}

TEST(HelpPages, EveryFieldOfTheScenarioIsExplained) {
  for (const Field field : allFields()) {
    const QString name = QString::fromLatin1(infoOf(field).name.data());
    EXPECT_FALSE(book().topicOf(name).isEmpty()) << name.toStdString();
  }
}

// Lists, headings of the help and of docs/mechanisms call a mechanism the same.
TEST(HelpPages, MechanismsAreCalledWhatListsCallThem) {
  for (const Mechanism* mechanism : offeredMechanisms()) {
    const QString id = QString::fromLatin1(mechanism->id.data(), static_cast<qsizetype>(mechanism->id.size()));
    if (id == QLatin1String("best")) continue;
    EXPECT_EQ(book().titleOf(QStringLiteral("mechanisms#") + id), mechanismTitle(mechanism));
    QFile page(QStringLiteral("%1/docs/mechanisms/%2.md").arg(sourceFolder(), id));
    ASSERT_TRUE(page.open(QIODevice::ReadOnly)) << id.toStdString();
    EXPECT_EQ(QString::fromUtf8(page.readLine()).trimmed(), QStringLiteral("# ") + mechanismTitle(mechanism));
  }
}

TEST(HelpPages, AreFoundByTheirWords) {
  EXPECT_EQ(book().find(QStringLiteral("noise multiplier")).value(0), QStringLiteral("quantities#sigma"));
  EXPECT_TRUE(book().find(QStringLiteral("shuffled loader")).contains(QStringLiteral("privacy#shuffling")));
  EXPECT_TRUE(book().find(QStringLiteral("xyzzy")).isEmpty());
  EXPECT_TRUE(book().find(QStringLiteral("  ")).isEmpty());
}

TEST(HelpPages, AreReadFromMarkedHeadings) {
  const HelpBook own(
      R"({"pages": ["a"], "topics": {"thing": "a#second"}})",
      {{QStringLiteral("a"), QStringLiteral("# First {#top}\nHello.\n## Second {#second}\nMore text.\n")}});
  EXPECT_TRUE(own.has(QStringLiteral("a#second")));
  EXPECT_EQ(own.titleOf(QStringLiteral("a#second")), QStringLiteral("Second"));
  EXPECT_EQ(own.titleOf(QStringLiteral("a")), QStringLiteral("First"));
  EXPECT_EQ(own.topicOf(QStringLiteral("thing")), QStringLiteral("a#second"));
  EXPECT_FALSE(own.pages().front().markdown.contains(QLatin1Char('{')));
}

/// A text that keeps every key, as those under X11 keep Ctrl+E.
class GreedyEdit : public QLineEdit {
 public:
  using QLineEdit::QLineEdit;

  bool event(QEvent* event) override {
    if (event->type() != QEvent::ShortcutOverride) return QLineEdit::event(event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Control) m_kept += key;
    event->accept();
    return true;
  }
  const QList<int>& kept() const { return m_kept; }

 private:
  QList<int> m_kept;
};

class Help : public WindowTest {
 protected:
  HelpWindow* help() { return window->findChild<HelpWindow*>(); }
  QAction* action(const QString& text) {
    for (QAction* found : window->findChildren<QAction*>()) {
      if (plainText(found->iconText()) == text) return found;
    }
    ADD_FAILURE() << "no action " << text.toStdString();
    return nullptr;
  }
};

TEST_F(Help, EveryPanelAndBarIsExplained) {
  for (const PlotPanel* panel : window->plots().panels()) {
    EXPECT_FALSE(book().topicOf(panel->objectName()).isEmpty()) << panel->objectName().toStdString();
    EXPECT_TRUE(panel->findChild<QToolButton*>(QStringLiteral("panelHelp"))) << panel->objectName().toStdString();
  }
  for (const char* name : {"scenarioPanel", "claimBar", "activityBar", "claimDialog", "preferences"}) {
    EXPECT_FALSE(book().topicOf(QString::fromLatin1(name)).isEmpty()) << name;
  }
}

TEST_F(Help, AQuestionMarkOpensThePageOfItsPanel) {
  PlotPanel* panel = window->plots().panels().back();
  QTest::mouseClick(panel->findChild<QToolButton*>(QStringLiteral("panelHelp")), Qt::LeftButton);
  ASSERT_TRUE(help());
  EXPECT_TRUE(help()->isVisible());
  EXPECT_EQ(help()->topic(), book().topicOf(panel->objectName()));
}

TEST_F(Help, WhatIsThisExplainsWhatHasTheKeyboard) {
  window->activateWindow();
  number(Field::Delta).edit().setFocus();
  action(QStringLiteral("What is this?"))->trigger();
  ASSERT_TRUE(help());
  EXPECT_EQ(help()->topic(), QStringLiteral("scenario#delta"));
  window->activateWindow();
  window->scenarioPanel().bestBands().setFocus();
  action(QStringLiteral("What is this?"))->trigger();
  EXPECT_EQ(help()->topic(), QStringLiteral("scenario#best-bands"));
  EXPECT_EQ(window->findChildren<HelpWindow*>().size(), 1);
}

TEST_F(Help, GoesToHeadingsBackAndForward) {
  showHelp(window.get(), QStringLiteral("scenario#buffers"));
  ASSERT_TRUE(help());
  QTest::qWait(20);
  EXPECT_EQ(help()->headingInView(), book().titleOf(QStringLiteral("scenario#buffers")));
  auto& back = *help()->findChild<QToolButton*>(QStringLiteral("helpBack"));
  auto& forward = *help()->findChild<QToolButton*>(QStringLiteral("helpForward"));
  EXPECT_FALSE(back.isEnabled());
  help()->showTopic(QStringLiteral("privacy#batchings"));
  EXPECT_EQ(help()->headingInView(), book().titleOf(QStringLiteral("privacy#batchings")));
  QTest::mouseClick(&back, Qt::LeftButton);
  EXPECT_EQ(help()->topic(), QStringLiteral("scenario#buffers"));
  QTest::qWait(20);
  EXPECT_EQ(help()->headingInView(), book().titleOf(QStringLiteral("scenario#buffers")));
  EXPECT_TRUE(forward.isEnabled());
  QTest::mouseClick(&forward, Qt::LeftButton);
  EXPECT_EQ(help()->topic(), QStringLiteral("privacy#batchings"));
  auto& text = *help()->findChild<QTextBrowser*>(QStringLiteral("helpText"));
  emit text.anchorClicked(QUrl(QStringLiteral("scenario.md#epsilon")));
  EXPECT_EQ(help()->topic(), QStringLiteral("scenario#epsilon"));
  EXPECT_FALSE(forward.isEnabled());
}

TEST_F(Help, SearchingNarrowsTheContents) {
  showHelp(window.get(), QString());
  auto& contents = *help()->findChild<QTreeWidget*>(QStringLiteral("helpContents"));
  const QAbstractItemModelTester tester(contents.model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  auto& search = *help()->findChild<QLineEdit*>(QStringLiteral("helpSearch"));
  search.setFocus();
  QTest::keyClicks(&search, QStringLiteral("nuclear norm"));
  int shown = 0;
  for (QTreeWidgetItemIterator item(&contents,
                                    QTreeWidgetItemIterator::NotHidden | QTreeWidgetItemIterator::NoChildren);
       *item; ++item) {
    ++shown;
  }
  EXPECT_EQ(shown, 1);
  QTest::keyClick(&search, Qt::Key_Return);
  EXPECT_EQ(help()->topic(), QStringLiteral("quantities#lower-bound"));
  search.clear();
  EXPECT_FALSE(contents.topLevelItem(0)->isHidden());
}

TEST_F(Help, LessonsAreExplainedWhereTheyArePlayed) {
  window->lessonPlayer().start(shippedLesson(lessonIds().front()));
  auto* button = window->lessonPanel().findChild<QToolButton*>(QStringLiteral("lessonHelp"));
  ASSERT_TRUE(button);
  button->click();
  ASSERT_TRUE(help());
  EXPECT_EQ(help()->topic(), QStringLiteral("lessons#lesson"));
  help()->showTopic(QStringLiteral("window"));
  window->activateWindow();
  button->setFocus();
  ASSERT_TRUE(QTest::qWaitForWindowActive(window.get(), 120'000));
  action(QStringLiteral("Contents"))->trigger();
  EXPECT_EQ(help()->topic(), QStringLiteral("lessons#lesson"));
}

TEST_F(Help, LinksCanBeReadInTheDark) {
  showHelp(window.get(), QStringLiteral("window"));
  auto& text = *help()->findChild<QTextBrowser*>(QStringLiteral("helpText"));
  const auto linkColor = [&text] {
    for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next()) {
      for (auto part = block.begin(); !part.atEnd(); ++part) {
        const QTextCharFormat format = part.fragment().charFormat();
        if (!format.anchorHref().isEmpty()) return format.foreground().color();
      }
    }
    return QColor();
  };
  EXPECT_EQ(linkColor(), paletteFor(false).color(QPalette::Link));
  applyAppearance(*qApp, Appearance::Dark, false);
  QTest::qWait(20);
  EXPECT_EQ(linkColor(), paletteFor(true).color(QPalette::Link));
  applyAppearance(*qApp, Appearance::Light, false);
}

/// All actions of the window, in menus or not.
std::set<QAction*> allActions(const MainWindow& window) {
  std::set<QAction*> all;
  const std::function<void(const QList<QAction*>&)> add = [&](const QList<QAction*>& actions) {
    for (QAction* action : actions) {
      all.insert(action);
      if (action->menu()) add(action->menu()->actions());
    }
  };
  add(window.menuBar()->actions());
  add(window.findChildren<QAction*>());
  return all;
}

TEST_F(Help, NoTwoActionsShareAShortcut) {
  std::map<QKeySequence, const QAction*> taken;
  for (const QAction* action : allActions(*window)) {
    for (const QKeySequence& key : action->shortcuts()) {
      const QAction* other = taken.emplace(key, action).first->second;
      EXPECT_EQ(other, action) << key.toString().toStdString() << ": " << action->text().toStdString() << " and "
                               << other->text().toStdString();
    }
  }
  EXPECT_GT(taken.size(), 10U);
}

TEST_F(Help, TheSheetShowsEveryShortcutThatThereIs) {
  QAction extra(QStringLiteral("&Brand new entry …"));
  extra.setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+Shift+F9")));
  window->menuBar()->actions().constFirst()->menu()->addAction(&extra);
  document->shelf().pin(document->design(), QStringLiteral("a design"));
  action(QStringLiteral("Keyboard shortcuts"))->trigger();
  auto* sheet = window->findChild<ShortcutSheet*>();
  ASSERT_TRUE(sheet);
  auto& list = *sheet->findChild<QTreeWidget*>(QStringLiteral("shortcutList"));
  std::map<QString, QString> rows;
  for (QTreeWidgetItemIterator item(&list); *item; ++item) {
    if ((*item)->parent()) rows[(*item)->text(0)] = (*item)->text(1);
  }
  for (const QAction* found : allActions(*window)) {
    if (found->shortcuts().isEmpty()) continue;
    ASSERT_TRUE(rows.contains(plainText(found->iconText()))) << found->text().toStdString();
    EXPECT_EQ(rows[plainText(found->iconText())], keysText(found->shortcuts()));
  }
  EXPECT_TRUE(rows.contains(QStringLiteral("Brand new entry")));
  // The entry, not the step that it would take back.
  EXPECT_TRUE(rows.contains(QStringLiteral("Undo")));

  auto& filter = *sheet->findChild<QLineEdit*>(QStringLiteral("shortcutFilter"));
  filter.setFocus();
  QTest::keyClicks(&filter, QStringLiteral("brand"));
  int shown = 0;
  for (QTreeWidgetItemIterator item(&list, QTreeWidgetItemIterator::NotHidden); *item; ++item) {
    if ((*item)->parent() && !(*item)->parent()->isHidden()) ++shown;
  }
  EXPECT_EQ(shown, 1);
  QTest::keyClicks(&filter, QStringLiteral("xyzzy"));
  EXPECT_FALSE(list.isVisible());
  EXPECT_TRUE(sheet->findChild<QLabel*>(QStringLiteral("shortcutNothing"))->isVisible());
}

TEST_F(Help, ThePaletteFindsActionsFieldsAndPages) {
  window->activateWindow();
  const auto find = [this](const QString& query) {
    action(QStringLiteral("Find a command"))->trigger();
    auto* palette = window->findChildren<CommandPalette*>().constLast();
    auto* line = palette->findChild<QLineEdit*>(QStringLiteral("commandQuery"));
    line->setFocus();
    QTest::keyClicks(line, query);
    return line;
  };
  QTest::keyClick(find(QStringLiteral("epsi")), Qt::Key_Return);
  QTest::qWait(20);
  EXPECT_TRUE(number(Field::Epsilon).edit().hasFocus());
  // Values: a number behind the name of a field, and what a choice can be.
  QTest::keyClick(find(QStringLiteral("epsilon 2^2")), Qt::Key_Return);
  QTest::qWait(20);
  EXPECT_EQ(document->scenario().epsilon, 4);
  const Mechanism* before = document->scenario().mechanism;
  QTest::keyClick(find(QStringLiteral("stamped")), Qt::Key_Return);
  QTest::qWait(20);
  EXPECT_NE(document->scenario().mechanism, before);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().mechanism, before);
  QTest::keyClick(find(QStringLiteral("nuclear")), Qt::Key_Return);  // in a text, but in no title
  QTest::qWait(20);
  EXPECT_FALSE(help());
  QTest::keyClick(window->findChildren<CommandPalette*>().constLast(), Qt::Key_Escape);
  QTest::keyClick(find(QStringLiteral("four matr")), Qt::Key_Return);
  QTest::qWait(20);
  ASSERT_TRUE(help());
  EXPECT_EQ(help()->topic(), QStringLiteral("quantities#matrices"));
  // What a person calls it that is labelled "Mechanism".
  QTest::keyClick(find(QStringLiteral("mechanism")), Qt::Key_Escape);
  bool field = false;
  auto* palette = window->findChildren<CommandPalette*>().constLast();
  auto& found = *palette->findChild<QListWidget*>(QStringLiteral("commandList"));
  const QString mechanism = window->scenarioPanel().choiceField(Field::Mechanism)->combo().accessibleName();
  for (int i = 0; i < found.count(); ++i) field = field || found.item(i)->text().startsWith(mechanism);
  EXPECT_TRUE(field) << mechanism.toStdString();
  QLineEdit* line = find(QStringLiteral("keyboard"));
  QTest::keyClick(line, Qt::Key_Down);
  QTest::keyClick(line, Qt::Key_Up);
  QTest::keyClick(line, Qt::Key_Return);
  QTest::qWait(20);
  EXPECT_TRUE(window->findChild<ShortcutSheet*>());
}

TEST_F(Help, RegisteredKeysReallyDoSomething) {
  ASSERT_TRUE(waitUntilSolved());
  // An empty chart has no point to choose, and some are made in threads of their own.
  ASSERT_TRUE(waitFor([this] {
    const auto plots = window->findChildren<LinePlot*>();
    return std::ranges::all_of(plots, [](const LinePlot* plot) {
      const auto& series = plot->model().series;
      return !plot->isVisible() || (plot->isDrawn() && std::ranges::any_of(series, [](const ChartSeries& one) {
                                      return one.pointed && !one.points.empty();
                                    }));
    });
  }));
  int kinds = 0;
  for (QWidget* widget : window->findChildren<QWidget*>()) {
    if (describedKind(*widget).isEmpty() || !widget->isVisible()) continue;
    ++kinds;
    for (const KeyHelp& help : describedKeys(*widget)) {
      EXPECT_FALSE(help.text.isEmpty());
      for (const QKeySequence& sequence : help.keys) {
        const QKeyCombination key = sequence[0];
        QKeyEvent press(QEvent::KeyPress, key.key(), key.keyboardModifiers());
        QCoreApplication::sendEvent(widget, &press);
        EXPECT_TRUE(press.isAccepted()) << describedKind(*widget).toStdString() << " "
                                        << sequence.toString().toStdString();
      }
    }
  }
  EXPECT_GE(kinds, 1);
}

TEST_F(Help, TextsLeaveTheKeysOfCommandsToTheWindow) {
  GreedyEdit edit(window.get());
  edit.show();
  window->activateWindow();
  edit.setFocus();
  ASSERT_TRUE(waitFor([&] { return edit.hasFocus(); }));
  for (const Qt::Key key : {Qt::Key_C, Qt::Key_Z, Qt::Key_A}) QTest::keyClick(&edit, key, Qt::ControlModifier);
  EXPECT_EQ(edit.kept(), QList<int>({Qt::Key_C, Qt::Key_Z, Qt::Key_A}));
  QTest::keyClick(&edit, Qt::Key_E, Qt::ControlModifier);
  EXPECT_EQ(edit.kept().size(), 3);
  EXPECT_TRUE(window->findChild<ExportDialog*>());
}

TEST_F(Help, PagesShowWhatMechanismsAndBatchingsLookLike) {
  for (const auto& [topic, name, least] :
       {std::tuple(QStringLiteral("mechanisms#blt"), QStringLiteral("mechanism/"), std::ssize(allMechanisms())),
        std::tuple(QStringLiteral("privacy#batchings"), QStringLiteral("batching/"), std::ssize(allBatchings()) - 1)}) {
    showHelp(window.get(), topic);
    const QTextDocument& text = *help()->findChild<QTextBrowser*>(QStringLiteral("helpText"))->document();
    std::set<QString> shown;
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
      for (auto part = block.begin(); !part.atEnd(); ++part) {
        if (!part.fragment().charFormat().isImageFormat()) continue;
        const QTextImageFormat format = part.fragment().charFormat().toImageFormat();
        const auto image = text.resource(QTextDocument::ImageResource, QUrl(format.name())).value<QImage>();
        ASSERT_FALSE(image.isNull()) << format.name().toStdString();
        EXPECT_NEAR(image.deviceIndependentSize().width(), format.width(), 1);
        EXPECT_TRUE(format.name().contains(name));
        shown.insert(format.name());
      }
    }
    EXPECT_GE(std::ssize(shown), least);
  }
}

}  // namespace
}  // namespace noiseloom
