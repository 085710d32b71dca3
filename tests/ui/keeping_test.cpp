#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <array>
#include <vector>

#include "core/batching/list.h"
#include "core/io/session.h"
#include "core/scenario/field_value.h"
#include "core/search/band_curve.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"

namespace noiseloom {
namespace {

constexpr std::array kTexts{"1.5", "0", "0.01", "1e-300", "2^53", "1e999", "", "½"};

/// Scenarios that show different fields.
std::vector<Scenario> scenarios() {
  const Scenario usual = ScenarioDocument::defaultScenario();
  const Scenario separated =
      with(withSchedule(usual, {.kind = ScheduleKind::Linear, .warmup = 0.1, .cooldown = 0.2}),
           {.mechanism = *mechanismFromName("blt"), .batching = &batchings::minSeparation, .minSeparation = 10});
  const Scenario binned = with(usual, {.mechanism = *mechanismFromName("best"), .batching = &batchings::ballsInBins});
  Scenario stamped = usual;
  stamped.mechanism = *mechanismFromName("stamped");
  return {usual, separated, binned, stamped};
}

using Keeping = WindowTest;

// What a person may enter, usable or not, is the same after it went through a file.
TEST_F(Keeping, WhateverWasEnteredComesBackFromASession) {
  const QTemporaryDir folder;
  const std::string path = folder.filePath(QStringLiteral("a.noiseloom")).toStdString();
  int entered = 0;
  for (const Scenario& scenario : scenarios()) {
    for (const Field field : allFields()) {
      document->reset(scenario);
      if (!window->scenarioPanel().numberField(field) || !window->scenarioPanel().shows(field)) continue;
      const std::string name(infoOf(field).name);
      for (const char* text : kTexts) {
        document->reset(scenario);
        window->typeInto(QString::fromStdString(name), QString::fromUtf8(text));
        Session session;
        session.scenario = document->scenario();
        ASSERT_NO_THROW(writeSession(path, session)) << name << ": " << text;
        EXPECT_TRUE(readSession(path).scenario == document->scenario()) << name << ": " << text;
        if (scenario != document->scenario()) ++entered;
      }
    }
  }
  EXPECT_GT(entered, 60);
}

}  // namespace
}  // namespace noiseloom
