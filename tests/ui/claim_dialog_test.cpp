// Design > Privacy claim: what an auditor reads, copies and saves.

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFontMetricsF>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/batching/list.h"
#include "core/io/claim_json.h"
#include "tests/processor_time.h"
#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/claim_dialog.h"
#include "ui/dialogs/profile_page.h"
#include "ui/dialogs/risk_page.h"
#include "ui/dialogs/separation_page.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/claim_markdown.h"
#include "ui/panels/mark_button.h"
#include "ui/plots/line/line_plot.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class ClaimDialogs : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    dialog = std::make_unique<ClaimDialog>(*document);
    dialog->show();
  }
  void TearDown() override {
    dialog.reset();
    WindowTest::TearDown();
  }
  bool waitForProfile() {
    return waitFor([this] { return !dialog->profile().running(); });
  }
  bool waitForUse() {
    return waitFor([this] { return dialog->separation().result().has_value(); });
  }
  void enter(NumberField& field, const QString& text) {
    field.edit().setFocus();
    field.edit().selectAll();
    QTest::keyClicks(&field.edit(), text);
    QTest::keyClick(&field.edit(), Qt::Key_Return);
  }
  QString tableText() {
    QString text;
    for (int row = 0; row < dialog->assumptions().rowCount(); ++row) {
      for (int column = 0; column < 3; ++column) text += dialog->assumptions().item(row, column)->text() + '\n';
    }
    return text;
  }
  QString fileText(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return QString::fromUtf8(file.readAll());
  }

  std::unique_ptr<ClaimDialog> dialog;
};

TEST_F(ClaimDialogs, SayWhyThereIsNoClaim) {
  dialog.reset();
  document->setEntryProblem(Field::Epsilon, QStringLiteral("Epsilon cannot be read: use a number"));
  dialog = std::make_unique<ClaimDialog>(*document);
  dialog->show();
  const QList<QLabel*> labels = dialog->findChild<QFrame*>(QStringLiteral("claimHead"))->findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(
      labels, [](const QLabel* label) { return label->text().contains(QStringLiteral("Epsilon cannot be read")); }));
  // No empty tables below it, and the room for them once there is one.
  EXPECT_FALSE(dialog->pages().isVisible());
  const int low = dialog->height();
  document->clearEntryProblem(Field::Epsilon);
  ASSERT_TRUE(waitFor([this] { return dialog->pages().isVisible(); }));
  EXPECT_GT(dialog->height(), low + 200);
}

TEST_F(ClaimDialogs, NoTitleAndNoWordOfANarrowTableIsCut) {
  const double usual = dialog->fontMetrics().averageCharWidth();
  WrappingTable table(QStringLiteral("table"), {QStringLiteral("Figure"), QStringLiteral("The most of all"), {}},
                      {0.2, 0.05});
  table.setRows(
      {{QStringLiteral("Noise multiplier"), QStringLiteral("0.372292"), QStringLiteral("of which there is")}});
  table.resize(static_cast<int>(40 * usual), 200);
  table.show();
  const QFontMetricsF head(table.horizontalHeader()->font());
  EXPECT_GE(table.columnWidth(1), head.horizontalAdvance(QStringLiteral("The most of all")));
  EXPECT_GE(table.columnWidth(0), table.fontMetrics().horizontalAdvance(QStringLiteral("multiplier")));
}

TEST_F(ClaimDialogs, TheMenuOpensOneAndRaisesItAgain) {
  QAction* found = nullptr;
  for (const QAction* menu : window->menuBar()->actions()) {
    for (QAction* action : menu->menu()->actions()) {
      if (QString(action->text()).remove(QLatin1Char('&')) == QStringLiteral("Privacy claim …")) found = action;
    }
  }
  ASSERT_TRUE(found);
  EXPECT_EQ(found->shortcut().toString(), QStringLiteral("Ctrl+I"));
  found->trigger();
  found->trigger();
  EXPECT_EQ(window->findChildren<ClaimDialog*>().size(), 1);
}

