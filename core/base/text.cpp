#include "core/base/text.h"

#include <cmath>
#include <ostream>
#include <utility>

#include "core/base/check.h"

namespace noiseloom {

Text::Text() = default;
Text::Text(Phrase phrase) : m_phrase(phrase) {}
Text::Text(std::string plain) : m_plain(std::move(plain)) {}
Text::Text(std::string_view plain) : m_plain(plain) {}
Text::Text(double number) : m_plain(shortest(number)) {}
Text::Text(const Text&) = default;
Text::Text(Text&&) noexcept = default;
Text& Text::operator=(const Text&) = default;
Text& Text::operator=(Text&&) noexcept = default;
Text::~Text() = default;

std::string Text::integerText(long long number) {
  return std::to_string(number);
}

std::string Text::integerText(unsigned long long number) {
  return std::to_string(number);
}

std::vector<Text> Text::listOf(std::initializer_list<Text> texts) {
  return texts;
}

std::string Text::english() const {
  if (m_phrase.empty()) return m_plain;
  const std::string_view words = m_phrase.english();
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t place = i + 1 < words.size() ? static_cast<std::size_t>(words[i + 1] - '1') : m_arguments.size();
    if (words[i] != '%' || place >= m_arguments.size()) {
      out += words[i];
    } else {
      out += m_arguments[place].english();
      ++i;
    }
  }
  return out;
}

double rounded(double value, int digits) {
  if (!(std::abs(value) > 0) || !std::isfinite(value)) return value;
  const double unit = std::pow(10, digits - 1 - std::floor(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

std::ostream& operator<<(std::ostream& stream, const Text& text) {
  return stream << text.english();
}

}  // namespace noiseloom
