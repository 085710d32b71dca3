#pragma once

/// What a word of a paper means here where no number stands beside it: by what it says in plain language, the same in
/// every figure, whatever comes out. Words that exclude each other share a bound: what is nearly the same is not
/// noticeably different.
namespace noiseloom::words {

struct Word {
  double bound;
  const char* means;  ///< as the page has it, beside the statement
};

/// In percent, or in points of a percentage.
inline constexpr Word kSame{1, "the same: within 1 %, what is left by solvers and by noise that is estimated"};
inline constexpr Word kNearly{5, "near, similar, comparable: within 5 %, about the width of a line in a picture"};
inline constexpr Word kSlightly{5, "slightly: by less than 5 %, what is nearly the same"};
inline constexpr Word kNoticeably{5, "noticeably: by more than 5 %, what is no longer nearly the same"};
inline constexpr Word kSubstantially{10, "substantially: by more than 10 %, twice what can be noticed"};
inline constexpr Word kSmall{10, "small: at most a tenth"};
inline constexpr Word kAbout{10, "about: within a tenth of the number"};
/// Of the cases.
inline constexpr Word kMost{0.75, "most: more than three quarters, since half is no most and all would be all"};
/// Times.
inline constexpr Word kFar{2, "far, drastically: at least twice"};
/// Counted.
inline constexpr Word kFew{10, "few: ten at most"};

}  // namespace noiseloom::words
