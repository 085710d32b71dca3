#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace noiseloom {

/// The value of a name such as "design.rmse"; nullopt while it is not known.
using LessonLookup = std::function<std::optional<double>(std::string_view name)>;

/// A formula over named results that a lesson computes live: numbers, names with a dot, + - * / ^ (right-associative),
/// brackets, abs, sqrt, log2, round, min and max, one comparison (< <= > >= ==) in each bracket, and "and" between
/// comparisons. A comparison is 1 where it holds and 0 where it does not. Immutable and cheap to copy.
class LessonExpression {
 public:
  /// Throws InvalidArgument, named "expression", that says where the text cannot be read.
  explicit LessonExpression(std::string text);

  const std::string& text() const { return m_text; }
  /// Every name in it.
  const std::set<std::string>& names() const { return m_names; }
  /// nullopt when a name is not known yet or the result is not finite.
  std::optional<double> evaluate(const LessonLookup& lookup) const;
  /// evaluate() as a condition; nullopt when it cannot be told.
  std::optional<bool> holds(const LessonLookup& lookup) const;

  struct Node;

 private:
  std::string m_text;
  std::set<std::string> m_names;
  std::shared_ptr<const Node> m_root;
};

}  // namespace noiseloom
