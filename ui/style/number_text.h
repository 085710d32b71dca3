#pragma once

#include <QString>

class QLocale;

namespace noiseloom {

/// What stands before decimals in all texts below: a point unless setDecimalSign() was called. The command line, files
/// and what core writes always have a point.
QChar decimalSign();
void setDecimalSign(QChar sign);
/// The decimal sign of a system that the window can write: a comma where it has one, otherwise a point.
QChar decimalSignOf(const QLocale& system);
/// For spin boxes: decimalSign(), and no signs between groups of digits.
QLocale numberLocale();
/// While one exists, texts of this thread have a point: for what is copied, and read by programs. Those for pages keep
/// the spaces between groups of digits.
class PlainNumbers {
 public:
  enum class For { Programs, Pages };
  explicit PlainNumbers(For readers = For::Programs);
  ~PlainNumbers();
  PlainNumbers(const PlainNumbers&) = delete;
  PlainNumbers& operator=(const PlainNumbers&) = delete;

 private:
  For m_readers;
};
/// A number whose digits before decimals stand in groups of three, from five digits on: "12 345.6" with narrow no-break
/// spaces, which mean the same in every language, and which fields read. Other text stays as it is.
QString grouped(QString number);
/// A count of something for people: "50 000".
QString countText(qint64 count);
/// A number as QString::number() writes it, with decimalSign(). Other text stays as it is.
QString withDecimalSign(QString number);
/// QString::number(value, 'f', decimals) and QString::number(value, 'g', digits), with decimalSign().
QString fixedText(double value, int decimals);
QString generalText(double value, int digits);

/// A result for display: `digits` significant digits, no padding, grouped, powers of ten beyond 1e7 and below 1e-4
/// ("3.213", "12 345", "1.2e-7"); a value that is not finite is printed as "not finite".
QString resultText(double value, int digits = 4);
/// An upper bound (a certified epsilon, delta or noise multiplier) for display: the smallest decimal with this many
/// digits that is not below the value, so that the text remains true.
QString resultTextUp(double value, int digits = 4);
/// A value for an entry field: the shortest text that readNumber() reads as exactly the same ("50000", "100M", "1e-5").
QString entryText(double value);
/// A duration for a status bar: "under 1 s", "12 s", "3 min 20 s", "2 h 5 min".
QString durationText(double seconds);
/// "1 band", "25 bands", "25 000 bands".
QString bandsText(qint64 bands);
/// An integer as superscript characters: -3 becomes "⁻³".
QString superscript(int value);
/// 29.4 as "29.4" and 99.96 as "99.96": this many digits, except that a value below 100 never reads as 100.
QString percentText(double percent, int digits = 3);

}  // namespace noiseloom
