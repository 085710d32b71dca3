#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

namespace noiseloom {

/// Rotates weights around the circle by the angles u * (loss - centre) and sums them: sum of w e^{iu (loss - centre)}
/// at u = h, 2h, ... Nodes below 1e-18 of the total weight are left out.
class CharacteristicFunction {
 public:
  CharacteristicFunction(const std::vector<double>& losses, const std::vector<double>& weights, double frequencyStep,
                         double centre) {
    double total = 0;
    for (const double weight : weights) total += weight;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] < 1e-18 * total) continue;
      const double angle = frequencyStep * (losses[i] - centre);
      m_real.push_back(weights[i]);
      m_cosine.push_back(std::cos(angle));
      m_sine.push_back(std::sin(angle));
    }
    m_imaginary.assign(m_real.size(), 0.0);
  }

  /// Value at the next frequency.
  std::complex<double> next() {
    double real = 0, imaginary = 0;
    const std::size_t count = m_real.size();
#pragma omp simd reduction(+ : real, imaginary)
    for (std::size_t i = 0; i < count; ++i) {
      const double a = m_real[i] * m_cosine[i] - m_imaginary[i] * m_sine[i];
      const double b = m_real[i] * m_sine[i] + m_imaginary[i] * m_cosine[i];
      m_real[i] = a;
      m_imaginary[i] = b;
      real += a;
      imaginary += b;
    }
    return {real, imaginary};
  }

  std::size_t size() const noexcept {
    return m_real.size();
  }

 private:
  std::vector<double> m_real, m_imaginary, m_cosine, m_sine;
};

}  // namespace noiseloom
