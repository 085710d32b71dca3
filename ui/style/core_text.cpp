#include "ui/style/core_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/errors.h"
#include "core/scenario/batching.h"
#include "core/scenario/mechanism.h"
#include "core/scenario/scenario_fields.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// Empty for a string that is not a name in files.
Text nameInLists(std::string_view id) {
  const auto named = [id](const auto& all) -> Text {
    for (const auto* each : all) {
      if (each->id == id) return each->name;
    }
    return {};
  };
  for (const Text& name : {named(offeredMechanisms()), named(allBatchings()), named(allJobBatchings())}) {
    if (!name.empty()) return name;
  }
  const std::optional<Field> field = fieldOfArgument(id);
  return field ? infoOf(*field).label : Text();
}

/// inGroups: a long number stands in groups of three digits.
QString filledIn(const Text& text, bool inGroups) {
  if (!text.phrase().empty()) return coreText(text);
  QStringList names;
  const QString plain = QString::fromStdString(text.plain());
  for (const QString& id : plain.split(QStringLiteral(", "))) {
    const Text name = nameInLists(id.toStdString());
    if (name.empty()) return inGroups ? grouped(withDecimalSign(plain)) : withDecimalSign(plain);
    names += coreText(name);
  }
  return names.join(QStringLiteral(", "));
}

/// True where a place in a sentence of core is for what somebody typed, in quotation marks, or for the name of a file
/// in front of a message: digits there are no number of core's.
bool isForNames(const QString& words, qsizetype at) {
  if (at == 0) return words.startsWith(QLatin1String("%1: %2"));
  return QStringLiteral("\"“„«»").contains(words.at(at - 1));
}

}  // namespace

QString tr(const char* text, const char* meaning, int count) {
  return QCoreApplication::translate("noiseloom", text, meaning, count);
}

QString capitalised(QString text) {
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

QString valueText(const Text& text) {
  return filledIn(text, true);
}

// Core writes for terminals and files.
QString typeset(QString words) {
  constexpr std::array kSigns{std::pair{"<=", "≤"}, std::pair{">=", "≥"}, std::pair{"C^-1", "C⁻¹"}};
  for (const auto& [plain, sign] : kSigns) words.replace(QLatin1String(plain), QString::fromUtf8(sign));
  return words;
}

QString coreText(const Text& text) {
  if (text.phrase().empty()) return QString::fromStdString(text.plain());
  const QString words = typeset(QCoreApplication::translate("Core", text.phrase().data()));
  const auto places = static_cast<int>(text.arguments().size());
  // Fills all places at once: an argument that contains "%2" must not be filled in turn.
  QString filled;
  for (qsizetype i = 0; i < words.size(); ++i) {
    const int place = i + 1 < words.size() ? words.at(i + 1).digitValue() : -1;
    if (words.at(i) != QLatin1Char('%') || place < 1 || place > places) {
      filled += words.at(i);
    } else {
      filled += filledIn(text.arguments()[place - 1], !isForNames(words, i));
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