TEST_F(ClaimDialogs, HoldsEveryPartOfTheClaim) {
  const PrivacyClaim claim = claimOf(design());
  EXPECT_EQ(dialog->assumptions().rowCount(), static_cast<int>(claim.assumptions.size()));
  for (const Assumption& assumption : claim.assumptions) {
    EXPECT_TRUE(tableText().contains(coreText(assumption.text)));
    EXPECT_TRUE(tableText().contains(statusName(assumption.status)));
  }
  for (int row = 0; row < dialog->assumptions().rowCount(); ++row)
    EXPECT_FALSE(dialog->assumptions().item(row, 0)->icon().isNull());
  EXPECT_TRUE(dialog->stateText().startsWith(QStringLiteral("Holds if")));
  QString everything = claimMarkdown(claim);
  for (const Text& part : {claim.statement, claim.setting, claim.dataAccesses, claim.notCovered, claim.outputs,
                           claim.unitText, claim.adjacencyText, claim.howToVerify, claim.accountant.method})
    EXPECT_TRUE(everything.contains(QString::fromStdString(part.english()))) << part;
}

TEST_F(ClaimDialogs, WritesFormulasAsTheWindowDoes) {
  EXPECT_EQ(coreText(Core::tr("A C^-1 <= %1")), QStringLiteral("A C⁻¹ ≤ %1"));
}

TEST_F(ClaimDialogs, FollowsTheDesignAndIsMarkedMeanwhile) {
  ASSERT_TRUE(waitForProfile());
  document->setEntryProblem(Field::Epsilon, QStringLiteral("x"));
  EXPECT_TRUE(dialog->isStale());
  EXPECT_TRUE(dialog->stateText().startsWith(QStringLiteral("Stale")));
  for (const QPushButton* button : dialog->outputs()) EXPECT_FALSE(button->isEnabled());
  document->clearEntryProblem(Field::Epsilon);
  EXPECT_FALSE(dialog->isStale());
  for (const QPushButton* button : dialog->outputs()) EXPECT_TRUE(button->isEnabled());
  type(Field::Epsilon, QStringLiteral("1"));
  EXPECT_TRUE(dialog->isStale());
  EXPECT_EQ(dialog->claim().epsilon, 2);  // until the new one is there
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(dialog->claim().epsilon, 1);
  EXPECT_FALSE(dialog->isStale());
}

TEST_F(ClaimDialogs, AViolatedAssumptionStandsOut) {
  chooseJobBatching(&jobs::shuffledOnce);
  EXPECT_EQ(dialog->claim().severity, ClaimSeverity::Critical);
  EXPECT_TRUE(dialog->stateText().startsWith(QStringLiteral("Critical")));
  EXPECT_TRUE(tableText().contains(statusName(AssumptionStatus::Violated)));
  document->undoStack().undo();
  EXPECT_FALSE(tableText().contains(statusName(AssumptionStatus::Violated)));
}

TEST_F(ClaimDialogs, TheProfileIsCertifiedAndFalls) {
  ASSERT_TRUE(waitForProfile());
  const std::vector<ProfilePoint>& points = dialog->profile().points();
  ASSERT_EQ(points.size(), profileEpsilons(design()).size());
  for (std::size_t i = 1; i < points.size(); ++i) {
    EXPECT_GT(points[i].first, points[i - 1].first);
    EXPECT_LT(points[i].second, points[i - 1].second);
  }
  EXPECT_NE(std::ranges::find(points, ProfilePoint(2, 1e-5)), points.end());
  EXPECT_EQ(dialog->claim().profile, points);
  EXPECT_TRUE(dialog->profile().note().contains(QStringLiteral("certified")));
  // Words alone certify nothing anew.
  chooseJobBatching(&jobs::shuffledOnce);
  EXPECT_FALSE(dialog->profile().running());
  EXPECT_EQ(dialog->claim().profile.size(), points.size());
}

