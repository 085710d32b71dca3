#include "ui/style/number_text.h"

#include <gtest/gtest.h>

#include <QLocale>
#include <cmath>
#include <limits>

#include "core/base/errors.h"
#include "core/base/expression.h"
#include "ui/plots/canvas/ticks.h"
#include "ui/style/core_text.h"
#include "ui/style/quantity_text.h"
#include "ui/style/read_number.h"

namespace noiseloom {
namespace {

TEST(NumberText, ResultsHaveTheDigitsAskedFor) {
  EXPECT_EQ(resultText(3.21345), "3.213");
  EXPECT_EQ(resultText(11.19), "11.19");
  EXPECT_EQ(resultText(0.00123456), "0.001235");
  EXPECT_EQ(resultText(1234.56), "1235");
  EXPECT_EQ(resultText(25), "25");
  EXPECT_EQ(resultText(-0.5), "−0.5000");
  EXPECT_EQ(resultText(1.234e-9, 3), "1.23e−9");
  EXPECT_EQ(resultText(0), "0");
  EXPECT_EQ(resultText(std::numeric_limits<double>::infinity()), "∞");
  EXPECT_EQ(resultText(std::numeric_limits<double>::quiet_NaN()), "–");
}

TEST(NumberText, UpperBoundsAreNeverShownBelow) {
  EXPECT_EQ(resultTextUp(1.0004e-5, 3), "1.01e−5");
  EXPECT_EQ(resultText(1.0004e-5, 3), "1.00e−5");
  EXPECT_EQ(resultTextUp(3.21345, 4), "3.214");
  EXPECT_EQ(resultTextUp(9.9999, 3), "10");
  EXPECT_EQ(resultTextUp(9.9991e-6, 4), "1.000e−5");
  EXPECT_EQ(resultTextUp(8), "8");
  EXPECT_EQ(resultTextUp(1e-5), "1.000e−5");
  EXPECT_EQ(resultTextUp(0), "0");
  EXPECT_EQ(resultTextUp(std::numeric_limits<double>::infinity()), "∞");
  for (double value = 1.2345e-12; value < 1e9; value *= 1.37) {
    for (const int digits : {3, 4, 6}) {
      QString text = resultTextUp(value, digits);
      const double shown = text.replace(QChar(0x2212), QLatin1Char('-')).remove(QChar(0x202F)).toDouble();
      EXPECT_GE(shown, value);
      EXPECT_LE(shown, value * (1 + 1.001 * std::pow(10, 1 - digits)));
    }
  }
}

TEST(NumberText, LongNumbersStandInGroupsOfThreeDigits) {
  EXPECT_EQ(countText(9999), "9999");
  EXPECT_EQ(countText(50'000), QStringLiteral("50\u202f000"));
  EXPECT_EQ(countText(-1'200'000), QStringLiteral("-1\u202f200\u202f000"));
  EXPECT_EQ(bandsText(13'699), QStringLiteral("13\u202f699 bands"));
  EXPECT_EQ(resultText(12345.6), QStringLiteral("12\u202f346"));
  EXPECT_EQ(resultText(12345.6, 6), QStringLiteral("12\u202f345.6"));
  EXPECT_EQ(resultText(1.23456e-9, 6), "1.23456e−9");
  for (const char* other : {"0.123456789", "1e12345", "eps=12345", "123456k", ""}) EXPECT_EQ(grouped(other), other);
  // Core's counts, for people; a field reads what it shows, and what is copied for programs has plain digits.
  EXPECT_EQ(coreText({Core::tr("draws end at %1 steps and epsilon %2"), 100'000, 50}),
            QStringLiteral("draws end at 100\u202f000 steps and epsilon 50"));
  // What was typed, and a file's name, are no counts of core's.
  EXPECT_EQ(errorText(IoError("20240101", Core::tr("is missing"))), "20240101: is missing");
  const std::string typed = "123456";
  EXPECT_EQ(coreText({Core::tr("“%1” is not understood here"), typed}),
            QStringLiteral("“123456” is not understood here"));
  EXPECT_EQ(readNumber(countText(1'200'000), true).value, 1.2e6);
  const PlainNumbers plain;
  EXPECT_EQ(countText(50'000), "50000");
  EXPECT_EQ(resultText(12345.6), "12346");
}

TEST(NumberText, PagesHaveAPointAndGroups) {
  setDecimalSign(QLatin1Char(','));
  {
    const PlainNumbers pages(PlainNumbers::For::Pages);
    EXPECT_EQ(resultText(12345.6, 6), QStringLiteral("12\u202f345.6"));
  }
  EXPECT_EQ(resultText(12345.6, 6), QStringLiteral("12\u202f345,6"));
  setDecimalSign(QLatin1Char('.'));
}

TEST(NumberText, EntriesAreShortAndReadBackExactly) {
  EXPECT_EQ(entryText(50000), "50000");
  EXPECT_EQ(entryText(100e6), "100M");
  EXPECT_EQ(entryText(1.5e9), "1.5G");
  EXPECT_EQ(entryText(1e-5), "1e-5");
  EXPECT_EQ(entryText(8), "8");
  EXPECT_EQ(entryText(0.1), "0.1");
  EXPECT_EQ(entryText(1234567), "1234567");
  for (const double value : {0.1, 1.0 / 3, 1e-12, 2e6, 123456789.0, 9007199254740992.0, 1e22, -4.0, 1e300}) {
    EXPECT_EQ(evaluateExpression(entryText(value).toStdString()).value, value) << entryText(value).toStdString();
  }
}

/// Numbers as a system writes them that has a comma.
class CommaText : public testing::Test {
 protected:
  void SetUp() override { setDecimalSign(QLatin1Char(',')); }
  void TearDown() override { setDecimalSign(QLatin1Char('.')); }
  static QString problemOf(const QString& typed, bool counts) {
    const ExpressionResult read = readNumber(typed, counts);
    return read ? QString() : coreText(read.error).remove(QChar(0x2060));
  }
};

TEST_F(CommaText, IsWrittenWithAComma) {
  EXPECT_EQ(resultText(3.21345), "3,213");
  EXPECT_EQ(resultText(1.234e-9, 3), "1,23e−9");
  EXPECT_EQ(resultTextUp(8), "8");
  EXPECT_EQ(entryText(1.5e9), "1,5G");
  EXPECT_EQ(entryText(0.1), "0,1");
  EXPECT_EQ(percentText(29.4), "29,4");
  EXPECT_EQ(memoryText(12.4e9), "12,4 GB");
  EXPECT_EQ(tickLabel(0.5, 0.1), "0,5");
  EXPECT_EQ(logTicks(-0.4, 0.4).front().label, "0,4");
  EXPECT_EQ(coreText({Core::tr("from 0 to below %1"), Text(0.5)}), "from 0 to below 0,5");
  EXPECT_EQ(withDecimalSign(QStringLiteral("noiseloom 1.2.3")), "noiseloom 1.2.3");
  EXPECT_EQ(numberLocale().toString(86.5, 'f', 1), "86,5");
}

TEST_F(CommaText, CopiesHaveAPoint) {
  const PlainNumbers plain;
  EXPECT_EQ(resultText(3.21345), "3.213");
  EXPECT_EQ(entryText(0.1), "0.1");
}

TEST_F(CommaText, ReadsDecimalsAndGroupsThatMeanOneThing) {
  for (const bool counts : {false, true}) {
    EXPECT_EQ(readNumber("1,5", counts).value, 1.5);
    EXPECT_EQ(readNumber("1.5", counts).value, 1.5);
    EXPECT_EQ(readNumber("0,125", counts).value, 0.125);
    EXPECT_EQ(readNumber(",5", counts).value, 0.5);
    EXPECT_EQ(readNumber("1,5e-3*2 + 1,25 M", counts).value, 0.003 + 1.25e6);
    EXPECT_EQ(readNumber("1.234.567", counts).value, 1234567);
    EXPECT_EQ(readNumber("1,234,567", counts).value, 1234567);
    EXPECT_EQ(readNumber("1.234,5", counts).value, 1234.5);
    EXPECT_EQ(readNumber("1,234.5", counts).value, 1234.5);
    EXPECT_EQ(readNumber("50 000", counts).value, 50000);
    EXPECT_EQ(problemOf("1,2,3", counts), "“1,2,3” is no number");
    EXPECT_EQ(problemOf("1.23,456.7", counts), "“1.23,456.7” is no number");
  }
  for (const double value : {0.1, 1.0 / 3, 1e-12, 2e6, 1.125, 62.125, -4.5, 1.5e300})
    EXPECT_EQ(readNumber(entryText(value)).value, value) << entryText(value).toStdString();
}

TEST_F(CommaText, RefusesWhatMayBeThousandsWhereNumbersAreWhole) {
  EXPECT_EQ(readNumber("1,125").value, 1.125);
  EXPECT_EQ(readNumber("5.371").value, 5.371);
  EXPECT_EQ(problemOf("50.000", true), "“50.000” may mean 50,0000 or 50\u202f000");
  EXPECT_EQ(problemOf("2*4,096", true), "“4,096” may mean 4,0960 or 4096");
  EXPECT_EQ(readNumber(unambiguous(entryText(62.125)), true).value, 62.125);
  EXPECT_EQ(unambiguous("62,12"), "62,12");
}

TEST(DecimalSigns, AreThoseOfTheSystem) {
  EXPECT_EQ(decimalSignOf(QLocale(QLocale::German)), QLatin1Char(','));
  EXPECT_EQ(decimalSignOf(QLocale(QLocale::English)), QLatin1Char('.'));
  EXPECT_EQ(decimalSignOf(QLocale(QLocale::Arabic, QLocale::Egypt)), QLatin1Char('.')) << "its digits are others, too";
  // Elsewhere a comma is refused, as it always was.
  EXPECT_FALSE(readNumber(QStringLiteral("1,5")));
  EXPECT_EQ(readNumber(QStringLiteral("50.000"), true).value, 50);
}

TEST(NumberText, DurationsAreForPeople) {
  EXPECT_EQ(durationText(0.3), "under 1 s");
  EXPECT_EQ(durationText(12.4), "12 s");
  EXPECT_EQ(durationText(200), "3 min 20 s");
  EXPECT_EQ(durationText(7500), "2 h 5 min");
}

TEST(NumberText, SuperscriptsKeepTheSign) {
  EXPECT_EQ(superscript(-12), "⁻¹²");
  EXPECT_EQ(superscript(7), "⁷");
}

TEST(PercentText, NeverRoundsUpToAll) {
  EXPECT_EQ(percentText(29.44), QStringLiteral("29.4"));
  EXPECT_EQ(percentText(99.6, 2), QStringLiteral("99.6"));
  EXPECT_EQ(percentText(99.97), QStringLiteral("99.97"));
  EXPECT_EQ(percentText(99.99996), QStringLiteral("99.99996"));
  EXPECT_EQ(percentText(100), QStringLiteral("100"));
  EXPECT_EQ(percentText(-3.2), QStringLiteral("−3.20"));
}

}  // namespace
}  // namespace noiseloom
