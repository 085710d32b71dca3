#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/composition/composition.h"
#include "core/accounting/fourier/approximate_delta.h"
#include "core/accounting/losses/analytic_gaussian.h"

namespace noiseloom {
namespace {

/// Checks a costly property on one `divisor`-th of the cases that are asked for.
template <class Property>
void checkFewer(int divisor, Property property) {
  rc::detail::TestParams parameters = rc::detail::configuration().testParams;
  parameters.maxSuccess = std::max(1, parameters.maxSuccess / divisor);
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(info->test_suite_name()) + "/" + info->name();
  metadata.description = info->name();
  const auto result = rc::detail::checkTestable(property, metadata, parameters);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  FAIL() << message.str();
}

struct Case {
  double epsilon, delta, q;
  Index compositions;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << "epsilon " << c.epsilon << ", delta " << c.delta << ", q " << c.q << ", T " << c.compositions;
}

double logUniform(double least, double most) {
  const double unit = static_cast<double>(*rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, 1'000'001))) / 1e6;
  return std::exp(std::log(least) + unit * (std::log(most) - std::log(least)));
}

bool noiseIsNeeded(const Case& c) {
  return c.delta < -std::expm1(static_cast<double>(c.compositions) * std::log1p(-c.q));
}

Case randomCase() {
  const Case c{logUniform(0.05, 30), logUniform(1e-14, 1e-3), logUniform(1e-4, 0.999),
               static_cast<Index>(std::llround(logUniform(1, 1e4)))};
  RC_PRE(noiseIsNeeded(c));
  RC_LOG() << c << '\n';
  return c;
}

double inverted(double sigma, const Case& c) {
  ApproximateDelta delta(std::log(c.delta), {});
  delta.refine();
  return *delta({{sigma, c.q}, c.epsilon, c.compositions});
}

TEST(AccountingProperty, SigmaIsMonotoneInEveryArgument) {
  checkFewer(50, [] {
    const Case c = randomCase();
    const double sigma = PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta);
    const double factor = logUniform(1.001, 3);
    const double room = 1e-6;
    RC_ASSERT(PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon * factor, c.delta) <=
              sigma * (1 + room));
    const Case looser{c.epsilon, std::min(0.9, c.delta * factor), c.q, c.compositions};
    if (noiseIsNeeded(looser)) {
      RC_ASSERT(PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, looser.delta) <=
                sigma * (1 + room));
    }
    RC_ASSERT(
        PoissonSteps(std::min(1.0, c.q * factor), c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta) >=
        sigma * (1 - room));
    const auto more = static_cast<Index>(std::ceil(static_cast<double>(c.compositions) * factor));
    RC_ASSERT(PoissonSteps(c.q, more).approximateNoiseMultiplier(c.epsilon, c.delta) >= sigma * (1 - room));
  });
}

TEST(AccountingProperty, EpsilonAndDeltaAreMonotoneInEveryArgument) {
  checkFewer(1000, [] {
    const Case c = randomCase();
    const double sigma = PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta);
    const double factor = logUniform(1.001, 3), q = std::min(1.0, c.q * factor);
    const auto more = static_cast<Index>(std::ceil(static_cast<double>(c.compositions) * factor));
    const double epsilon = PoissonSteps(c.q, c.compositions).certifiedEpsilon(sigma, c.delta).value, room = 1e-3;
    RC_ASSERT(PoissonSteps(c.q, c.compositions).certifiedEpsilon(sigma * factor, c.delta).value <=
              epsilon * (1 + room));
    RC_ASSERT(PoissonSteps(c.q, c.compositions).certifiedEpsilon(sigma, std::min(0.9, c.delta * factor)).value <=
              epsilon * (1 + room));
    RC_ASSERT(PoissonSteps(q, c.compositions).certifiedEpsilon(sigma, c.delta).value >= epsilon * (1 - room));
    RC_ASSERT(PoissonSteps(c.q, more).certifiedEpsilon(sigma, c.delta).value >= epsilon * (1 - room));
    const double delta = PoissonSteps(c.q, c.compositions).certifiedDelta(sigma, c.epsilon).value;
    RC_ASSERT(PoissonSteps(c.q, c.compositions).certifiedDelta(sigma * factor, c.epsilon).value <= delta * (1 + room));
    RC_ASSERT(PoissonSteps(c.q, c.compositions).certifiedDelta(sigma, c.epsilon * factor).value <= delta * (1 + room));
    RC_ASSERT(PoissonSteps(q, c.compositions).certifiedDelta(sigma, c.epsilon).value >= delta * (1 - room));
    RC_ASSERT(PoissonSteps(c.q, more).certifiedDelta(sigma, c.epsilon).value >= delta * (1 - room));
  });
}

