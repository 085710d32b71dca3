#include "app/reproduce/statement.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/base/infinity.h"

namespace noiseloom {
std::string significant(double value, int digits) {
  if (value == 0) return "0";  // no minus sign
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits).ptr;
  return {text.data(), end};
}

std::string Statement::foundText() const {
  return significant(found, digits) + unit;
}

std::string Statement::difference() const {
  if (!number || *number == 0) return "";
  const double relative = 100 * (found / *number - 1);
  if (std::abs(relative) < 0.005) return "0.00 %";
  return (relative > 0 ? "+" : "") + significant(relative, std::abs(relative) < 100 ? 2 : 4) + " %";
}

std::string Statement::why() const {
  if (reason.empty()) return "no reason is known";
  const std::string least = significant(predicted.least, digits), most = significant(predicted.most, digits);
  std::string expected = least == most ? least : least + " to " + most;
  if (std::isinf(predicted.least)) expected = "at most " + most;
  if (std::isinf(predicted.most)) expected = "at least " + least;
  return reason + " (predicts " + expected + unit + (explained() ? ")" : ", which is not what is found)");
}

std::string Statement::verdict() const {
  if (holds()) return "agrees";
  return reason.empty() ? "does not hold; no reason is known" : "does not agree: " + why();
}

Statement printedNumber(std::string about, double printed, double half, double found, std::string unit) {
  Statement statement{.about = std::move(about),
                      .printed = significant(printed, 6) + unit,
                      .found = found,
                      .agrees = {printed - half, printed + half},
                      .unit = std::move(unit),
                      .digits = 6,
                      .number = printed};
  return statement;
}

Statement printedRange(std::string about, std::string printed, Interval agrees, double found, std::string unit) {
  Statement statement{.about = std::move(about),
                      .printed = std::move(printed),
                      .found = found,
                      .agrees = agrees,
                      .unit = std::move(unit)};
  return statement;
}

Statement atMost(std::string about, std::string printed, double most, double found, std::string unit) {
  return printedRange(std::move(about), std::move(printed), {-kInfinity, most}, found, std::move(unit));
}

Statement atLeast(std::string about, std::string printed, double least, double found, std::string unit) {
  return printedRange(std::move(about), std::move(printed), {least, kInfinity}, found, std::move(unit));
}

Statement printedAbout(std::string about, std::string words, double printed, double found, std::string unit) {
  const double off = words::kAbout.bound / 100 * printed;
  Statement statement =
      printedRange(std::move(about), std::move(words), {printed - off, printed + off}, found, std::move(unit));
  statement.number = printed;
  return std::move(statement).meaning(words::kAbout);
}

Interval whereOthersEnclose(double printed, double found, double least, double most) {
  return {printed - (most - found), printed + (found - least)};
}

}  // namespace noiseloom
