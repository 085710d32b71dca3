#pragma once

#include <optional>
#include <set>
#include <string>

#include "core/base/expression.h"

namespace noiseloom {

/// A formula over named results that a lesson computes live: evaluateExpression() with names.
class LessonExpression {
 public:
  /// Throws InvalidArgument, named "expression", which says where parsing failed.
  explicit LessonExpression(std::string text);

  const std::string& text() const { return m_text; }
  const std::set<std::string>& names() const { return m_names; }
  /// nullopt if a name is not known yet or the result is not finite.
  std::optional<double> evaluate(const ExpressionLookup& lookup) const {
    return evaluateExpression(m_text, lookup).value;
  }
  /// evaluate() as a condition; nullopt if its value is unknown.
  std::optional<bool> holds(const ExpressionLookup& lookup) const;

 private:
  std::string m_text;
  std::set<std::string> m_names;
};

}  // namespace noiseloom
