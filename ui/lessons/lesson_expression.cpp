#include "ui/lessons/lesson_expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/errors.h"

namespace noiseloom {

using NodePtr = std::shared_ptr<const LessonExpression::Node>;

struct LessonExpression::Node {
  double number = 0;
  std::string name;  ///< of a result
  /// What is done with the arguments; empty for a number or a name.
  std::function<double(const std::vector<double>&)> apply;
  std::vector<NodePtr> arguments;
};

namespace {

constexpr int kDeepest = 64;

struct Function {
  std::string_view name;
  std::size_t arguments;
  double (*apply)(const std::vector<double>&);
};

constexpr std::array kFunctions{
    Function{"abs", 1, [](const std::vector<double>& x) { return std::abs(x[0]); }},
    Function{"sqrt", 1, [](const std::vector<double>& x) { return std::sqrt(x[0]); }},
    Function{"log2", 1, [](const std::vector<double>& x) { return std::log2(x[0]); }},
    Function{"round", 1, [](const std::vector<double>& x) { return std::round(x[0]); }},
    Function{"min", 2, [](const std::vector<double>& x) { return std::min(x[0], x[1]); }},
    Function{"max", 2, [](const std::vector<double>& x) { return std::max(x[0], x[1]); }},
};

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Recursive descent, one function a level of precedence.
class Parser {
 public:
  Parser(const std::string& text, std::set<std::string>& names) : m_text(text), m_names(names) {}

  NodePtr parse() {
    NodePtr root = conjunction();
    skipSpaces();
    if (m_at < m_text.size()) refuse("something to calculate with");
    return root;
  }

 private:
  [[noreturn]] void refuse(const std::string& expected) const {
    throw InvalidArgument("expression", "'" + m_text + "'", expected + " at character " + std::to_string(m_at + 1));
  }
  void skipSpaces() {
    while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
  }
  bool take(std::string_view token) {
    skipSpaces();
    if (std::string_view(m_text).substr(m_at, token.size()) != token) return false;
    // "and" is a word of its own.
    const std::size_t end = m_at + token.size();
    if (isLetter(token.front()) && end < m_text.size() && isLetter(m_text[end])) return false;
    m_at = end;
    return true;
  }
  static NodePtr node(std::function<double(const std::vector<double>&)> apply, std::vector<NodePtr> arguments) {
    auto made = std::make_shared<LessonExpression::Node>();
    made->apply = std::move(apply);
    made->arguments = std::move(arguments);
    return made;
  }

  NodePtr conjunction() {
    if (++m_depth > kDeepest) refuse("fewer brackets");
    NodePtr left = comparison();
    while (take("and")) {
      left =
          node([](const std::vector<double>& x) { return x[0] != 0 && x[1] != 0 ? 1.0 : 0.0; }, {left, comparison()});
    }
    --m_depth;
    return left;
  }
  NodePtr comparison() {
    NodePtr left = sum();
    if (take("<=")) {
      return node([](const std::vector<double>& x) { return x[0] <= x[1] ? 1.0 : 0.0; }, {left, sum()});
    }
    if (take(">=")) {
      return node([](const std::vector<double>& x) { return x[0] >= x[1] ? 1.0 : 0.0; }, {left, sum()});
    }
    if (take("==")) {
      return node([](const std::vector<double>& x) { return x[0] == x[1] ? 1.0 : 0.0; }, {left, sum()});
    }
    if (take("<")) {
      return node([](const std::vector<double>& x) { return x[0] < x[1] ? 1.0 : 0.0; }, {left, sum()});
    }
    if (take(">")) {
      return node([](const std::vector<double>& x) { return x[0] > x[1] ? 1.0 : 0.0; }, {left, sum()});
    }
    return left;
  }
  NodePtr sum() {
    NodePtr left = product();
    for (;;) {
      if (take("+")) {
        left = node([](const std::vector<double>& x) { return x[0] + x[1]; }, {left, product()});
      } else if (take("-")) {
        left = node([](const std::vector<double>& x) { return x[0] - x[1]; }, {left, product()});
      } else {
        return left;
      }
    }
  }
  NodePtr product() {
    NodePtr left = power();
    for (;;) {
      if (take("*")) {
        left = node([](const std::vector<double>& x) { return x[0] * x[1]; }, {left, power()});
      } else if (take("/")) {
        left = node([](const std::vector<double>& x) { return x[0] / x[1]; }, {left, power()});
      } else {
        return left;
      }
    }
  }
  NodePtr power() {
    if (++m_depth > kDeepest) refuse("fewer signs and powers");
    NodePtr result;
    if (take("-")) {
      result = node([](const std::vector<double>& x) { return -x[0]; }, {power()});
    } else {
      result = atom();
      if (take("^")) {
        result = node([](const std::vector<double>& x) { return std::pow(x[0], x[1]); }, {result, power()});
      }
    }
    --m_depth;
    return result;
  }
  NodePtr atom() {
    skipSpaces();
    if (take("(")) {
      NodePtr inner = conjunction();
      if (!take(")")) refuse("a closing bracket");
      return inner;
    }
    if (m_at < m_text.size() && isDigit(m_text[m_at])) return number();
    if (m_at < m_text.size() && isLetter(m_text[m_at])) return name();
    refuse("a number, a name or a bracket");
  }
  NodePtr number() {
    auto made = std::make_shared<LessonExpression::Node>();
    const char* begin = m_text.data() + m_at;
    const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), made->number);
    if (error != std::errc() || !std::isfinite(made->number)) refuse("a finite number");
    m_at += static_cast<std::size_t>(end - begin);
    return made;
  }
  NodePtr name() {
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at]) || m_text[m_at] == '.')) ++m_at;
    const std::string word = m_text.substr(begin, m_at - begin);
    const auto* function = std::ranges::find(kFunctions, std::string_view(word), &Function::name);
    if (function != kFunctions.end()) return call(*function);
    if (word.find('.') == std::string::npos) {
      m_at = begin;
      refuse("a name with a dot, such as design.rmse, or a function");
    }
    m_names.insert(word);
    auto made = std::make_shared<LessonExpression::Node>();
    made->name = word;
    return made;
  }
  NodePtr call(const Function& function) {
    if (!take("(")) refuse("the bracket of a function");
    std::vector<NodePtr> arguments{conjunction()};
    while (take(",")) arguments.push_back(conjunction());
    if (!take(")")) refuse("a closing bracket");
    if (arguments.size() != function.arguments) refuse("another number of arguments");
    return node(function.apply, std::move(arguments));
  }

  const std::string& m_text;
  std::set<std::string>& m_names;
  std::size_t m_at = 0;
  int m_depth = 0;
};

std::optional<double> valueOf(const LessonExpression::Node& node, const LessonLookup& lookup) {
  if (!node.name.empty()) return lookup(node.name);
  if (!node.apply) return node.number;
  std::vector<double> values;
  for (const NodePtr& argument : node.arguments) {
    const std::optional<double> value = valueOf(*argument, lookup);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return node.apply(values);
}

}  // namespace

LessonExpression::LessonExpression(std::string text) : m_text(std::move(text)) {
  m_root = Parser(m_text, m_names).parse();
}

std::optional<double> LessonExpression::evaluate(const LessonLookup& lookup) const {
  const std::optional<double> value = valueOf(*m_root, lookup);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return value;
}

std::optional<bool> LessonExpression::holds(const LessonLookup& lookup) const {
  const std::optional<double> value = evaluate(lookup);
  if (!value) return std::nullopt;
  return *value != 0;
}

}  // namespace noiseloom
