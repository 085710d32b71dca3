#include "core/io/foreign_strategy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/io/scenario_json.h"
#include "core/io/session.h"
#include "core/io/strategy_file.h"
#include "core/search/designer.h"
#include "core/snippet/copied_command.h"
#include "core/verify/verify_strategy.h"
#include "tests/calls.h"
#include "tests/core/io/numpy_bytes.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using numpy::dataOf;
using numpy::npyBytes;
using numpy::npyOf;
using numpy::npzBytes;
using enum StrategyContent;
using Values = std::vector<double>;

// C of 3 steps, and its inverse, worked out by hand.
const Values kC{2, 0, 0, 1, 4, 0, 0, 2, 1};
const Values kInverse{0.5, 0, 0, -0.125, 0.25, 0, 0.25, -0.5, 1};

class ForeignStrategyTest : public ScratchFolder {
 protected:
  std::filesystem::path put(const std::string& name, const std::string& bytes) const {
    putContent(file(name), bytes);
    return file(name);
  }
  ImportedStrategy imported(const std::string& bytes, std::optional<StrategyContent> content,
                            std::optional<Index> iterations = {}) const {
    return importStrategy(readForeignStrategy(put("c.np", bytes)), content, iterations);
  }
  Values matrixOf(const std::string& bytes, std::optional<StrategyContent> content, Index n = 3) const {
    const auto strategy = imported(bytes, content, n).strategy();
    EXPECT_EQ(strategy->iterations(), n);
    return strategy->block(0, n, 0, n);
  }
  std::string refusal(const std::string& bytes, std::optional<StrategyContent> content,
                      std::optional<Index> iterations = {}) const {
    return messageOf<Error>([&] { (void)imported(bytes, content, iterations); });
  }
  // Small enough to be solved at once.
  static Scenario scenario(const ImportedStrategy& strategy) {
    return Scenario({.iterations = strategy.strategy()->iterations(),
                     .epochs = 1,
                     .mechanism = &importedMechanism(),
                     .imported = strategy,
                     .batching = *batchingFromName("single")});
  }
};

TEST_F(ForeignStrategyTest, EveryContentGivesTheMatrixThatItDescribes) {
  EXPECT_EQ(matrixOf(npyOf(kC, "(3, 3)"), Dense), kC);
  EXPECT_EQ(matrixOf(npyOf({2, 1, 0, 0, 4, 2, 0, 0, 1}, "(3, 3)", true), Dense), kC);
  EXPECT_EQ(matrixOf(npyBytes("<f4", "(3, 3)", dataOf(std::vector<float>{2, 0, 0, 1, 4, 0, 0, 2, 1})), Dense), kC);
  EXPECT_EQ(matrixOf(npyOf(kInverse, "(3, 3)"), DenseInverse), kC);
  EXPECT_EQ(matrixOf(npyOf({2, 0.5}, "(2,)"), Toeplitz), (Values{2, 0, 0, 0.5, 2, 0, 0, 0.5, 2}));
  EXPECT_EQ(matrixOf(npyOf({0.5, -0.25}, "(2,)"), ToeplitzInverse), (Values{2, 0, 0, 1, 2, 0, 0.5, 1, 2}));
  // By column as jax_privacy has it, the same transposed as LAPACK has it, and by row as strategy files have it.
  EXPECT_EQ(matrixOf(npyOf({2, 1, 4, 2, 1, 99}, "(3, 2)"), Banded), kC);
  EXPECT_EQ(matrixOf(npyOf({2, 4, 1, 1, 2, 99}, "(2, 3)"), Banded), kC);
  EXPECT_EQ(matrixOf(npyOf({0, 2, 1, 4, 2, 1}, "(3, 2)"), Banded), kC);
}

