#include "ui/style/quantity_text.h"

#include <QCoreApplication>
#include <array>
#include <cmath>

#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

constexpr int kDigits = 3;

QString withUnit(double value, const QuantityUnit& unit) {
  const double number = value / unit.size;
  // No trailing zeros; only the largest units are used above a thousand.
  const QString text = std::abs(number) < 1000 ? generalText(number, kDigits) : resultText(number, kDigits);
  return QCoreApplication::translate("QuantityText", "%1 %2", "a number and its unit").arg(text, unit.symbol);
}

}  // namespace

QuantityUnit memoryUnit(double bytes) {
  constexpr std::array kSymbols{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t power = 0;
  double size = 1;
  for (; power + 1 < kSymbols.size() && std::abs(bytes) >= 1000 * size; ++power) size *= 1000;
  return {size, QString::fromLatin1(kSymbols.at(power))};
}

QuantityUnit timeUnit(double seconds) {
  const double size = std::abs(seconds);
  if (size >= 0.1 || size == 0) return {1, QStringLiteral("s")};
  if (size >= 1e-4) return {1e-3, QStringLiteral("ms")};
  return {1e-6, QStringLiteral("µs")};
}

QString memoryText(double bytes) {
  return withUnit(bytes, memoryUnit(bytes));
}

QString secondsText(double seconds) {
  return withUnit(seconds, timeUnit(seconds));
}

}  // namespace noiseloom
