#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/scenario/scenario.h"
#include "ui/document/field.h"
#include "ui/lessons/lesson_expression.h"

namespace noiseloom {

/// One value of a scenario that a lesson sets: nothing (open: "best"), a number, a switch, or the name of a choice as
/// in files.
struct LessonSetting {
  Field field;
  std::variant<std::monostate, double, bool, std::string> value;
};

/// A change of the scenario: first another example, if any, then fields in their order, then a drawn strategy.
struct LessonChange {
  QString example;  ///< id of a scenario that ships; empty: none
  std::vector<LessonSetting> fields;
  std::vector<double> drawn;  ///< c[0..b) of a Toeplitz strategy that takes the mechanism's place; empty: none
};

/// A further design that texts may name.
struct LessonComparison {
  LessonChange change;  ///< what differs from the step's scenario
  /// Its strategy is the one designed for that scenario with this change, and stays as it is; none: its own.
  std::optional<LessonChange> strategyOf = {};
};

/// What is to be seen of the plots.
struct LessonView {
  QStringList front;                     ///< object names of plot panels to bring to the front of their places
  QString maximized;                     ///< object name of the panel that fills the centre; empty: none
  std::map<QString, QJsonObject> views;  ///< the panels' own state (PlotPanel::restoreView) by object name
  bool play = false;                     ///< the training panel plays, in this step
};

/// A text with numbers in it that are computed live: "{design.rmse}" or "{design.gain:2}" (significant digits).
class LessonText {
 public:
  LessonText() = default;
  /// Throws InvalidArgument for a formula that cannot be read.
  explicit LessonText(const QString& text);

  /// As it stands in the file; what is translated.
  const QString& source() const { return m_source; }
  /// The formulas in it, in their order.
  const std::vector<LessonExpression>& expressions() const { return m_expressions; }
  /// In the language of the window, "…" for numbers that are not known yet.
  QString shown(const ExpressionLookup& lookup) const;

 private:
  QString m_source;
  std::vector<LessonExpression> m_expressions;
};

struct LessonCitation {
  std::string source;  ///< key of docs/references.md
  QString place;       ///< "section 4.2"
};

/// One answer of a multiple choice and when it is the right one.
struct LessonOption {
  LessonText text;
  LessonExpression when;
};

/// Predict, then reveal: the guess comes first, then the scenario may change, and the answer is computed from it.
struct LessonQuestion {
  enum class Kind { Choice, Number };
  Kind kind = Kind::Choice;
  LessonText prompt;
  std::vector<LessonOption> options;       ///< Choice: of which exactly one must hold
  std::optional<LessonExpression> answer;  ///< Number
  double from = 0;                         ///< Number: the slider's range, logarithmic
  double to = 0;
  QString unit;         ///< Number: behind the answer; may be empty
  double factor = 1;    ///< Number: a guess within this factor of the answer is close
  LessonChange change;  ///< what revealing sets
  LessonView view;
  QString highlight;  ///< empty: as before
  LessonText explanation;
  std::vector<LessonExpression> expect;  ///< must hold once it is revealed
};

struct LessonStep {
  QString title;
  LessonText text;  ///< at most three sentences
  LessonCitation citation;
  LessonChange change;
  LessonView view;
  QString highlight;  ///< object name of a widget, or a scenario field by its argument name
  std::map<std::string, LessonComparison> compare;
  std::optional<LessonQuestion> question;
  std::vector<LessonExpression> expect;  ///< must hold when the step is solved: the text says so
};

/// A formula of a step: the field of the file that it stands in, and whether it is read only once the step's question
/// is revealed.
struct LessonFormula {
  const char* field;
  const LessonExpression* expression;
  bool revealed;
};
/// All formulas of a step, which they are parts of.
std::vector<LessonFormula> formulasOf(const LessonStep& step);
/// Whether a name of a formula is one that training tells: "design.accuracy".
bool isLearned(std::string_view name);

/// A guided tour through the live window. Values only; made by readLesson().
struct Lesson {
  QString id;
  QString title;
  QString summary;
  int minutes = 0;
  std::vector<LessonStep> steps;
};

/// The most that a text of a step or an explanation may have, so that it fits beside the window.
inline constexpr int kMostLessonSentences = 3;
inline constexpr int kMostLessonCharacters = 480;

/// Reads a lesson strictly (docs/formats.md). Throws FormatError that names the file, the step and the field: for
/// anything that is missing, unknown or of another type, a value that the scenario refuses, a step whose scenario
/// cannot be solved, a formula that cannot be read or names what nobody computes, and a text that is too long.
Lesson readLesson(std::string_view text, const std::filesystem::path& path);

/// The scenario of a change; throws InvalidArgument named after the field for a value that is refused.
Scenario withChange(Scenario scenario, const LessonChange& change);
/// The scenario of step `step`, with or without what revealing its question sets: all changes up to there, those of
/// earlier questions included.
Scenario scenarioOf(const Lesson& lesson, int step, bool revealed);
/// What is to be seen there: later steps replace what earlier ones brought forward; nothing stays maximized or plays
/// on.
LessonView viewOf(const Lesson& lesson, int step, bool revealed);

/// Sentences in a text, by their full stops, question and exclamation marks.
int sentencesIn(const QString& text);

}  // namespace noiseloom