TEST_F(ClaimDialogs, TheRiskFollowsTheProfileAndWhatIsEntered) {
  ASSERT_TRUE(waitForProfile());
  RiskPage& page = dialog->risk();
  dialog->pages().setCurrentWidget(&page);
  const auto shown = [&page](int row) { return page.table().item(row, 1)->text(); };
  const AttackRisk risk(dialog->claim().profile);
  EXPECT_EQ(shown(0), resultTextUp(risk.truePositives(0.01)));
  EXPECT_EQ(shown(1), resultTextUp(risk.advantage()));
  EXPECT_EQ(shown(2), resultTextUp(risk.posterior(0.5, 0.01)));
  enter(page.falsePositives(), QStringLiteral("1e-4"));
  enter(page.prior(), QStringLiteral("0.1"));
  EXPECT_EQ(shown(2), resultTextUp(risk.posterior(0.1, 1e-4)));
  enter(page.group(), QStringLiteral("3"));
  EXPECT_EQ(shown(0), resultTextUp(risk.ofGroup(3).truePositives(1e-4)));
  EXPECT_TRUE(page.note().contains(QStringLiteral("groups")));
  // What cannot be stays beside its field, and the figures are those of before.
  const QString before = shown(0);
  enter(page.prior(), QStringLiteral("1.5"));
  EXPECT_TRUE(page.prior().problem().contains(QStringLiteral("1.5"))) << page.prior().problem().toStdString();
  enter(page.group(), QStringLiteral("2.5"));
  EXPECT_TRUE(page.group().problem().contains(QStringLiteral("whole"))) << page.group().problem().toStdString();
  EXPECT_EQ(shown(0), before);
}

TEST_F(ClaimDialogs, OtherCurrenciesOnlyWithoutAmplification) {
  EXPECT_TRUE(otherCurrencies(dialog->claim()).empty());
  chooseBatching(&batchings::fixedEpoch);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_EQ(otherCurrencies(dialog->claim()).size(), 2U);
  for (const ClaimFact& fact : otherCurrencies(dialog->claim()))
    EXPECT_LE(fact.value.size(), 12) << fact.value.toStdString();
}

TEST_F(ClaimDialogs, CopiesTextAndJson) {
  ASSERT_TRUE(waitForProfile());
  dialog->outputs().at(0)->click();
  EXPECT_EQ(QApplication::clipboard()->text(), QString::fromStdString(claimText(dialog->claim())));
  dialog->outputs().at(1)->click();
  const auto json = nlohmann::ordered_json::parse(QApplication::clipboard()->text().toStdString());
  EXPECT_EQ(json, claimJson(dialog->claim()));
  EXPECT_EQ(json.at("profile").size(), dialog->profile().points().size());
  EXPECT_EQ(dialog->message(), QStringLiteral("Copied as JSON"));
}

TEST_F(ClaimDialogs, SavesMarkdownAndJson) {
  ASSERT_TRUE(waitForProfile());
  QTemporaryDir folder;
  QSignalSpy saved(dialog.get(), &ClaimDialog::saved);
  dialog->saveTo(QDir(folder.path()).filePath(QStringLiteral("claim")));
  ASSERT_TRUE(waitFor([&] { return saved.size() == 1; }));
  EXPECT_EQ(fileText(saved.front().front().toString()), claimMarkdown(dialog->claim()));
  EXPECT_TRUE(saved.front().front().toString().endsWith(QStringLiteral("claim.md")));
  dialog->saveTo(QDir(folder.path()).filePath(QStringLiteral("claim.json")));
  ASSERT_TRUE(waitFor([&] { return saved.size() == 2; }));
  EXPECT_EQ(nlohmann::ordered_json::parse(fileText(saved.back().front().toString()).toStdString()),
            claimJson(dialog->claim()));
  dialog->saveTo(QDir(folder.path()).filePath(QStringLiteral("missing/claim.json")));
  EXPECT_TRUE(waitFor([&] { return dialog->message().contains(QStringLiteral("missing")); }));
}

