#include "ui/panels/shelf_model.h"

#include <QApplication>
#include <QIcon>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/safe_digits.h"
#include "core/design/baseline_error.h"
#include "ui/document/claim_state.h"
#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/best_baselines.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/jobs/noise_costs.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/plain_text.h"
#include "ui/style/series.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// A design's line style in the plots, drawn at the size of the icon.
class Swatch : public QIconEngine {
 public:
  Swatch(const QColor& color, const QList<qreal>& dash) : m_color(color), m_dash(dash) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    // The selection may have the same colour as the line.
    if (mode == QIcon::Selected) painter->fillRect(rect, QApplication::palette().base());
    QPen pen(m_color, 2.5);
    pen.setCapStyle(Qt::FlatCap);
    if (!m_dash.isEmpty()) pen.setDashPattern(m_dash);
    painter->setPen(pen);
    painter->drawLine(QPointF(rect.left(), rect.center().y() + 0.5),
                      QPointF(rect.right() + 1, rect.center().y() + 0.5));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new Swatch(m_color, m_dash); }

 private:
  QColor m_color;
  QList<qreal> m_dash;
};

/// Nothing, in the place of an icon: texts of a column that stands behind figures align, apart from those.
QIcon noIcon() {
  QPixmap clear(2 * kGrid, 2 * kGrid);
  clear.fill(Qt::transparent);
  return {clear};
}

/// Four digits, rounded up, with trailing zeros: most sensitivities are 1 but for the last bits of a double, and
/// should be aligned.
QString sensitivityText(double sensitivity) {
  const double value = roundedUpButForBits(sensitivity, 4);
  if (!(value >= 0.001 && value < 9999)) return resultText(value);
  const int before = static_cast<int>(std::floor(std::log10(value * 1.00005))) + 1;
  return fixedText(value, 4 - before);
}

QVariant alignmentOf(ShelfColumn column) {
  return QVariant::fromValue(Qt::Alignment((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

}  // namespace

ShelfModel::ShelfModel(ScenarioDocument& document, NoiseCosts& costs, BestBaselines& baselines, QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_costs(costs), m_bestBaselines(baselines) {
  readPins();
  connect(&m_document.shelf(), &Shelf::changed, this, &ShelfModel::readPins);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    // Comparability of pinned designs depends on the scenario.
    const bool opens = FramePacer::instance().opensFrame(m_document, change);
    m_frameIsOpen = m_frameIsOpen || opens;
    const bool completes = change == DocumentChange::Design && std::exchange(m_frameIsOpen, false);
    if (completes || (change == DocumentChange::Scenario && !opens)) {
      refreshErrors();
    } else if (change == DocumentChange::Design || change == DocumentChange::Problems) {
      refreshRows(0, 0);
    }
  });
  connect(&m_document.errors(), &ErrorReadings::changed, this, &ShelfModel::refreshErrors);
  connect(&m_costs, &NoiseCosts::changed, this, [this] { refreshRows(0, rowCount() - 1); });
  connect(&m_bestBaselines, &BestBaselines::changed, this, [this] { refreshRows(0, rowCount() - 1); });
}

void ShelfModel::readPins() {
  const std::vector<PinnedDesign>& pins = m_document.shelf().pins();
  for (std::size_t i = m_ids.size(); i-- > 0;) {
    if (m_document.shelf().find(m_ids[i])) continue;
    const int row = static_cast<int>(i) + 1;
    beginRemoveRows({}, row, row);
    m_ids.erase(m_ids.begin() + static_cast<std::ptrdiff_t>(i));
    endRemoveRows();
  }
  for (std::size_t i = 0; i < pins.size(); ++i) {
    if (i < m_ids.size() && m_ids[i] == pins[i].id) continue;
    const int row = static_cast<int>(i) + 1;
    beginInsertRows({}, row, row);
    m_ids.insert(m_ids.begin() + static_cast<std::ptrdiff_t>(i), pins[i].id);
    endInsertRows();
  }
  if (!std::ranges::equal(m_ids, pins, {}, {}, &PinnedDesign::id)) {
    // In a new order no row stays in its place.
    beginResetModel();
    m_ids.clear();
    for (const PinnedDesign& pinned : pins) m_ids.push_back(pinned.id);
    endResetModel();
  }
  refreshRows(0, ShelfModel::rowCount() - 1);
  emit headerDataChanged(Qt::Horizontal, static_cast<int>(ShelfColumn::Versus), static_cast<int>(ShelfColumn::Versus));
}

void ShelfModel::refreshRows(int first, int last) {
  if (first <= last) emit dataChanged(index(first, 0), index(last, kShelfColumns - 1));
}

void ShelfModel::refreshErrors() {
  // A scenario without a data set size has no errors of the mean gradient, so headers may change with it.
  const ErrorUnit unit = m_document.errors().unit();
  if (std::exchange(m_unit, unit) != unit) {
    emit headerDataChanged(Qt::Horizontal, static_cast<int>(ShelfColumn::Rmse),
                           static_cast<int>(ShelfColumn::MaxError));
  }
  refreshRows(0, rowCount() - 1);
}

void ShelfModel::restyle() {
  refreshRows(0, rowCount() - 1);
}

int ShelfModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_ids.size()) + 1;
}

int ShelfModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kShelfColumns;
}

const PinnedDesign* ShelfModel::pinOf(int row) const {
  return row == 0 ? nullptr : m_document.shelf().find(idOf(row));
}

std::shared_ptr<const Design> ShelfModel::designOf(int row) const {
  if (row == 0) return m_document.design();
  const PinnedDesign* pinned = pinOf(row);
  return pinned ? pinned->design : nullptr;
}

std::vector<Field> ShelfModel::differencesOf(int row) const {
  const PinnedDesign* pinned = pinOf(row);
  return pinned ? claimDifferences(pinned->design->scenario, m_document.scenario()) : std::vector<Field>{};
}

std::vector<Field> ShelfModel::jobDifferencesOf(int row) const {
  const PinnedDesign* pinned = pinOf(row);
  return pinned ? jobDifferences(pinned->design->scenario, m_document.scenario()) : std::vector<Field>{};
}

std::optional<double> ShelfModel::versus(int row) const {
  const auto design = designOf(row);
  if (!design) return std::nullopt;
  const std::optional<int> baseline = m_document.shelf().baseline();
  if (!baseline) {
    const std::optional<double> best =
        row == 0 ? m_bestBaselines.errorOnShow(*design) : m_bestBaselines.errorOf(*design);
    return best.value_or(0) > 0 ? std::optional(design->objectiveError() / *best - 1) : std::nullopt;
  }
  const PinnedDesign* pinned = m_document.shelf().find(*baseline);
  if (!pinned || !claimDifferences(design->scenario, pinned->design->scenario).empty()) return std::nullopt;
  return aboveBaseline(*design, pinned->design.get());
}

std::optional<double> ShelfModel::numberOf(ShelfColumn column, int row) const {
  const auto design = designOf(row);
  if (!design) return std::nullopt;
  if (column == ShelfColumn::StepTime) return m_costs.secondsPerStep(*design);
  if (column == ShelfColumn::Versus) {
    const auto fraction = versus(row);
    return fraction ? std::optional(100 * *fraction) : std::nullopt;
  }
  const std::optional<double> number = shelfNumber(column, *design);
  if (!number || (column != ShelfColumn::Rmse && column != ShelfColumn::MaxError)) return number;
  const double error = m_document.errors().of(
      design->scenario, column == ShelfColumn::Rmse ? ErrorObjective::Mean : ErrorObjective::Max, *number);
  return std::isfinite(error) ? std::optional(error) : std::nullopt;
}

QString ShelfModel::nameOf(int row) const {
  const PinnedDesign* pinned = pinOf(row);
  return pinned ? pinned->name : tr("Current design");
}

bool ShelfModel::isClaimed(int row) const {
  const auto design = designOf(row);
  return !design || !claimStateOf(*design).critical;
}

QString ShelfModel::claimText(int row) const {
  if (row == 0) {
    switch (m_document.designState()) {
      case DesignState::Current: return isClaimed(row) ? tr("current") : tr("not claimed");
      case DesignState::Stale: return tr("stale");
      default: return tr("being solved …");
    }
  }
  const PinnedDesign* pinned = pinOf(row);
  if (pinned && !pinned->warning.isEmpty()) return tr("not confirmed");
  if (!isClaimed(row)) return tr("not claimed");
  if (!differencesOf(row).empty()) return tr("not comparable");
  return jobDifferencesOf(row).empty() ? tr("as current") : tr("another job");
}

