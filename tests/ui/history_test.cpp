// Edit > History: steps with their values, and going to any of them.

#include <gtest/gtest.h>

#include <QAction>
#include <QTest>
#include <QUndoView>

#include "tests/ui/window_fixture.h"
#include "ui/dialogs/history_dialog.h"

namespace noiseloom {
namespace {

class History : public WindowTest {};

TEST_F(History, AClickGoesToAnyStep) {
  const double epsilon = document->scenario().epsilon;
  const Mechanism* mechanism = document->scenario().mechanism;
  type(Field::Epsilon, QStringLiteral("4"));
  type(Field::Epsilon, QStringLiteral("3"));
  chooseMechanism(*mechanismFromName("dp-sgd"));
  for (QAction* action : window->findChildren<QAction*>()) {
    if (action->text().remove(QLatin1Char('&')) == QStringLiteral("History …")) action->trigger();
  }
  auto* steps = window->findChild<QUndoView*>(QStringLiteral("historySteps"));
  ASSERT_TRUE(steps);
  QAbstractItemModel& rows = *steps->model();
  ASSERT_EQ(rows.rowCount(), 4);
  EXPECT_EQ(rows.index(0, 0).data().toString(), QStringLiteral("As it was opened"));
  EXPECT_EQ(rows.index(1, 0).data().toString(), QStringLiteral("epsilon: 4"));
  EXPECT_EQ(rows.index(2, 0).data().toString(), QStringLiteral("epsilon: 3"));
  EXPECT_EQ(rows.index(3, 0).data().toString(), QStringLiteral("mechanism: DP-SGD"));
  const auto goTo = [&](int row) {
    QTest::mouseClick(steps->viewport(), Qt::LeftButton, {}, steps->visualRect(rows.index(row, 0)).center());
  };
  goTo(1);
  EXPECT_EQ(document->scenario().epsilon, 4);
  EXPECT_EQ(document->scenario().mechanism, mechanism);
  goTo(3);
  EXPECT_EQ(document->scenario().epsilon, 3);
  EXPECT_EQ(document->scenario().mechanism, *mechanismFromName("dp-sgd"));
  goTo(0);
  EXPECT_EQ(document->scenario().epsilon, epsilon);
  EXPECT_TRUE(waitUntilSolved());
}

}  // namespace
}  // namespace noiseloom
