// What several runs promise together.

#include <gtest/gtest.h>

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/batching/list.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/budget_dialog.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/number_field.h"
#include "ui/panels/text_field.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class BudgetWindow : public WindowTest {
 protected:
  BudgetDialog* dialog() { return window->findChild<BudgetDialog*>(); }
  void pin(const Batching* batching, double epsilon, const JobBatching* job = &jobs::asAccounted) {
    const Scenario scenario =
        with(smallScenario(), {.epsilon = epsilon, .bands = 4, .batching = batching, .jobBatching = job});
    document->shelf().pin(noiseloom::design(scenario));
  }
  void open() {
    for (QAction* action : window->findChildren<QAction*>()) {
      if (action->iconText().startsWith(QStringLiteral("Budget of several"))) action->trigger();
    }
    ASSERT_TRUE(dialog());
  }
  bool settle() {
    return waitFor([this] { return !dialog()->running(); });
  }
};

TEST_F(BudgetWindow, AddsWhatIsChosenUp) {
  open();
  EXPECT_EQ(dialog()->resultText(), QStringLiteral("No run is chosen"));
  pin(&batchings::fixedEpoch, 1);
  pin(&batchings::fixedEpoch, 2);
  pin(&batchings::cyclicPoisson, 1, &jobs::shuffledOnce);  // promises nothing
  ASSERT_TRUE(settle());
  EXPECT_EQ(dialog()->table().rowCount(), 3);
  EXPECT_TRUE(dialog()->table().item(2, 3)->text().startsWith(QStringLiteral("left out")));
  ASSERT_TRUE(dialog()->budget());
  const double mu = std::hypot(gaussianMuFor(1, 1e-5), gaussianMuFor(2, 1e-5));
  EXPECT_NEAR(dialog()->budget()->epsilon / gaussianEpsilon(mu, 1e-5), 1, 1e-8);
  EXPECT_TRUE(dialog()->resultText().contains(resultTextUp(dialog()->budget()->epsilon)));
  EXPECT_TRUE(dialog()->note().contains(QStringLiteral("(3, 2e-5)"))) << dialog()->note().toStdString();
  dialog()->table().item(0, 0)->setCheckState(Qt::Unchecked);
  ASSERT_TRUE(settle());
  ASSERT_TRUE(dialog()->budget());
  EXPECT_NEAR(dialog()->budget()->epsilon, 2, 1e-6);
}

TEST_F(BudgetWindow, OneRunPromisesItsClaimAndSeveralOfADesignAreCounted) {
  pin(&batchings::cyclicPoisson, 8);
  open();
  ASSERT_TRUE(settle());
  ASSERT_TRUE(dialog()->budget());
  EXPECT_LE(dialog()->budget()->epsilon, 8);
  EXPECT_NEAR(dialog()->budget()->epsilon, 8, 8e-3);
  auto* runs = qobject_cast<QSpinBox*>(dialog()->table().cellWidget(0, 1));
  ASSERT_TRUE(runs);
  runs->setValue(3);
  ASSERT_TRUE(settle());
  const auto design = document->shelf().pins().front().design;
  EXPECT_EQ(dialog()->budget()->epsilon, budgetOf({{design, design, design}, 1e-5}).epsilon);
  EXPECT_EQ(dialog()->budget()->profiles, 3);
  EXPECT_TRUE(dialog()->note().contains(QStringLiteral("(24, 3e-5)"))) << dialog()->note().toStdString();
  // It stays while the shelf changes.
  pin(&batchings::fixedEpoch, 1);
  EXPECT_EQ(qobject_cast<QSpinBox*>(dialog()->table().cellWidget(0, 1))->value(), 3);
  ASSERT_TRUE(settle());
  EXPECT_EQ(dialog()->budget()->gaussian, 1);
  EXPECT_EQ(dialog()->budget()->profiles, 3);
}

