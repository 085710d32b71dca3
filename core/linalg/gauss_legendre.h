#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace noiseloom {

/// Nodes and weights of Gauss-Legendre quadrature on [-1, 1]: exact for polynomials of degree below 2 Order.
template <std::size_t Order>
struct GaussLegendre {
  std::array<double, Order> nodes{};
  std::array<double, Order> weights{};

  static const GaussLegendre& rule() {
    static const GaussLegendre instance;
    return instance;
  }

  /// Integral of f over [from, to].
  template <class Function>
  double integrate(double from, double to, Function f) const {
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    double sum = 0;
    for (std::size_t i = 0; i < Order; ++i) sum += weights[i] * f(middle + half * nodes[i]);
    return half * sum;
  }

 private:
  GaussLegendre() {
    for (std::size_t i = 0; i < Order; ++i) {
      double x = -std::cos(std::numbers::pi * (double(i) + 0.75) / (double(Order) + 0.5));
      double derivative = 1;
      for (int iteration = 0; iteration < 100; ++iteration) {  // Newton's method on the Legendre polynomial
        double previous = 1, value = x;
        for (std::size_t k = 2; k <= Order; ++k) {
          const double next = (double(2 * k - 1) * x * value - double(k - 1) * previous) / double(k);
          previous = value;
          value = next;
        }
        derivative = double(Order) * (x * value - previous) / (x * x - 1);
        const double step = value / derivative;
        x -= step;
        if (std::abs(step) < 1e-15) break;
      }
      nodes[i] = x;
      weights[i] = 2 / ((1 - x * x) * derivative * derivative);
    }
  }
};

}  // namespace noiseloom