TEST_F(ForeignStrategyTest, ABltIsMadeFromItsDecaysAndScales) {
  const Strategy strategy = *imported(npyOf({0.9, 0.5, 0.1, 0.2}, "(2, 2)"), Blt, 4).strategy();
  const auto* blt = strategy.as<BltStrategy>();
  ASSERT_NE(blt, nullptr);
  EXPECT_THAT(strategy.block(0, 4, 0, 1),
              ElementsAre(1, DoubleNear(0.3, 1e-14), DoubleNear(0.09 + 0.1, 1e-14), DoubleNear(0.081 + 0.05, 1e-14)));
  EXPECT_THAT(refusal(npyOf({0.5, 0.9}, "(2, 1)"), Blt, 4), HasSubstr("inverse has the decay -0.4"));
  EXPECT_THAT(refusal(npzBytes({{"theta", npyOf({0.5}, "(1,)")}, {"omega", npyOf({0.9}, "(1,)")}}), {}, 4),
              HasSubstr("inverse has the decay -0.4"));
  EXPECT_THAT(refusal(npzBytes({{"theta", npyOf({0.5}, "(1,)")}, {"omega", npyOf({0.1, 0.1}, "(2,)")}}), {}, 4),
              HasSubstr("omega: must be a list as long"));
}

TEST_F(ForeignStrategyTest, ArchivesOfNumPySayByNameWhatTheyHold) {
  for (const bool compressed : {false, true}) {
    EXPECT_EQ(matrixOf(npzBytes({{"C", npyOf(kC, "(3, 3)")}}, compressed), {}), kC);
    EXPECT_EQ(matrixOf(npzBytes({{"C_inv", npyOf(kInverse, "(3, 3)")}}, compressed), {}), kC);
    EXPECT_EQ(matrixOf(npzBytes({{"C", npyOf(kC, "(3, 3)")}, {"C_inv", npyOf(kInverse, "(3, 3)")}}, compressed), {}),
              kC);
    EXPECT_EQ(matrixOf(npzBytes({{"arr_0", npyOf(kC, "(3, 3)")}}, compressed), Dense), kC);
  }
  const std::string blt = npzBytes({{"buf_decay", npyOf({0.9}, "(1,)")}, {"output_scale", npyOf({0.1}, "(1,)")}});
  EXPECT_THAT(imported(blt, {}, 3).strategy()->column(0),
              ElementsAre(1, DoubleNear(0.1, 1e-15), DoubleNear(0.09, 1e-15)));
  // jax_privacy's banded matrices are normalised by the class that holds them.
  const Values columns = matrixOf(npzBytes({{"params", npyOf({3, 4, 1, 0, 5, 99}, "(3, 2)")}}), {});
  EXPECT_THAT(columns, ElementsAre(DoubleNear(0.6, 1e-15), 0, 0, DoubleNear(0.8, 1e-15), 1, 0, 0, 0, 1));
  EXPECT_THAT(refusal(npzBytes({{"a", npyOf(kC, "(3, 3)")}, {"b", npyOf(kC, "(3, 3)")}}), Dense),
              HasSubstr("holds the arrays a, b"));
  EXPECT_THAT(refusal(npzBytes({{"C", npyOf(kC, "(3, 3)")}, {"strategy_coef", npyOf({1}, "(1,)")}}), {}),
              HasSubstr("beside another strategy"));
  EXPECT_THAT(refusal(npzBytes({{"C", npyOf({1, 2}, "(2,)")}}), {}), HasSubstr("shape 2 as dense"));
}

