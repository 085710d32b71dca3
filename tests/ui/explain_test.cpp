#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QTest>
#include <algorithm>
#include <memory>

#include "core/batching/list.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/explain_dialog.h"
#include "ui/document/explained_figure.h"
#include "ui/help/help_book.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/shelf_view.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

const ExplainedFigure& of(const std::vector<ExplainedFigure>& figures, const QString& name) {
  const auto found = std::ranges::find(figures, name, &ExplainedFigure::name);
  EXPECT_NE(found, figures.end()) << name.toStdString();
  return *found;
}

// The product of the numbers of a formula.
double product(const QString& formula) {
  double all = 1;
  for (const QString& factor : formula.split(QStringLiteral(" × ")))
    all *= factor.split(QLatin1Char(' ')).last().toDouble();
  return all;
}

class ExplainWindow : public WindowTest {};

TEST(ExplainedFigures, HaveFactorsThatGiveThem) {
  const Scenario scenario = with(smallScenario(), {.batching = &batchings::fixedEpoch, .clipNorm = 2});
  const std::shared_ptr<const Design> made = design(scenario);
  const std::vector<ExplainedFigure> figures = explainedFigures(*made, 63);
  EXPECT_NEAR(product(of(figures, QStringLiteral("rmse")).formula), made->error.mean, 2e-3 * made->error.mean);
  EXPECT_NEAR(product(of(figures, QStringLiteral("largest error")).formula), made->error.max, 2e-3 * made->error.max);
  const ExplainedFigure& stddev = of(figures, QStringLiteral("stddev of the noise z"));
  EXPECT_NEAR(stddev.formula.split(QLatin1Char(' '))[2].toDouble(), 2, 0);
  EXPECT_GE(stddev.value.toDouble(), made->stddev);
  EXPECT_GE(of(figures, QStringLiteral("noise multiplier σ")).value.toDouble(), made->noiseMultiplier.value);
  EXPECT_TRUE(of(figures, QStringLiteral("largest error")).text.contains(QStringLiteral("Step 64 ")));
  EXPECT_TRUE(
      of(figures, QStringLiteral("sensitivity")).text.contains(QStringLiteral("at most 4 of them, at least 16")));
  const double above = 100 * (made->error.mean / made->lowerBound - 1);
  EXPECT_TRUE(
      of(figures, QStringLiteral("lower bound")).text.contains(percentText(above) + QStringLiteral(" % above")));
  for (const ExplainedFigure& figure : figures) {
    EXPECT_TRUE(HelpBook::instance().has(figure.topic)) << figure.topic.toStdString();
    EXPECT_FALSE(figure.text.contains(QStringLiteral("%1"))) << figure.text.toStdString();
  }
}

TEST(ExplainedFigures, SayWhatIsNotKnown) {
  const Scenario scenario = with(smallScenario(), {.batching = &batchings::ballsInBins});
  const std::vector<ExplainedFigure> figures = explainedFigures(*design(scenario), std::nullopt);
  EXPECT_EQ(of(figures, QStringLiteral("lower bound")).value, QStringLiteral("not known"));
  EXPECT_FALSE(of(figures, QStringLiteral("largest error")).text.contains(QStringLiteral("Step")));
}

TEST_F(ExplainWindow, AClickOnThePriceOpensThem) {
  ASSERT_TRUE(waitUntilSolved());
  QTest::mouseClick(window->findChild<QLabel*>(QStringLiteral("claimPrice")), Qt::LeftButton);
  auto* dialog = window->findChild<ExplainDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(dialog->text().contains(QStringLiteral("root mean square")));
  dialog->choose(QStringLiteral("sigma"));
  EXPECT_TRUE(dialog->text().contains(QStringLiteral("(2, 1e-5)"))) << dialog->text().toStdString();
  ASSERT_TRUE(waitFor(
      [&] { return of(dialog->figures(), QStringLiteral("largest error")).text.contains(QStringLiteral("Step")); }));
  // The chosen figure stays while designs come.
  type(Field::Epsilon, QStringLiteral("4"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(waitFor([&] { return dialog->text().contains(QStringLiteral("(4, 1e-5)")); }));
}

TEST_F(ExplainWindow, PinnedDesignsAreExplainedToo) {
  ASSERT_TRUE(waitUntilSolved());
  const Scenario other = with(smallScenario(), {.epsilon = 7});
  const int id = document->shelf().pin(noiseloom::design(other), QStringLiteral("other"));
  window->shelf().view().select(id);
  const std::unique_ptr<QMenu> menu(window->shelf().contextMenu());
  QAction* action = menu->findChild<QAction*>(QStringLiteral("explainDesign"));
  if (!action) action = window->shelf().findChild<QAction*>(QStringLiteral("explainDesign"));
  ASSERT_TRUE(action);
  action->trigger();
  auto* dialog = window->findChild<ExplainDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->designs().currentText(), QStringLiteral("other"));
  dialog->choose(QStringLiteral("sigma"));
  EXPECT_TRUE(dialog->text().contains(QStringLiteral("(7, 1e-5)"))) << dialog->text().toStdString();
  document->shelf().rename(id, QStringLiteral("renamed"));
  EXPECT_EQ(dialog->designs().currentText(), QStringLiteral("renamed"));
  // What is gone leaves the current one, of whose figures the price asks.
  document->shelf().remove(id);
  EXPECT_TRUE(dialog->text().contains(QStringLiteral("(2, 1e-5)"))) << dialog->text().toStdString();
  EXPECT_TRUE(dialog->designs().isHidden());
}

TEST_F(ExplainWindow, SaysWhereTheFiguresAreOfAnEarlierScenario) {
  ExplainDialog dialog(*document);
  dialog.show();
  dialog.explain(ExplainDialog::kCurrent);
  const auto* stale = dialog.findChild<QLabel*>(QStringLiteral("staleFigures"));
  EXPECT_TRUE(stale->isHidden());
  document->setEntryProblem(Field::Epsilon, QStringLiteral("Epsilon cannot be read"));
  EXPECT_FALSE(stale->isHidden());
  document->clearEntryProblem(Field::Epsilon);
  EXPECT_TRUE(waitFor([&] { return stale->isHidden(); }));
}

}  // namespace
}  // namespace noiseloom
