#include "core/base/check.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <vector>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

template <class Call>
InvalidArgument refusal(Call call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {"", {}, {}};
}

TEST(Check, NamesArgumentValueAndWhatIsAllowed) {
  const InvalidArgument error =
      refusal([] { checkInteger("bands", 300, 1, 100, Core::tr("n/k under cyclic Poisson")); });
  EXPECT_EQ(error.argument(), "bands");
  EXPECT_EQ(error.value(), "300");
  EXPECT_EQ(error.allowed(), "an integer from 1 to 100 (n/k under cyclic Poisson)");
  EXPECT_STREQ(error.what(), "bands = 300 is not allowed: use an integer from 1 to 100 (n/k under cyclic Poisson)");
  EXPECT_EQ(refusal([] { checkInteger("iterations", 0, 1, kNoLimit); }).allowed(), "an integer of at least 1");
}

TEST(Check, IntervalsIncludeOrExcludeTheirEnds) {
  EXPECT_NO_THROW(checkClosedInterval("q", 1.0, 0.0, 1.0));
  EXPECT_THROW(checkOpenInterval("delta", 1.0, 0.0, 1.0), InvalidArgument);
  EXPECT_THROW(checkOpenInterval("delta", 0.0, 0.0, 1.0), InvalidArgument);
  EXPECT_NO_THROW(checkOpenInterval("delta", 1e-300, 0.0, 1.0));
  EXPECT_THROW(checkPositive("epsilon", 0.0), InvalidArgument);
  EXPECT_THROW(checkPositive("epsilon", std::numeric_limits<double>::infinity()), InvalidArgument);
}

TEST(Check, NotANumberIsNeverInside) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(checkFinite("x", nan), InvalidArgument);
  EXPECT_THROW(checkPositive("x", nan), InvalidArgument);
  EXPECT_THROW(checkOpenInterval("x", nan, 0, 1), InvalidArgument);
  EXPECT_THROW(checkClosedInterval("x", nan, 0, 1), InvalidArgument);
  EXPECT_EQ(refusal([&] { checkAllFinite("eta", std::vector<double>{1.0, nan}); }).argument(), "eta[1]");
}

TEST(Check, ShortestReadsBack) {
  for (double value : {0.1, 1e-6, -1e-10, 1e100, 2.5e22, 1.0 / 3.0, 16384.0, 5e-324})
    EXPECT_EQ(std::strtod(shortest(value).c_str(), nullptr), value);
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(1e-5), "1e-5");
  EXPECT_EQ(shortest(-2e-10), "-2e-10");
  EXPECT_EQ(shortest(1e22), "1e22");
}

}  // namespace
}  // namespace noiseloom
