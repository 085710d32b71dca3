#include "ui/plots/matrix/value_scale.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kLinearPart = 1e-4;
const double kLogRange = std::log10(1 + 1 / kLinearPart);

}  // namespace

ValueScale::ValueScale(ScaleKind kind, double least, double most) : m_kind(kind), m_diverging(least < 0) {
  checkFinite("least", least);
  checkFinite("most", most);
  m_largest = std::max(std::abs(least), std::abs(most));
  if (m_largest == 0) m_largest = 1;
}

double ValueScale::fractionOf(double magnitude) const {
  const double share = magnitude / m_largest;
  return m_kind == ScaleKind::Linear ? share : std::log10(1 + share / kLinearPart) / kLogRange;
}

double ValueScale::position(double value) const {
  const double share = std::copysign(fractionOf(std::abs(value)), value);
  return m_diverging ? 0.5 + 0.5 * share : share;
}

const ColorMap& ValueScale::colors(bool dark) const {
  return m_diverging ? ColorMap::diverging(dark) : ColorMap::sequential(dark);
}

std::vector<Tick> ValueScale::ticks(int mostTicks) const {
  std::vector<Tick> ticks;
  if (m_kind == ScaleKind::Linear) {
    ticks = linearTicks(m_diverging ? -m_largest : 0, m_largest, mostTicks);
    for (Tick& tick : ticks) tick.position = position(tick.position);
    return ticks;
  }
  const int top = static_cast<int>(std::floor(std::log10(m_largest) + 1e-9));
  const int aSide = m_diverging ? (mostTicks - 1) / 2 : mostTicks - 1;
  const int stride = std::max(1, (4 + aSide - 1) / aSide);
  ticks.push_back({position(0), QStringLiteral("0")});
  for (int step = 0; step < 4; step += stride) {
    const double value = std::pow(10.0, top - step);
    if (position(value) - position(0) < (m_diverging ? 0.05 : 0.08)) break;
    ticks.push_back({position(value), tickLabel(value, value)});
    if (m_diverging) ticks.push_back({position(-value), tickLabel(-value, value)});
  }
  std::ranges::sort(ticks, {}, &Tick::position);
  return ticks;
}

}  // namespace noiseloom
