// The window in German: no English text that has a translation is left, and nothing that programs read changes.

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <map>
#include <set>

#include "core/batching/list.h"
#include "core/io/scenario_json.h"
#include "tests/thorough.h"
#include "tests/ui/translation_file.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/claim_dialog.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/export_plots_dialog.h"
#include "ui/dialogs/export_report_dialog.h"
#include "ui/dialogs/save_picture_dialog.h"
#include "ui/document/design_text.h"
#include "ui/document/shelf.h"
#include "ui/export/copy_as.h"
#include "ui/export/table_csv.h"
#include "ui/help/command_palette.h"
#include "ui/help/help_book.h"
#include "ui/help/shortcut_list.h"
#include "ui/help/shortcut_sheet.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_player.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/fold_section.h"
#include "ui/panels/shelf_panel.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/settings/preferences_dialog.h"
#include "ui/style/elided_label.h"
#include "ui/style/look.h"
#include "ui/workspace/notice_bar.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

/// Sources that have another text in German.
class EnglishTexts {
 public:
  EnglishTexts() {
    static const QRegularExpression placeholder(QStringLiteral("%(L?[0-9]|n)"));
    std::set<QString> german;
    const QList<TranslatedMessage> messages = translationFile(QStringLiteral("de"));
    for (const TranslatedMessage& message : messages) german.insert(message.translations.value(0));
    for (const TranslatedMessage& message : messages) {
      if (message.translations.value(0) == message.source || german.contains(message.source)) continue;
      if (!message.source.contains(placeholder)) {
        m_texts.insert(plainText(message.source));
        continue;
      }
      QString literal = message.source;
      literal.remove(placeholder);
      // Too little to tell from anything else.
      if (literal.count(QRegularExpression(QStringLiteral("[A-Za-z]{2,}"))) < 2) continue;
      const QStringList pieces = message.source.split(placeholder);
      const auto longest = std::ranges::max_element(pieces, {}, &QString::size);
      QString expression = QRegularExpression::escape(message.source);
      expression.replace(QRegularExpression(QStringLiteral("\\\\%(L?[0-9]|n)")), QStringLiteral(".+"));
      m_patterns.append({*longest, QRegularExpression(QRegularExpression::anchoredPattern(expression))});
    }
  }
  bool knows(const QString& text) const {
    const QString plain = plainText(text);
    // To look for a piece first is many times as quick.
    return m_texts.contains(plain) || std::ranges::any_of(m_patterns, [&](const Pattern& pattern) {
             return plain.contains(pattern.piece) && pattern.whole.match(plain).hasMatch();
           });
  }

 private:
  struct Pattern {
    QString piece;  ///< that a text has which matches
    QRegularExpression whole;
  };
  std::set<QString> m_texts;
  QList<Pattern> m_patterns;
};

/// Every text of a widget and of what is inside it, with where it stands.
class TextWalk {
 public:
  void widgets(const QWidget& root) {
    widget(root);
    for (const QWidget* child : root.findChildren<QWidget*>()) widget(*child);
    for (const QAction* action : root.findChildren<QAction*>()) {
      add(*action, action->text());
      add(*action, action->toolTip());
    }
  }
  void add(const QObject& where, const QString& text) {
    if (!text.trimmed().isEmpty())
      m_found.emplace_back(text, where.metaObject()->className() + QStringLiteral(" ") + where.objectName());
  }
  const std::vector<std::pair<QString, QString>>& found() const { return m_found; }

 private:
  void widget(const QWidget& widget) {
    for (const char* property : {"text", "title", "toolTip", "statusTip", "whatsThis", "accessibleName",
                                 "accessibleDescription", "windowTitle", "placeholderText", "suffix", "prefix"}) {
      add(widget, widget.property(property).toString());
    }
    if (const auto* combo = qobject_cast<const QComboBox*>(&widget)) {
      for (int i = 0; i < combo->count(); ++i) {
        add(widget, combo->itemText(i));
        add(widget, combo->itemData(i, Qt::ToolTipRole).toString());
      }
    }
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
      for (int i = 0; i < tabs->count(); ++i) add(widget, tabs->tabText(i));
    }
    if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget); view && view->model()) model(*view);
    if (const auto* plot = qobject_cast<const LinePlot*>(&widget)) {
      add(widget, plot->model().title);
      add(widget, plot->model().x.title);
      add(widget, plot->model().y.title);
      add(widget, plot->model().formula);
      add(widget, plot->model().citation);
      for (const ChartSeries& series : plot->model().series) add(widget, series.name);
      add(widget, plot->summary());
    }
  }
  void model(const QAbstractItemView& view) {
    const QAbstractItemModel& items = *view.model();
    for (int column = 0; column < items.columnCount(); ++column) {
      for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)}) {
        add(view, items.headerData(column, Qt::Horizontal, role).toString());
        for (int row = 0; row < std::min(items.rowCount(), 60); ++row)
          add(view, items.index(row, column).data(role).toString());
      }
    }
  }
  std::vector<std::pair<QString, QString>> m_found;
};