TEST(AccountingProperty, TheCertifiedIntervalHoldsAMuchFinerComputation) {
  checkFewer(200, [] {
    const Case c = randomCase();
    const Certified sigma = PoissonSteps(c.q, c.compositions).certifiedNoiseMultiplier(c.epsilon, c.delta);
    RC_LOG() << "sigma " << sigma.value << " error bound " << sigma.errorBound;
    RC_ASSERT(inverted(sigma.value, c) <= std::log(c.delta) + 1e-7);
    const double least = sigma.value * (1 - sigma.errorBound);
    if (least > kLeastSigma) RC_ASSERT(inverted(least, c) >= std::log(c.delta) - 1e-6);
    // Sampling only helps.
    const double unsampled = PoissonSteps(1, c.compositions).certifiedNoiseMultiplier(c.epsilon, c.delta).value;
    RC_ASSERT(sigma.value <= unsampled);
    // And the same arguments give the same bits.
    RC_ASSERT(PoissonSteps(c.q, c.compositions).certifiedNoiseMultiplier(c.epsilon, c.delta).value == sigma.value);
  });
}

TEST(AccountingProperty, WhatIsSolvedForIsSafe) {
  checkFewer(400, [] {
    const Case c = randomCase();
    const double sigma =
        std::max(kLeastSigma, PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta));
    const Certified q = certifiedSamplingProbability(sigma, c.epsilon, c.delta, c.compositions);
    RC_ASSERT(q.value <= 1);
    if (q.value < 1) {
      RC_ASSERT(inverted(sigma, {c.epsilon, c.delta, q.value, c.compositions}) <= std::log(c.delta) + 1e-7);
      const Case beyond{c.epsilon, c.delta, std::min(0.9999, q.value * (1 + 1.01 * q.errorBound)), c.compositions};
      if (beyond.q > q.value) RC_ASSERT(inverted(sigma, beyond) >= std::log(c.delta) - 1e-6);
    }
    const double safeSigma = PoissonSteps(c.q, c.compositions).certifiedNoiseMultiplier(c.epsilon, c.delta).value;
    const CertifiedCount count = certifiedCompositions(safeSigma, c.epsilon, c.delta, c.q);
    RC_ASSERT(count.value >= 1 && count.value <= count.largest);
    RC_ASSERT(inverted(safeSigma, {c.epsilon, c.delta, c.q, count.value}) <= std::log(c.delta) + 1e-7);
    RC_ASSERT(inverted(safeSigma, {c.epsilon, c.delta, c.q, count.largest + 1}) >= std::log(c.delta) - 1e-6);
  });
}

TEST(AccountingProperty, WithoutSamplingItIsTheGaussianMechanismTimesRootT) {
  checkFewer(20, [] {
    const double epsilon = logUniform(1e-3, 100), delta = logUniform(1e-300, 0.9);
    const auto compositions = static_cast<Index>(std::llround(logUniform(1, 1e9)));
    const double one = gaussianNoiseMultiplier(epsilon, delta), root = std::sqrt(static_cast<double>(compositions));
    const Certified sigma = PoissonSteps(1, compositions).certifiedNoiseMultiplier(epsilon, delta);
    RC_ASSERT(sigma.value >= one * root);
    RC_ASSERT(sigma.value <= one * root * (1 + 3e-12));
    RC_ASSERT(PoissonSteps(1, compositions, Adjacency::ZeroOut).certifiedNoiseMultiplier(epsilon, delta).value ==
              sigma.value);
    RC_ASSERT(PoissonSteps(1, compositions, Adjacency::ReplaceOne).certifiedNoiseMultiplier(epsilon, delta).value ==
              2 * sigma.value);
    // As many compositions come back, but for one that the last bits decide.
    const Index count = certifiedCompositions(sigma.value * (1 + 1e-11), epsilon, delta, 1).value;
    RC_ASSERT(count >= compositions);
    RC_ASSERT(static_cast<double>(count) <= static_cast<double>(compositions) * (1 + 1e-10) + 1);
  });
}

TEST(AccountingProperty, ReplacingOneIsBetweenOneStepAndTwo) {
  checkFewer(1000, [] {
    const Case c = randomCase();
    const double addRemove = PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta);
    const double replaceOne =
        PoissonSteps(c.q, c.compositions, Adjacency::ReplaceOne).certifiedNoiseMultiplier(c.epsilon, c.delta).value;
    // Mixtures with a contribution of -1 on one side dominate those with 0 there.
    RC_ASSERT(replaceOne >= addRemove * (1 - 1e-6));
    RC_ASSERT(replaceOne <= 2 * gaussianNoiseMultiplier(c.epsilon, c.delta) *
                                std::sqrt(static_cast<double>(c.compositions)) * (1 + 1e-11));
  });
}

TEST(AccountingProperty, ACompositionOfOnePhaseIsThatPhase) {
  checkFewer(400, [] {
    const Case c = randomCase();
    const double sigma =
        std::max(kLeastSigma, PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta));
    const Composition one{{{sigma, c.q, c.compositions}}, Adjacency::AddRemove};
    RC_ASSERT(one.certifiedEpsilon(1, c.delta).value ==
              PoissonSteps(c.q, c.compositions).certifiedEpsilon(sigma, c.delta).value);
    RC_ASSERT(one.certifiedDelta(1, c.epsilon).value ==
              PoissonSteps(c.q, c.compositions).certifiedDelta(sigma, c.epsilon).value);
    const double scale = one.certifiedNoiseMultiplier(c.epsilon, c.delta).value;
    RC_ASSERT(scale == PoissonSteps(c.q, c.compositions).certifiedNoiseMultiplier(c.epsilon, c.delta).value / sigma);
  });
}

}  // namespace
}  // namespace noiseloom
