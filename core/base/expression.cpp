#include "core/base/expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace noiseloom {
namespace {

constexpr std::size_t kLongest = 256;
constexpr int kDeepest = 64;

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool here = text.substr(at, from.size()) == from;
    result.append(here ? to : text.substr(at, 1));
    at += here ? from.size() : 1;
  }
  return result;
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

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

struct Comparison {
  std::string_view sign;
  bool (*holds)(double, double);
};

// Longer operators first.
constexpr std::array kComparisons{Comparison{"<=", [](double a, double b) { return a <= b; }},
                                  Comparison{">=", [](double a, double b) { return a >= b; }},
                                  Comparison{"==", [](double a, double b) { return a == b; }},
                                  Comparison{"<", [](double a, double b) { return a < b; }},
                                  Comparison{">", [](double a, double b) { return a > b; }}};

/// Converts typographic signs to ASCII and removes separators inside groups of digits.
std::string normalized(std::string_view input) {
  std::string text(input);
  for (const std::string_view times : {"×", "·"}) text = replaced(text, times, "*");
  text = replaced(text, "÷", "/");
  text = replaced(text, "−", "-");
  for (const std::string_view space : {"\u00a0", "\u202f", "\u2009"}) text = replaced(text, space, " ");
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separator = text[i] == ' ' || text[i] == '_';
    if (separator && !joined.empty() && isDigit(joined.back()) && i + 1 < text.size() && isDigit(text[i + 1])) continue;
    joined.push_back(text[i]);
  }
  return joined;
}

struct Failure {
  Text reason;
};

/// Recursive descent, one function per level of precedence.
class Parser {
 public:
  Parser(std::string_view text, const ExpressionLookup& lookup) : m_text(text), m_lookup(lookup) {}

  std::optional<double> parse() {
    const double value = conjunction();
    if (!atEnd()) throw Failure{unexpected()};
    return m_unknown || !std::isfinite(value) ? std::nullopt : std::optional(value);
  }
  std::size_t at() const { return m_at; }

