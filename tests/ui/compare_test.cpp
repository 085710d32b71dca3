// Two designs side by side.

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <algorithm>

#include "core/batching/list.h"
#include "core/search/designer.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/compare_dialog.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/shelf_view.h"
#include "ui/plots/line/line_plot.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

class Compare : public WindowTest {
 protected:
  CompareDialog* dialog() { return window->findChild<CompareDialog*>(); }
  int pin(const Scenario& scenario, const QString& name) {
    return document->shelf().pin(noiseloom::design(scenario), name);
  }
  const ComparedRow& row(const QString& name) {
    const auto& rows = dialog()->comparison().rows;
    const auto found = std::ranges::find(rows, name, &ComparedRow::name);
    EXPECT_NE(found, rows.end()) << name.toStdString();
    return *found;
  }
};

TEST_F(Compare, NamesOfInputsAndDesignsAreReadWhole) {
  pin(smallScenario(), QStringLiteral("Banded Toeplitz, 23 bands"));
  pin(smallScenario(), QStringLiteral("Banded Toeplitz, 8 bands, \u03b5 = 4"));
  window->shelf().compareAction().trigger();
  ASSERT_TRUE(dialog());
  auto& table = *dialog()->findChild<QTableWidget*>(QStringLiteral("compareTable"));
  QTest::qWait(50);
  for (int row = 0; row < table.rowCount(); ++row)
    EXPECT_GE(table.columnWidth(0), table.sizeHintForIndex(table.model()->index(row, 0)).width());
  const QHeaderView& head = *table.horizontalHeader();
  for (const int column : {1, 2}) {
    const QString name = table.horizontalHeaderItem(column)->text();
    const QRect room(0, 0, head.sectionSize(column) - 2 * kGrid, head.height());
    const QRect taken = head.fontMetrics().boundingRect(room, Qt::AlignLeft | Qt::TextWordWrap, name);
    EXPECT_LE(taken.height(), head.height()) << name.toStdString();
    EXPECT_LE(taken.width(), room.width()) << name.toStdString();
  }
}

TEST_F(Compare, ShowsBothWithWhatDiffers) {
  Scenario four = smallScenario();
  four.bands = 4;
  Scenario one = four;
  one.bands = 1;
  pin(four, QStringLiteral("four"));
  pin(one, QStringLiteral("one"));
  window->shelf().compareAction().trigger();
  ASSERT_TRUE(dialog());
  EXPECT_EQ(dialog()->left().currentText(), QStringLiteral("four"));
  EXPECT_EQ(dialog()->right().currentText(), QStringLiteral("one"));
  EXPECT_TRUE(dialog()->comparison().comparable);
  EXPECT_TRUE(row(QStringLiteral("bands")).differs);
  EXPECT_EQ(row(QStringLiteral("bands")).left, QStringLiteral("4"));
  EXPECT_FALSE(row(QStringLiteral("epsilon")).differs);
  const ComparedRow& rmse = row(QStringLiteral("rmse (clip norms)"));
  const double ratio = noiseloom::design(one)->error.mean / noiseloom::design(four)->error.mean;
  EXPECT_TRUE(rmse.differs);
  EXPECT_EQ(rmse.ratio, resultText(ratio));
  const QString said = dialog()->findChild<QLabel*>(QStringLiteral("compareRatio"))->text();
  EXPECT_TRUE(said.contains(QStringLiteral("one has %1 times the error of four").arg(resultText(ratio))))
      << said.toStdString();
  // Only what differs is left, each of it marked.
  const int all = dialog()->table().rowCount();
  EXPECT_EQ(all, static_cast<int>(dialog()->comparison().rows.size()));
  dialog()->onlyDifferent().setChecked(true);
  EXPECT_LT(dialog()->table().rowCount(), all);
  for (int i = 0; i < dialog()->table().rowCount(); ++i)
    EXPECT_TRUE(dialog()->table().item(i, 0)->text().startsWith(QStringLiteral("≠")));
  // Both curves over each other.
  ASSERT_TRUE(waitFor([&] { return dialog()->errors().model().series.size() == 2; }));
  const auto& steps = dialog()->errors().model().series;
  EXPECT_EQ(steps[0].points.size(), 64U);
  EXPECT_NE(steps[0].look, steps[1].look);
  const auto& coefficients = dialog()->coefficients().model().series;
  EXPECT_GE(coefficients[0].points.size(), 4U);
  EXPECT_EQ(coefficients[1].points.front().y(), 1);
  // Swapped.
  QTest::mouseClick(dialog()->findChild<QPushButton*>(QStringLiteral("compareSwap")), Qt::LeftButton);
  EXPECT_EQ(row(QStringLiteral("bands")).left, QStringLiteral("1"));
}

