#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/reproduce/words.h"

namespace noiseloom {

/// Both ends included.
struct Interval {
  double least;
  double most;
  bool contains(double value) const { return least <= value && value <= most; }
};

/// What a paper prints, beside what comes out here: one value with a check, which the page shows and a test asserts.
struct Statement {
  std::string about;    ///< what the value is, with its unit: "best bands at k = 8"
  std::string printed;  ///< as the paper has it: "128", "at most 0.25 %"
  double found = 0;
  Interval agrees{};                  ///< the values that agree with what is printed
  std::string unit = {};              ///< with a space before it: " %"
  int digits = 4;                     ///< of the values on the page
  std::optional<double> number = {};  ///< what is printed, where it is a number that a difference can be taken to
  std::string assumed = {};           ///< where the paper is silent
  std::string reason = {};            ///< why they do not agree, of those that are known not to; empty: they should
  Interval predicted{};               ///< what the reason lets one expect of `found`
  bool open = false;                  ///< known not to agree, for no reason that is known

  bool holds() const { return agrees.contains(found); }
  /// Does not hold, with a reason whose prediction does.
  bool explained() const { return !holds() && !reason.empty() && predicted.contains(found); }
  /// Holds, is explained, or is said to be open: nothing is passed over in silence.
  bool accounted() const { return holds() || explained() || open; }
  std::string foundText() const;
  /// "+1.2 %", or empty.
  std::string difference() const;
  /// "agrees", "does not agree: " with the reason and what it predicts, or "does not hold".
  std::string verdict() const;
  /// The reason with what it predicts; or that there is none.
  std::string why() const;

  Statement&& assuming(std::string what) && {
    assumed = std::move(what);
    return std::move(*this);
  }
  Statement&& meaning(const words::Word& word) && {
    assumed += (assumed.empty() ? "" : "; ") + std::string(word.means);
    return std::move(*this);
  }
  /// For one that is known not to hold: why, and what that reason lets one expect of `found`, from its source or from a
  /// second method that is computed. Outside of it the statement fails. Does nothing where the statement holds after
  /// all.
  Statement&& because(std::string why, Interval predicts) && {
    if (!holds()) reason = std::move(why), predicted = predicts;
    return std::move(*this);
  }
  /// For one that is known not to hold, for no reason that is known: the page says so.
  Statement&& unexplained() && {
    open = true;
    return std::move(*this);
  }
};

/// A number that is printed, to half of its last digit: "4.22468" with `half` 5e-6.
Statement printedNumber(std::string about, double printed, double half, double found, std::string unit = {});
/// A value that is printed as about, at most or at least something.
Statement printedRange(std::string about, std::string printed, Interval agrees, double found, std::string unit = {});
/// Something that is said to be so: `found` is by how much, and it is so where it is in `agrees`.
Statement atMost(std::string about, std::string printed, double most, double found, std::string unit = {});
Statement atLeast(std::string about, std::string printed, double least, double found, std::string unit = {});

/// A number that is printed as about `printed`.
Statement printedAbout(std::string about, std::string words, double printed, double found, std::string unit = {});
/// What is expected of `found` where another choice of what is not printed gives `least` to `most` instead: the
/// interval has `found` where these enclose the printed number, and nowhere else.
Interval whereOthersEnclose(double printed, double found, double least, double most);

/// A number with so many significant digits, with a point whatever the locale: "0.4815", "1e-08", "2000".
std::string significant(double value, int digits = 4);

}  // namespace noiseloom
