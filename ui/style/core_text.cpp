#include "ui/style/core_text.h"

#include <QCoreApplication>

#include "core/base/errors.h"

namespace noiseloom {

QString coreText(const Text& text) {
  if (text.phrase().empty()) return QString::fromStdString(text.plain());
  const QString words = QCoreApplication::translate("Core", text.phrase().data());
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