TEST_F(Compare, SaysWhenTwoCannotBeCompared) {
  Scenario other = smallScenario();
  other.epsilon = 4;
  const int id = pin(other, QStringLiteral("another budget"));
  window->shelf().view().select(id);
  window->shelf().compareAction().trigger();
  ASSERT_TRUE(dialog());
  EXPECT_EQ(dialog()->right().currentText(), QStringLiteral("Current design"));
  EXPECT_FALSE(dialog()->comparison().comparable);
  EXPECT_EQ(dialog()->findChild<QLabel*>(QStringLiteral("compareStanding"))->text(),
            QStringLiteral("not comparable: epsilon differs"));
  EXPECT_EQ(row(QStringLiteral("rmse (clip norms)")).ratio, QString());
  EXPECT_TRUE(dialog()
                  ->findChild<QLabel*>(QStringLiteral("compareRatio"))
                  ->text()
                  .startsWith(QStringLiteral("No ratio of errors")));
  // Another job promises the same: comparable, and said so.
  Scenario job = smallScenario();
  job.batching = &batchings::fixedEpoch;
  dialog()->compare(pin(job, QStringLiteral("in order")), std::nullopt);
  EXPECT_TRUE(dialog()->comparison().comparable);
  EXPECT_TRUE(dialog()->comparison().standing.contains(QStringLiteral("different jobs")));
}

TEST_F(Compare, IsCopiedAsTextAndAsCsv) {
  Scenario other = smallScenario();
  other.bands = 16;
  window->shelf().view().select(pin(other, QStringLiteral("a, \"b\"")));
  window->shelf().compareAction().trigger();
  dialog()->onlyDifferent().setChecked(true);
  dialog()->copyText();
  const QString text = QGuiApplication::clipboard()->text();
  EXPECT_TRUE(text.startsWith(QStringLiteral("comparable: the same guarantee")));
  EXPECT_TRUE(text.contains(QStringLiteral("rmse (clip norms)")));
  EXPECT_FALSE(text.contains(QStringLiteral("clip norm ")));
  dialog()->copyCsv();
  const QString csv = QGuiApplication::clipboard()->text();
  EXPECT_TRUE(csv.startsWith(QStringLiteral("input or figure,\"a, \"\"b\"\"\",Current design,ratio,differs")))
      << csv.toStdString();
  EXPECT_EQ(csv.count(QLatin1Char('\n')), dialog()->table().rowCount() + 1);
}

TEST_F(Compare, FollowsTheShelfAndTheKeyboard) {
  const int id = pin(smallScenario(), QStringLiteral("kept"));
  QAction& action = window->shelf().compareAction();
  EXPECT_EQ(action.shortcut(), QKeySequence(Qt::Key_C));
  std::unique_ptr<QMenu> menu(window->shelf().contextMenu());
  EXPECT_TRUE(menu->actions().contains(&action));
  window->shelf().view().select(id);
  action.trigger();
  document->shelf().rename(id, QStringLiteral("renamed"));
  EXPECT_EQ(dialog()->left().currentText(), QStringLiteral("renamed"));
  EXPECT_EQ(dialog()->comparison().leftName, QStringLiteral("renamed"));
  document->shelf().remove(id);
  EXPECT_EQ(dialog()->left().currentText(), QStringLiteral("Current design"));
}

}  // namespace
}  // namespace noiseloom
