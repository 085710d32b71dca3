#include "core/io/drawn_strategy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/claim/claim.h"
#include "core/io/foreign_strategy.h"
#include "core/io/session.h"
#include "core/io/strategy_file.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

Scenario scenarioOf(const ImportedStrategy& drawn) {
  return Scenario({.iterations = drawn.strategy()->iterations(),
                   .epochs = 2,
                   .mechanism = &importedMechanism(),
                   .imported = drawn,
                   .batching = *batchingFromName("fixed-epoch")});
}

TEST(DrawnStrategy, OneCoefficientIsAnotherAndAllElseStays) {
  const ToeplitzStrategy before(8, {1, 0.5, 0.25}, ColumnScaling::Normalized);
  const ImportedStrategy drawn = drawnCoefficients(before, {{1, 0.75}});
  const auto* after = drawn.strategy()->as<ToeplitzStrategy>();
  ASSERT_NE(after, nullptr);
  EXPECT_THAT(after->coefficients(), ElementsAre(1, 0.75, 0.25));
  EXPECT_EQ(after->scaling(), ColumnScaling::Normalized);
  EXPECT_EQ(after->iterations(), 8);
  EXPECT_TRUE(drawn.isDrawn());
  const ImportedStrategy inverse = drawnCoefficients(InverseToeplitzStrategy(8, {1, -0.5}), {{1, -0.25}});
  EXPECT_THAT(inverse.strategy()->as<InverseToeplitzStrategy>()->noisingCoefficients(), ElementsAre(1, -0.25));
}

TEST(DrawnStrategy, ABufferIsDrawnAsItsDecayAndScale) {
  const BltStrategy before(16, {0.9, 0.5}, {0.8, 0.3});
  const ImportedStrategy drawn = drawnBuffer(before, 1, 0.4, before.parameters().omega[1]);
  const BltParameters& after = drawn.strategy()->as<BltStrategy>()->parameters();
  EXPECT_THAT(after.theta, ElementsAre(0.9, 0.4));
  EXPECT_THAT(after.omega, ElementsAre(DoubleNear(before.parameters().omega[0], 1e-9),
                                       DoubleNear(before.parameters().omega[1], 1e-9)));
  EXPECT_THAT(messageOf<Error>([&] { (void)drawnBuffer(before, 0, 0.9, 2); }), HasSubstr("inverse has the decay"));
  EXPECT_THAT(messageOf<Error>([&] { (void)drawnBuffer(before, 0, 1.5, 0.1); }), HasSubstr("decay = 1.5"));
  EXPECT_THAT(messageOf<Error>([&] { (void)drawnBuffer(before, 2, 0.5, 0.1); }), HasSubstr("buffer = 2"));
}

TEST(DrawnStrategy, WhatCannotBeDrawnIsRefusedByName) {
  EXPECT_EQ(drawableOf(IdentityStrategy(4)), Drawable::Nothing);
  EXPECT_EQ(drawableOf(ToeplitzStrategy(4, {1})), Drawable::Nothing);
  EXPECT_EQ(drawableOf(ToeplitzStrategy(4, {1, 0.5})), Drawable::Coefficients);
  EXPECT_EQ(drawableOf(InverseToeplitzStrategy(4, {1, -0.5})), Drawable::InverseCoefficients);
  EXPECT_EQ(drawableOf(BltStrategy(4, {0.9}, {0.8})), Drawable::Buffers);
  const ToeplitzStrategy c(4, {1, 0.5});
  EXPECT_THAT(messageOf<Error>([&] { (void)drawnCoefficients(c, {{0, 0}}); }), HasSubstr("coefficient = 0"));
  EXPECT_THAT(messageOf<Error>([&] { (void)drawnCoefficients(c, {{1, NAN}}); }), HasSubstr("a finite number"));
  EXPECT_THAT(messageOf<Error>([&] { (void)drawnCoefficients(c, {{2, 0.1}}); }), HasSubstr("lag = 2"));
  EXPECT_THAT(messageOf<Error>([&] { (void)drawnCoefficients(IdentityStrategy(4), {{0, 1}}); }), HasSubstr("identity"));
}

TEST(DrawnStrategy, ItsSensitivityAndErrorAreThoseOfTheSameStrategyFromAFile) {
  const Scenario scenario = scenarioOf(drawnCoefficients(ToeplitzStrategy(64, {1, 0.5, 0.25}), {{1, 0.8}}));
  const auto made = design(scenario);
  const auto same = evaluate(scenario, ToeplitzStrategy(64, {1, 0.8, 0.25}));
  EXPECT_EQ(made->sensitivity.value, same->sensitivity.value);
  EXPECT_EQ(made->stddev, same->stddev);
  EXPECT_EQ(made->error.mean, same->error.mean);
  EXPECT_EQ(nameOf(*made).english(), "Drawn by hand, 3 bands");
}

// Its inverse grows: a drag may pass through such strategies, which are refused as those of files are.
TEST(DrawnStrategy, AnErrorBeyondAllNumbersIsNoDesign) {
  const Scenario scenario = scenarioOf(drawnCoefficients(ToeplitzStrategy(4096, {1, 0.5}), {{1, 3}}));
  EXPECT_THAT(messageOf<Error>([&] { (void)design(scenario); }), HasSubstr("stays bounded"));
}

class DrawnFiles : public ScratchFolder {};

TEST_F(DrawnFiles, ASavedDrawingComesBackAsOneAlsoFromTheCommandLine) {
  const Scenario scenario = scenarioOf(drawnCoefficients(ToeplitzStrategy(64, {1, 0.5, 0.25}), {{2, 0.1}}));
  const auto made = design(scenario);
  writeStrategyFile(file("drawn.npz"), *made);
  const StrategyFile read = readStrategyFile(file("drawn.npz"));
  EXPECT_EQ(read.scenario, scenario);
  const ImportedStrategy again = importStrategy(readForeignStrategy(file("drawn.npz")), {}, {});
  EXPECT_EQ(again, *scenario.imported);
}

}  // namespace
}  // namespace noiseloom
