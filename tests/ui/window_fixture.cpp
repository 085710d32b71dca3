#include "tests/ui/window_fixture.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QStyleOptionComboBox>
#include <QTest>
#include <algorithm>

#include "core/scenario/scenario.h"
#include "tests/core/scenarios.h"
#include "tests/sanitized.h"
#include "ui/panels/choice_field.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/style/fitting_font.h"

namespace noiseloom {
namespace {

template <class Values, class Value>
int indexIn(const Values& values, Value value) {
  return static_cast<int>(std::find(values.begin(), values.end(), value) - values.begin());
}

}  // namespace

bool waitFor(const std::function<bool()>& condition, int milliseconds) {
  QElapsedTimer clock;
  clock.start();
  while (!condition()) {
    if (clock.elapsed() > (kSanitized ? 10 : 1) * qint64{milliseconds}) return false;
    QTest::qWait(2);
  }
  return true;
}

Scenario smallScenario() {
  return Scenario({.iterations = 64, .epochs = 4, .epsilon = 2, .delta = 1e-5, .datasetSize = 1000});
}

Scenario slowScenario() {
  return with(smallScenario(),
              {.iterations = 100'000, .epochs = 10, .mechanism = *mechanismFromName("banded"), .bands = 32});
}

void WindowTest::SetUp() {
  document = std::make_unique<ScenarioDocument>();
  solver = std::make_unique<LiveSolver>(*document);
  document->reset(smallScenario());
  window = std::make_unique<MainWindow>(*document, *solver);
  window->show();
  ASSERT_TRUE(waitUntilSolved());
}

void WindowTest::TearDown() {
  window.reset();
  solver.reset();
  document.reset();
}

bool WindowTest::waitUntilSolved() {
  return waitFor([this] {
    const QList<LinePlot*> plots = window->findChildren<LinePlot*>();
    return !solver->running() && document->designState() == DesignState::Current &&
           window->findChild<StrategyPanel*>()->view().isUpToDate() &&
           std::all_of(plots.begin(), plots.end(),
                       [](const LinePlot* plot) { return plot->isDrawn() || !plot->isVisible(); });
  });
}

void WindowTest::type(Field field, const QString& text) {
  QLineEdit& edit = number(field).edit();
  edit.setFocus();
  edit.selectAll();
  QTest::keyClick(&edit, Qt::Key_Delete);
  QTest::keyClicks(&edit, text);
  QTest::keyClick(&edit, Qt::Key_Return);
}

void WindowTest::choose(Field field, int index) {
  ChoiceField& choice = *window->scenarioPanel().choiceField(field);
  choice.showChoice(index);
  emit choice.combo().activated(choice.rowOf(index));
}

void WindowTest::expectChoicesFit() {
  for (ChoiceField* field : window->scenarioPanel().findChildren<ChoiceField*>()) {
    QComboBox& combo = field->combo();
    if (!combo.isVisible()) continue;
    QStyleOptionComboBox option;
    option.initFrom(&combo);
    const QRect room =
        combo.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &combo);
    for (int i = 0; i < combo.count(); ++i) {
      const QString shown = field->textIn(i, room.width());
      EXPECT_TRUE(shown == combo.itemText(i) || !shown.endsWith(QStringLiteral("…"))) << shown.toStdString();
      EXPECT_LE(QFontMetrics(fittingFont(combo.font(), shown, room.width())).horizontalAdvance(shown), room.width())
          << shown.toStdString();
    }
  }
}

void WindowTest::chooseMechanism(const Mechanism* mechanism) {
  choose(Field::Mechanism, indexIn(offeredMechanisms(), mechanism));
}

void WindowTest::chooseBatching(const Batching* batching) {
  choose(Field::Batching, indexIn(allBatchings(), batching));
}

void WindowTest::chooseJobBatching(const JobBatching* batching) {
  choose(Field::JobBatching, indexIn(allJobBatchings(), batching));
}

const Design& WindowTest::design() {
  const auto found = document->design();
  EXPECT_TRUE(found);
  // The document keeps it alive until the next result.
  return *found;
}

}  // namespace noiseloom
