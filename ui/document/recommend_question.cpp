#include "ui/document/recommend_question.h"

#include <QJsonArray>
#include <cmath>
#include <utility>

#include "core/base/errors.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr double kMostWhole = 9007199254740992;  // 2^53

QString keyOf(Field field) {
  return QString::fromLatin1(infoOf(field).name.data());
}

// Calls visit(key, number) with each number that a job has of its own beside the window's scenario.
template <class AnyScenario, class Visit>
void visitNumbers(AnyScenario& job, Visit visit) {
  visit(keyOf(Field::Iterations), job.iterations);
  visit(keyOf(Field::Epochs), job.epochs);
  visit(keyOf(Field::DatasetSize), job.datasetSize);
  visit(keyOf(Field::Epsilon), job.epsilon);
  visit(keyOf(Field::Delta), job.delta);
  visit(keyOf(Field::Parameters), job.deployment.parameters);
  visit(keyOf(Field::Machines), job.deployment.machines);
  visit(keyOf(Field::Memory), job.deployment.memoryPerMachine);
}

QJsonValue written(double value) {
  return value;
}
QJsonValue written(Index value) {
  return static_cast<double>(value);
}
QJsonValue written(std::optional<Index> value) {
  return value ? written(*value) : QJsonValue();
}

// Each returns false for a value that it cannot hold.
bool read(const QJsonValue& json, double& value) {
  value = json.toDouble();
  return value > 0 && std::isfinite(value);
}
bool read(const QJsonValue& json, Index& value) {
  const double number = json.toDouble();
  if (!(number >= 1 && number <= kMostWhole) || number != std::floor(number)) return false;
  value = static_cast<Index>(number);
  return true;
}
bool read(const QJsonValue& json, std::optional<Index>& value) {
  value.reset();
  return json.isNull() || json.isUndefined() || read(json, value.emplace());
}

std::optional<double> positive(const QJsonValue& json) {
  double value = 0;
  return read(json, value) ? std::optional(value) : std::nullopt;
}

}  // namespace

QJsonObject RecommendQuestion::state(const Scenario& scenario) const {
  QJsonObject state;
  if (!ways.empty()) {
    QJsonArray names;
    for (const std::string& name : ways) names += QString::fromStdString(name);
    state[QStringLiteral("ways")] = names;
  }
  if (seconds) state[QStringLiteral("seconds")] = *seconds;
  if (stepSeconds) state[QStringLiteral("step_seconds")] = *stepSeconds;
  if (isAbout(scenario) && (*job != scenario || !state.isEmpty())) {
    QJsonObject numbers;
    visitNumbers(*job, [&](const QString& key, const auto& number) { numbers[key] = written(number); });
    state[QStringLiteral("job")] = numbers;
    state[QStringLiteral("answered")] = answered;
  }
  return state;
}

RecommendQuestion RecommendQuestion::from(const QJsonObject& state, const Scenario& scenario) {
  RecommendQuestion question;
  for (const QJsonValue& name : state[QStringLiteral("ways")].toArray())
    question.ways.insert(name.toString().toStdString());
  question.seconds = positive(state[QStringLiteral("seconds")]);
  question.stepSeconds = positive(state[QStringLiteral("step_seconds")]);
  const QJsonObject numbers = state[QStringLiteral("job")].toObject();
  if (numbers.isEmpty()) return question;
  Scenario job = scenario;
  bool usable = true;
  visitNumbers(job, [&](const QString& key, auto& number) { usable = read(numbers[key], number) && usable; });
  if (!usable || job.iterations > Batching::kMostIterations) return question;
  const Index iterations = std::exchange(job.iterations, scenario.iterations);
  try {
    // Learning rates of a formula follow the steps.
    question.job = job.withIterations(iterations);
  } catch (const InvalidArgument&) {
    return question;
  }
  question.beside = scenario;
  question.answered = state[QStringLiteral("answered")].toBool();
  return question;
}

}  // namespace noiseloom
