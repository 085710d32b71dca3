// Designs side by side.

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/batching/list.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/compare_dialog.h"
#include "ui/dialogs/path_row.h"
#include "ui/dialogs/save_picture_dialog.h"
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
  QString label(const char* name) { return dialog()->findChild<QLabel*>(QLatin1String(name))->text(); }
  QStringList names() {
    QStringList names;
    for (const NamedDesign& each : dialog()->comparison().designs) names += each.name;
    return names;
  }
  QString copied(TableForm form) {
    dialog()->copy(form);
    return QGuiApplication::clipboard()->text();
  }
};

TEST_F(Compare, NamesOfInputsAndDesignsAreReadWhole) {
  pin(smallScenario(), QStringLiteral("Banded Toeplitz, 23 bands"));
  pin(smallScenario(), QStringLiteral("Banded Toeplitz, 8 bands, \u03b5 = 4"));
  const QString lengthy = QStringLiteral("A name of this run %1 that ends here").arg(QString(120, QLatin1Char('x')));
  pin(smallScenario(), lengthy);
  window->shelf().compareAction().trigger();
  ASSERT_TRUE(dialog());
  auto& table = *dialog()->findChild<QTableWidget*>(QStringLiteral("compareTable"));
  QTest::qWait(50);
  for (int row = 0; row < table.rowCount(); ++row)
    EXPECT_GE(table.columnWidth(0), table.sizeHintForIndex(table.model()->index(row, 0)).width());
  const QHeaderView& head = *table.horizontalHeader();
  for (int column = 1; column < table.columnCount(); ++column) {
    const QString name = table.horizontalHeaderItem(column)->text();
    const QRect room(0, 0, head.sectionSize(column) - 2 * kGrid, head.height());
    const QRect taken = head.fontMetrics().boundingRect(room, Qt::AlignLeft | Qt::TextWordWrap, name);
    EXPECT_LE(taken.height(), head.height()) << name.toStdString();
    EXPECT_LE(taken.width(), room.width()) << name.toStdString();
    EXPECT_LE(taken.height(), 2 * head.fontMetrics().lineSpacing()) << name.toStdString();
  }
  // What does not fit is cut in its middle, and is whole for those who listen or point at it.
  const QTableWidgetItem& last = *table.horizontalHeaderItem(table.columnCount() - 1);
  EXPECT_TRUE(last.text().startsWith(QStringLiteral("A name"))) << last.text().toStdString();
  EXPECT_TRUE(last.text().endsWith(QStringLiteral("here"))) << last.text().toStdString();
  EXPECT_EQ(last.data(Qt::AccessibleTextRole).toString(), lengthy);
  EXPECT_EQ(last.toolTip(), lengthy);
}

TEST_F(Compare, IsAsWideAsItsNamesNeedOnTheScreen) {
  ASSERT_TRUE(waitUntilSolved());
  Scenario bands = smallScenario();
  for (const Index number : {4, 2}) {
    bands.bands = number;
    pin(bands, QStringLiteral("Banded Toeplitz of the north, %1 bands").arg(number));
  }
  window->shelf().compareAction().trigger();
  ASSERT_TRUE(dialog());
  QTest::qWait(30);
  const QTableWidget& table = dialog()->table();
  bool whole = true;
  for (int row = 0; row < table.rowCount(); ++row) {
    for (int column = 0; column < table.columnCount(); ++column)
      whole =
          whole && table.fontMetrics().horizontalAdvance(table.item(row, column)->text()) < table.columnWidth(column);
  }
  EXPECT_TRUE(whole || dialog()->width() == dialog()->screen()->availableSize().width()) << dialog()->width();
  EXPECT_LE(dialog()->width(), dialog()->screen()->availableSize().width());
}

