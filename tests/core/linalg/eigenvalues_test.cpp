#include "core/linalg/eigenvalues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

// Its values above the diagonal are wrong: nobody may read them.
constexpr double kLower[] = {2, 1, 0, 99, 2, 1, 99, 99, 2};

TEST(Eigenvalues, OfASymmetricMatrix) {
  const SymmetricEigen found = symmetricEigen(kLower, 3, EigenParts::ValuesAndVectors);
  const double expected[] = {2 - std::sqrt(2.0), 2, 2 + std::sqrt(2.0)};
  ASSERT_EQ(found.values.size(), 3u);
  ASSERT_EQ(found.vectors.size(), 9u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(found.values[k], expected[k], 1e-14);
    const double* const v = &found.vectors[3 * k];
    EXPECT_NEAR(2 * v[0] + v[1], expected[k] * v[0], 1e-14);
    EXPECT_NEAR(v[0] + 2 * v[1] + v[2], expected[k] * v[1], 1e-14);
    EXPECT_NEAR(v[0] * v[0] + v[1] * v[1] + v[2] * v[2], 1, 1e-14);
  }
  const SymmetricEigen values = symmetricEigen(kLower, 3, EigenParts::Values);
  EXPECT_TRUE(values.vectors.empty());
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(values.values[k], expected[k], 1e-14);
}

TEST(Eigenvalues, OfAnyMatrix) {
  // By columns: [[0, -4], [1, 0]] turns, [[1, 5], [0, 3]] does not.
  for (const std::complex<double>& value : eigenvaluesOf(std::vector<double>{0, 1, -4, 0}, 2)) {
    EXPECT_NEAR(value.real(), 0, 1e-14);
    EXPECT_NEAR(std::abs(value.imag()), 2, 1e-14);
  }
  const auto real = eigenvaluesOf(std::vector<double>{1, 0, 5, 3}, 2);
  EXPECT_NEAR(std::min(real[0].real(), real[1].real()), 1, 1e-14);
  EXPECT_NEAR(std::max(real[0].real(), real[1].real()), 3, 1e-14);
}

TEST(Eigenvalues, OfEntriesThatAreNotFinite) {
  const std::vector<double> matrix{1, 2, std::numeric_limits<double>::infinity(), 3};
  EXPECT_THROW(symmetricEigen(matrix, 2, EigenParts::Values), InvalidArgument);
  const auto none = eigenvaluesOf(matrix, 2);
  ASSERT_EQ(none.size(), 2u);
  for (const std::complex<double>& value : none) EXPECT_TRUE(std::isnan(value.real()));
}

TEST(Eigenvalues, NamesBadArguments) {
  const std::vector<double> four(4, 1.0);
  EXPECT_THROW(symmetricEigen(four, 0, EigenParts::Values), InvalidArgument);
  EXPECT_THROW(symmetricEigen(four, 3, EigenParts::Values), InvalidArgument);
  EXPECT_THROW(eigenvaluesOf(four, 3), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