TEST_F(ForeignStrategyTest, WhatTheShapeLeavesOpenIsAskedFor) {
  EXPECT_THAT(refusal(npyOf(kC, "(3, 3)"), {}),
              HasSubstr("one of dense, dense-inverse: the array of c.np has shape 3 x 3"));
  EXPECT_THAT(refusal(npyOf({1, 2}, "(2,)"), {}), HasSubstr("one of toeplitz, toeplitz-inverse"));
  EXPECT_THAT(refusal(npyOf(Values(6, 1.0), "(2, 3)"), {}), HasSubstr("one of banded, blt"));
  EXPECT_THAT(refusal(npyOf({1, 2}, "(2,)"), Dense), HasSubstr("strategy_kind = dense is not allowed"));
  EXPECT_THAT(refusal(npyOf({1, 2}, "(2,)"), Toeplitz), HasSubstr("iterations = (missing)"));
  EXPECT_THAT(refusal(npyOf({1, 2}, "(2,)"), Toeplitz, 1), HasSubstr("at least 2"));
  EXPECT_EQ(imported(npyOf({1, 2, 0, 0}, "(4,)"), Toeplitz, 2).strategy()->bands(), 2);
}

TEST_F(ForeignStrategyTest, WhatIsNoStrategyIsRefusedWithItsPlace) {
  EXPECT_THAT(refusal(npyOf({1, 5, 1, 1}, "(2, 2)"), Dense), HasSubstr("5 above the diagonal, in row 0 and column 1"));
  EXPECT_THAT(refusal(npyOf({1, 0, 1, 0}, "(2, 2)"), Dense), HasSubstr("0 on the diagonal of row 1"));
  EXPECT_THAT(refusal(npyOf({1, 0, 1, -1}, "(2, 2)"), DenseInverse), HasSubstr("-1 on the diagonal"));
  EXPECT_THAT(refusal(npyOf({1, 0, NAN, 1}, "(2, 2)"), Dense), HasSubstr("value 2 is not a finite"));
  EXPECT_THAT(refusal(npyOf({0, 1}, "(2,)"), Toeplitz, 9), HasSubstr("0 as the first coefficient"));
  EXPECT_THAT(refusal(npyOf({0, 2, 0, 0, 2, 1}, "(3, 2)"), Banded), HasSubstr("0 on the diagonal of row 1"));
  EXPECT_THAT(refusal(npyOf({0, 3, 2, 1, 1, 4, 1, 1, 1, 0, 0, 1}, "(4, 3)"), Banded), HasSubstr("left of column 0"));
  EXPECT_THAT(refusal(npyBytes("<i8", "(1,)", std::string(8, '\1')), Toeplitz, 9), HasSubstr("'<i8'"));
  EXPECT_THAT(refusal(npyBytes("<f8", "(2, 2, 2)", std::string(64, '\1')), Dense), HasSubstr("two dimensions"));
  EXPECT_THAT(refusal(npyBytes("<f8", "(99999999, 99999999)", std::string(64, '\1')), Dense), HasSubstr("shape asks"));
  EXPECT_THAT(refusal(npyBytes("<f4", "(4097, 4097)", std::string(std::size_t{4097} * 4097 * 4, '\1')), Dense),
              HasSubstr("at most 4096 rows"));
  // So nearly singular that its inverse's inverse is another matrix.
  Values steep(std::size_t{40} * 40, 0.0);
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < i; ++j) steep[i * 40 + j] = -1.1 - 0.01 * static_cast<double>(j);
    steep[i * 40 + i] = 0.1;
  }
  EXPECT_THAT(refusal(npyOf(steep, "(40, 40)"), DenseInverse), HasSubstr("ten digits"));
}

TEST_F(ForeignStrategyTest, DamagedArchivesAreRefused) {
  const std::string whole = npzBytes({{"C", npyOf(kC, "(3, 3)")}}, true);
  EXPECT_EQ(matrixOf(whole, {}), kC);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    try {
      // What stands nowhere else, such as who made the archive, may change; the matrix may not.
      EXPECT_EQ(matrixOf(bytes, Dense), kC) << at;
    } catch (const Error&) {
    }
    EXPECT_ANY_THROW((void)imported(whole.substr(0, at), Dense)) << at;
  }
  // A member that claims more than deflate can hold.
  std::string bomb = whole;
  const std::size_t local = 30 + 5 + 4, directory = whole.rfind("PK\x01\x02");
  for (const std::size_t at : {local, directory + 24}) bomb[at + 3] = 0x7F;
  EXPECT_THAT(refusal(bomb, {}), HasSubstr("more than"));
}

