#pragma once

/// The meaning given here to a word of a paper without a number beside it: that of plain language, the same in every
/// figure, whatever the result. Words that exclude each other share a bound: values that are nearly the same are not
/// noticeably different.
namespace noiseloom::words {

struct Word {
  double bound;
  const char* means;  ///< as on the page, beside the statement
};

/// In percent, or in percentage points.
inline constexpr Word kSame{1, "the same: within 1 %, what is left by solvers and by noise that is estimated"};
inline constexpr Word kNearly{5, "near, similar, comparable: within 5 %, about the width of a line in a picture"};
inline constexpr Word kSlightly{5, "slightly: by less than 5 %, what is nearly the same"};
inline constexpr Word kNoticeably{5, "noticeably: by more than 5 %, what is no longer nearly the same"};
inline constexpr Word kSubstantially{10, "substantially: by more than 10 %, twice what can be noticed"};
inline constexpr Word kSmall{10, "small: at most a tenth"};
inline constexpr Word kAbout{10, "about: within a tenth of the number"};
/// Shares of the cases.
inline constexpr Word kMost{0.75, "most: more than three quarters, since half is no most and all would be all"};
/// Factors.
inline constexpr Word kFar{2, "far, drastically: at least twice"};
/// Counts.
inline constexpr Word kFew{10, "few: ten at most"};

}  // namespace noiseloom::words