TEST_F(ClaimDialogs, AnotherSeparationIsWhatTheCoreSays) {
  chooseBatching(&batchings::minSeparation);
  type(Field::Bands, QStringLiteral("8"));
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitForUse());
  EXPECT_NEAR(dialog->separation().result()->epsilon.value, 2, 1e-4);  // as built
  enter(dialog->separation().separation(), QStringLiteral("4"));
  ASSERT_TRUE(waitForUse());
  const PostHocClaim expected = claimAt(design(), Participation::minSeparation(4, 4));
  EXPECT_EQ(dialog->separation().result()->epsilon.value, expected.epsilon.value);
  EXPECT_EQ(dialog->separation().result()->delta.value, expected.delta.value);
  EXPECT_GT(expected.epsilon.value, 2);
  enter(dialog->separation().participations(), QStringLiteral("2"));
  ASSERT_TRUE(waitForUse());
  EXPECT_LT(dialog->separation().result()->epsilon.value, expected.epsilon.value);

  for (const char* bad : {"0", "65", "2.5", "some"}) {
    enter(dialog->separation().separation(), QString::fromUtf8(bad));
    EXPECT_TRUE(waitFor([&] { return !dialog->separation().separation().problem().isEmpty(); })) << bad;
    EXPECT_FALSE(dialog->separation().result());
  }
  enter(dialog->separation().separation(), QStringLiteral("16"));
  ASSERT_TRUE(waitForUse());
  EXPECT_EQ(dialog->separation().separation().problem(), QString());
  // What was entered stays for the next design.
  type(Field::Epsilon, QStringLiteral("1"));
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitForUse());
  EXPECT_EQ(dialog->separation().separation().edit().text(), QStringLiteral("16"));
}

