#include "ui/lessons/lesson_expression.h"

#include <utility>

#include "core/base/errors.h"

namespace noiseloom {

LessonExpression::LessonExpression(std::string text) : m_text(std::move(text)) {
  const auto collect = [this](std::string_view name) {
    m_names.emplace(name);
    return std::optional<double>();
  };
  const ExpressionResult read = evaluateExpression(m_text, collect);
  if (!read.error.empty())
    throw InvalidArgument("expression", "'" + m_text + "'",
                          {Core::tr("another expression: %1, at character %2"), read.error, read.character});
}

std::optional<bool> LessonExpression::holds(const ExpressionLookup& lookup) const {
  const std::optional<double> value = evaluate(lookup);
  return value ? std::optional(*value != 0) : std::nullopt;
}

}  // namespace noiseloom
