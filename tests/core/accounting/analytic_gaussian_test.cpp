#include "core/accounting/losses/analytic_gaussian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string>

#include "core/base/errors.h"
#include "core/linalg/gauss_legendre.h"

namespace noiseloom {
namespace {

/// The definition, E (1 - e^{epsilon - L})_+ with L ~ N(mu^2/2, mu^2), by brute-force quadrature in long double.
long double logDeltaByDefinition(long double mu, long double epsilon) {
  const long double start = epsilon / mu - mu / 2;  // of the standardised loss
  const long double scale = std::exp(-0.5L * start * start);
  constexpr int kSteps = 400000;
  const long double width = 12.0L / (start > 1 ? start / 4 : 1.0L), h = width / kSteps;
  long double sum = 0;
  for (int i = 0; i <= kSteps; ++i) {  // Simpson, of exp(-s (s/2 + start)) (1 - e^{-mu s})
    const long double s = h * i;
    const long double weight = i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * std::exp(-s * (0.5L * s + start)) * -std::expm1(-mu * s);
  }
  return std::log(sum * h / 3 / std::sqrt(2 * std::numbers::pi_v<long double>)) + std::log(scale);
}

TEST(AnalyticGaussian, DeltaMatchesItsDefinition) {
  for (const double mu : {0.01, 0.3, 0.9, 1.1, 2.0, 5.0}) {
    for (const double tail : {-1.0, 0.0, 2.0, 6.0, 12.0, 30.0}) {
      const double epsilon = mu * (tail + mu / 2);
      if (epsilon < 0) continue;
      const double expected = static_cast<double>(logDeltaByDefinition(mu, epsilon));
      EXPECT_NEAR(gaussianLogDelta(mu, epsilon), expected, 2e-12 * std::max(1.0, -expected)) << mu << " " << epsilon;
    }
  }
}

struct HighPrecision {
  double mu, epsilon, logDelta;
};
// log(Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)) evaluated with 900 digits.
constexpr HighPrecision kHighPrecision[] = {
    {1e-06, 5e-13, -14.734449717825878565},    {1e-06, 1e-06, -16.300631083676994831},
    {1e-06, 6e-06, -36.394386950134193315},    {1e-06, 2e-05, -220.73333906738954746},
    {1e-06, 3.65e-05, -688.05630130507965417}, {1e-06, 0.0, -14.734449091168988558},
    {1e-06, 1e-10, -14.734574425386731324},    {0.001, 5e-07, -7.8273203323014775529},
    {0.001, 0.001, -9.3923763840394126917},    {0.001, 0.006, -29.483634790278794353},
    {0.001, 0.02, -213.8155939127929108},      {0.001, 0.0365, -681.13031440091056497},
    {0.001, 0.0, -7.8266938538534757452},      {0.001, 1e-07, -7.8268191381264404692},
    {0.03, 0.00045, -4.444173657716172118},    {0.03, 0.0304, -6.0020051521694867882},
    {0.03, 0.18, -25.995544503651952904},      {0.03, 0.6, -210.12450835385325563},
    {0.03, 1.1, -683.30379276463624632},       {0.03, 0.0, -4.4255339299621584733},
    {0.03, 3e-06, -4.4256577689296859264},     {0.3, 0.045, -2.2993433266337495156},
    {0.3, 0.345, -3.8178978239283952196},      {0.3, 1.84, -23.723399211505344343},
    {0.3, 6.04, -207.80175405327564898},       {0.3, 11.0, -676.06232868895981213},
    {0.3, 0.0, -2.126655716552973675},         {0.3, 3e-05, -2.1267665209726524477},
    {1, 0.5, -1.4337142903236975907},          {1, 1.5, -2.8700474508652268169},
    {1, 6.5, -22.723297193856673349},          {1, 20.5, -206.96628300118358821},
    {1, 37.0, -674.26777845889830214},         {1, 0.0, -0.95991633369562231933},
    {1, 0.0001, -0.95999691027195118431},      {1.7, 1.44, -1.1650544885997109595},
    {1.7, 3.15, -2.5542373096892864941},       {1.7, 11.6, -22.117095013351592478},
    {1.7, 35.4, -205.93663827025908202},       {1.7, 63.5, -673.86312027056897863},
    {1.7, 0.0, -0.50306429800321148957},       {1.7, 0.00017, -0.50311987176460687292},
    {4, 8.0, -0.90241406300093218472},         {4, 12.0, -2.1892444690053692409},
    {4, 32.0, -21.678033673877009412},         {4, 88.0, -205.71270305890586317},
    {4, 154.0, -672.95829031256630535},        {4, 0.0, -0.046567912292390163548},
    {4, 0.0004, -0.0465774469586027836},       {9, 40.5, -0.78482131431482715451},
    {9, 49.5, -2.0047554366565508837},         {9, 94.5, -21.262309943505232829},
    {9, 220.0, -203.97587857139590898},        {9, 369.0, -672.26357031868347598},
    {9, 0.0, -6.7953693379300419868e-6},       {9, 0.0009, -6.7984279214095310042e-6},
    {30, 450.0, -0.72007315141496498355},      {30, 480.0, -1.8914173177770418976},
    {30, 630.0, -20.924228404742070566},       {30, 1050.0, -204.42937338952787003},
    {30, 1540.0, -665.36212190519539438},      {30, 0.0, -7.3419323986255017716e-51},
    {30, 0.003, -7.3529535245837718592e-51},
};

TEST(AnalyticGaussian, AnyTwoGiveTheThirdToTwelveDigits) {
  for (const auto& [mu, epsilon, logDelta] : kHighPrecision) {
    SCOPED_TRACE("mu " + std::to_string(mu) + ", epsilon " + std::to_string(epsilon));
    EXPECT_NEAR(gaussianLogDelta(mu, epsilon), logDelta, 1e-12);
    const double delta = std::exp(logDelta);
    if (delta == 1) continue;
    // What the last bits of the logarithm, of delta, and of 1 - delta are worth in mu and epsilon.
    const double ulps = 2.3e-16 * std::max({1.0, -logDelta, delta / (1 - delta)});
    const double density = std::exp(-0.5 * std::pow(epsilon / mu - mu / 2, 2)) / std::sqrt(2 * std::numbers::pi);
    EXPECT_NEAR(gaussianMuFor(epsilon, delta) / mu, 1, 1e-12 + 2 * ulps * delta / (mu * density));
    if (epsilon == 0) continue;
    // The slope in epsilon is the density times a Mills ratio, which at b is at least 1 / (b + 1).
    const double worth = ulps * delta * (epsilon / mu + mu / 2 + 1) / (epsilon * density);
    EXPECT_NEAR(gaussianEpsilon(mu, delta) / epsilon, 1, 1e-12 + 2 * worth);
  }
}

TEST(AnalyticGaussian, ComplementMatchesDelta) {
  for (const double mu : {0.1, 1.0, 4.0, 9.0}) {
    for (const double epsilon : {0.0, 0.5, 5.0}) {
      EXPECT_NEAR(gaussianDelta(mu, epsilon) + gaussianDeltaComplement(mu, epsilon), 1, 1e-14);
    }
  }
}

TEST(AnalyticGaussian, AtEpsilonZeroDeltaIsTotalVariation) {
  for (const double mu : {1e-8, 1e-3, 1.0, 3.0}) {
    EXPECT_NEAR(gaussianDelta(mu, 0) / std::erf(mu / std::sqrt(8.0)), 1, 1e-14);
  }
}

TEST(AnalyticGaussian, AnyTwoGiveTheThird) {
  for (const double epsilon : {1e-3, 0.1, 1.0, 8.0, 100.0}) {
    for (const double delta : {1e-300, 1e-100, 1e-30, 1e-10, 1e-5, 0.1, 0.5, 0.9, 1 - 1e-9}) {
      const double mu = gaussianMuFor(epsilon, delta);
      const double logDelta = std::log(delta);
      if (delta <= 0.5) {
        EXPECT_NEAR(gaussianLogDelta(mu, epsilon), logDelta, 2e-12 * std::max(1.0, -logDelta))
            << epsilon << " " << delta;
      } else {
        EXPECT_NEAR(gaussianDeltaComplement(mu, epsilon) / (1 - delta), 1, 1e-12) << epsilon << " " << delta;
      }
      EXPECT_NEAR(gaussianEpsilon(mu, delta), epsilon, 1e-11 * (epsilon + mu)) << epsilon << " " << delta;
      EXPECT_DOUBLE_EQ(gaussianNoiseMultiplier(epsilon, delta), 1 / mu);
    }
  }
}

TEST(AnalyticGaussian, EpsilonIsZeroOnceTotalVariationIsAllowed) {
  EXPECT_EQ(gaussianEpsilon(0.1, 0.2), 0);
  EXPECT_GT(gaussianEpsilon(0.1, 0.039), 0);
}

TEST(AnalyticGaussian, Zcdp) {
  EXPECT_DOUBLE_EQ(zcdpRho(2.0), 0.125);
  EXPECT_DOUBLE_EQ(std::sqrt(0.5 / zcdpRho(0.37)), 0.37);
}

TEST(AnalyticGaussian, MuAddsInSquares) {
  const double mus[] = {0.3, 0.4, 1.2};
  EXPECT_DOUBLE_EQ(gaussianComposedMu(mus), 1.3);
  const GaussianGuarantee one{0.2};
  EXPECT_DOUBLE_EQ(one.repeated(16).mu, 0.8);
  EXPECT_DOUBLE_EQ(one.repeated(16).rho(), 16 * one.rho());
}

TEST(AnalyticGaussian, AGuaranteeSpeaksEveryCurrency) {
  const GaussianGuarantee guarantee = GaussianGuarantee::of(1.5, 1e-7);
  EXPECT_NEAR(guarantee.deltaAt(1.5) / 1e-7, 1, 1e-12);
  EXPECT_NEAR(guarantee.epsilonAt(1e-7), 1.5, 1e-12);
  EXPECT_DOUBLE_EQ(guarantee.noiseMultiplier(), gaussianNoiseMultiplier(1.5, 1e-7));
  EXPECT_DOUBLE_EQ(guarantee.rho(), zcdpRho(guarantee.noiseMultiplier()));
  EXPECT_DOUBLE_EQ(GaussianGuarantee{0.25}.noiseMultiplier(), 4);
}

// The formula minimised over a fine scan of the order a.
double scannedZcdpLogDelta(double rho, double epsilon) {
  double least = 0;
  for (double less = 1e-6; less < 1e6; less *= 1.0005) {
    const double a = 1 + less;
    least = std::min(least, less * (a * rho - epsilon) + a * std::log1p(-1 / a) - std::log(less));
  }
  return least;
}

TEST(AnalyticGaussian, ZcdpImpliesLessThanTheMechanism) {
  for (const double rho : {1e-4, 0.01, 0.5, 8.0}) {
    for (const double epsilon : {0.0, 0.1, 1.0, 10.0, 100.0}) {
      const double logDelta = zcdpLogDelta(rho, epsilon);
      const double scanned = scannedZcdpLogDelta(rho, epsilon);
      EXPECT_LE(logDelta, scanned + 1e-12 * std::max(1.0, -scanned));
      EXPECT_NEAR(logDelta, scanned, 1e-6 * std::max(1.0, -scanned)) << rho << " " << epsilon;
      EXPECT_GE(logDelta, gaussianLogDelta(std::sqrt(2 * rho), epsilon)) << rho << " " << epsilon;
    }
    for (const double delta : {1e-300, 1e-12, 1e-5, 0.1}) {
      const double epsilon = zcdpEpsilon(rho, delta);
      if (epsilon > 0) {
        EXPECT_NEAR(zcdpLogDelta(rho, epsilon), std::log(delta), 1e-11 * -std::log(delta));
      }
      EXPECT_GE(epsilon, gaussianEpsilon(std::sqrt(2 * rho), delta));
      // The older conversion, rho + 2 sqrt(rho log(1/delta)) (Bun and Steinke 2016), is weaker.
      EXPECT_LE(epsilon, rho + 2 * std::sqrt(-rho * std::log(delta)));
    }
  }
}

TEST(AnalyticGaussian, RefusesByName) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, infinity}) {
    EXPECT_THROW(gaussianLogDelta(bad, 1), InvalidArgument);
    EXPECT_THROW(gaussianEpsilon(bad, 1e-5), InvalidArgument);
    EXPECT_THROW(zcdpRho(bad), InvalidArgument);
    EXPECT_THROW(zcdpLogDelta(bad, 1), InvalidArgument);
    EXPECT_THROW(zcdpEpsilon(bad, 1e-5), InvalidArgument);
    EXPECT_THROW(GaussianGuarantee{1}.repeated(bad), InvalidArgument);
  }
  for (const double bad : {-1.0, nan, infinity}) EXPECT_THROW(gaussianComposedMu(std::span(&bad, 1)), InvalidArgument);
  EXPECT_THROW(gaussianComposedMu({}), InvalidArgument);
  for (const double bad : {-1e-9, nan, infinity}) EXPECT_THROW(zcdpLogDelta(1, bad), InvalidArgument);
  for (const double bad : {0.0, 1.0, nan}) EXPECT_THROW(zcdpEpsilon(1, bad), InvalidArgument);
  for (const double bad : {-1e-9, nan, infinity}) EXPECT_THROW(gaussianMuFor(bad, 1e-5), InvalidArgument);
  for (const double bad : {0.0, 1.0, -1.0, nan, infinity}) EXPECT_THROW(gaussianMuFor(1, bad), InvalidArgument);
}

TEST(GaussLegendre, IsExactForPolynomials) {
  for (int degree = 0; degree < 12; ++degree) {
    const double integral = GaussLegendre<6>::rule().integrate(0, 2, [=](double x) { return std::pow(x, degree); });
    EXPECT_NEAR(integral / (std::pow(2, degree + 1) / (degree + 1)), 1, 1e-14) << degree;
  }
}

}  // namespace
}  // namespace noiseloom
