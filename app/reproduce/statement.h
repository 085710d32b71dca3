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

/// A printed value of a paper beside the reproduced one, with a check that the page shows and a test asserts.
struct Statement {
  std::string about;    ///< the quantity, with its unit: "best bands at k = 8"
  std::string printed;  ///< as in the paper: "128", "at most 0.25 %"
  double found = 0;
  Interval agrees{};                  ///< the values that agree with what is printed
  std::string unit = {};              ///< with a space before it: " %"
  int digits = 4;                     ///< of the values on the page
  std::optional<double> number = {};  ///< the printed number, if a difference from it is meaningful
  std::string assumed = {};           ///< where the paper is silent
  std::string reason = {};            ///< why they do not agree, if they are known not to; empty: they should
  Interval predicted{};               ///< the values of `found` that the reason predicts
  bool open = false;                  ///< known not to agree, for an unknown reason

  bool holds() const { return agrees.contains(found); }
  /// Does not hold, but has a reason whose prediction does.
  bool explained() const { return !holds() && !reason.empty() && predicted.contains(found); }
  /// Holds, is explained, or is stated to be open: nothing is omitted silently.
  bool accounted() const { return holds() || explained() || open; }
  std::string foundText() const;
  /// "+1.2 %", or empty.
  std::string difference() const;
  /// "agrees", "does not agree: " with the reason and its prediction, or "does not hold".
  std::string verdict() const;
  /// The reason with its prediction; or that there is none.
  std::string why() const;

  Statement&& assuming(std::string what) && {
    assumed = std::move(what);
    return std::move(*this);
  }
  Statement&& meaning(const words::Word& word) && {
    assumed += (assumed.empty() ? "" : "; ") + std::string(word.means);
    return std::move(*this);
  }
  /// For a statement that is known not to hold: the reason, and its prediction of `found`, from its source or from a
  /// second computation. Outside of it the statement fails. No effect if the statement holds after all.
  Statement&& because(std::string why, Interval predicts) && {
    if (!holds()) reason = std::move(why), predicted = predicts;
    return std::move(*this);
  }
  /// For a statement that is known not to hold, for an unknown reason: the page says so.
  Statement&& unexplained() && {
    open = true;
    return std::move(*this);
  }
};

/// A printed number, to half of its last digit: "4.22468" with `half` 5e-6.
Statement printedNumber(std::string about, double printed, double half, double found, std::string unit = {});
/// A value printed as about, at most or at least something.
Statement printedRange(std::string about, std::string printed, Interval agrees, double found, std::string unit = {});
/// A claim that holds if `found`, its measure, is in `agrees`.
Statement atMost(std::string about, std::string printed, double most, double found, std::string unit = {});
Statement atLeast(std::string about, std::string printed, double least, double found, std::string unit = {});

/// A number printed as about `printed`.
Statement printedAbout(std::string about, std::string words, double printed, double found, std::string unit = {});
/// The prediction for `found` if another choice of unprinted settings gives `least` to `most` instead: the interval
/// contains `found` if these enclose the printed number, and is empty otherwise.
Interval whereOthersEnclose(double printed, double found, double least, double most);

/// A number with that many significant digits, with a point whatever the locale: "0.4815", "1e-08", "2000".
std::string significant(double value, int digits = 4);

}  // namespace noiseloom
