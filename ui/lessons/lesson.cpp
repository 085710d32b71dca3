#include "ui/lessons/lesson.h"

#include <QRegularExpression>
#include <algorithm>
#include <utility>

#include "core/base/errors.h"
#include "core/io/drawn_strategy.h"
#include "core/mechanism/list.h"
#include "core/scenario/field_value.h"
#include "core/workload/spectrum.h"
#include "ui/document/examples.h"
#include "ui/lessons/lesson_training.h"
#include "ui/style/number_text.h"
#include "ui/style/plain_text.h"

namespace noiseloom {
namespace {

const QRegularExpression& placeholder() {
  static const QRegularExpression pattern(QStringLiteral("\\{([^{}:]*)(?::([1-9]))?\\}"));
  return pattern;
}

constexpr int kDigits = 3;

/// Sets a field whose value is a text of its own; nullopt for other fields.
std::optional<Scenario> withText(Scenario scenario, Field field, const std::string& text) {
  if (field == Field::Spectrum) {
    scenario.workload = scenario.workload.withSpectrum(parseSpectrum(text));
    return scenario;
  }
  const auto kind = field == Field::Schedule ? fromName<ScheduleKind>(text) : std::nullopt;
  if (!kind || *kind == ScheduleKind::File) return std::nullopt;
  return withSchedule(std::move(scenario), {*kind, 0, 0, {}});
}

Scenario withDrawn(Scenario scenario, const std::vector<double>& coefficients) {
  scenario.mechanism = &importedMechanism();
  scenario.imported = drawnStrategy(ToeplitzStrategy(scenario.iterations, coefficients));
  return scenario;
}

Scenario withSetting(Scenario scenario, const LessonSetting& setting) {
  const FieldInfo& info = infoOf(setting.field);
  const auto refuse = [&info](const std::string& value, const std::string& allowed) {
    throw InvalidArgument(std::string(info.name), value, allowed);
  };
  if (const auto* choice = std::get_if<Choice>(&info.place)) {
    const auto* name = std::get_if<std::string>(&setting.value);
    if (!name || !choice->set(scenario, *name)) refuse(name ? *name : "no name", "the name of a choice");
    return scenario;
  }
  if (const auto* place = std::get_if<Place<bool>>(&info.place)) {
    const bool* on = std::get_if<bool>(&setting.value);
    if (!on) refuse("no switch", "true or false");
    place->in(scenario) = *on;
    return scenario;
  }
  if (const auto* text = std::get_if<std::string>(&setting.value)) {
    const std::optional<Scenario> with = withText(scenario, setting.field, *text);
    if (!with) refuse(*text, "a number or null");
    return *with;
  }
  if (std::holds_alternative<std::monostate>(setting.value)) return withValue(scenario, setting.field, std::nullopt);
  const double* value = std::get_if<double>(&setting.value);
  if (!value) refuse("no number", "a number or null");
  return withValue(scenario, setting.field, *value);
}

// Read once, so that the steps of a lesson follow each other without delay.
const std::map<QString, Scenario>& examples() {
  static const std::map<QString, Scenario> all = [] {
    std::map<QString, Scenario> found;
    for (const ExampleScenario& example : exampleScenarios()) found[example.id] = example.scenario;
    return found;
  }();
  return all;
}

void merge(LessonView& view, const LessonView& next) {
  if (!next.front.isEmpty()) view.front = next.front;
  view.maximized = next.maximized;
  view.play = next.play;
  for (const auto& [name, state] : next.views) view.views[name] = state;
}

}  // namespace

LessonText::LessonText(const QString& text) : m_source(text) {
  auto match = placeholder().globalMatch(text);
  while (match.hasNext()) m_expressions.emplace_back(match.next().captured(1).toStdString());
  QString rest = text;
  rest.remove(placeholder());
  if (rest.contains(QLatin1Char('{')) || rest.contains(QLatin1Char('}')))
    throw InvalidArgument("text", "'" + text.toStdString() + "'", std::string("braces only around a formula"));
}

QString LessonText::shown(const ExpressionLookup& lookup) const {
  QString result;
  qsizetype from = 0;
  std::size_t formula = 0;
  auto match = placeholder().globalMatch(m_source);
  while (match.hasNext()) {
    const QRegularExpressionMatch found = match.next();
    result += m_source.mid(from, found.capturedStart() - from);
    from = found.capturedEnd();
    const std::optional<double> value = m_expressions[formula++].evaluate(lookup);
    const int digits = found.captured(2).isEmpty() ? kDigits : found.captured(2).toInt();
    result += value ? resultText(*value, digits) : QStringLiteral("…");
  }
  return withWholeFormulas(result + m_source.mid(from));
}

std::vector<LessonFormula> formulasOf(const LessonStep& step) {
  std::vector<LessonFormula> all;
  const auto add = [&all](const char* field, const std::vector<LessonExpression>& expressions, bool revealed) {
    for (const LessonExpression& one : expressions) all.push_back({field, &one, revealed});
  };
  add("text", step.text.expressions(), false);
  add("expect", step.expect, false);
  if (!step.question) return all;
  const LessonQuestion& question = *step.question;
  add("prompt", question.prompt.expressions(), false);
  for (const LessonOption& option : question.options) {
    add("options", option.text.expressions(), false);
    all.push_back({"options", &option.when, true});
  }
  if (question.answer) all.push_back({"answer", &*question.answer, true});
  add("explanation", question.explanation.expressions(), true);
  add("expect", question.expect, true);
  return all;
}

bool isLearned(std::string_view name) {
  const std::size_t dot = name.find('.');
  const auto& members = learnedMembers();
  return dot != std::string_view::npos && std::ranges::find(members, name.substr(dot + 1)) != members.end();
}

Scenario withChange(Scenario scenario, const LessonChange& change) {
  if (!change.example.isEmpty()) {
    const auto found = examples().find(change.example);
    if (found == examples().end())
      throw InvalidArgument("example", change.example.toStdString(), std::string("the id of an example that ships"));
    scenario = found->second;
  }
  for (const LessonSetting& setting : change.fields) scenario = withSetting(std::move(scenario), setting);
  return change.drawn.empty() ? scenario : withDrawn(std::move(scenario), change.drawn);
}

Scenario scenarioOf(const Lesson& lesson, int step, bool revealed) {
  Scenario scenario;
  for (int i = 0; i <= step; ++i) {
    const LessonStep& at = lesson.steps[i];
    scenario = withChange(std::move(scenario), at.change);
    if (at.question && (i < step || revealed)) scenario = withChange(std::move(scenario), at.question->change);
  }
  return scenario;
}

LessonView viewOf(const Lesson& lesson, int step, bool revealed) {
  LessonView view;
  for (int i = 0; i <= step; ++i) {
    const LessonStep& at = lesson.steps[i];
    merge(view, at.view);
    if (at.question && (i < step || revealed)) {
      const QString maximized = view.maximized;
      merge(view, at.question->view);
      // The panel that it brings to the front must not stay behind one that fills the centre.
      if (at.question->view.maximized.isEmpty() && at.question->view.front.isEmpty()) view.maximized = maximized;
    }
  }
  return view;
}

int sentencesIn(const QString& text) {
  // A full stop in a number or an abbreviation such as "e.g." is not followed by a space and a capital letter.
  static const QRegularExpression end(QStringLiteral("[.?!](?=\\s+[\\p{Lu}0-9{(]|\\s*$)"));
  return static_cast<int>(text.count(end));
}

LessonExpression::LessonExpression(std::string text) : m_text(std::move(text)) {
  const auto collect = [this](std::string_view name) {
    m_names.emplace(name);
    return std::optional<double>();
  };
  const ExpressionResult read = evaluateExpression(m_text, collect);
  if (!read.error.empty())
    throw InvalidArgument("expression", "'" + m_text + "'",
                          {Core::tr("another expression: %1, at character %2"), read.error, read.character});
}

std::optional<bool> LessonExpression::holds(const ExpressionLookup& lookup) const {
  const std::optional<double> value = evaluate(lookup);
  return value ? std::optional(*value != 0) : std::nullopt;
}

}  // namespace noiseloom
