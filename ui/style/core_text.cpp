#include "ui/style/core_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <vector>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr int kDeepest = 8;
constexpr const char* kContext = "Core";

/// A text with placeholders, and what finds it in a message.
struct Pattern {
  const char* source = nullptr;
  QRegularExpression expression;
  qsizetype literal = 0;  ///< characters that are not placeholders
  QString probe;          ///< the longest part without placeholders: what lacks it need not be matched
};

bool isPlaceholder(const QString& text, qsizetype at) {
  return text.at(at) == QLatin1Char('%') && at + 1 < text.size() && text.at(at + 1).isDigit();
}

Pattern patternOf(const char* source) {
  const QString text = QString::fromUtf8(source);
  Pattern pattern;
  pattern.source = source;
  QString expression;
  QString part;
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (isPlaceholder(text, i)) {
      expression += QStringLiteral("(.+?)");
      part.clear();
      ++i;
    } else {
      expression += QRegularExpression::escape(text.mid(i, 1));
      ++pattern.literal;
      part += text.at(i);
      if (part.size() > pattern.probe.size()) pattern.probe = part;
    }
  }
  pattern.expression = QRegularExpression(QRegularExpression::anchoredPattern(expression),
                                          QRegularExpression::DotMatchesEverythingOption);
  return pattern;
}

/// Those that join others, then those that say most: "%1 bands of the inverse" before "%1 bands".
const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> all = [] {
    std::vector<Pattern> found;
    for (const char* source : coreTexts()) {
      if (QByteArray(source).contains("%1")) found.push_back(patternOf(source));
    }
    const auto rest = found.begin() + static_cast<std::ptrdiff_t>(joiningCoreTexts());
    std::stable_sort(rest, found.end(), [](const Pattern& a, const Pattern& b) { return a.literal > b.literal; });
    return found;
  }();
  return all;
}

QString translated(const QString& text, int depth) {
  const QByteArray source = text.toUtf8();
  const QString whole = QCoreApplication::translate(kContext, source.constData());
  if (whole != text || depth > kDeepest) return whole;
  for (const Pattern& pattern : patterns()) {
    if (!text.contains(pattern.probe)) continue;
    const QRegularExpressionMatch match = pattern.expression.match(text);
    if (!match.hasMatch()) continue;
    const QString filled = QCoreApplication::translate(kContext, pattern.source);
    // The parts all at once: one that contains "%2" must not be filled in turn.
    QString result;
    for (qsizetype i = 0; i < filled.size(); ++i) {
      if (!isPlaceholder(filled, i)) {
        result += filled.at(i);
        continue;
      }
      result += translated(match.captured(filled.at(++i).digitValue()), depth + 1);
    }
    return result;
  }
  return text;
}

QString foundAgain(std::string_view text) {
  const QString plain = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
  // In the language of the sources there is nothing to look for.
  static const char* const probe = "is missing";
  if (QCoreApplication::translate(kContext, probe) == QLatin1String(probe)) return plain;
  return translated(plain, 0);
}

}  // namespace

QString coreText(const Text& text) {
  if (text.phrase().empty()) return foundAgain(text.plain());
  const QString words = QCoreApplication::translate(kContext, text.phrase().data());
  const auto places = static_cast<int>(text.arguments().size());
  // The parts all at once: one that contains "%2" must not be filled in turn.
  QString filled;
  for (qsizetype i = 0; i < words.size(); ++i) {
    const int place = i + 1 < words.size() ? words.at(i + 1).digitValue() : -1;
    if (words.at(i) != QLatin1Char('%') || place < 1 || place > places) {
      filled += words.at(i);
    } else {
      filled += coreText(text.arguments()[static_cast<std::size_t>(place - 1)]);
      ++i;
    }
  }
  return filled;
}

QString errorText(const std::exception& problem) {
  const auto* error = dynamic_cast<const Error*>(&problem);
  return error ? coreText(error->text()) : QString::fromUtf8(problem.what());
}

}  // namespace noiseloom
