#pragma once

namespace noiseloom {

/// e^x - 1 for |x| <= 1/16, by its Taylor polynomial.
inline double smallExpm1(double x) {
  constexpr double kC2 = 1.0 / 2, kC3 = 1.0 / 6, kC4 = 1.0 / 24, kC5 = 1.0 / 120, kC6 = 1.0 / 720, kC7 = 1.0 / 5040;
  constexpr double kC8 = 1.0 / 40320;
  return x * (1 + x * (kC2 + x * (kC3 + x * (kC4 + x * (kC5 + x * (kC6 + x * (kC7 + x * kC8)))))));
}

}  // namespace noiseloom