/// The window in German from the start, as `noiseloom --language de` sets it up.
class German : public WindowTest {
 protected:
  void SetUp() override {
    ASSERT_EQ(installLanguage(*QCoreApplication::instance(), Language::German), QStringLiteral("de"));
    WindowTest::SetUp();
  }
  void TearDown() override {
    WindowTest::TearDown();
    removeLanguage(*QCoreApplication::instance());
  }
  /// The window again in another language, solved.
  void startIn(Language language) {
    WindowTest::TearDown();
    installLanguage(*QCoreApplication::instance(), language);
    WindowTest::SetUp();
  }
  static const EnglishTexts& english() {
    static const EnglishTexts texts;
    return texts;
  }
  static void expectGerman(const QWidget& root) {
    TextWalk walk;
    walk.widgets(root);
    EXPECT_GT(walk.found().size(), 3U);
    for (const auto& [text, where] : walk.found())
      EXPECT_FALSE(english().knows(text)) << where.toStdString() << ": " << text.toStdString();
  }
};

TEST_F(German, TheWalkFindsEnglish) {
  EXPECT_TRUE(english().knows(QStringLiteral("Privacy claim …")));
  EXPECT_TRUE(english().knows(QStringLiteral("&File")));
  EXPECT_TRUE(english().knows(QStringLiteral("Refining: 3 of 9 points; Esc stops")));
  EXPECT_FALSE(english().knows(QStringLiteral("Privatheitszusage …")));
  QWidget root;
  QLabel label(QStringLiteral("Being solved: this is the claim of an earlier scenario"), &root);
  TextWalk walk;
  walk.widgets(root);
  ASSERT_EQ(walk.found().size(), 1U);
  EXPECT_TRUE(english().knows(walk.found().front().first));
}

TEST_F(German, TheWindowIsGerman) {
  window->resize(1366, 740);
  expectGerman(*window);
  window->shelf().pinCurrent();
  type(Field::Epsilon, QStringLiteral("4"));
  ASSERT_TRUE(waitUntilSolved());
  window->shelf().pinCurrent();
  for (PlotPanel* panel : window->plots().panels()) {
    window->plots().bringForward(panel);
    QTest::qWait(200);
    panel->showTable(true);
    panel->showTable(false);
  }
  expectGerman(*window);
  EXPECT_EQ(window->menuBar()->actions().front()->text(), QStringLiteral("&Datei"));
}

TEST_F(German, EveryMechanismAndBatchingIsGerman) {
  type(Field::Iterations, QString::fromLatin1(thorough("16", "64")));
  for (const Mechanism* mechanism :
       {*mechanismFromName("tree"), *mechanismFromName("blt"), *mechanismFromName("band-inv-mf")}) {
    chooseBatching(&batchings::minSeparation);
    chooseMechanism(mechanism);
    ASSERT_TRUE(waitUntilSolved());
    expectGerman(*window);
  }
  chooseJobBatching(&jobs::shuffledEachEpoch);
  QTest::qWait(300);
  expectGerman(*window);
}

TEST_F(German, HelpCallsMechanismsWhatListsCallThem) {
  for (const Mechanism* mechanism : offeredMechanisms()) {
    if (mechanism->id == "best") continue;
    const QString id = QString::fromLatin1(mechanism->id.data(), static_cast<qsizetype>(mechanism->id.size()));
    EXPECT_EQ(HelpBook::instance().titleOf(QStringLiteral("mechanisms#") + id), mechanismTitle(mechanism));
  }
}

