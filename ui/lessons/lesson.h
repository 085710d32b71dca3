#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/expression.h"
#include "core/scenario/scenario.h"
#include "ui/document/field.h"

namespace noiseloom {

/// A formula over named results that a lesson computes live: evaluateExpression() with names.
class LessonExpression {
 public:
  /// Throws InvalidArgument, named "expression", which says where parsing failed.
  explicit LessonExpression(std::string text);

  const std::string& text() const { return m_text; }
  const std::set<std::string>& names() const { return m_names; }
  /// nullopt if a name is not known yet or the result is not finite.
  std::optional<double> evaluate(const ExpressionLookup& lookup) const {
    return evaluateExpression(m_text, lookup).value;
  }
  /// evaluate() as a condition; nullopt if its value is unknown.
  std::optional<bool> holds(const ExpressionLookup& lookup) const;

 private:
  std::string m_text;
  std::set<std::string> m_names;
};

/// One scenario value set by a lesson: nothing (left open: "best"), a number, a switch, or the name of a choice
/// as in files.
struct LessonSetting {
  Field field;
  std::variant<std::monostate, double, bool, std::string> value;
};

/// A change of the scenario: an example to start from, if any, then fields in order, then a drawn strategy.
struct LessonChange {
  QString example;  ///< id of a built-in scenario; empty: none
  std::vector<LessonSetting> fields;
  std::vector<double> drawn;  ///< c[0..b) of a Toeplitz strategy that replaces the mechanism; empty: none
};

/// A further design that texts may refer to.
struct LessonComparison {
  LessonChange change;  ///< difference from the step's scenario
  /// Keeps the strategy designed for that scenario with this change; nullopt: designs its own.
  std::optional<LessonChange> strategyOf = {};
};

/// What the plots show.
struct LessonView {
  QStringList front;                     ///< object names of the plot panels brought to the front
  QString maximized;                     ///< object name of the panel that fills the centre; empty: none
  std::map<QString, QJsonObject> views;  ///< state of panels (PlotPanel::restoreView) by object name
  bool play = false;                     ///< the training panel plays during this step
};

/// A text with numbers computed live: "{design.rmse}" or "{design.gain:2}" (significant digits).
class LessonText {
 public:
  LessonText() = default;
  /// Throws InvalidArgument for a formula that cannot be parsed.
  explicit LessonText(const QString& text);

  /// The text as in the file, which is what gets translated.
  const QString& source() const { return m_source; }
  /// The formulas in the text, in order.
  const std::vector<LessonExpression>& expressions() const { return m_expressions; }
  /// The text in the window's language, with "…" for unknown numbers.
  QString shown(const ExpressionLookup& lookup) const;

 private:
  QString m_source;
  std::vector<LessonExpression> m_expressions;
};

struct LessonCitation {
  std::string source;  ///< key of docs/references.md
  QString place;       ///< "section 4.2"
};

/// One answer of a multiple choice and the condition under which it is right.
struct LessonOption {
  LessonText text;
  LessonExpression when;
};

/// Predict, then reveal: the user guesses first, then the scenario may change, and the answer is computed from it.
struct LessonQuestion {
  enum class Kind { Choice, Number };
  Kind kind = Kind::Choice;
  LessonText prompt;
  std::vector<LessonOption> options;       ///< Choice: exactly one option must hold
  std::optional<LessonExpression> answer;  ///< Number
  double from = 0;                         ///< Number: lower end of the slider, which is logarithmic
  double to = 0;
  QString unit;         ///< Number: unit shown behind the answer; may be empty
  double factor = 1;    ///< Number: a guess within this factor of the answer is close
  LessonChange change;  ///< applied when the answer is revealed
  LessonView view;
  QString highlight;  ///< empty: unchanged
  LessonText explanation;
  std::vector<LessonExpression> expect;  ///< must hold once revealed
};

struct LessonStep {
  QString title;
  LessonText text;  ///< at most three sentences
  LessonCitation citation;
  LessonChange change;
  LessonView view;
  QString picture = {};  ///< shown beside the text where no question is asked (namedPicture()); may be empty
  QString highlight;     ///< object name of a widget, or a scenario field by its argument name
  std::map<std::string, LessonComparison> compare;
  std::optional<LessonQuestion> question;
  std::vector<LessonExpression> expect;  ///< must hold once the step is solved, because the text says so
};

/// A formula of a step: the file's field that contains it, and if it is evaluated only after the question is revealed.
struct LessonFormula {
  const char* field;
  const LessonExpression* expression;
  bool revealed;
};
/// All formulas of a step; they point into it.
std::vector<LessonFormula> formulasOf(const LessonStep& step);
/// True if the name in a formula is a result of training: "design.accuracy".
bool isLearned(std::string_view name);

/// A guided tour through the live window; a plain value, made by readLesson().
struct Lesson {
  QString id = {};
  QString title = {};
  QString summary = {};
  int minutes = 0;
  std::vector<LessonStep> steps = {};
};

/// The longest text of a step or explanation that fits beside the window.
inline constexpr int kMostLessonSentences = 3;
inline constexpr int kMostLessonCharacters = 480;

/// Reads a lesson strictly (docs/formats.md). Throws FormatError, naming the file, the step and the field, for anything
/// missing, unknown or of the wrong type, a value that the scenario refuses, a step whose scenario cannot be solved, a
/// formula that cannot be parsed or names something that is not computed, and a text that is too long.
Lesson readLesson(std::string_view text, const std::filesystem::path& path);

/// The scenario after a change; throws InvalidArgument, named after the field, for a value that is refused.
Scenario withChange(Scenario scenario, const LessonChange& change);
/// The scenario of step `step`, before or after its question is revealed: all changes up to that point, including those
/// of earlier questions.
Scenario scenarioOf(const Lesson& lesson, int step, bool revealed);
/// What the plots show at that point: panels brought to the front stay until later steps replace them; maximizing and
/// playing end with their step.
LessonView viewOf(const Lesson& lesson, int step, bool revealed);

/// The number of sentences in a text, counted by full stops, question and exclamation marks.
int sentencesIn(const QString& text);

}  // namespace noiseloom
