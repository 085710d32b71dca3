// What no strategy goes below.

#include <gtest/gtest.h>

#include <QAction>

#include "core/batching/list.h"
#include "core/design/class_bounds.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/bounds_dialog.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class BoundsWindow : public WindowTest {
 protected:
  BoundsDialog* dialog() { return window->findChild<BoundsDialog*>(); }
  void open() {
    for (QAction* action : window->findChildren<QAction*>()) {
      if (action->iconText().startsWith(QStringLiteral("Lower bounds"))) action->trigger();
    }
    ASSERT_TRUE(dialog());
  }
  void show(const Batching* batching) {
    const Scenario scenario = with(smallScenario(), {.bands = 4, .batching = batching});
    document->reset(scenario);
    ASSERT_TRUE(waitUntilSolved());
    ASSERT_TRUE(waitFor([this] { return !dialog()->running(); }));
  }
  QString cell(int row, int column) { return dialog()->table().item(row, column)->text(); }
};

TEST_F(BoundsWindow, StatesEveryClassAndHowFarAboveTheDesignIs) {
  open();
  show(&batchings::fixedEpoch);
  const auto design = document->design();
  const std::vector<ClassBound> bounds = classBounds(*design);
  ASSERT_GE(bounds.size(), 3U);
  ASSERT_EQ(dialog()->table().rowCount(), static_cast<int>(bounds.size()) + 1);
  EXPECT_EQ(cell(0, 0), QStringLiteral("all strategies"));
  EXPECT_TRUE(cell(0, 1).startsWith(resultText(design->lowerBound))) << cell(0, 1).toStdString();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const int row = static_cast<int>(i) + 1;
    EXPECT_EQ(cell(row, 0).toStdString(), classText(bounds[i]).english());
    ASSERT_GT(bounds[i].value, 0);
    EXPECT_TRUE(cell(row, 1).startsWith(resultText(bounds[i].value)));
    const double above = design->objectiveError() / bounds[i].value - 1;
    const QString place =
        std::abs(above) <= kAtBound ? QStringLiteral("no more") : resultText(100 * std::abs(above), 3);
    EXPECT_TRUE(cell(row, 2).startsWith(place)) << cell(row, 2).toStdString();
    if (above < -kAtBound) {
      EXPECT_TRUE(cell(row, 2).endsWith(QStringLiteral("as it may be: it is not Toeplitz: its columns are rescaled")))
          << cell(row, 2).toStdString();
    }
  }
  EXPECT_TRUE(dialog()->note().contains(resultText(design->error.mean))) << dialog()->note().toStdString();
}

TEST_F(BoundsWindow, FollowsTheDocumentAndSaysWhereNoneIsKnown) {
  open();
  show(&batchings::cyclicPoisson);
  EXPECT_EQ(cell(1, 0), QStringLiteral("Toeplitz strategies of at most 4 bands"));
  show(&batchings::ballsInBins);
  EXPECT_EQ(dialog()->table().rowCount(), 1);
  EXPECT_EQ(cell(0, 1), QStringLiteral("none is known"));
  EXPECT_TRUE(dialog()->note().contains(QStringLiteral("no bound is known"))) << dialog()->note().toStdString();
}

}  // namespace
}  // namespace noiseloom