TEST_F(German, ProblemsAreGerman) {
  for (const auto& [field, text] :
       {std::pair(Field::Epsilon, QStringLiteral("-1")), std::pair(Field::Epochs, QStringLiteral("1000")),
        std::pair(Field::Delta, QStringLiteral("1,5")), std::pair(Field::Bands, QStringLiteral("99"))}) {
    type(field, text);
    QTest::qWait(50);
    expectGerman(*window);
    const QString said = number(field).findChild<QLabel*>() ? number(field).accessibleDescription() : QString();
    document->reset(smallScenario());
  }
  EXPECT_TRUE(waitUntilSolved());
}

TEST_F(German, NumbersKeepTheirPoint) {
  type(Field::Epsilon, QStringLiteral("2.5"));
  EXPECT_EQ(document->scenario().epsilon, 2.5);
  EXPECT_EQ(number(Field::Epsilon).edit().text(), QStringLiteral("2.5"));
  ASSERT_TRUE(waitUntilSolved());
  for (const QSpinBox* spin : window->findChildren<QSpinBox*>()) EXPECT_FALSE(spin->isGroupSeparatorShown());
}

TEST_F(German, DialogsAreGerman) {
  window->shelf().pinCurrent();
  ExportDialog strategy(*document);
  strategy.show();
  expectGerman(strategy);
  ClaimDialog claim(*document);
  claim.show();
  for (int page = 0; page < claim.pages().count(); ++page) {
    claim.pages().setCurrentIndex(page);
    QTest::qWait(20);
    expectGerman(claim);
  }
  ExportReportDialog report(*document, window->plots());
  report.show();
  expectGerman(report);
  SavePictureDialog picture(window->plots().pictures().front(), *document);
  picture.show();
  expectGerman(picture);
  ExportPlotsDialog plots(*document, window->plots());
  plots.show();
  expectGerman(plots);
  PreferencesDialog choices;
  choices.show();
  expectGerman(choices);
}

TEST_F(German, TheClaimSaysWhichWordingCounts) {
  ClaimDialog claim(*document);
  claim.show();
  bool said = false;
  for (const QLabel* label : claim.findChildren<QLabel*>()) {
    said = said || label->text().contains(QStringLiteral("In Dateien steht diese Aussage auf Englisch"));
  }
  EXPECT_TRUE(said);
}

/// Mnemonics of one menu, in capital letters, with how often each is used.
std::map<QChar, int> mnemonicsIn(const QList<QAction*>& actions) {
  std::map<QChar, int> used;
  for (const QAction* action : actions) {
    const qsizetype at = action->text().indexOf(QRegularExpression(QStringLiteral("&[^& ]")));
    if (at >= 0 && action->isVisible()) ++used[action->text().at(at + 1).toUpper()];
  }
  return used;
}

TEST_F(German, MnemonicsDoNotClash) {
  EXPECT_EQ(mnemonicsIn(window->menuBar()->actions()).size(), 6U);
  for (const auto& [key, count] : mnemonicsIn(window->menuBar()->actions())) EXPECT_EQ(count, 1) << key.toLatin1();
  for (const QMenu* menu : window->findChildren<QMenu*>()) {
    for (const auto& [key, count] : mnemonicsIn(menu->actions()))
      EXPECT_EQ(count, 1) << key.toLatin1() << " in " << menu->title().toStdString();
  }
  PreferencesDialog dialog;
  std::map<QString, int> used;
  for (const QLabel* label : dialog.findChildren<QLabel*>()) {
    if (label->buddy()) ++used[label->text().mid(label->text().indexOf(QLatin1Char('&')), 2).toLower()];
  }
  EXPECT_GE(used.size(), 4U);
  for (const auto& [key, count] : used) EXPECT_EQ(count, 1) << key.toStdString();
}

TEST_F(German, FitsIntoASmallScreen) {
  EXPECT_LE(window->minimumSizeHint().width(), 1366);
  EXPECT_LE(window->minimumSizeHint().height(), 740);
  window->resize(1366, 740);
  QTest::qWait(30);
  EXPECT_LE(window->scenarioPanel().widget()->width(), window->scenarioPanel().viewport()->width());
  for (FoldSection* section : window->findChildren<FoldSection*>()) section->setFolded(false);
  QTest::qWait(30);
  expectChoicesFit();
  EXPECT_LE(window->scenarioPanel().widget()->width(), window->scenarioPanel().viewport()->width());
  for (const QLabel* label : window->scenarioPanel().findChildren<QLabel*>()) {
    if (!label->isVisible() || label->wordWrap() || dynamic_cast<const ElidedLabel*>(label)) continue;
    EXPECT_GE(label->width(), label->sizeHint().width()) << label->text().toStdString();
  }
  for (const QAbstractButton* button : window->findChildren<QAbstractButton*>()) {
    if (!button->isVisible() || button->text().isEmpty()) continue;
    EXPECT_GE(button->width(), button->fontMetrics().horizontalAdvance(plainText(button->text())))
        << button->text().toStdString();
  }
}