TEST_F(BudgetWindow, SaysHowManyRunsAreTooMany) {
  pin(&batchings::fixedEpoch, 1);
  pin(&batchings::fixedEpoch, 2);
  open();
  qobject_cast<QSpinBox*>(dialog()->table().cellWidget(0, 1))->setValue(256);
  EXPECT_FALSE(dialog()->budget());
  EXPECT_EQ(dialog()->resultText(), QStringLiteral("Too many runs"));
  EXPECT_EQ(dialog()->note(), QStringLiteral("257 runs are chosen: at most 256 are put together."));
  dialog()->table().item(1, 0)->setCheckState(Qt::Unchecked);
  ASSERT_TRUE(settle());
  EXPECT_EQ(dialog()->budget()->gaussian, 256);
}

TEST_F(BudgetWindow, DeltaIsCheckedAndOtherGuaranteesAreRefused) {
  pin(&batchings::fixedEpoch, 1);
  open();
  ASSERT_TRUE(settle());
  ASSERT_TRUE(dialog()->budget());
  const double before = dialog()->budget()->epsilon;
  QLineEdit& edit = dialog()->delta().edit();
  const auto type = [&](const char* text) {
    edit.setFocus();
    edit.selectAll();
    QTest::keyClicks(&edit, QString::fromLatin1(text));
    QTest::keyClick(&edit, Qt::Key_Return);
  };
  type("2");
  EXPECT_EQ(dialog()->budget()->epsilon, before);
  type("1e-3");
  ASSERT_TRUE(settle());
  EXPECT_LT(dialog()->budget()->epsilon, before);
  const Scenario scenario = with(smallScenario(), {.batching = &batchings::fixedEpoch, .unit = PrivacyUnit::User});
  document->shelf().pin(noiseloom::design(scenario));
  ASSERT_TRUE(settle());
  EXPECT_FALSE(dialog()->budget());
  EXPECT_TRUE(dialog()->note().contains(QStringLiteral("unit"))) << dialog()->note().toStdString();
}

TEST_F(BudgetWindow, CountsOtherReleasesAndTheBestOfTrials) {
  pin(&batchings::fixedEpoch, 1);
  open();
  ASSERT_TRUE(settle());
  const auto design = document->shelf().pins().front().design;
  const auto enter = [](QLineEdit& edit, const char* text) {
    edit.setFocus();
    edit.selectAll();
    QTest::keyClicks(&edit, QString::fromLatin1(text));
    QTest::keyClick(&edit, Qt::Key_Return);
  };
  enter(dialog()->releases().edit(), "2xgaussian:3, laplace");
  EXPECT_TRUE(dialog()->releases().problem().contains(QStringLiteral("laplace:SCALE")));
  enter(dialog()->releases().edit(), "2xgaussian:3, laplace:20");
  EXPECT_TRUE(dialog()->releases().problem().isEmpty());
  ASSERT_TRUE(settle());
  ASSERT_TRUE(dialog()->budget());
  const std::vector<OtherRelease> others{otherReleaseFromText("2xgaussian:3"), otherReleaseFromText("laplace:20")};
  EXPECT_EQ(dialog()->budget()->epsilon, budgetOf({{design}, 1e-5, others}).epsilon);
  EXPECT_FALSE(dialog()->trials().isEnabled());
  enter(dialog()->bestOf().edit(), "0.5");
  EXPECT_FALSE(dialog()->bestOf().problem().isEmpty());
  enter(dialog()->bestOf().edit(), "10");
  EXPECT_TRUE(dialog()->trials().isEnabled());
  ASSERT_TRUE(settle());
  ASSERT_TRUE(dialog()->budget());
  EXPECT_EQ(dialog()->budget()->epsilon, budgetOf({{design}, 1e-5, others, BestTrial{10}}).epsilon);
  EXPECT_TRUE(dialog()->note().contains(QStringLiteral("stop probability"))) << dialog()->note().toStdString();
  // Other releases stand without a run; a choice of the best needs one.
  dialog()->table().item(0, 0)->setCheckState(Qt::Unchecked);
  ASSERT_TRUE(settle());
  ASSERT_TRUE(dialog()->budget());
  EXPECT_EQ(dialog()->budget()->epsilon, budgetOf({{}, 1e-5, others}).epsilon);
  EXPECT_FALSE(dialog()->note().contains(QStringLiteral("stop probability"))) << dialog()->note().toStdString();
}

}  // namespace
}  // namespace noiseloom