TEST_F(ClaimDialogs, NeverHoldsTheWindowAndClosesAtOnce) {
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  ASSERT_TRUE(waitForProfile());
  for (int page = 0; page < dialog->pages().count(); ++page) {
    dialog->pages().setCurrentIndex(page);
    QTest::qWait(60);
  }
  application.takeLongest();
  type(Field::Epsilon, QStringLiteral("3"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_LT(application.takeLongest().processorMilliseconds, kMostEventMilliseconds);
  const double start = processorSeconds();
  dialog.reset();
  EXPECT_LT(processorSeconds() - start, 1);
}

TEST_F(ClaimDialogs, FitsASmallScreenAndCutsNoSentence) {
  EXPECT_LE(dialog->minimumSizeHint().width(), 1200);
  EXPECT_LE(dialog->minimumSizeHint().height(), 700);
  QTest::qWait(50);
  WrappingTable& table = dialog->assumptions();
  for (int row = 0; row < table.rowCount(); ++row) {
    for (int column = 0; column < 3; ++column) {
      const int icon = column == 0 ? table.style()->pixelMetric(QStyle::PM_SmallIconSize) + 4 : 0;
      const QRect room = table.visualItemRect(table.item(row, column)).adjusted(4 + icon, 0, -4, 0);
      const QRect needed = table.fontMetrics().boundingRect(QRect(0, 0, room.width(), 10'000), Qt::TextWordWrap,
                                                            table.item(row, column)->text());
      EXPECT_LE(needed.height(), room.height()) << table.item(row, column)->text().toStdString();
    }
  }
}

TEST_F(ClaimDialogs, IsNoHigherThanItsTableUnlessAPersonMakesItSo) {
  auto* pages = dialog->findChild<QTabWidget*>();
  int whole = 0;
  for (int page = 0; page < pages->count(); ++page) {
    pages->setCurrentIndex(page);
    QCoreApplication::processEvents();
    const auto* table = qobject_cast<const WrappingTable*>(pages->widget(page));
    if (!table) {
      whole = std::max(whole, dialog->height());
      continue;
    }
    EXPECT_NEAR(table->height(), table->wholeHeight(), 8) << pages->tabText(page).toStdString();
  }
  pages->setCurrentIndex(1);
  EXPECT_LT(dialog->height(), whole);
  dialog->resize(dialog->width(), whole + 20);
  pages->setCurrentIndex(2);
  EXPECT_EQ(dialog->height(), whole + 20);
}

TEST_F(ClaimDialogs, EpsilonIsDrawnAgainstTheSeparationObserved) {
  chooseBatching(&batchings::minSeparation);
  type(Field::Bands, QStringLiteral("8"));
  ASSERT_TRUE(waitUntilSolved());
  SeparationPage& page = dialog->separation();
  const std::vector<Index> separations = observedSeparations(design());
  ASSERT_TRUE(waitFor([&] { return page.points().size() == separations.size(); }));
  const ChartSeries& curve = page.plot().model().series.front();
  ASSERT_EQ(curve.points.size(), separations.size());
  for (std::size_t i = 0; i < separations.size(); ++i) {
    EXPECT_EQ(curve.points[i].x(), static_cast<double>(separations[i]));
    EXPECT_TRUE(curve.notes[static_cast<int>(i)].startsWith(QStringLiteral("certified")));
  }
  EXPECT_EQ(page.points().front().epsilon.value, claimAt(design(), Participation::minSeparation(4, 1)).epsilon.value);
  // What is entered is marked, and other participations are another curve.
  enter(page.separation(), QStringLiteral("4"));
  ASSERT_TRUE(waitForUse());
  EXPECT_EQ(page.plot().model().series.back().points.front().y(), page.result()->epsilon.value);
  enter(page.participations(), QStringLiteral("2"));
  ASSERT_TRUE(waitFor([&] { return page.points().size() == separations.size(); }));
  EXPECT_EQ(page.points().front().epsilon.value, claimAt(design(), Participation::minSeparation(2, 1)).epsilon.value);
}

TEST_F(ClaimDialogs, AsBuiltIsWhatTheDesignClaims) {
  for (const Batching* batching :
       {&batchings::shuffledEachEpoch, &batchings::minSeparation, &batchings::cyclicPoisson}) {
    SCOPED_TRACE(batching->id);
    chooseBatching(batching);
    ASSERT_TRUE(waitUntilSolved());
    ASSERT_TRUE(waitForUse());
    SeparationPage& page = dialog->separation();
    const auto& all = page.plot().model().series;
    const auto built = std::ranges::find(all, QStringLiteral("built"), &ChartSeries::key);
    ASSERT_NE(built, all.end());
    ASSERT_EQ(built->points.size(), 1u);
    EXPECT_EQ(built->points.front().y(), 2);
    if (batching->amplified()) {
      EXPECT_GT(page.result()->epsilon.value, 3) << "no amplification is counted";
      EXPECT_TRUE(page.note().text().contains(QStringLiteral("unamplified"))) << page.note().text().toStdString();
    } else {
      EXPECT_NEAR(page.result()->epsilon.value, 2, 1e-6);
      EXPECT_FALSE(page.note().text().contains(QStringLiteral("unamplified"))) << page.note().text().toStdString();
    }
    // No figure is broken over two lines.
    for (int row = 0; row < page.table().rowCount(); ++row)
      EXPECT_LT(page.table().fontMetrics().horizontalAdvance(page.table().item(row, 1)->text()),
                page.table().columnWidth(1));
  }
}

TEST_F(ClaimDialogs, RobustFromLeadsToTheSeparations) {
  dialog.reset();
  window->findChild<MarkButton*>(QStringLiteral("robust_fromCurve"))->click();
  auto* opened = window->findChild<ClaimDialog*>();
  ASSERT_NE(opened, nullptr);
  EXPECT_EQ(opened->pages().currentWidget(), &opened->separation());
  // The keyboard's way: the context menu of the field.
  QMenu menu;
  number(Field::MinSeparation).addEntries(menu);
  EXPECT_TRUE(menu.findChild<QAction*>(QStringLiteral("min_separationCurve")));
}

}  // namespace
}  // namespace noiseloom
