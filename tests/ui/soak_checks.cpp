#include "tests/ui/soak_checks.h"

#include <unistd.h>

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSlider>
#include <QTableView>
#include <QUndoStack>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/base/expression.h"
#include "core/io/scenario_json.h"
#include "core/scenario/field_value.h"
#include "core/scenario/scenario.h"
#include "core/search/band_curve.h"
#include "ui/document/field.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/main/main_window.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/plots/line/line_plot.h"

namespace noiseloom {
namespace {

bool isFinitePositive(double value) {
  return std::isfinite(value) && value > 0;
}

bool agree(double left, double right, double tolerance) {
  return std::abs(left - right) <= tolerance * std::max(std::abs(left), std::abs(right));
}

std::optional<QString> designBroken(const Design& design, const QString& whose) {
  if (!isFinitePositive(design.error.mean) || !isFinitePositive(design.noiseMultiplier.value) ||
      !std::isfinite(design.error.max) || !std::isfinite(design.dpSgdRmse)) {
    return QStringLiteral("%1: rmse %2, sigma %3, largest error %4, DP-SGD %5, of %6")
        .arg(whose)
        .arg(design.error.mean)
        .arg(design.noiseMultiplier.value)
        .arg(design.error.max)
        .arg(design.dpSgdRmse)
        .arg(QString::fromStdString(scenarioText(design.scenario)));
  }
  return std::nullopt;
}

}  // namespace

std::optional<QString> SoakChecks::broken(const Typing& typing, bool edited) {
  if (!m_window.isVisible()) return QStringLiteral("the window is gone");
  if (auto problem = documentBroken()) return problem;
  if (auto problem = fieldsBroken(typing, edited)) return problem;
  if (auto problem = choicesBroken()) return problem;
  return screenBroken();
}

std::optional<QString> SoakChecks::documentBroken() const {
  const ScenarioDocument& document = m_window.document();
  const auto design = document.design();
  const bool current = document.designState() == DesignState::Current;
  if (current && (!design || !sameDesign(design->scenario, document.scenario())))
    return QStringLiteral("the design is called current, but belongs to another scenario");
  if (current && !document.canSolve()) return QStringLiteral("a design is current while there are problems");
  if (document.whyNotExportable().isEmpty() && !current)
    return QStringLiteral("a design that is not current may leave");
  if (design) {
    if (auto problem = designBroken(*design, QStringLiteral("the design"))) return problem;
  }
  Index before = 0;
  for (const BandPoint& point : document.sweep()) {
    if (point.bands <= before) return QStringLiteral("the curve is not in order at %1 bands").arg(point.bands);
    before = point.bands;
    if (!isFinitePositive(point.error.mean) || !isFinitePositive(point.noiseMultiplier.value))
      return QStringLiteral("the curve has rmse %1 at %2 bands").arg(point.error.mean).arg(point.bands);
  }
  const Activity& activity = document.activity();
  if (!(activity.fraction >= 0 && activity.fraction <= 1))
    return QStringLiteral("progress of %1").arg(activity.fraction);
  std::set<int> ids;
  for (const PinnedDesign& pin : document.shelf().pins()) {
    if (!pin.design) return QStringLiteral("pin %1 has no design").arg(pin.id);
    if (!ids.insert(pin.id).second) return QStringLiteral("two pins have number %1").arg(pin.id);
    if (auto problem = designBroken(*pin.design, pin.name)) return problem;
  }
  const auto baseline = document.shelf().baseline();
  if (baseline && !ids.contains(*baseline)) return QStringLiteral("the baseline is not on the shelf");
  return std::nullopt;
}

std::optional<QString> SoakChecks::fieldsBroken(const Typing& typing, bool edited) {
  const ScenarioDocument& document = m_window.document();
  std::map<Field, QString> unusable;
  for (const Field field : allFields()) {
    NumberField* number = m_window.scenarioPanel().numberField(field);
    if (!number) continue;
    const QString text = number->edit().text();
    const auto read = evaluateExpression(text.toStdString()).value;
    const auto value = valueOf(document.scenario(), field);
    const QString name = fieldLabel(field);
    if (document.hasEntryProblem(field)) {
      unusable[field] = text;
      const auto before = m_unusable.find(field);
      if (before != m_unusable.end() && before->second != text && !edited && !typing.contains(&number->edit()))
        return QStringLiteral("%1 was typed into %2 and cannot be used, but became %3").arg(before->second, name, text);
      // A batch size that no whole iterations give may be what another change makes of it.
      if (field != Field::BatchSize && read && value && *read == *value && !typing.contains(&number->edit()))
        return QStringLiteral("%1 reads %2, which is in use, and is called unusable").arg(name, text);
      continue;
    }
    const bool moves = number->slider().isSliderDown() || FramePacer::instance().holds(*number);
    if (typing.contains(&number->edit()) || moves || !m_window.scenarioPanel().shows(field)) continue;
    // Those that follow from the others are shown rounded.
    const double tolerance = field == Field::BatchSize ? 1e-2 : field == Field::Epochs ? 1e-5 : 1e-9;
    if (value ? !read || !agree(*read, *value, tolerance) : read.has_value()) {
      return QStringLiteral("%1 reads %2 while the scenario has %3: %4")
          .arg(name, text, value ? QString::number(*value, 'g', 17) : QStringLiteral("none"),
               QString::fromStdString(scenarioText(document.scenario())));
    }
  }
  m_unusable = std::move(unusable);
  return std::nullopt;
}

/// A key in a list is taken over at once, so there is no moment in which list and document may differ.
std::optional<QString> SoakChecks::choicesBroken() const {
  const Scenario& scenario = m_window.document().scenario();
  const auto placeOf = [](const auto& values, const auto& value) {
    return static_cast<int>(std::ranges::find(values, value) - values.begin());
  };
  const std::map<Field, int> expected{
      {Field::Adjacency, placeOf(valuesOf<Adjacency>(), scenario.adjacency)},
      {Field::Unit, placeOf(valuesOf<PrivacyUnit>(), scenario.unit)},
      {Field::Batching, placeOf(allBatchings(), scenario.batching)},
      {Field::JobBatching, placeOf(allJobBatchings(), scenario.jobBatching)},
      {Field::Mechanism, placeOf(offeredMechanisms(), scenario.mechanism)},
      {Field::NumberType, placeOf(valuesOf<NumberType>(), scenario.deployment.numberType)},
      {Field::TreeDecoder, placeOf(valuesOf<TreeDecoder>(), scenario.treeDecoder)},
      {Field::Objective, placeOf(valuesOf<ErrorObjective>(), scenario.objective)}};
  for (const auto& [field, index] : expected) {
    ChoiceField* choice = m_window.scenarioPanel().choiceField(field);
    if (choice && choice->combo().currentIndex() != choice->rowOf(index)) {
      return QStringLiteral("%1 shows “%2”, which is not what the scenario has")
          .arg(fieldLabel(field), choice->combo().currentText());
    }
  }
  if (m_window.scenarioPanel().bestBands().isChecked() == scenario.bands.has_value())
    return QStringLiteral("the tick of best bands is not what the scenario has");
  return std::nullopt;
}

std::optional<QString> SoakChecks::screenBroken() const {
  static const QRegularExpression nonFinite(QStringLiteral("(?<![\\p{L}\\p{N}])(nan|inf)(?![\\p{L}\\p{N}])"),
                                            QRegularExpression::CaseInsensitiveOption);
  const auto wrong = [](const QString& text) { return nonFinite.match(text).hasMatch(); };
  for (const LinePlot* plot : m_window.findChildren<LinePlot*>()) {
    if (!plot->isVisible()) continue;
    for (const ChartSeries& series : plot->model().series) {
      for (const QPointF& point : series.points) {
        if (!std::isfinite(point.x()) || !std::isfinite(point.y()))
          return QStringLiteral("%1 has the point (%2, %3)").arg(series.key).arg(point.x()).arg(point.y());
      }
    }
  }
  for (const QLabel* label : m_window.findChildren<QLabel*>()) {
    if (label->isVisible() && wrong(label->text())) return QStringLiteral("a label reads: %1").arg(label->text());
  }
  for (const QLineEdit* edit : m_window.findChildren<QLineEdit*>()) {
    if (edit->isVisible() && wrong(edit->text())) return QStringLiteral("a field reads: %1").arg(edit->text());
  }
  for (const QTableView* table : m_window.findChildren<QTableView*>()) {
    if (!table->isVisible() || !table->model()) continue;
    const QAbstractItemModel& model = *table->model();
    for (int row = 0; row < std::min(model.rowCount(), 12); ++row) {
      for (int column = 0; column < model.columnCount(); ++column) {
        const QString text = model.index(row, column).data().toString();
        if (wrong(text)) return QStringLiteral("a table reads: %1").arg(text);
      }
    }
  }
  return std::nullopt;
}

double residentBytes() {
  long total = 0;
  long resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &total, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace noiseloom
