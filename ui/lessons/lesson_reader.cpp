// Reads lessons from their JSON text.

#include <QJsonDocument>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/errors.h"
#include "core/io/json_reader.h"
#include "ui/lessons/lesson.h"
#include "ui/lessons/lesson_values.h"
#include "ui/style/named_picture.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

constexpr int kMostOptions = 4;
constexpr Index kMostDrawn = 1000;

bool has(const JsonObject& json, const char* key) {
  const std::vector<std::string> keys = json.unread();
  return std::ranges::find(keys, key) != keys.end();
}

QString qtext(JsonObject& json, const char* key) {
  const std::string text = json.text(key);
  if (text.empty()) json.refuse(key, std::string("must not be empty"));
  return QString::fromStdString(text);
}

QString optionalText(JsonObject& json, const char* key) {
  return has(json, key) ? qtext(json, key) : QString();
}

/// Runs `read`, and names the field if it throws an InvalidArgument.
template <class Read>
auto readAs(JsonObject& json, const char* key, Read read) {
  try {
    return read();
  } catch (const InvalidArgument& problem) {
    json.refuse(key,
                {Core::tr("%1 %2 is not allowed: use %3"), problem.argument(), problem.value(), problem.allowed()});
  }
}

LessonExpression expression(JsonObject& json, const char* key) {
  const std::string text = json.text(key);
  return readAs(json, key, [&] { return LessonExpression(text); });
}

std::vector<LessonExpression> expressions(JsonObject& json, const char* key) {
  std::vector<LessonExpression> all;
  if (!has(json, key)) return all;
  for (const std::string& text : json.texts(key))
    all.push_back(readAs(json, key, [&] { return LessonExpression(text); }));
  return all;
}

LessonText lessonTextOf(JsonObject& json, const char* key) {
  const QString text = qtext(json, key);
  return readAs(json, key, [&] { return LessonText(text); });
}

/// Reads a text that must fit beside the window.
LessonText shortText(JsonObject& json, const char* key) {
  LessonText text = lessonTextOf(json, key);
  if (sentencesIn(text.source()) > kMostLessonSentences) {
    json.refuse(key, "has " + std::to_string(sentencesIn(text.source())) + " sentences, more than " +
                         std::to_string(kMostLessonSentences));
  }
  if (text.source().size() > kMostLessonCharacters) {
    json.refuse(key, "has " + std::to_string(text.source().size()) + " characters, more than " +
                         std::to_string(kMostLessonCharacters));
  }
  return text;
}

std::vector<double> coefficients(JsonObject& json, const char* key) {
  std::vector<double> values = json.numbers(key);
  const bool usable = values.size() > 1 && std::ssize(values) <= kMostDrawn && values.front() > 0;
  if (!usable) json.refuse(key, "must be 2 to " + std::to_string(kMostDrawn) + " numbers, the first of them above 0");
  return values;
}

LessonChange change(JsonObject json) {
  LessonChange change;
  change.example = optionalText(json, "example");
  if (has(json, "drawn")) change.drawn = coefficients(json, "drawn");
  for (const std::string& name : json.unread()) {
    const std::optional<Field> field = fieldOfArgument(name);
    if (!field || infoOf(*field).name != name) json.refuse(name, std::string("is not a field of the scenario"));
    const nlohmann::json& value = json.value(name.c_str());
    LessonSetting setting{*field, std::monostate()};
    if (value.is_boolean()) {
      setting.value = value.get<bool>();
    } else if (value.is_number()) {
      setting.value = json.number(name.c_str());
    } else if (value.is_string()) {
      setting.value = value.get<std::string>();
    } else if (!value.is_null()) {
      json.refuse(name, std::string("must be a number, a name, true, false or null"));
    }
    change.fields.push_back(setting);
  }
  json.finish();
  return change;
}

LessonChange optionalChange(JsonObject& json, const char* key) {
  return has(json, key) ? change(json.object(key)) : LessonChange();
}

LessonView view(JsonObject json) {
  LessonView view;
  if (has(json, "front")) {
    for (const std::string& name : json.texts("front")) view.front << QString::fromStdString(name);
  }
  view.maximized = optionalText(json, "maximized");
  view.play = has(json, "play") && json.flag("play");
  if (has(json, "panels")) {
    JsonObject panels = json.object("panels");
    for (const std::string& name : panels.unread()) {
      const nlohmann::json& state = panels.value(name.c_str());
      if (!state.is_object()) panels.refuse(name, std::string("must be an object"));
      const QByteArray text = QByteArray::fromStdString(state.dump());
      view.views[QString::fromStdString(name)] = QJsonDocument::fromJson(text).object();
    }
  }
  json.finish();
  return view;
}

LessonView optionalView(JsonObject& json) {
  return has(json, "view") ? view(json.object("view")) : LessonView();
}

void readChoice(JsonObject& json, LessonQuestion& question) {
  for (JsonObject option : json.objects("options")) {
    LessonText text = lessonTextOf(option, "text");
    question.options.push_back({std::move(text), expression(option, "when")});
    option.finish();
  }
  if (question.options.size() < 2 || question.options.size() > kMostOptions)
    json.refuse("options", "must be 2 to " + std::to_string(kMostOptions));
}