 private:
  void skipSpaces() {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) ++m_at;
  }
  bool atEnd() {
    skipSpaces();
    return m_at == m_text.size();
  }
  bool take(char c) {
    if (atEnd() || m_text[m_at] != c) return false;
    ++m_at;
    return true;
  }
  bool takeWord(std::string_view word) {
    if (atEnd() || m_text.substr(m_at, word.size()) != word) return false;
    const std::size_t end = m_at + word.size();
    if (isLetter(word.front()) && end < m_text.size() && isLetter(m_text[end])) return false;
    m_at = end;
    return true;
  }
  Text unexpected() {
    if (atEnd()) return Core::tr("the expression ends too early");
    if (m_text[m_at] == ',' && !m_lookup) return Core::tr("a comma is no decimal point");
    // One whole word, or one whole character, which may be several bytes of UTF-8.
    std::size_t end = m_at + 1;
    const auto follows = [&](char c) {
      return isLetter(m_text[m_at]) ? isLetter(c) : (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    };
    while (end < m_text.size() && follows(m_text[end])) ++end;
    return {Core::tr("“%1” is not understood here"), m_text.substr(m_at, end - m_at)};
  }
  double finite(double value) const {
    if (m_lookup) return value;  // a looked-up value may change
    if (std::isnan(value)) throw Failure{Core::tr("the result is not a number")};
    if (std::isinf(value)) throw Failure{Core::tr("the number is too large")};
    return value;
  }

  double conjunction() {
    double value = comparison();
    while (m_lookup && takeWord("and")) value = comparison() != 0 && value != 0 ? 1 : 0;
    return value;
  }

  double comparison() {
    const double value = sum();
    if (!m_lookup) return value;
    for (const Comparison& each : kComparisons) {
      if (takeWord(each.sign)) return each.holds(value, sum()) ? 1 : 0;
    }
    return value;
  }

  double sum() {
    double value = product();
    for (;;) {
      if (take('+')) {
        value = finite(value + product());
      } else if (take('-')) {
        value = finite(value - product());
      } else {
        return value;
      }
    }
  }

  double product() {
    double value = sign();
    for (;;) {
      if (take('*') || take('x')) {
        value = finite(value * sign());
      } else if (take('/')) {
        const double divisor = sign();
        if (divisor == 0 && !m_lookup) throw Failure{Core::tr("division by zero")};
        value = finite(value / divisor);
      } else {
        return value;
      }
    }
  }

  double sign() {
    if (++m_depth > kDeepest) throw Failure{Core::tr("too many nested brackets or signs")};
    double value = 0;
    if (take('-')) {
      value = -sign();
    } else if (take('+')) {
      value = sign();
    } else {
      value = power();
    }
    --m_depth;
    return value;
  }

  double power() {
    const double base = primary();
    return take('^') ? finite(std::pow(base, sign())) : base;
  }

  double primary() {
    if (take('(')) {
      const double value = conjunction();
      close();
      return value;
    }
    return m_lookup && !atEnd() && isLetter(m_text[m_at]) ? named() : number();
  }

  void close() {
    if (!take(')')) throw Failure{atEnd() ? Text(Core::tr("a bracket is not closed")) : unexpected()};
  }

  // A function, or a name with a dot.
  double named() {
    const std::size_t begin = m_at;
    std::size_t end = begin;
    while (end < m_text.size() && (isLetter(m_text[end]) || isDigit(m_text[end]) || m_text[end] == '.')) ++end;
    const std::string_view word = m_text.substr(begin, end - begin);
    const auto* function = std::ranges::find(kFunctions, word, &Function::name);
    if (function == kFunctions.end() && word.find('.') == word.npos) throw Failure{unexpected()};
    m_at = end;
    if (function == kFunctions.end()) {
      const std::optional<double> value = m_lookup(word);
      m_unknown |= !value;
      return value.value_or(1);
    }
    if (!take('(')) throw Failure{unexpected()};
    std::vector<double> arguments{conjunction()};
    while (take(',')) arguments.push_back(conjunction());
    if (arguments.size() != function->arguments) throw Failure{unexpected()};
    close();
    return function->apply(arguments);
  }

  double number() {
    if (atEnd() || (!isDigit(m_text[m_at]) && m_text[m_at] != '.')) throw Failure{unexpected()};
    double value = 0;
    const char* begin = m_text.data() + m_at;
    const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), value);
    if (error == std::errc::result_out_of_range) throw Failure{Core::tr("the number is too large or too small")};
    if (error != std::errc()) throw Failure{unexpected()};
    m_at += static_cast<std::size_t>(end - begin);
    if (end - begin == 1 && value == 0 && m_at < m_text.size() && m_text[m_at] == 'x')
      throw Failure{unexpected()};  // as in 0x8
    return finite(value * suffix());
  }

  // k, M, G or T; followed by i, their powers of 1024; followed by B, bytes. A space may precede them.
  double suffix() {
    std::size_t at = m_at;
    while (at < m_text.size() && m_text[at] == ' ') ++at;
    const bool kibi = at + 1 < m_text.size() && m_text[at] == 'K' && m_text[at + 1] == 'i';
    const std::size_t power = kibi ? 0 : at < m_text.size() ? kPrefixes.find(m_text[at]) : kPrefixes.npos;
    if (power == kPrefixes.npos) return 1;
    ++at;
    const bool binary = at < m_text.size() && m_text[at] == 'i';
    if (binary) ++at;
    if (at < m_text.size() && m_text[at] == 'B') ++at;
    m_at = at;
    const double base = binary ? 1024 : 1000;
    double factor = base;
    for (std::size_t i = 0; i < power; ++i) factor *= base;
    return factor;
  }

  static constexpr std::string_view kPrefixes = "kMGT";

  std::string_view m_text;
  const ExpressionLookup& m_lookup;
  bool m_unknown = false;
  std::size_t m_at = 0;
  int m_depth = 0;
};

}  // namespace

ExpressionResult evaluateExpression(std::string_view text, const ExpressionLookup& lookup) {
  if (text.size() > kLongest) return {std::nullopt, Core::tr("longer than 256 characters")};
  const std::string clean = lookup ? std::string(text) : normalized(text);
  if (clean.find_first_not_of(" \t") == std::string::npos) return {std::nullopt, Core::tr("nothing is entered")};
  Parser parser(clean, lookup);
  try {
    return {parser.parse(), {}};
  } catch (const Failure& failure) {
    return {std::nullopt, failure.reason, parser.at() + 1};
  }
}

}  // namespace noiseloom
