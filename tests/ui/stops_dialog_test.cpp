// What it costs that a run may end early.

#include <gtest/gtest.h>

#include <QAction>
#include <QLineEdit>
#include <QTest>
#include <vector>

#include "core/scenario/field_value.h"
#include "core/search/run_stops.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/stops_dialog.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class StopsWindow : public WindowTest {
 protected:
  StopsDialog* dialog() { return window->findChild<StopsDialog*>(); }
  void open() {
    document->reset(smallScenario());
    ASSERT_TRUE(waitUntilSolved());
    for (QAction* action : window->findChildren<QAction*>()) {
      if (action->iconText().startsWith(QStringLiteral("If the run stops early"))) action->trigger();
    }
    ASSERT_TRUE(dialog());
    ASSERT_TRUE(waitFor([this] { return !dialog()->running(); }));
  }
  void typeSteps(const QString& text) {
    dialog()->steps().setText(text);
    QTest::keyClick(&dialog()->steps(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([this] { return !dialog()->running(); }));
  }
  QString cell(int row, int column) { return dialog()->table().item(row, column)->text(); }
};

TEST_F(StopsWindow, StatesEachStopBesideADesignMadeForIt) {
  open();
  EXPECT_EQ(dialog()->steps().text(), QStringLiteral("16, 32, 48")) << "quarters, until somebody types";
  EXPECT_EQ(dialog()->table().rowCount(), 3);
  typeSteps(QStringLiteral("64; 10 10"));
  const std::vector<RunStop> stops = runStops(design(), std::vector<Index>{10, 64});
  ASSERT_EQ(dialog()->table().rowCount(), 2);
  for (int row = 0; row < 2; ++row) {
    const RunStop& stop = stops[static_cast<std::size_t>(row)];
    EXPECT_EQ(cell(row, 0), QString::number(stop.steps));
    EXPECT_EQ(cell(row, 1), resultText(stop.error.mean));
    EXPECT_EQ(cell(row, 2), resultText(stop.own->error.mean));
  }
  EXPECT_EQ(cell(0, 3), QStringLiteral("+%1 %").arg(resultText(100 * stops[0].price(), 3)));
  EXPECT_EQ(cell(1, 3), QStringLiteral("none")) << "it is made for all steps";
}

TEST_F(StopsWindow, RefusesStepsThatTheRunHasNotAndFollowsTheDocument) {
  open();
  typeSteps(QStringLiteral("10, 65"));
  EXPECT_EQ(dialog()->table().rowCount(), 0);
  EXPECT_TRUE(dialog()->note().contains(QStringLiteral("65"))) << dialog()->note().toStdString();
  typeSteps(QStringLiteral("half"));
  EXPECT_TRUE(dialog()->note().contains(QStringLiteral("half"))) << dialog()->note().toStdString();
  typeSteps(QStringLiteral("20"));
  const QString before = cell(0, 1);
  document->edit(Field::Epsilon, withValue(document->scenario(), Field::Epsilon, 1));
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] { return !dialog()->running() && dialog()->table().rowCount() == 1; }));
  EXPECT_NE(cell(0, 1), before);
  EXPECT_EQ(dialog()->steps().text(), QStringLiteral("20")) << "what was typed stays";
}

}  // namespace
}  // namespace noiseloom