void readNumber(JsonObject& json, LessonQuestion& question) {
  question.answer = expression(json, "answer");
  question.from = json.positive("from");
  question.to = json.positive("to");
  if (question.to <= question.from) json.refuse("to", std::string("must be more than 'from'"));
  question.unit = optionalText(json, "unit");
  question.factor = json.number("factor");
  if (question.factor <= 1) json.refuse("factor", std::string("must be more than 1"));
}

LessonQuestion question(JsonObject json) {
  LessonQuestion question;
  const std::string kind = json.text("kind");
  if (kind != "choice" && kind != "number") json.refuse("kind", std::string("must be 'choice' or 'number'"));
  question.kind = kind == "choice" ? LessonQuestion::Kind::Choice : LessonQuestion::Kind::Number;
  question.prompt = shortText(json, "prompt");
  if (question.kind == LessonQuestion::Kind::Choice) {
    readChoice(json, question);
  } else {
    readNumber(json, question);
  }
  question.change = optionalChange(json, "set");
  question.view = optionalView(json);
  question.highlight = optionalText(json, "highlight");
  question.explanation = shortText(json, "explanation");
  question.expect = expressions(json, "expect");
  json.finish();
  return question;
}

/// Throws unless every name in a formula is one that the player computes in that step.
void checkNames(const JsonObject& json, const LessonStep& step) {
  for (const auto& [field, expression, revealed] : formulasOf(step)) {
    for (const std::string& name : expression->names()) {
      const std::size_t dot = name.find('.');
      const std::string group = name.substr(0, dot);
      const std::string member = name.substr(dot + 1);
      const bool ofDesign = group == "design" || (group == "before" && revealed) || step.compare.contains(group);
      const auto in = [&](const auto& members) { return std::ranges::find(members, member) != members.end(); };
      const bool known = group == "sweep" ? in(sweepMembers()) : ofDesign && (in(designMembers()) || isLearned(name));
      if (!known) json.refuse(field, "'" + name + "' is nothing that is computed there");
    }
  }
}

void readCompare(JsonObject json, LessonStep& step) {
  for (const std::string& name : json.unread()) {
    const bool word =
        std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
    if (!word || name.empty() || name == "design" || name == "before" || name == "sweep")
      json.refuse(name, std::string("must be a word that is not taken"));
    JsonObject differs = json.object(name.c_str());
    LessonComparison& other = step.compare[name];
    if (has(differs, "strategy_of")) other.strategyOf = change(differs.object("strategy_of"));
    other.change = change(std::move(differs));
  }
}

LessonStep readStep(JsonObject& json) {
  LessonStep step;
  step.title = qtext(json, "title");
  step.text = shortText(json, "text");
  JsonObject citation = json.object("citation");
  step.citation = {citation.text("source"), qtext(citation, "place")};
  if (!isReference(step.citation.source)) citation.refuse("source", std::string("is not a key of docs/references.md"));
  citation.finish();
  step.change = optionalChange(json, "set");
  step.view = optionalView(json);
  step.highlight = qtext(json, "highlight");
  step.picture = optionalText(json, "picture");
  if (!step.picture.isEmpty() && !hasNamedPicture(step.picture))
    json.refuse("picture", std::string("must be 'batching/' or 'mechanism/' with the name of one"));
  if (has(json, "compare")) readCompare(json.object("compare"), step);
  if (has(json, "question")) step.question = question(json.object("question"));
  step.expect = expressions(json, "expect");
  checkNames(json, step);
  json.finish();
  return step;
}

/// Throws unless the scenario can be solved.
void checkScenario(JsonObject& json, const char* key, const std::function<Scenario()>& make) {
  readAs(json, key, [&] {
    make().validate();
    return 0;
  });
}

void checkScenarios(JsonObject& json, const Lesson& lesson) {
  const int index = static_cast<int>(lesson.steps.size()) - 1;
  const LessonStep& step = lesson.steps.back();
  checkScenario(json, "set", [&] { return scenarioOf(lesson, index, false); });
  checkScenario(json, "question", [&] { return scenarioOf(lesson, index, true); });
  for (const auto& entry : step.compare) {
    const LessonComparison& other = entry.second;
    Scenario differs =
        readAs(json, "compare", [&] { return withChange(scenarioOf(lesson, index, false), other.change); });
    checkScenario(json, "compare", [&] { return differs; });
    if (other.strategyOf) checkScenario(json, "compare", [&] { return withChange(differs, *other.strategyOf); });
  }
}

}  // namespace

Lesson readLesson(std::string_view text, const std::filesystem::path& path) {
  const nlohmann::json parsed = parseJson(text, path, "lesson");
  JsonObject json(parsed, path, "lesson");
  json.expect("format", "noiseloom-lesson");
  (void)json.integer("version", 1, 1);
  Lesson lesson{.id = qtext(json, "id"),
                .title = qtext(json, "title"),
                .summary = qtext(json, "summary"),
                .minutes = static_cast<int>(json.integer("minutes", 1, 60))};
  for (JsonObject step : json.objects("steps")) {
    lesson.steps.push_back(readStep(step));
    if (lesson.steps.size() == 1 && lesson.steps.front().change.example.isEmpty())
      step.refuse("set", std::string("must name an example in the first step"));
    checkScenarios(step, lesson);
  }
  if (lesson.steps.empty()) json.refuse("steps", std::string("must not be empty"));
  json.finish();
  return lesson;
}

}  // namespace noiseloom
