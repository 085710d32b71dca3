#include "ui/plots/canvas/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

constexpr double kMostInFull = 1e9;
constexpr double kMostMantissas = 1e3;

/// The smallest 1-2-5 step that puts at most mostTicks values into the width.
double roundStep(double width, int mostTicks) {
  const int exponent = static_cast<int>(std::floor(std::log10(width / mostTicks))) - 1;
  for (int e = exponent;; ++e) {
    for (const double mantissa : {1.0, 2.0, 5.0}) {
      const double step = mantissa * std::pow(10.0, e);
      if (std::floor(width / step * (1 + 1e-9)) + 1 <= mostTicks) return step;
    }
  }
}

std::vector<Tick> ticksEvery(double step, double least, double most) {
  std::vector<Tick> ticks;
  const double first = std::ceil(least / step - 1e-9);
  const double largest = std::max(std::abs(least), std::abs(most));
  for (double i = first; i * step <= most + 1e-9 * step && ticks.size() < 64; ++i) {
    const double value = i == 0 ? 0.0 : i * step;
    ticks.push_back({value, tickLabel(value, step, largest)});
  }
  return ticks;
}

QString powerLabel(double value);

/// Ticks at mantissa * 10^e for every whole e whose log10 lies in [least, most].
std::vector<Tick> ticksAt(std::span<const double> mantissas, double least, double most) {
  std::vector<Tick> ticks;
  const auto last = static_cast<int>(std::floor(most)) + 1;
  for (auto decade = static_cast<int>(std::floor(least)); decade <= last; ++decade) {
    for (const double mantissa : mantissas) {
      const double position = decade + std::log10(mantissa);
      if (position < least - 1e-9 || position > most + 1e-9) continue;
      ticks.push_back({position, powerLabel(mantissa * std::pow(10.0, decade))});
    }
  }
  return ticks;
}

QString powerLabel(double value) {
  if (value >= 1e-3 * (1 - 1e-12) && value < 99999.5) {
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(value) + 1e-9)) + 2);
    QString text = QString::number(value, 'f', decimals);
    while (text.contains(QLatin1Char('.')) && (text.endsWith(QLatin1Char('0')) || text.endsWith(QLatin1Char('.'))))
      text.chop(1);
    return grouped(withDecimalSign(text));
  }
  const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  const double mantissa = value / std::pow(10.0, exponent);
  QString power = QStringLiteral("10") + superscript(exponent);
  if (std::abs(mantissa - 1) < 1e-9) return power;
  return generalText(mantissa, 3) + QStringLiteral("·") + power;
}

}  // namespace

QString tickLabel(double value, double step, double largest) {
  const double size = std::max({std::abs(value), step, largest});
  // Neighbours far from zero differ only in late decimals, so all of those are written.
  if (size >= 99999.5 || (step < 1e-4 && size < 1e-2)) {
    if (value == 0) return QStringLiteral("0");
    // Where so many digits are needed, all of them read better than a power of ten.
    if (step >= 1 && size < kMostInFull && size / step > kMostMantissas)
      return (value < 0 ? QStringLiteral("−") : QString()) + grouped(QString::number(std::abs(value), 'f', 0));
    const QString sign = value < 0 ? QStringLiteral("−") : QString();
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    const double mantissa = std::abs(value) / std::pow(10.0, exponent);
    const QString power = QStringLiteral("10") + superscript(exponent);
    if (std::abs(mantissa - 1) < 1e-9) return sign + power;
    const int stepExponent = static_cast<int>(std::floor(std::log10(step) + 1e-9));
    const int digits = std::clamp(exponent - stepExponent + 1, 1, 15);
    return sign + generalText(mantissa, digits) + QStringLiteral("·") + power;
  }
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  return grouped(fixedText(value, decimals)).replace(QLatin1Char('-'), QChar(0x2212));
}

std::vector<Tick> linearTicks(double least, double most, int mostTicks) {
  if (!(least < most) || !std::isfinite(least) || !std::isfinite(most) || mostTicks < 2) return {};
  return ticksEvery(roundStep(most - least, mostTicks), least, most);
}

std::vector<Tick> integerTicks(double least, double most, int mostTicks) {
  if (!(least < most) || !std::isfinite(least) || !std::isfinite(most) || mostTicks < 2) return {};
  return ticksEvery(std::max(1.0, roundStep(most - least, mostTicks)), least, most);
}

std::vector<Tick> atLogarithms(std::vector<Tick> ticks) {
  std::erase_if(ticks, [](const Tick& tick) { return !(tick.position > 0); });
  for (Tick& tick : ticks) tick.position = std::log10(tick.position);
  return ticks;
}

std::vector<Tick> logTicks(double least, double most, int mostTicks) {
  if (!(least < most) || !std::isfinite(least) || !std::isfinite(most) || mostTicks < 2) return {};
  const auto fits = [mostTicks](const std::vector<Tick>& ticks) { return static_cast<int>(ticks.size()) <= mostTicks; };
  static constexpr std::array kDecades{1.0};
  static constexpr std::array kCoarse{1.0, 3.0};
  static constexpr std::array kMiddle{1.0, 2.0, 5.0};
  static constexpr std::array kFine{1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0};
  // The finest series that still fits; a range too wide for any of them shows every second, third, ... decade, and one
  // that is too narrow is nearly linear.
  std::vector<Tick> best = ticksAt(kDecades, least, most);
  if (!fits(best)) {
    const double stride = std::ceil(static_cast<double>(best.size()) / mostTicks);
    std::erase_if(best, [stride](const Tick& tick) { return std::fmod(std::round(tick.position), stride) != 0; });
    return best;
  }
  for (const std::span<const double> series :
       {std::span<const double>(kCoarse), std::span<const double>(kMiddle), std::span<const double>(kFine)}) {
    const std::vector<Tick> ticks = ticksAt(series, least, most);
    if (fits(ticks) && ticks.size() > best.size()) best = ticks;
  }
  if (best.size() >= 3) return best;
  std::vector<Tick> linear = atLogarithms(linearTicks(std::pow(10.0, least), std::pow(10.0, most), mostTicks));
  return linear.size() > best.size() ? linear : best;
}

}  // namespace noiseloom