TEST_F(German, FitsIntoAProjectorsPicture) {
  for (int i = 1; i <= 6; ++i) document->shelf().pin(document->design(), QStringLiteral("Ein Entwurf, der %1.").arg(i));
  window->resize(1366, 740);
  setPresenting(true);
  QTest::qWait(100);
  EXPECT_LE(window->minimumSizeHint().width(), 1366);
  EXPECT_LE(window->minimumSizeHint().height(), 740);
  EXPECT_LE(window->width(), 1366);
  setPresenting(false);
}

TEST_F(German, EveryMenuHasItsPlaceBesideTheButtonsOfTheRow) {
  const QMenuBar& menus = *window->menuBar();
  const auto* button = window->findChild<QToolButton*>(QStringLiteral("row_recommend"));
  for (const bool presenter : {false, true}) {
    setPresenting(presenter);
    for (const int width : {1024, 1366}) {
      SCOPED_TRACE(width);
      window->resize(width, 640);
      QTest::qWait(50);
      const int end = menus.cornerWidget(Qt::TopRightCorner)->x();
      for (QAction* menu : menus.actions()) {
        EXPECT_FALSE(menus.actionGeometry(menu).isEmpty()) << menu->text().toStdString();
        EXPECT_LE(menus.actionGeometry(menu).right(), end) << menu->text().toStdString();
      }
      EXPECT_TRUE(presenter || button->toolButtonStyle() == Qt::ToolButtonTextBesideIcon);
    }
  }
  setPresenting(false);
}

TEST_F(German, TheClaimBarIsAsHighAsInEveryLanguage) {
  const auto heights = [this] {
    std::vector<int> found;
    for (const QSize size : {QSize(1366, 740), QSize(1920, 1052), QSize(3840, 2132)}) {
      window->resize(size);
      chooseJobBatching(&jobs::asAccounted);
      QTest::qWait(60);
      found.push_back(window->claimBar().height());
      chooseJobBatching(&jobs::shuffledOnce);
      QTest::qWait(60);
      found.push_back(window->claimBar().height());
    }
    return found;
  };
  const std::vector<int> german = heights();
  // Nor does an alarm move what is below.
  EXPECT_EQ(german, std::vector<int>(german.size(), german.front()));
  startIn(Language::English);
  EXPECT_EQ(heights(), german);
}

// A laptop or a projector has no more than that, and a window that grows past the screen cannot be used.
TEST_F(German, NothingGrowsTheWindow) {
  const QSize least(1024, 640);
  const auto fits = [&](const std::string& what) {
    QTest::qWait(20);
    // Texts are laid out in turns of the event loop, which a busy machine delays. A window that grew meanwhile stays
    // so.
    const auto isSmall = [&] { return window->minimumSizeHint().boundedTo(least) == window->minimumSizeHint(); };
    waitFor(isSmall);
    const QSize needed = window->minimumSizeHint();
    EXPECT_LE(needed.width(), least.width()) << what;
    EXPECT_LE(needed.height(), least.height()) << what;
    EXPECT_EQ(window->size(), least) << what;
  };
  // By default each lesson is in one of the four rounds.
  qsizetype round = 0;
  for (const Language language : {Language::German, Language::English}) {
    startIn(language);
    for (const bool presenter : {false, true}) {
      const std::string where = codeOf(language).toStdString() + (presenter ? ", presenter: " : ": ");
      setPresenting(presenter);
      window->resize(least);
      fits(where + "fresh");
      for (FoldSection* section : window->findChildren<FoldSection*>()) section->setFolded(false);
      for (int i = 1; i <= 6; ++i) document->shelf().pin(document->design(), QStringLiteral("Entwurf %1").arg(i));
      chooseJobBatching(&jobs::shuffledEachEpoch);
      window->workspace().notice().tell(QString(40, QLatin1Char('W')) + QString(" w").repeated(60),
                                        QStringLiteral("Mend it"), [] {});
      fits(where + "full");
      for (PlotPanel* panel : window->plots().panels()) {
        window->plots().bringForward(panel);
        fits(where + panel->objectName().toStdString());
        panel->showTable(true);
        fits(where + panel->objectName().toStdString() + ", table");
        panel->showTable(false);
      }
      type(Field::Epsilon, QStringLiteral("-1"));
      fits(where + "problem");
      document->reset(smallScenario());
      const QStringList lessons = lessonIds();
      for (qsizetype i = thorough<qsizetype>(round++, 0); i < lessons.size(); i += thorough<qsizetype>(4, 1)) {
        window->lessonPlayer().start(shippedLesson(lessons[i]));
        fits(where + lessons[i].toStdString());
        window->lessonPlayer().leave();
      }
      setPresenting(false);
    }
  }
}

