#pragma once

#include <concepts>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// English words of the program, with %1 to %9 as placeholders, and the key of their translations. The English stands
/// once, in core, as Core::tr("..."), which Qt's lupdate collects under the context "Core".
class Phrase {
 public:
  constexpr Phrase() = default;
  constexpr std::string_view english() const { return m_english; }
  /// The same words, zero-terminated, for translators.
  constexpr const char* data() const { return m_english; }
  constexpr bool empty() const { return english().empty(); }
  constexpr bool operator==(const Phrase& other) const { return english() == other.english(); }

 private:
  friend struct Core;
  const char* m_english = "";
};

/// Marks English words for translation: Core::tr("...").
struct Core {
#ifdef LUPDATE  // for lupdate, which calls their context "Core"
  Q_DECLARE_TR_FUNCTIONS(Core)
#endif
  static consteval Phrase tr(const char* english) {
    Phrase phrase;
    phrase.m_english = english;
    return phrase;
  }
};

/// A message of core for people: a phrase with its arguments, each a text or something that is the same in every
/// language (a number, a file name, what was typed).
class Text {
 public:
  // Implicit, so that phrases, numbers and names become texts by themselves. NOLINTBEGIN(google-explicit-constructor)
  Text();
  Text(Phrase phrase);
  Text(std::string plain);
  Text(std::string_view plain);
  Text(const char* plain) = delete;  ///< ambiguous: a phrase, or the same in every language?
  Text(std::signed_integral auto number) : Text(integerText(static_cast<long long>(number))) {}
  Text(std::unsigned_integral auto number) : Text(integerText(static_cast<unsigned long long>(number))) {}
  Text(double number);  ///< shortest()
  template <class... Arguments>
  requires(sizeof...(Arguments) > 0) Text(Phrase phrase, const Arguments&... arguments)
      : m_phrase(phrase), m_arguments(listOf({Text(arguments)...})) {}
  // NOLINTEND(google-explicit-constructor)
  // Not inline: nearly every source file needs them.
  Text(const Text&);
  Text(Text&&) noexcept;
  Text& operator=(const Text&);
  Text& operator=(Text&&) noexcept;
  ~Text();

  /// Empty for a text that is the same in every language.
  Phrase phrase() const { return m_phrase; }
  const std::string& plain() const { return m_plain; }
  const std::vector<Text>& arguments() const { return m_arguments; }

  std::string english() const;
  bool empty() const { return m_phrase.empty() && m_plain.empty(); }
  bool operator==(const Text& other) const { return english() == other.english(); }
  bool operator==(const char* words) const { return english() == words; }

 private:
  static std::string integerText(long long number);
  static std::string integerText(unsigned long long number);
  static std::vector<Text> listOf(std::initializer_list<Text> texts);

  Phrase m_phrase;
  std::string m_plain;
  std::vector<Text> m_arguments;
};

/// A number rounded to that many significant digits, for a sentence; unchanged if it is not finite.
double rounded(double value, int digits);

/// Writes the English text.
std::ostream& operator<<(std::ostream& stream, const Text& text);

}  // namespace noiseloom
