#include "ui/style/expression.h"

#include <charconv>
#include <cmath>

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

/// Typographic signs to ASCII, and no separators inside groups of digits.
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
  std::string reason;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : m_text(text) {}

  double parse() {
    const double value = sum();
    if (!atEnd()) throw Failure{unexpected()};
    return value;
  }

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
  std::string unexpected() {
    if (atEnd()) return "the expression ends too early";
    if (m_text[m_at] == ',') return "use a point for decimals and no commas";
    // One whole character, which may be several bytes of UTF-8.
    std::size_t end = m_at + 1;
    while (end < m_text.size() && (static_cast<unsigned char>(m_text[end]) & 0xC0U) == 0x80U) ++end;
    std::string message = "“";
    message.append(m_text.substr(m_at, end - m_at)).append("” is not understood here");
    return message;
  }
  static double finite(double value) {
    if (std::isnan(value)) throw Failure{"the result is not a number"};
    if (std::isinf(value)) throw Failure{"the number is too large"};
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
        if (divisor == 0) throw Failure{"division by zero"};
        value = finite(value / divisor);
      } else {
        return value;
      }
    }
  }

  double sign() {
    if (++m_depth > kDeepest) throw Failure{"too many nested brackets or signs"};
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
      const double value = sum();
      if (!take(')')) throw Failure{atEnd() ? "a bracket is not closed" : unexpected()};
      return value;
    }
    return number();
  }

  double number() {
    if (atEnd() || (!isDigit(m_text[m_at]) && m_text[m_at] != '.')) throw Failure{unexpected()};
    double value = 0;
    const char* begin = m_text.data() + m_at;
    const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), value);
    if (error == std::errc::result_out_of_range) throw Failure{"the number is too large or too small"};
    if (error != std::errc()) throw Failure{unexpected()};
    m_at += static_cast<std::size_t>(end - begin);
    return finite(value * suffix());
  }

  // k, M, G, T; with i their powers of 1024; with B behind them bytes. A space may stand before them.
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
  std::size_t m_at = 0;
  int m_depth = 0;
};

}  // namespace

ExpressionResult evaluateExpression(std::string_view text) {
  if (text.size() > kLongest) return {std::nullopt, "longer than 256 characters"};
  const std::string clean = normalized(text);
  if (clean.find_first_not_of(" \t") == std::string::npos) return {std::nullopt, "nothing is entered"};
  try {
    return {Parser(clean).parse(), {}};
  } catch (const Failure& failure) {
    return {std::nullopt, failure.reason};
  }
}

}  // namespace noiseloom
