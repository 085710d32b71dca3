#include "ui/plots/training/training_session.h"

#include <QJsonArray>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/plots/training/draw_points_dialog.h"

namespace noiseloom {
namespace {

/// Ids in sessions of data that are none of the shapes.
constexpr QLatin1String kQuadratic("quadratic");
constexpr QLatin1String kFile("file");
constexpr QLatin1String kDrawn("drawn");
/// Keys of drawn points and of a file's choices in sessions.
constexpr QLatin1String kPoints("points"), kLeaveOut("leave_out"), kWords("words"), kGaps("gaps");
constexpr int kMostCurvaturesText = 2000;

/// The members of a file stored in a session, by key.
template <class File>
auto partsOf(File& file) {
  using Value = decltype((file.path));
  return std::array<std::pair<QString, Value>, 5>{{{QStringLiteral("path"), file.path},
                                                   {QStringLiteral("sha256"), file.sha256},
                                                   {QStringLiteral("labels"), file.labels},
                                                   {QStringLiteral("labels_sha256"), file.labelsSha256},
                                                   {QStringLiteral("label_column"), file.labelColumn}}};
}

/// Drawn points of a session, up to as many as can be drawn; what is none is left out.
std::vector<DrawnPoint> pointsOf(const QJsonArray& stated) {
  std::vector<DrawnPoint> points;
  for (const QJsonValue each : stated) {
    const QJsonArray numbers = each.toArray();
    const DrawnPoint point{numbers[0].toDouble(), numbers[1].toDouble(), numbers[2].toInt() == 1 ? 1 : 0};
    const bool inside = std::max(std::abs(point.x), std::abs(point.y)) <= PointsCanvas::kReach;
    if (numbers.size() == 3 && inside && points.size() < PointsCanvas::kMostPoints) points.push_back(point);
  }
  return points;
}

}  // namespace

void addToSession(const TrainingChoice& choice, const TrainingFile& file, QJsonObject& state) {
  const auto text = [](std::string_view name) { return QString::fromLatin1(name.data(), std::ssize(name)); };
  const TrainingSource source = choice.source;
  state[QStringLiteral("data")] = source == TrainingSource::File        ? QString(kFile)
                                  : source == TrainingSource::Quadratic ? QString(kQuadratic)
                                  : choice.drawn                        ? QString(kDrawn)
                                                                        : text(toString(choice.shape));
  if (choice.points != drawnAtFirst()) {
    QJsonArray points;
    for (const DrawnPoint& point : choice.points) points += QJsonArray{point.x, point.y, static_cast<int>(point.label)};
    state[kPoints] = points;
  }
  if (!choice.curvatures.isEmpty()) state[QStringLiteral("curvatures")] = choice.curvatures;
  if (!choice.file.path.isEmpty()) {
    QJsonObject stated;
    for (const auto& [key, value] : partsOf(file)) {
      if (!value.isEmpty()) stated[key] = value;
    }
    // Columns by number: names are the file's own.
    if (file.csv != CsvChoices{}) {
      QStringList columns;
      for (const std::string& column : file.csv.leftOut) columns += QString::fromStdString(column);
      stated[kLeaveOut] = columns.join(QLatin1Char(','));
      stated[kWords] = text(toString(file.csv.words));
      stated[kGaps] = text(toString(file.csv.gaps));
    }
    state[QStringLiteral("file")] = stated;
  }
  state[QStringLiteral("runs")] = static_cast<int>(choice.seeds);
  if (choice.ownScenario) state[QStringLiteral("own_scenario")] = true;
  state[QStringLiteral("model")] = text(toString(choice.model));
  state[QStringLiteral("learning_rate")] = choice.learningRate;
}

TrainingChoice choiceOfSession(const QJsonObject& state) {
  TrainingChoice choice;
  const QString data = state[QStringLiteral("data")].toString();
  if (const auto shape = fromName<PlaneShape>(data.toStdString())) choice.shape = *shape;
  choice.drawn = data == kDrawn;
  if (state.contains(kPoints)) choice.points = pointsOf(state[kPoints].toArray());
  if (data == kQuadratic) choice.source = TrainingSource::Quadratic;
  if (data == kFile) choice.source = TrainingSource::File;
  choice.curvatures = state[QStringLiteral("curvatures")].toString().left(kMostCurvaturesText);
  const QJsonObject stated = state[QStringLiteral("file")].toObject();
  for (auto& [key, value] : partsOf(choice.file)) value = stated[key].toString();
  for (const QString& column : stated[kLeaveOut].toString().split(QLatin1Char(','), Qt::SkipEmptyParts))
    choice.file.csv.leftOut.push_back(column.toStdString());
  if (const auto words = fromName<CsvWords>(stated[kWords].toString().toStdString())) choice.file.csv.words = *words;
  if (const auto gaps = fromName<CsvGaps>(stated[kGaps].toString().toStdString())) choice.file.csv.gaps = *gaps;
  if (const auto model = fromName<ModelKind>(state[QStringLiteral("model")].toString().toStdString()))
    choice.model = *model;
  if (const Index seeds = state[QStringLiteral("runs")].toInt();
      std::ranges::find(TrainingChoice::kSeeds, seeds) != TrainingChoice::kSeeds.end())
    choice.seeds = seeds;
  choice.ownScenario = state[QStringLiteral("own_scenario")].toBool();
  choice.learningRate = std::clamp(state[QStringLiteral("learning_rate")].toDouble(choice.learningRate), 1e-6, 1e6);
  return choice;
}

}  // namespace noiseloom
