#include "ui/style/read_number.h"

#include <QRegularExpression>
#include <algorithm>
#include <optional>
#include <string>

#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

const QRegularExpression& numbers() {
  static const QRegularExpression all(QStringLiteral("[0-9][0-9.,]*|[.,][0-9][0-9.,]*"));
  return all;
}

/// One sign, behind one to three digits and before three: thousands as well as decimals.
bool mayBeGroup(const QString& number) {
  static const QRegularExpression one(QStringLiteral("^[1-9][0-9]{0,2}[.,][0-9]{3}$"));
  return one.match(number).hasMatch();
}

/// Core's texts write numbers with the user's decimal sign: the invisible word joiner keeps what was typed.
std::string asTyped(const QString& number) {
  return (number + QChar(0x2060)).toStdString();
}

/// Without the signs between groups of three digits, and with a point before decimals; nullopt for another use of
/// signs.
std::optional<QString> plain(QString number) {
  static const QRegularExpression grouped(
      QStringLiteral("^[1-9][0-9]{0,2}(?:(?:[.][0-9]{3})+(?:,[0-9]*)?|(?:,[0-9]{3})+(?:[.][0-9]*)?)$"));
  const qsizetype signs = number.count(QLatin1Char('.')) + number.count(QLatin1Char(','));
  if (signs <= 1) return number.replace(QLatin1Char(','), QLatin1Char('.'));
  if (!grouped.match(number).hasMatch()) return std::nullopt;
  const QChar group = *std::ranges::find_if(number, [](QChar c) { return !c.isDigit(); });
  return number.remove(group).replace(QLatin1Char(','), QLatin1Char('.'));
}

}  // namespace

ExpressionResult readNumber(const QString& typed, bool counts) {
  if (decimalSign() != QLatin1Char(',')) return evaluateExpression(typed.toStdString());
  QString read;
  qsizetype done = 0;
  for (auto found = numbers().globalMatch(typed); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const QString number = match.captured();
    const std::optional<QString> each = plain(number);
    const auto place = static_cast<std::size_t>(match.capturedStart()) + 1;
    if (!each) return {std::nullopt, {Core::tr("“%1” is no number"), asTyped(number)}, place};
    if (counts && mayBeGroup(number)) {
      const QString whole = QString(*each).remove(QLatin1Char('.'));
      return {std::nullopt,
              {Core::tr("“%1” may mean %2 or %3"), asTyped(number),
               withDecimalSign(*each + QLatin1Char('0')).toStdString(), whole.toStdString()},
              place};
    }
    read += typed.mid(done, match.capturedStart() - done) + *each;
    done = match.capturedEnd();
  }
  return evaluateExpression((read + typed.mid(done)).toStdString());
}

QString unambiguous(const QString& text) {
  return decimalSign() == QLatin1Char(',') && mayBeGroup(text) ? text + QLatin1Char('0') : text;
}

}  // namespace noiseloom