QString ShelfModel::textOf(ShelfColumn column, int row) const {
  const auto design = designOf(row);
  switch (column) {
    case ShelfColumn::Shown: return {};
    case ShelfColumn::Name: return nameOf(row);
    case ShelfColumn::Claim: return claimText(row);
    case ShelfColumn::Mechanism: return design ? mechanismName(*design) : QStringLiteral("–");
    default: break;
  }
  if (column == ShelfColumn::Versus && row > 0 && m_document.shelf().baseline() == idOf(row)) return tr("baseline");
  const std::optional<double> number = numberOf(column, row);
  if (!number) return QStringLiteral("–");
  switch (column) {
    case ShelfColumn::Sigma:
    case ShelfColumn::Stddev: return resultTextUp(*number);
    case ShelfColumn::Bands: return countText(std::llround(*number));
    case ShelfColumn::Sensitivity:
      return (design->sensitivity.kind == BoundKind::Exact ? tr("%1 exact") : tr("%1 bound"))
          .arg(sensitivityText(*number));
    case ShelfColumn::AboveBound: return fixedText(*number, *number < 10 ? 1 : 0);
    case ShelfColumn::Versus: {
      if (std::abs(*number) < 0.05) return fixedText(0, 1);
      const QString size = fixedText(std::abs(*number), std::abs(*number) < 1000 ? 1 : 0);
      return (*number < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + size;
    }
    case ShelfColumn::Memory:
    case ShelfColumn::StepTime:
    case ShelfColumn::SolveTime: return resultText(*number, 3);
    default: return resultText(*number);
  }
}

QString ShelfModel::toolTip(ShelfColumn column, int row) const {
  const auto design = designOf(row);
  const PinnedDesign* pinned = pinOf(row);
  switch (column) {
    case ShelfColumn::Shown:
      if (!pinned) return tr("The plots always draw the current design.");
      return pinned->visible ? tr("Drawn in the plots. A click hides it.") : tr("Not drawn. A click draws it again.");
    case ShelfColumn::Name: return design ? nameOf(row) + QLatin1Char('\n') + mechanismText(*design) : nameOf(row);
    case ShelfColumn::Claim: {
      QStringList lines;
      if (!isClaimed(row)) lines += claimStateOf(*design).reason;
      if (!pinned) {
        lines += tr("The design of the scenario on the left. Ctrl+D pins it.");
        return lines.join(QLatin1Char('\n'));
      }
      if (!pinned->warning.isEmpty()) return pinned->warning;
      const std::vector<Field> job = jobDifferencesOf(row);
      for (const std::vector<Field>& parts : {differencesOf(row), job}) {
        for (const Field part : parts) lines += differenceText(part, pinned->design->scenario, m_document.scenario());
      }
      if (lines.isEmpty()) return tr("The same claim and training as the current scenario.");
      lines += differencesOf(row).empty()
                   ? tr("The guarantee is the same, so that the errors compare.")
                   : tr("Click to recalibrate: the same mechanism and bands under the current claim.");
      return lines.join(QLatin1Char('\n'));
    }
    case ShelfColumn::Versus:
      if (design && m_document.shelf().baseline() && !versus(row))
        return tr("Not comparable with the baseline: their claims differ.");
      break;
    case ShelfColumn::AboveBound:
      if (design && !(design->lowerBound > 0)) return tr("No lower bound is known under this batching.");
      break;
    case ShelfColumn::StepTime:
      if (design && !numberOf(column, row)) return tr("Not measured yet.");
      break;
    default: break;
  }
  const std::optional<double> number = isNumeric(column) ? numberOf(column, row) : std::nullopt;
  if (!number) return {};
  const bool makesNoise =
      column == ShelfColumn::Sigma || column == ShelfColumn::Stddev || column == ShelfColumn::Sensitivity;
  QString value = tr("%1: %2").arg(headerData(static_cast<int>(column), Qt::Horizontal).toString(),
                                   makesNoise ? resultTextUp(*number, 10) : resultText(*number, 10));
  if (column != ShelfColumn::StepTime) return value;
  return value + QLatin1Char('\n') +
         tr("Processor time of one core of this machine, the fastest of what was timed; the slower quarter took from "
            "%1 % more.")
             .arg(percentText(100 * m_costs.spread(*design).value_or(0), 2));
}

QVariant ShelfModel::decoration(ShelfColumn column, int row) const {
  const Theme& theme = themeOf(QApplication::palette());
  const PinnedDesign* pinned = pinOf(row);
  if (column == ShelfColumn::Name) {
    return QIcon(pinned ? new Swatch(seriesColor(seriesIndex(*pinned), theme), seriesDash(seriesIndex(*pinned)))
                        : new Swatch(theme.accent, {}));
  }
  if (column == ShelfColumn::Shown && pinned)
    return symbolicIcon(pinned->visible ? QStringLiteral("eye") : QStringLiteral("eye-off"));
  if (column == ShelfColumn::Claim) {
    if (!isClaimed(row) || (pinned && !pinned->warning.isEmpty()))
      return symbolicIcon(QStringLiteral("violated"), theme.error);
    if (pinned && !differencesOf(row).empty()) return symbolicIcon(QStringLiteral("to-be-ensured"), theme.stale);
  }
  if (column == ShelfColumn::Claim || column == ShelfColumn::Mechanism) return noIcon();
  return {};
}

QVariant ShelfModel::sortValue(ShelfColumn column, int row) const {
  const PinnedDesign* pinned = pinOf(row);
  switch (column) {
    case ShelfColumn::Shown: return pinned && pinned->visible ? 0.0 : 1.0;
    case ShelfColumn::Claim: {
      const std::size_t claim = differencesOf(row).size();
      return claim > 0 ? 1 + static_cast<double>(claim) : jobDifferencesOf(row).empty() ? 0.0 : 1.0;
    }
    case ShelfColumn::Name:
    case ShelfColumn::Mechanism: return textOf(column, row);
    default: return numberOf(column, row).value_or(std::numeric_limits<double>::infinity());
  }
}

QVariant ShelfModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const auto column = static_cast<ShelfColumn>(index.column());
  const int row = index.row();
  const Theme& theme = themeOf(QApplication::palette());
  switch (role) {
    case Qt::DisplayRole: return textOf(column, row);
    case Qt::EditRole: return column == ShelfColumn::Name ? nameOf(row) : textOf(column, row);
    case Qt::ToolTipRole: return asWritten(toolTip(column, row));
    case Qt::DecorationRole: return decoration(column, row);
    case Qt::TextAlignmentRole: return alignmentOf(column);
    case Qt::AccessibleTextRole:
      if (column == ShelfColumn::Shown) {
        const PinnedDesign* pinned = pinOf(row);
        return !pinned || pinned->visible ? tr("shown in the plots") : tr("hidden in the plots");
      }
      return textOf(column, row);
    case Qt::AccessibleDescriptionRole: return toolTip(column, row);
    case Qt::ForegroundRole:
      if (row == 0 && m_document.designState() != DesignState::Current) return theme.stale;
      if (column == ShelfColumn::Claim) {
        const PinnedDesign* pinned = pinOf(row);
        if (!isClaimed(row) || (pinned && !pinned->warning.isEmpty())) return theme.error;
        return differencesOf(row).empty() ? theme.mutedText : theme.stale;
      }
      return {};
    case SortRole: return sortValue(column, row);
    case IdRole: return idOf(row);
    default: return {};
  }
}

