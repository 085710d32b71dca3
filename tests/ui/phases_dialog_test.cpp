// A run whose batch size and noise change from phase to phase.

#include <gtest/gtest.h>

#include <QAction>
#include <QPushButton>
#include <QTableWidget>
#include <vector>

#include "core/scenario/field_value.h"
#include "core/search/phased_designs.h"
#include "core/snippet/copied_command.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/phases_dialog.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class PhasesWindow : public WindowTest {
 protected:
  PhasesDialog* dialog() { return window->findChild<PhasesDialog*>(); }
  void open() {
    for (QAction* action : window->findChildren<QAction*>()) {
      if (action->iconText().startsWith(QStringLiteral("Phases of the run"))) action->trigger();
    }
    ASSERT_TRUE(dialog());
    settle();
  }
  void settle() {
    ASSERT_TRUE(waitFor([this] { return !dialog()->running(); }));
  }
  void type(int row, int column, const char* text) {
    dialog()->table().item(row, column)->setText(QString::fromLatin1(text));
    settle();
  }
  QString cell(int row, int column) { return dialog()->table().item(row, column)->text(); }
  void press(const char* label) {
    for (QPushButton* button : dialog()->findChildren<QPushButton*>()) {
      if (button->text() == QLatin1String(label)) button->click();
    }
    settle();
  }
  /// A phase of the document's scenario, as one would write it without the window.
  PhaseRequest phase(Index steps, double batchSize, double noise) {
    const Scenario& all = document->scenario();
    return {withBatchSize(withValue(all, Field::Iterations, static_cast<double>(steps)), batchSize), noise};
  }
};

TEST_F(PhasesWindow, DesignsEachPhaseUnderThePromiseOfAll) {
  open();
  EXPECT_EQ(dialog()->table().rowCount(), 2) << "a warm-up, until somebody types";
  EXPECT_EQ(cell(0, PhasesDialog::Steps), QStringLiteral("16"));
  EXPECT_EQ(cell(1, PhasesDialog::Steps), QStringLiteral("48"));
  type(0, PhasesDialog::Data, "20");
  type(1, PhasesDialog::Noise, "1.5");
  press("Add a phase");
  type(2, PhasesDialog::Steps, "8");
  type(2, PhasesDialog::Noise, "1");
  const std::vector<PhaseRequest> phases{phase(16, 20, 1), phase(48, 62.5, 1.5), phase(8, 62.5, 1)};
  const PhasedDesigns made = designPhases({phases, document->scenario().epsilon, document->scenario().delta});
  ASSERT_EQ(dialog()->table().rowCount(), 3);
  for (int row = 0; row < 3; ++row) {
    const Design& design = *made.designs[static_cast<std::size_t>(row)];
    EXPECT_EQ(cell(row, PhasesDialog::Bands), QString::number(design.bands));
    EXPECT_EQ(cell(row, PhasesDialog::NoiseMultiplier), resultTextUp(design.noiseMultiplier.value));
    EXPECT_EQ(cell(row, PhasesDialog::Epsilon), resultTextUp(design.scenario.epsilon));
    EXPECT_EQ(cell(row, PhasesDialog::Error), resultText(design.error.mean));
  }
  EXPECT_TRUE(dialog()->resultText().contains(QStringLiteral("(2, 1e-5)-DP"))) << dialog()->resultText().toStdString();
  EXPECT_EQ(dialog()->command().toStdString(),
            phasesCommand(std::vector<Scenario>{phases[0].scenario, phases[1].scenario, phases[2].scenario},
                          std::vector<double>{1, 1.5, 1}));
  dialog()->table().setCurrentCell(1, 0);
  press("Remove the phase");
  EXPECT_EQ(dialog()->table().rowCount(), 2);
  EXPECT_EQ(cell(1, PhasesDialog::Steps), QStringLiteral("8"));
}

TEST_F(PhasesWindow, RefusesWhatIsNoPhaseWhereItWasTyped) {
  open();
  const QString before = cell(0, PhasesDialog::NoiseMultiplier);
  for (const char* text : {"half", "-3", "0", "1e30"}) {
    type(1, PhasesDialog::Steps, text);
    EXPECT_TRUE(dialog()->note().startsWith(QStringLiteral("Phase 2:"))) << dialog()->note().toStdString();
    EXPECT_TRUE(cell(0, PhasesDialog::NoiseMultiplier).isEmpty()) << "no figures of other phases";
    EXPECT_TRUE(dialog()->command().isEmpty());
  }
  type(1, PhasesDialog::Steps, "48");
  EXPECT_EQ(cell(0, PhasesDialog::NoiseMultiplier), before);
  type(0, PhasesDialog::Data, "1001");
  EXPECT_TRUE(dialog()->note().startsWith(QStringLiteral("Phase 1:"))) << "1000 examples have no such batch";
}

TEST_F(PhasesWindow, FollowsTheDocumentAndKeepsWhatWasTyped) {
  open();
  type(0, PhasesDialog::Steps, "10");
  const QString before = cell(0, PhasesDialog::NoiseMultiplier);
  document->edit(Field::Epsilon, withValue(document->scenario(), Field::Epsilon, 1));
  ASSERT_TRUE(waitUntilSolved());
  settle();
  EXPECT_EQ(cell(0, PhasesDialog::Steps), QStringLiteral("10"));
  EXPECT_NE(cell(0, PhasesDialog::NoiseMultiplier), before);
  Scenario other = document->scenario();
  other.batching = *batchingFromName("b-min-sep");
  document->edit(Field::Batching, other);
  settle();
  EXPECT_TRUE(cell(0, PhasesDialog::NoiseMultiplier).isEmpty());
  EXPECT_TRUE(dialog()->note().contains(QStringLiteral("not composed in phases"))) << dialog()->note().toStdString();
}

}  // namespace
}  // namespace noiseloom
