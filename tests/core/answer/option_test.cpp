#include "core/answer/option.h"

#include "core/answer/arguments.h"
#include "core/answer/nearest_name.h"
#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using List = std::vector<Given>;

std::string textFor(const Given& given) {
  std::optional<std::string> text;
  give({.name = "some-option", .place = &text}, given);
  return text.value();
}

std::vector<std::string> listFor(const Given& given, bool commas = false) {
  std::vector<std::string> list;
  give({.name = "some-option", .place = &list, .commas = commas}, given);
  return list;
}

TEST(Option, ValuesBecomeWhatAPersonWouldType) {
  EXPECT_EQ(textFor({true}), "on");
  EXPECT_EQ(textFor({false}), "off");
  EXPECT_EQ(textFor({Index{48}}), "48");
  EXPECT_EQ(textFor({0.1}), "0.1");
  EXPECT_EQ(textFor({std::string("2^14")}), "2^14");
  EXPECT_EQ(textFor({List{{Index{1}}, {2.5}}}), "1,2.5");
}

TEST(Option, OfSeveralValuesEachIsOne) {
  EXPECT_THAT(listFor({std::string("a.npz")}), ElementsAre("a.npz"));
  EXPECT_THAT(listFor({List{{std::string("a.npz")}, {std::string("b.npz")}}}), ElementsAre("a.npz", "b.npz"));
  EXPECT_THAT(listFor({List{{Index{1}}, {Index{3}}}}, true), ElementsAre("1", "3"));
  // Numbers by themselves are the parts of one value.
  const Given phase{List{{0.1}, {1.5}, {Index{10}}}};
  EXPECT_THAT(listFor(phase), ElementsAre("0.1:1.5:10"));
  EXPECT_THAT(listFor({List{phase, phase}}), ElementsAre("0.1:1.5:10", "0.1:1.5:10"));
}

TEST(Option, SwitchesTakeNothingElse) {
  bool on = false;
  const Option option{.name = "class-bounds", .place = &on};
  give(option, {true});
  EXPECT_TRUE(on);
  EXPECT_EQ(refusedArgument([&] { give(option, {std::string("yes")}); }), "class_bounds");
  EXPECT_TRUE(on);
}

TEST(Option, ArgumentsHaveTheNamesOfTheirOptions) {
  const auto known = [](const std::string& name) { return name == "min-sep" || name == "step-seconds"; };
  EXPECT_EQ(optionOfArgument("min_separation", known), "min-sep");
  EXPECT_EQ(optionOfArgument("step_seconds", known), "step-seconds");
  EXPECT_EQ(optionOfArgument("step_seconds[2]", known), "step-seconds[2]");
  EXPECT_EQ(optionOfArgument("epsilon", known), std::nullopt);
  EXPECT_EQ(snakeCase("min-sep"), "min_sep");
}

TEST(Option, AMistakeIsOffered) {
  EXPECT_THAT(unknownOption("--epsilom", "design", {"--epsilon", "--delta"}), HasSubstr("did you mean --epsilon?"));
  EXPECT_THAT(unknownOption("--colour", "design", {"--epsilon", "--delta"}), HasSubstr("design --help lists them"));
  EXPECT_EQ(nearestName("min-separation", {"fixed-epoch", "min-sep"}), "min-sep");
  EXPECT_EQ(nearestName("cyclic", {"fixed-epoch", "cyclic-poisson"}), "cyclic-poisson");
  EXPECT_EQ(nearestName("", {"fixed-epoch", "min-sep"}), "");
  EXPECT_THAT(
      [] {
        refuseName("batching", "min-separation", {"fixed-epoch", "min-sep"});
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("min-sep, or another of fixed-epoch or min-sep")));
}

}  // namespace
}  // namespace noiseloom
