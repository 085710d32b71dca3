#include "ui/style/number_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <atomic>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/base/safe_digits.h"

namespace noiseloom {
namespace {

/// "1e-05" and "1e+06" become "1e-5" and "1e6".
QString withoutPaddedExponent(QString text) {
  const qsizetype e = text.indexOf(QLatin1Char('e'));
  if (e < 0) return text;
  return text.left(e + 1) + QString::number(text.mid(e + 1).toInt());
}

std::atomic<char16_t> sign = u'.';
thread_local int plainNumbers = 0;
thread_local int ungrouped = 0;

}  // namespace

QChar decimalSign() {
  return plainNumbers > 0 ? QChar(u'.') : QChar(sign);
}

void setDecimalSign(QChar wanted) {
  sign = wanted.unicode();
}

QChar decimalSignOf(const QLocale& system) {
  return system.decimalPoint() == QLatin1String(",") ? QLatin1Char(',') : QLatin1Char('.');
}

QLocale numberLocale() {
  QLocale locale = decimalSign() == QLatin1Char(',') ? QLocale(QLocale::German) : QLocale::c();
  locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::RejectGroupSeparator);
  return locale;
}

PlainNumbers::PlainNumbers(For readers) : m_readers(readers) {
  ++plainNumbers;
  if (m_readers == For::Programs) ++ungrouped;
}

PlainNumbers::~PlainNumbers() {
  --plainNumbers;
  if (m_readers == For::Programs) --ungrouped;
}

QString grouped(QString number) {
  constexpr qsizetype kGroup = 3;
  static const QRegularExpression many(QStringLiteral("^[-−]?([0-9]{5,})(?:[.,][0-9]+)?$"));
  const QRegularExpressionMatch match = many.match(number);
  if (ungrouped > 0 || !match.hasMatch()) return number;
  for (qsizetype at = match.capturedEnd(1) - kGroup; at > match.capturedStart(1); at -= kGroup)
    number.insert(at, QChar(0x202F));
  return number;
}

QString countText(qint64 count) {
  return grouped(QString::number(count));
}

QString withDecimalSign(QString number) {
  static const QRegularExpression decimal(QStringLiteral("^[-−]?[0-9]+[.][0-9]+(?:e[-−+]?[0-9]+)?[kMGT]?$"));
  const QChar wanted = decimalSign();
  if (wanted == QLatin1Char('.') || !decimal.match(number).hasMatch()) return number;
  return number.replace(QLatin1Char('.'), wanted);
}

QString fixedText(double value, int decimals) {
  return withDecimalSign(QString::number(value, 'f', decimals));
}

QString generalText(double value, int digits) {
  return withDecimalSign(QString::number(value, 'g', digits));
}

QString resultText(double value, int digits) {
  if (std::isnan(value)) return QStringLiteral("–");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  const double size = std::abs(value);
  if (size != 0 && (size >= 1e7 || size < 1e-4)) {
    return withDecimalSign(withoutPaddedExponent(QString::number(value, 'e', digits - 1)))
        .replace(QLatin1Char('-'), QChar(0x2212));
  }
  const int before = size == 0 ? 1 : static_cast<int>(std::floor(std::log10(size))) + 1;
  QString text = grouped(fixedText(value, value == std::floor(value) ? 0 : std::max(0, digits - before)));
  return text.replace(QLatin1Char('-'), QChar(0x2212));
}

QString resultTextUp(double value, int digits) {
  return resultText(roundedUp(value, digits), digits);
}

QString percentText(double percent, int digits) {
  QString text = resultText(percent, digits);
  // Adds digits until the text differs from 100; doubles have no more than 17.
  while (percent < 100 && text.startsWith(QLatin1String("100")) && digits < 17) text = resultText(percent, ++digits);
  return text;
}

QString entryText(double value) {
  const QString plain = std::abs(value) < 1e15 && value == std::floor(value) ? QString::number(value, 'f', 0)
                                                                             : QString::fromStdString(shortest(value));
  if (value < 1e6) return withDecimalSign(plain);
  for (const auto& [size, suffix] : {std::pair(1e12, 'T'), std::pair(1e9, 'G'), std::pair(1e6, 'M')}) {
    const double scaled = value / size;
    const QString text = QString::fromStdString(shortest(scaled)) + QLatin1Char(suffix);
    if (scaled >= 1 && scaled < 1e4 && scaled * size == value && text.size() < plain.size())
      return withDecimalSign(text);
  }
  return withDecimalSign(plain);
}

QString durationText(double seconds) {
  if (!(seconds >= 1)) return QCoreApplication::translate("Numbers", "under 1 s");
  const auto whole = static_cast<qint64>(std::lround(std::min(seconds, 1e9)));
  if (whole < 60) return QStringLiteral("%1 s").arg(whole);
  if (whole < 3600) return QStringLiteral("%1 min %2 s").arg(whole / 60).arg(whole % 60);
  return QStringLiteral("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

QString bandsText(qint64 bands) {
  return bands == 1 ? QCoreApplication::translate("Numbers", "1 band")
                    : QCoreApplication::translate("Numbers", "%1 bands").arg(countText(bands));
}

QString superscript(int value) {
  static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString text;
  for (const QChar c : QString::number(value))
    text += c == QLatin1Char('-') ? QChar(0x207B) : digits.at(c.digitValue());
  return text;
}

}  // namespace noiseloom
