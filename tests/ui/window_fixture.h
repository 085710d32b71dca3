#pragma once

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QString>
#include <functional>
#include <memory>

#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"

namespace noiseloom {

/// Runs the event loop until the condition holds; false after the time limit, which nothing reaches that works, on
/// however busy a machine.
bool waitFor(const std::function<bool()>& condition, int milliseconds = 120'000);

/// A small scenario that solves in a few milliseconds: n = 64, k = 4.
Scenario smallScenario();
/// One that takes many seconds: general banded strategies at large n.
Scenario slowScenario();

/// The whole window over its document and solver, as the program sets it up.
class WindowTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Solved, and every plot drawn.
  bool waitUntilSolved();
  NumberField& number(Field field) { return *window->scenarioPanel().numberField(field); }
  /// What a person does: select all, type, press Enter.
  void type(Field field, const QString& text);
  /// Chooses an alternative of the scenario panel, as a person would.
  void choose(Field field, int index);
  void chooseMechanism(const Mechanism* mechanism);
  void chooseBatching(const Batching* batching);
  void chooseJobBatching(const JobBatching* batching);
  /// Every alternative that could be chosen has room for its name, or for what stands for it.
  void expectChoicesFit();
  /// The design of the document; fails the test when there is none.
  const Design& design();

  std::unique_ptr<ScenarioDocument> document;
  std::unique_ptr<LiveSolver> solver;
  std::unique_ptr<MainWindow> window;
};

}  // namespace noiseloom
