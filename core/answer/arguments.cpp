#include "core/answer/arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <variant>

#include "core/answer/nearest_name.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/expression.h"

namespace noiseloom {
namespace {

constexpr const char* kCount = "an integer such as 2000, 1e6 or 2^14, below 2^63";

constexpr const char* kBytes = "a number of bytes such as 80G, 16Gi or 1.5T, at most 2^53";

[[noreturn]] void refuse(std::string_view argument, std::string_view text, std::string allowed) {
  throw InvalidArgument(std::string(argument), text.empty() ? "\"\"" : std::string(text), std::move(allowed));
}

std::optional<Index> digits(std::string_view text) {
  Index value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Index> timesPower(Index value, Index base, Index exponent) {
  for (; exponent > 0 && value != 0; --exponent) {
    if (__builtin_mul_overflow(value, base, &value)) return std::nullopt;
    if (base == 1 || base == 0) break;  // further factors change nothing
  }
  return value;
}

// base^exponent, both non-negative integers.
std::optional<Index> power(std::string_view base, std::string_view exponent) {
  const auto b = digits(base);
  const auto e = digits(exponent);
  if (!b || !e || *b < 0 || *e < 0) return std::nullopt;
  return timesPower(1, *b, *e);
}

// mantissa[.fraction]e[+]exponent, when the value is an integer: in decimal digits, so nothing is rounded.
std::optional<Index> scientific(std::string_view mantissa, std::string_view exponent) {
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  auto shift = digits(exponent);
  if (!shift || *shift < 0) return std::nullopt;
  std::string all(mantissa);
  if (const auto point = all.find('.'); point != std::string::npos) {
    if (point + 1 == all.size() || all.find_first_not_of("0123456789", point + 1) != std::string::npos)
      return std::nullopt;
    while (all.size() > point + 1 && all.back() == '0') all.pop_back();
    *shift -= static_cast<Index>(all.size() - point - 1);
    all.erase(point, 1);
    if (*shift < 0) return std::nullopt;
  }
  const auto value = digits(all);
  if (!value) return std::nullopt;
  return timesPower(*value, 10, *shift);
}

}  // namespace

Index parseCount(std::string_view argument, std::string_view text) {
  std::string_view number = text;
  if (number.size() > 1 && number.front() == '+' && number[1] != '-') number.remove_prefix(1);
  std::optional<Index> value = digits(number);
  if (const auto caret = number.find('^'); !value && caret != std::string_view::npos) {
    value = power(number.substr(0, caret), number.substr(caret + 1));
  } else if (const auto e = number.find_first_of("eE"); !value && e != std::string_view::npos) {
    value = scientific(number.substr(0, e), number.substr(e + 1));
  }
  if (!value) refuse(argument, text, kCount);
  return *value;
}

double parseReal(std::string_view argument, std::string_view text) {
  const ExpressionResult read = evaluateExpression(text);
  if (!read) refuse(argument, text, "a finite number such as 8 or 1e-6 (" + read.error.english() + ")");
  return *read.value;
}

Index parseBytes(std::string_view argument, std::string_view text) {
  constexpr double kMost = 9007199254740992.0;  // 2^53
  const double value = evaluateExpression(text).value.value_or(0);
  if (!(value >= 1 && value <= kMost)) refuse(argument, text, kBytes);
  return std::llround(value);
}

bool parseSwitch(std::string_view argument, std::string_view text) {
  if (text != "on" && text != "off") refuseName(argument, text, {"on", "off"});
  return text == "on";
}

std::vector<std::string> listedValues(std::string_view argument, const std::string& text) {
  std::vector<std::string> list;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end == begin)
      throw InvalidArgument(std::string(argument), text.empty() ? "\"\"" : text,
                            std::string("values with one comma between them"));
    list.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return list;
}

std::string listOf(const std::vector<std::string_view>& names) {
  std::string list;
  std::size_t position = 0;
  for (const std::string_view name : names) {
    if (position > 0) list += position + 1 == names.size() ? " or " : ", ";
    list += name;
    ++position;
  }
  return list;
}

void refuseName(std::string_view argument, std::string_view text, const std::vector<std::string_view>& allowed) {
  const std::string_view near = nearestName(text, allowed);
  refuse(argument, text, near.empty() ? listOf(allowed) : std::string(near) + ", or another of " + listOf(allowed));
}

void setChoice(Scenario& scenario, const FieldInfo& field, std::string_view text) {
  const auto& choice = std::get<Choice>(field.place);
  if (!choice.set(scenario, text)) refuseName(field.name, text, choice.names());
}

void refuseTyped(TypedOptions options, const std::string& allowed) {
  for (const auto& [argument, typed] : options) {
    if (typed) throw InvalidArgument(argument, *typed, allowed);
  }
}

void checkName(std::string_view argument, std::string_view text, const std::vector<std::string_view>& allowed) {
  if (std::ranges::find(allowed, text) == allowed.end()) refuseName(argument, text, allowed);
}

}  // namespace noiseloom