TEST_F(Compare, ShowsAllWithWhatDiffersAndTheBest) {
  ASSERT_TRUE(waitUntilSolved());
  document->adopt(smallScenario(), QStringLiteral("small"));
  ASSERT_TRUE(waitUntilSolved());
  Scenario bands = smallScenario();
  for (const Index number : {4, 1, 2}) {
    bands.bands = number;
    pin(bands, QString::number(number));
  }
  window->shelf().compareAction().trigger();
  ASSERT_TRUE(dialog());
  EXPECT_EQ(names(), QStringList({QStringLiteral("Current design"), QStringLiteral("4"), QStringLiteral("1"),
                                  QStringLiteral("2")}));
  EXPECT_TRUE(row(QStringLiteral("bands")).differs);
  EXPECT_EQ(row(QStringLiteral("bands")).texts[1], QStringLiteral("4"));
  EXPECT_FALSE(row(QStringLiteral("epsilon")).differs);
  const ComparedRow& rmse = row(QStringLiteral("rmse (clip norms)"));
  EXPECT_TRUE(rmse.differs);
  const std::size_t best = std::ranges::min_element(rmse.numbers) - rmse.numbers.begin();
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(rmse.isBest(i), rmse.numbers[i] <= rmse.numbers[best] * (1 + 1e-9)) << i;
  EXPECT_FALSE(rmse.isBest(2));
  EXPECT_FALSE(row(QStringLiteral("noise multiplier σ")).isBest(0)) << "less noise is not a better design";
  // The sentence has the errors' true ratio.
  const double one = noiseloom::design(document->shelf().pins()[1].design->scenario)->error.mean;
  const double more = 100 * (one / rmse.numbers[best] - 1);
  EXPECT_TRUE(label("compareRanking").contains(QStringLiteral("1 has %1 % more").arg(percentText(more, 3))))
      << label("compareRanking").toStdString();
  // What differs is shown at first; among the rest, which is shown on demand, each of it is marked.
  const auto marked = [&] {
    int count = 0;
    for (int i = 0; i < dialog()->table().rowCount(); ++i)
      count += dialog()->table().item(i, 0)->text().startsWith(QStringLiteral("≠")) ? 1 : 0;
    return count;
  };
  const int differing = dialog()->table().rowCount();
  EXPECT_EQ(marked(), 0);
  dialog()->onlyDifferent().setChecked(false);
  EXPECT_EQ(marked(), differing);
  EXPECT_EQ(dialog()->table().rowCount(), static_cast<int>(dialog()->comparison().rows.size()));
  EXPECT_EQ(row(QStringLiteral("robust from")).texts.front(), QStringLiteral("off")) << "as the field has it";
  EXPECT_LT(differing, dialog()->table().rowCount());
  // All curves over each other.
  ASSERT_TRUE(waitFor([&] { return dialog()->errors().model().series.size() == 4; }));
  EXPECT_EQ(dialog()->errors().model().series[0].points.size(), 64U);
  EXPECT_EQ(dialog()->coefficients().model().series[2].points.front().y(), 1);
  EXPECT_EQ(dialog()->coefficients().model().series[2].look, SeriesLook::Points) << "one band is no line";
  // Another choice of designs, and another to compare with.
  dialog()->choice().item(0)->setCheckState(Qt::Unchecked);
  EXPECT_EQ(names().size(), 3);
  document->shelf().setBaseline(document->shelf().pins()[2].id);
  EXPECT_EQ(names().front(), QStringLiteral("2"));
  for (int i = 0; i < dialog()->choice().count(); ++i) dialog()->choice().item(i)->setCheckState(Qt::Unchecked);
  EXPECT_EQ(dialog()->table().rowCount(), 0);
}

TEST_F(Compare, SaysWhichCannotBeCompared) {
  document->adopt(smallScenario(), QStringLiteral("small"));
  ASSERT_TRUE(waitUntilSolved());
  const Scenario other = with(smallScenario(), {.epsilon = 4});
  const int budget = pin(other, QStringLiteral("another budget"));
  const Scenario job = with(smallScenario(), {.batching = &batchings::fixedEpoch});
  const int order = pin(job, QStringLiteral("in order"));
  window->shelf().view().select(budget);
  window->shelf().compareAction().trigger();
  ASSERT_TRUE(dialog());
  EXPECT_EQ(names(), QStringList({QStringLiteral("Current design"), QStringLiteral("another budget")}));
  EXPECT_FALSE(dialog()->comparison().comparable[1]);
  EXPECT_EQ(label("compareStanding"), QStringLiteral("not comparable: epsilon differs"));
  EXPECT_FALSE(row(QStringLiteral("rmse (clip norms)")).isBest(0));
  EXPECT_TRUE(label("compareRanking").startsWith(QStringLiteral("No errors")));
  // Another job promises the same: comparable, and said so.
  dialog()->compare({CompareDialog::kCurrent, order});
  EXPECT_TRUE(dialog()->comparison().comparable[1]);
  EXPECT_TRUE(label("compareStanding").contains(QStringLiteral("different jobs")));
  // Among three, each is named, and the one that is not comparable is no rival.
  dialog()->compare({CompareDialog::kCurrent, budget, order});
  EXPECT_TRUE(label("compareStanding").contains(QStringLiteral("another budget: not comparable")));
  EXPECT_FALSE(label("compareRanking").contains(QStringLiteral("another budget")));
}