std::multiset<QString> objectNames(const QWidget& window) {
  std::multiset<QString> names;
  for (const QObject* child : window.findChildren<QObject*>()) {
    if (!child->objectName().isEmpty() && !child->objectName().startsWith(QLatin1String("qt_")))
      names.insert(child->objectName());
  }
  return names;
}

TEST_F(German, ObjectNamesAreThoseOfEveryLanguage) {
  const std::multiset<QString> german = objectNames(*window);
  EXPECT_GT(german.size(), 100U);
  startIn(Language::English);
  EXPECT_EQ(objectNames(*window), german);
}

TEST_F(German, WhatProgramsReadIsThatOfEveryLanguage) {
  struct Written {
    QByteArray session;
    std::map<std::string, std::string> tables;
    std::map<QString, QString> copies;
    std::string scenario;
  };
  const QTemporaryDir folder;
  const auto write = [&](const QString& name) {
    Written written;
    type(Field::Epsilon, QStringLiteral("1.5"));
    type(Field::Bands, QStringLiteral("4"));
    EXPECT_TRUE(waitUntilSolved());
    for (PlotPanel* panel : window->plots().panels()) {
      window->plots().bringForward(panel);
      // One table a panel, but two of coefficients, the second of which comes later.
      const std::size_t tables = qobject_cast<CoefficientsPanel*>(panel) ? 2 : 1;
      EXPECT_TRUE(waitFor([&] { return panel->isCurrent() && panel->tables().size() >= tables; }))
          << panel->objectName().toStdString();
    }
    {
      const SourceTexts english;
      for (const PlotPanel* panel : window->plots().panels()) {
        for (const DataTable& table : panel->currentTables()) written.tables[table.name.toStdString()] = csvText(table);
      }
    }
    for (int what = 0; what <= static_cast<int>(CopyAs::Claim); ++what) {
      const auto as = static_cast<CopyAs>(what);
      written.copies[copyAsObjectName(as)] = copyAsText(design(), as);
    }
    written.scenario = scenarioText(document->scenario());
    const QString path = folder.filePath(name);
    QSignalSpy saved(&window->workspace(), &Workspace::saved);
    window->workspace().saveAs(path);
    EXPECT_TRUE(waitFor([&] { return saved.size() == 1; }));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    written.session = file.readAll();
    return written;
  };
  const Written german = write(QStringLiteral("de.noiseloom"));
  startIn(Language::English);
  const Written other = write(QStringLiteral("en.noiseloom"));
  // Columns are as wide as their titles.
  const auto withoutWidths = [](const QByteArray& session) {
    static const QRegularExpression width(QStringLiteral("\"width\": [0-9]+"));
    return QString::fromUtf8(session).remove(width);
  };
  EXPECT_TRUE(german.session.contains("\"epsilon\": 1.5"));
  EXPECT_EQ(withoutWidths(german.session), withoutWidths(other.session));
  EXPECT_EQ(german.scenario, other.scenario);
  EXPECT_EQ(german.copies, other.copies);
  EXPECT_GE(german.tables.size(), 5U);
  ASSERT_EQ(german.tables.size(), other.tables.size());
  for (const auto& [name, text] : german.tables) {
    ASSERT_TRUE(other.tables.contains(name)) << name;
    // Times that were measured differ from run to run; the header does not.
    const auto header = [](const std::string& csv) { return csv.substr(0, csv.find('\n')); };
    const bool measured = (name + header(text)).find("time") != std::string::npos;
    EXPECT_EQ(header(text), header(other.tables.at(name)));
    if (!measured) {
      EXPECT_EQ(text, other.tables.at(name)) << name;
    }
  }
}

}  // namespace
}  // namespace noiseloom
