#include "core/linalg/box_muller.h"

#include <bit>
#include <cmath>

#include "core/base/multiversion.h"

// Compiled without contraction into fused multiply-adds (CMakeLists.txt): each operation is rounded on its own,
// identically on every processor. No step branches or converts 64-bit integers, so that compilers vectorise.

namespace noiseloom {
namespace {

// Exact conversion of an integer below 2^52: its bits become the fraction of 2^52 + value.
NOISELOOM_INLINE double fromSmall(std::uint64_t value) {
  return std::bit_cast<double>(value | 0x4330000000000000ULL) - 0x1p52;
}

// log(m / 2^randomBits) for an integer 1 <= m <= 2^randomBits given as double: m = 2^e f with f in [sqrt(1/2),
// sqrt(2)), and log f = 2 atanh(s), s = (f - 1)/(f + 1), |s| <= 0.1716, by eleven terms of its series (remainder below
// 2^-55 relative).
NOISELOOM_INLINE double logOfUniform(double m, double randomBits) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(m);
  // The distance from sqrt(1/2) to 1, added in the exponent's units, makes the exponent step at sqrt(2) 2^e.
  const std::uint64_t shifted = bits + (0x3FF0000000000000ULL - 0x3FE6A09E667F3BCDULL);
  const double e = fromSmall(shifted >> 52) - (1023.0 + randomBits);
  const double f = std::bit_cast<double>((shifted & 0x000FFFFFFFFFFFFFULL) + 0x3FE6A09E667F3BCDULL);
  const double s = (f - 1.0) / (f + 1.0);
  const double q = s * s;
  double sum = 1.0 / 21;
  sum = sum * q + 1.0 / 19;
  sum = sum * q + 1.0 / 17;
  sum = sum * q + 1.0 / 15;
  sum = sum * q + 1.0 / 13;
  sum = sum * q + 1.0 / 11;
  sum = sum * q + 1.0 / 9;
  sum = sum * q + 1.0 / 7;
  sum = sum * q + 1.0 / 5;
  sum = sum * q + 1.0 / 3;
  constexpr double kLog2High = 0x1.62e42fefa38p-1;   // log 2 to 42 bits: exact when multiplied by e, |e| < 2^11
  constexpr double kLog2Low = 0x1.ef35793c7673p-45;  // log 2 - kLog2High
  return e * kLog2High + (2.0 * s + (2.0 * s * q * sum + e * kLog2Low));
}

// cos and sin of 2 pi v for the 53-bit fraction v: v = (quadrant + r) / 4 with r in [-1/2, 1/2), exactly, then the
// Taylor series of both at x = pi r / 2, |x| <= pi/4 (remainders below 2^-57).
NOISELOOM_INLINE void circle(std::uint64_t v, double& cosine, double& sine) {
  const std::uint64_t turned = v + (1ULL << 50);
  const std::uint64_t quadrant = turned >> 51;  // 0..4; 4 counts as 0
  const double r = (fromSmall(turned & ((1ULL << 51) - 1)) - 0x1p50) * 0x1p-51;
  const double x = r * 0x1.921fb54442d18p0;  // pi / 2
  const double q = x * x;
  double s = 1.0 / 355687428096000.0;  // 17!
  s = s * q - 1.0 / 1307674368000.0;
  s = s * q + 1.0 / 6227020800.0;
  s = s * q - 1.0 / 39916800.0;
  s = s * q + 1.0 / 362880.0;
  s = s * q - 1.0 / 5040.0;
  s = s * q + 1.0 / 120.0;
  s = s * q - 1.0 / 6.0;
  s = x + x * q * s;
  double c = 1.0 / 20922789888000.0;  // 16!
  c = c * q - 1.0 / 87178291200.0;
  c = c * q + 1.0 / 479001600.0;
  c = c * q - 1.0 / 3628800.0;
  c = c * q + 1.0 / 40320.0;
  c = c * q - 1.0 / 720.0;
  c = c * q + 1.0 / 24.0;
  c = 1.0 - (0.5 * q - q * q * c);
  // Quadrant 1: (-s, c), 2: (-c, -s), 3: (s, -c). Swaps if odd, then sets the signs, all on the bits.
  const std::uint64_t swap = 0 - (quadrant & 1);
  const std::uint64_t cBits = std::bit_cast<std::uint64_t>(c);
  const std::uint64_t sBits = std::bit_cast<std::uint64_t>(s);
  const std::uint64_t exchanged = (cBits ^ sBits) & swap;
  const std::uint64_t cosineSign = ((quadrant + 1) & 2) << 62;
  const std::uint64_t sineSign = (quadrant & 2) << 62;
  cosine = std::bit_cast<double>((cBits ^ exchanged) ^ cosineSign);
  sine = std::bit_cast<double>((sBits ^ exchanged) ^ sineSign);
}

// 2^11 first + (second mod 2^11) + 1, from 1 to 2^75, rounded once.
NOISELOOM_INLINE double longCount(std::uint64_t first, std::uint64_t second) {
  const double high = fromSmall(first >> 32);
  const double low = fromSmall(((first << 11) & ((1ULL << 43) - 1)) | (second & ((1ULL << 11) - 1)));
  return high * 0x1p43 + (low + 1.0);
}

NOISELOOM_INLINE void toPair(double m, double randomBits, std::uint64_t angle, double* normals) {
  const double radius = std::sqrt(-2.0 * logOfUniform(m, randomBits));
  double cosine = 0;
  double sine = 0;
  circle(angle >> 11, cosine, sine);
  normals[0] = radius * cosine;
  normals[1] = radius * sine;
}

}  // namespace

NOISELOOM_MULTIVERSION
void boxMuller(const std::uint64_t* words, double* normals, std::size_t count) {
#pragma omp simd
  for (std::size_t i = 0; i < count; i += 2) {
    const std::uint64_t u = words[i] >> 11;
    const double high = fromSmall(u >> 26);
    const double low = fromSmall(u & ((1ULL << 26) - 1));
    toPair(high * 0x1p26 + (low + 1.0), 53, words[i + 1], normals + i);
  }
}

NOISELOOM_MULTIVERSION
bool longBoxMuller(const std::uint64_t* words, double* normals, std::size_t count) {
  std::uint64_t zero = 0;
#pragma omp simd reduction(| : zero)
  for (std::size_t i = 0; i < count; i += 2) {
    zero |= words[i] == 0 ? 1ULL : 0ULL;
    toPair(longCount(words[i], words[i + 1]), 75, words[i + 1], normals + i);
  }
  return zero == 0;
}

void farPair(std::uint64_t further, std::uint64_t second, double* normals) {
  toPair(longCount(further, second), 139, second, normals);
}

}  // namespace noiseloom