TEST_F(Compare, ShowsAllThatDiffersOfFourWithoutScrolling) {
  document->adopt(smallScenario(), QStringLiteral("small"));
  ASSERT_TRUE(waitUntilSolved());
  Scenario other = smallScenario();
  for (const int epsilon : {3, 5, 7}) {
    other.epsilon = epsilon;
    pin(other, QString::number(epsilon));
  }
  window->shelf().compareAction().trigger();
  ASSERT_TRUE(dialog());
  // A reason that all share stands once.
  EXPECT_EQ(label("compareStanding"), QStringLiteral("All others: not comparable: epsilon differs"));
  const bool whole = dialog()->height() < dialog()->screen()->availableSize().height() - 5 * kGrid;
  EXPECT_TRUE(!whole || dialog()->table().verticalScrollBar()->maximum() == 0);
  EXPECT_LE(dialog()->height(), dialog()->screen()->availableSize().height());
  EXPECT_GE(dialog()->errors().height(), 100);
}

TEST_F(Compare, IsCopiedAsItIsWritten) {
  document->adopt(smallScenario(), QStringLiteral("small"));
  ASSERT_TRUE(waitUntilSolved());
  const Scenario other = with(smallScenario(), {.bands = 16});
  window->shelf().view().select(pin(other, QStringLiteral("a, \"b\" & 5%")));
  window->shelf().compareAction().trigger();
  const QString text = copied(TableForm::Text);
  EXPECT_TRUE(text.startsWith(QStringLiteral("comparable: the same guarantee"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("rmse (clip norms)")));
  EXPECT_FALSE(text.contains(QStringLiteral("clip norm ")));
  const QString csv = copied(TableForm::Csv);
  EXPECT_TRUE(csv.startsWith(QStringLiteral("input or figure,Current design,\"a, \"\"b\"\" & 5%\"")))
      << csv.toStdString();
  const int rows = dialog()->table().rowCount();
  EXPECT_EQ(csv.count(QLatin1Char('\n')), rows + 1);
  const QString markdown = copied(TableForm::Markdown);
  EXPECT_TRUE(markdown.contains(QStringLiteral("| --- | ---: | ---: |\n"))) << markdown.toStdString();
  EXPECT_EQ(markdown.count(QLatin1Char('\n')), rows + 2);
  EXPECT_TRUE(markdown.contains(QStringLiteral("**")));
  document->shelf().rename(document->shelf().pins().front().id, QStringLiteral("<b> | `c`"));
  EXPECT_TRUE(copied(TableForm::Markdown)
                  .startsWith(QStringLiteral("| input or figure | Current design | \\<b> \\| \\`c\\` |\n")))
      << copied(TableForm::Markdown).toStdString();
  document->shelf().rename(document->shelf().pins().front().id, QStringLiteral("a, \"b\" & 5%"));
  const QString latex = copied(TableForm::Latex);
  EXPECT_TRUE(latex.startsWith(QStringLiteral("\\begin{tabular}{lrr}\n\\toprule\n"))) << latex.toStdString();
  EXPECT_TRUE(latex.contains(QStringLiteral("\\& 5\\%")));
  EXPECT_TRUE(latex.contains(QStringLiteral("$\\sigma$")));
  EXPECT_TRUE(latex.contains(QStringLiteral("\\textbf{")));
  EXPECT_EQ(latex.count(QStringLiteral(" \\\\\n")), rows + 1);
}

TEST_F(Compare, FollowsTheShelfAndTheKeyboard) {
  ASSERT_TRUE(waitUntilSolved());
  const int id = pin(smallScenario(), QStringLiteral("kept"));
  QAction& action = window->shelf().compareAction();
  EXPECT_EQ(action.shortcut(), QKeySequence(Qt::Key_C));
  std::unique_ptr<QMenu> menu(window->shelf().contextMenu());
  EXPECT_TRUE(menu->actions().contains(&action));
  window->shelf().view().select(id);
  action.trigger();
  document->shelf().rename(id, QStringLiteral("renamed"));
  EXPECT_TRUE(names().contains(QStringLiteral("renamed")));
  document->shelf().remove(id);
  EXPECT_EQ(names(), QStringList({QStringLiteral("Current design")}));
}

TEST_F(Compare, ShowsOnePlotEachAndSavesWhatIsShown) {
  document->adopt(smallScenario(), QStringLiteral("small"));
  ASSERT_TRUE(waitUntilSolved());
  Scenario other = with(smallScenario(), {.bands = 1});
  pin(other, QStringLiteral("one band"));
  other.bands = 16;
  pin(other, QStringLiteral("sixteen bands"));
  window->shelf().compareAction().trigger();
  auto& save = *dialog()->findChild<QPushButton*>(QStringLiteral("compareSave"));
  ASSERT_TRUE(waitFor([&] { return save.isEnabled(); }));
  EXPECT_TRUE(dialog()->small().empty());
  const QImage together = pictureImage(dialog()->figure(), {.pixels = {800, 400}});
  dialog()->onePlotEach().setChecked(true);
  ASSERT_EQ(dialog()->small().size(), 3U);
  std::optional<std::pair<double, double>> range;
  for (std::size_t i = 0; i < 3; ++i) {
    const LinePlot& plot = *dialog()->small()[i];
    const ChartModel& model = plot.model();
    EXPECT_TRUE(plot.accessibleName().startsWith(dialog()->comparison().designs[i].name))
        << plot.accessibleName().toStdString();
    // Its own curve lies over those of the others, on the same axes.
    ASSERT_EQ(model.series.size(), 3U);
    EXPECT_EQ(model.series.back().key, QString::number(dialog()->comparison().designs[i].color));
    EXPECT_EQ(model.series.front().role, SeriesRole::Muted);
    EXPECT_FALSE(model.series.back().faint);
    if (i > 0) {
      EXPECT_EQ(model.y.range, range);
    }
    range = model.y.range;
    for (const QPointF& point : model.series.back().points) EXPECT_LE(point.y(), range->second);
  }
  const QImage each = pictureImage(dialog()->figure(), {.pixels = {800, 400}});
  EXPECT_NE(each, together);
  save.click();
  auto* dialogOfFile = dialog()->findChild<SavePictureDialog*>();
  ASSERT_TRUE(dialogOfFile);
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("comparison.svg"));
  dialogOfFile->path().setPath(path);
  dialogOfFile->exportButton().click();
  EXPECT_TRUE(waitFor([&] { return QFileInfo(path).size() > 1000; }));
}

