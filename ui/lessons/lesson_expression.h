#pragma once

#include <optional>
#include <set>
#include <string>

#include "core/base/expression.h"

namespace noiseloom {

/// A formula over named results that a lesson computes live: evaluateExpression() with names.
class LessonExpression {
 public:
  /// Throws InvalidArgument, named "expression", that says where the text cannot be read.
  explicit LessonExpression(std::string text);

  const std::string& text() const { return m_text; }
  /// Every name in it.
  const std::set<std::string>& names() const { return m_names; }
  /// nullopt when a name is not known yet or the result is not finite.
  std::optional<double> evaluate(const ExpressionLookup& lookup) const {
    return evaluateExpression(m_text, lookup).value;
  }
  /// evaluate() as a condition; nullopt when it cannot be told.
  std::optional<bool> holds(const ExpressionLookup& lookup) const;

 private:
  std::string m_text;
  std::set<std::string> m_names;
};

}  // namespace noiseloom
