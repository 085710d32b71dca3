#include "core/sampling/gap_law.h"

#include <cmath>
#include <cstdint>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr int kDigits = 62;                 // binary digits of the largest gap
constexpr double kLeastDigit = 1e-300;      // digits that are 1 more rarely are 0
constexpr double kBelow = 1 - 0x1p-44;      // lowers the rate, so that rounding never takes it above q
constexpr Index kDrawsBetweenPolls = 4096;  // microseconds each, at most

// A number in [0, 1) in units of 2^-128.
__extension__ using Fraction = unsigned __int128;

Fraction squared(Fraction x) {
  const auto high = static_cast<std::uint64_t>(x >> 64U);
  const auto low = static_cast<std::uint64_t>(x);
  const Fraction middle = static_cast<Fraction>(high) * low + ((static_cast<Fraction>(low) * low) >> 65U);
  return static_cast<Fraction>(high) * high + (middle >> 63U);
}

}  // namespace

GapLaw::GapLaw(double q) {
  checkClosedInterval("probability", q, 1e-15, 1);
  if (q == 1) return;
  // Squaring doubles the relative error of a power of 1 - q, so powers above 1/2 have 128 bits; later ones are doubles.
  Fraction exact = -static_cast<Fraction>(std::ldexp(q * kBelow, 128));
  double power = 0;
  bool wide = true;
  for (int i = 0; i < kDigits; ++i) {
    if (i > 0 && wide) exact = squared(exact);
    if (wide) {
      power = std::ldexp(static_cast<double>(exact), -128);
      wide = power > 0.5;
    } else {
      power *= power;
    }
    if (power < kLeastDigit) return;
    m_digits.push_back(power / (1 + power));
  }
}

Index GapLaw::draw(WordStream& words) const {
  Index gap = 0;
  for (std::size_t i = 0; i < m_digits.size(); ++i) {
    if (words.coin(m_digits[i])) gap |= Index{1} << i;
  }
  return gap;
}

std::vector<Index> takenOf(Index count, const GapLaw& law, WordStream& words, const RunControl& control) {
  std::vector<Index> taken;
  Index draws = 0;
  for (Index next = law.draw(words); next < count;) {
    taken.push_back(next);
    if (++draws % kDrawsBetweenPolls == 0 && control.stopRequested()) break;
    const Index gap = law.draw(words);
    if (gap >= count - next - 1) break;
    next += gap + 1;
  }
  return taken;
}

}  // namespace noiseloom