TEST_F(Compare, TheShelfIsCopiedAsTheSameTable) {
  ASSERT_TRUE(waitUntilSolved());
  pin(smallScenario(), QStringLiteral("a"));
  const int second = pin(smallScenario(), QStringLiteral("b"));
  document->shelf().setBaseline(second);
  const std::unique_ptr<QMenu> menu(window->shelf().contextMenu());
  auto* forms = menu->findChild<QMenu*>(QStringLiteral("copyTable"));
  ASSERT_TRUE(forms);
  ASSERT_EQ(forms->actions().size(), std::ssize(kTableForms));
  const std::array begins{QStringLiteral("comparable"), QStringLiteral("| input or figure | b | a | Current design |"),
                          QStringLiteral("\\begin{tabular}{lrrr}"),
                          QStringLiteral("input or figure,b,a,Current design")};
  for (std::size_t i = 0; i < begins.size(); ++i) {
    forms->actions()[static_cast<qsizetype>(i)]->trigger();
    const QString text = QGuiApplication::clipboard()->text();
    if (i > 0) {
      EXPECT_TRUE(text.startsWith(begins.at(i))) << text.left(80).toStdString();
    }
    EXPECT_TRUE(text.contains(QStringLiteral("rmse (clip norms)")));
  }
}

}  // namespace
}  // namespace noiseloom
