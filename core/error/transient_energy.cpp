#include "core/error/transient_energy.h"

#include <cmath>

#include "core/base/check.h"

namespace noiseloom {
namespace {

// The dual number value + slope e, e^2 = 0: slope is the derivative along x -> r x at r = 1.
struct Dual {
  double value = 0;
  double slope = 0;

  Dual& operator+=(Dual other) {
    value += other.value;
    slope += other.slope;
    return *this;
  }
  Dual& operator-=(Dual other) {
    value -= other.value;
    slope -= other.slope;
    return *this;
  }
};
Dual operator+(Dual a, Dual b) {
  return {a.value + b.value, a.slope + b.slope};
}
Dual operator*(Dual a, Dual b) {
  return {a.value * b.value, a.value * b.slope + a.slope * b.value};
}
Dual operator/(Dual a, Dual b) {
  const double quotient = a.value / b.value;
  return {quotient, (a.slope - quotient * b.slope) / b.value};
}

// Polynomials of degree 0 .. N, stored in sequence: that of degree k starts at k (k + 1) / 2.
class Levels {
 public:
  explicit Levels(std::size_t degree) : m_values((degree + 1) * (degree + 2) / 2) {}
  Dual* operator[](std::size_t degree) { return m_values.data() + degree * (degree + 1) / 2; }

 private:
  std::vector<Dual> m_values;
};

}  // namespace

TransientEnergy transientEnergy(std::span<const double> denominator, std::span<const double> numerator) {
  checkSize("numerator", std::ssize(numerator), std::ssize(denominator));
  TransientEnergy result;
  if (denominator.empty()) return result;
  const std::size_t degree = denominator.size() - 1;
  Levels a(degree);
  Levels p(degree);
  for (std::size_t k = 0; k <= degree; ++k) {
    a[degree][k] = {denominator[k], static_cast<double>(k) * denominator[k]};
    p[degree][k] = {numerator[k], static_cast<double>(k) * numerator[k]};
  }
  // Downwards: each step reduces the degree by one, with reflection coefficient alpha and gain beta.
  Dual sum{};
  for (std::size_t k = degree;; --k) {
    const Dual* ak = a[k];
    const Dual* pk = p[k];
    if (!(ak[0].value > 0) || !std::isfinite(ak[0].value)) return result;
    sum += pk[k] * pk[k] / ak[0];
    if (k == 0) break;
    const Dual alpha = ak[k] / ak[0];
    const Dual beta = pk[k] / ak[0];
    if (!(std::abs(alpha.value) < 1)) return result;
    Dual* lowerA = a[k - 1];
    Dual* lowerP = p[k - 1];
    for (std::size_t i = 0; i < k; ++i) {
      lowerA[i] = ak[i];
      lowerA[i] -= alpha * ak[k - i];
      lowerP[i] = pk[i];
      lowerP[i] -= beta * ak[k - i];
    }
  }
  const Dual first = a[degree][0];
  const Dual energy = sum / first;
  const Dual seed = Dual{1, 0} / first;

  // Upwards again, with the adjoints of a and p of the degree below.
  std::vector<Dual> aBar(degree + 1);
  std::vector<Dual> pBar(degree + 1);
  std::vector<Dual> aBelow(degree + 1);
  std::vector<Dual> pBelow(degree + 1);
  for (std::size_t k = 0; k <= degree; ++k) {
    const Dual* ak = a[k];
    const Dual* pk = p[k];
    aBelow = aBar;
    pBelow = pBar;
    const Dual gain = pk[k] / ak[0];
    if (k > 0) {
      const Dual alpha = ak[k] / ak[0];
      Dual alphaBar{};
      Dual betaBar{};
      for (std::size_t i = 0; i < k; ++i) {
        aBar[k - i] -= alpha * aBelow[i] + gain * pBelow[i];
        alphaBar -= aBelow[i] * ak[k - i];
        betaBar -= pBelow[i] * ak[k - i];
      }
      aBar[k] += alphaBar / ak[0];
      pBar[k] += betaBar / ak[0];
      aBar[0] -= (alpha * alphaBar + gain * betaBar) / ak[0];
    }
    pBar[k] += Dual{2, 0} * gain * seed;
    aBar[0] -= gain * gain * seed;
  }
  aBar[0] -= energy / first;

  result.stable = std::isfinite(energy.value) && std::isfinite(energy.slope);
  result.energy = energy.value;
  result.delay = energy.slope / 2;
  for (std::size_t k = 0; k <= degree; ++k) {
    const double order = static_cast<double>(k);
    result.energyByDenominator.push_back(aBar[k].value);
    result.energyByNumerator.push_back(pBar[k].value);
    // delay = sum_k k (a_k dE/da_k + p_k dE/dp_k) / 2, so its own derivative is (k dE/da_k + the slope of dE/da_k) / 2.
    result.delayByDenominator.push_back((order * aBar[k].value + aBar[k].slope) / 2);
    result.delayByNumerator.push_back((order * pBar[k].value + pBar[k].slope) / 2);
  }
  return result;
}

bool isStable(std::span<const double> denominator, double radius) {
  checkPositive("radius", radius);
  std::vector<double> a(denominator.begin(), denominator.end());
  double power = 1;
  for (double& value : a) {
    value *= power;
    power *= radius;
  }
  std::vector<double> lower;
  for (std::size_t k = a.size(); k-- > 0;) {
    if (!(a[0] > 0) || !std::isfinite(a[0])) return false;
    if (k == 0) break;
    const double alpha = a[k] / a[0];
    if (!(std::abs(alpha) < 1)) return false;
    lower.resize(k);
    for (std::size_t i = 0; i < k; ++i) lower[i] = a[i] - alpha * a[k - i];
    a.swap(lower);
  }
  return true;
}

}  // namespace noiseloom