bool ShelfModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
  if (value.toString().trimmed().isEmpty()) return false;
  m_document.shelf().rename(idOf(index.row()), value.toString());
  return true;
}

QVariant ShelfModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (section < 0 || (orientation == Qt::Horizontal ? section >= kShelfColumns : section >= rowCount())) return {};
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  const auto column = static_cast<ShelfColumn>(section);
  const bool pinned = m_document.shelf().baseline().has_value();
  switch (role) {
    case Qt::DisplayRole:
      // The column is self-explanatory; the name is needed by the menu of columns and by screen readers.
      return column == ShelfColumn::Shown ? QString() : shelfColumnTitle(column, pinned, m_document.errors().unit());
    case Qt::AccessibleTextRole: return shelfColumnTitle(column, pinned, m_document.errors().unit());
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: return shelfColumnHelp(column, pinned, m_document.errors().unit());
    case Qt::DecorationRole:
      if (column == ShelfColumn::Claim || column == ShelfColumn::Mechanism) return noIcon();
      return column == ShelfColumn::Shown ? QVariant(symbolicIcon(QStringLiteral("eye"))) : QVariant();
    case Qt::TextAlignmentRole: return alignmentOf(column);
    default: return {};
  }
}

Qt::ItemFlags ShelfModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  if (index.row() > 0 && index.column() == static_cast<int>(ShelfColumn::Name)) flags |= Qt::ItemIsEditable;
  return flags;
}

}  // namespace noiseloom
