#include "core/workload/spectrum.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/errors.h"
#include "core/workload/workload.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

TEST(Spectrum, ReadsWhatPeopleTypeAndPaste) {
  const Spectrum expected({{0.001, 5}, {0.01, 1}, {0.1, 2}});
  for (const char* text : {"0.001:5, 0.01, 0.1:2", "1e-3:5;0.01;0.1:2", "0.001 : 5\n0.01\r\n0.1:\t2\n",
                           "  .001:5.0 0.01:1 0.1:2,", ",0.001:5,,0.01 , 0.1 :2 "}) {
    EXPECT_EQ(parseSpectrum(text), expected) << text;
  }
  EXPECT_EQ(toText(expected), "0.001:5, 0.01, 0.1:2");
  EXPECT_EQ(parseSpectrum(toText(Spectrum({{1.0 / 3, 1e-300}, {0, 7}, {1, 1}}))),
            Spectrum({{1.0 / 3, 1e-300}, {0, 7}, {1, 1}}));
  EXPECT_EQ(toText(Spectrum()), "");
  EXPECT_DOUBLE_EQ(expected.weight(), 8);
}

TEST(Spectrum, RefusesTheRestByName) {
  std::string many;
  for (Index i = 0; i <= kMostCurvatures; ++i) many += "0.1 ";
  for (const std::string& text :
       {std::string(), std::string(" ,; "), std::string("0.1:"), std::string(":1"), std::string("0.1:1:2"),
        std::string("-0.1"), std::string("1.01"), std::string("0.1:0"), std::string("0.1:-1"), std::string("nan"),
        std::string("0.1:inf"), std::string("0,1x"), std::string("0.1:1e308 0.2:1e308"), std::string(1, '\0'), many}) {
    EXPECT_EQ(refusedArgument([&] { parseSpectrum(text); }), "spectrum") << text;
  }
  many.resize(many.size() - 4);
  EXPECT_EQ(std::ssize(parseSpectrum(many).curvatures()), kMostCurvatures);
}

TEST(Spectrum, BecomesTheComponentsOfRunningSumsAlone) {
  const Spectrum spectrum({{0, 1}, {0.25, 2}, {1, 1}, {1e-18, 4}});
  const Workload workload = Workload::prefix().withSpectrum(spectrum);
  const auto components = workload.components();
  ASSERT_EQ(components.size(), 4u);
  EXPECT_EQ(components[0].workload, Workload::prefix());
  EXPECT_EQ(components[1].workload, Workload::sgd(0.75, 0));
  EXPECT_EQ(components[2].workload, Workload::identity());
  EXPECT_EQ(components[3].workload, Workload::prefix()) << "1 less 1e-18";
  EXPECT_DOUBLE_EQ(components[1].weight, 0.25);
  EXPECT_DOUBLE_EQ(components[3].weight, 0.5);

  EXPECT_NE(workload, Workload::prefix());
  EXPECT_EQ(workload, Workload::prefix().withSpectrum(Spectrum({{0, 1}, {0.25, 2}, {1, 1}, {1e-18, 4}})));
  EXPECT_EQ(workload.withSpectrum({}), Workload::prefix());
  EXPECT_EQ(workload.name(), "prefix");
  for (const Workload& other : {workload.withMomentum(0.5), workload.withWeightDecay(0.9), workload.withRates({1, 0.5}),
                                Workload::identity().withSpectrum(spectrum)}) {
    EXPECT_TRUE(other.components().empty());
    EXPECT_EQ(other.spectrum(), spectrum) << "is kept for when it means something again";
  }
  EXPECT_EQ(workload.withMomentum(0.5).withMomentum(0), workload);
}

}  // namespace
}  // namespace noiseloom