TEST_F(ForeignStrategyTest, BandsAreThoseThatAreThere) {
  // Zeros beyond one band: cyclic Poisson sampling may run two epochs of four steps.
  const auto diagonal = imported(npyOf({1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "(4, 4)"), Dense);
  EXPECT_EQ(diagonal.strategy()->bands(), 1);
  Scenario asked = with(scenario(diagonal), {.epochs = 4, .batching = *batchingFromName("cyclic-poisson")});
  EXPECT_TRUE(asked.problems().empty());
  EXPECT_EQ(design(asked)->sensitivity.value, 2);
  // A single entry at the end of a band makes it one.
  const auto wide = imported(npyOf({1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 1e-300, 0, 0, 1}, "(4, 4)"), Dense);
  EXPECT_EQ(wide.strategy()->bands(), 4);
  asked.imported = wide;
  ASSERT_EQ(asked.problems().size(), 1u);
  EXPECT_THAT(asked.problems()[0].what(), HasSubstr("imported, with 4 bands"));
  EXPECT_THROW((void)design(asked), InvalidArgument);
  // Nor does what merely decays count as banded.
  asked.imported = imported(npyOf({1, -0.5}, "(2,)"), ToeplitzInverse, 4);
  ASSERT_EQ(asked.problems().size(), 1u);
  EXPECT_THAT(asked.problems()[0].what(), HasSubstr("inverse-toeplitz"));
  asked.epochs = 1;
  EXPECT_THROW((void)design(asked), InvalidArgument);
}

TEST_F(ForeignStrategyTest, ItStandsForItsOwnIterationsOnlyUnlessItGoesOn) {
  Scenario asked = with(scenario(imported(npyOf(kC, "(3, 3)"), Dense)), {.iterations = 4});
  ASSERT_EQ(asked.problems().size(), 1u);
  EXPECT_EQ(asked.problems()[0].argument(), "iterations");
  asked.imported = imported(npyOf({1, 0.5}, "(2,)"), Toeplitz, 3);
  EXPECT_TRUE(asked.problems().empty());
  EXPECT_EQ(design(asked)->strategy.iterations(), 4);
  asked.iterations = 1;
  EXPECT_EQ(asked.problems().size(), 1u);
  asked.imported.reset();
  EXPECT_EQ(asked.problems().size(), 1u);
  EXPECT_THROW((void)design(asked), InvalidArgument);
}

TEST_F(ForeignStrategyTest, FilesOfItAreReadAndVerified) {
  const std::vector<ImportedStrategy> all{
      imported(npyOf(kC, "(3, 3)"), Dense), imported(npyOf({1, 0, 0, 1, 1, 0, 1, 2, 1}, "(3, 3)"), DenseInverse),
      imported(npyOf({2, 0.5}, "(2,)"), Toeplitz, 5), imported(npyOf({0.5, -0.25}, "(2,)"), ToeplitzInverse, 5),
      imported(npyOf({0.9, 0.5, 0.1, 0.2}, "(2, 2)"), Blt, 5)};
  for (const ImportedStrategy& strategy : all) {
    const auto made = design(scenario(strategy));
    EXPECT_EQ(made->mechanism, &importedMechanism());
    writeStrategyFile(file("s.npz"), *made);
    const StrategyFile read = readStrategyFile(file("s.npz"));
    EXPECT_EQ(read.scenario, made->scenario);
    EXPECT_EQ(read.scenario.imported->file(), "c.np");
    EXPECT_EQ(read.scenario.imported->content(), strategy.content());
    const Verification verification = verifyStrategyFile(file("s.npz"));
    EXPECT_TRUE(verification.passed()) << strategy.content();
    EXPECT_THAT(verification.notChecked, IsSupersetOf({"imported: file", "imported: content"}));
    // The file again as a strategy from elsewhere: the same one, by another name.
    const ImportedStrategy again = importStrategy(readForeignStrategy(file("s.npz")), {}, {});
    EXPECT_EQ(again.sha256(), strategy.sha256());
    EXPECT_EQ(again.content(), "");
    EXPECT_THAT(commandLine(made->scenario),
                HasSubstr("--mechanism imported --strategy c.np --strategy-kind " + strategy.content()));
  }
  EXPECT_FALSE(isForeignStrategy(file("s.npz")));
  EXPECT_TRUE(isForeignStrategy(put("c.npy", npyOf({1}, "(1,)"))));
  EXPECT_TRUE(isForeignStrategy(put("c.npz", npzBytes({{"a", npyOf({1}, "(1,)")}}))));
}

TEST_F(ForeignStrategyTest, TheSameMatrixIsTheSameByAnyName) {
  const auto named = [&](const char* name, const std::string& bytes) {
    return importStrategy(readForeignStrategy(put(name, bytes)), Dense, {});
  };
  const ImportedStrategy first = named("a.npy", npyOf(kC, "(3, 3)")), again = named("b.npy", npyOf(kC, "(3, 3)"));
  EXPECT_EQ(first, again);
  EXPECT_EQ(scenario(first), scenario(again));
  EXPECT_FALSE(first == named("c.npy", npyOf({1, 0, 0, 1, 1, 0, 1, 2, 1}, "(3, 3)")));
  const ImportedStrategy drawn(std::string(ImportedStrategy::kDrawn), first.content(), first.sha256(),
                               first.strategy());
  EXPECT_FALSE(first == drawn);
}

TEST_F(ForeignStrategyTest, ASessionHoldsItsNumbersOnce) {
  Session session;
  session.scenario = scenario(imported(npyOf(kC, "(3, 3)"), Dense));
  session.history = {session.scenario, Scenario(), scenario(imported(npyOf({2, 0.5}, "(2,)"), Toeplitz, 5))};
  const std::string text = sessionText(session);
  EXPECT_THAT(text, HasSubstr("\"version\": 2"));
  const Session back = parseSession(text, "a.noiseloom");
  EXPECT_EQ(back.scenario, session.scenario);
  ASSERT_TRUE(back.scenario.imported->strategy());
  EXPECT_EQ(back.scenario.imported->strategy()->block(0, 3, 0, 3), kC);
  ASSERT_TRUE(back.history[0].imported->strategy());
  ASSERT_TRUE(back.history[2].imported->strategy());
  EXPECT_FALSE(back.history[1].imported);
  // Other numbers than the hash says.
  std::string changed = text;
  const std::size_t at = changed.find("\"C\": \"") + 7;
  changed[at + 10] = changed[at + 10] == 'A' ? 'B' : 'A';
  EXPECT_ANY_THROW((void)parseSession(changed, "a.noiseloom"));
  // Without them the scenario says which file is missing, and cannot be solved.
  const Scenario named = parseScenario(scenarioText(session.scenario), "a.json");
  EXPECT_EQ(named, session.scenario);
  ASSERT_EQ(named.problems().size(), 1u);
  EXPECT_THAT(named.problems()[0].what(), HasSubstr("imported from c.np, whose numbers are not here"));
  EXPECT_THROW((void)design(named), InvalidArgument);
}

TEST_F(ForeignStrategyTest, ACopiedCommandQuotesItsName) {
  const Strategy strategy = IdentityStrategy(3);
  for (const auto& [name, word] : std::vector<std::pair<std::string, std::string>>{{"a b.npy", "'a b.npy'"},
                                                                                   {"it's.npy", "'it'\\''s.npy'"},
                                                                                   {"-x.npy", "./-x.npy"},
                                                                                   {"$(x).npy", "'$(x).npy'"}})
    EXPECT_THAT(commandLine(scenario({name, "", "", strategy})), HasSubstr(" --strategy " + word));
}

}  // namespace
}  // namespace noiseloom
