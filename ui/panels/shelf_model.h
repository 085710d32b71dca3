#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <vector>

#include "ui/document/shelf.h"
#include "ui/panels/shelf_columns.h"

namespace noiseloom {

class NoiseCosts;
class ScenarioDocument;

/// The rows of the designs shelf: the document's current design, then the pinned ones as they were pinned. Names can be
/// edited; everything else is read.
class ShelfModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { SortRole = Qt::UserRole, IdRole };
  /// What IdRole says of the current design, which is no pinned one.
  static constexpr int kCurrent = 0;

  ShelfModel(ScenarioDocument& document, NoiseCosts& costs, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  int idOf(int row) const { return row == 0 ? kCurrent : m_ids[static_cast<std::size_t>(row - 1)]; }
  /// The row's design; null while the current one is not there yet.
  std::shared_ptr<const Design> designOf(int row) const;
  /// Why a row cannot be compared with the current scenario; empty when it can, and for the current design.
  std::vector<Field> differencesOf(int row) const;
  /// In what its job differs from that of the current scenario, which leaves it comparable.
  std::vector<Field> jobDifferencesOf(int row) const;
  /// Colours follow the palette.
  void restyle();

 private:
  void readPins();
  void refreshRows(int first, int last);
  void refreshErrors();
  const PinnedDesign* pinOf(int row) const;
  QString textOf(ShelfColumn column, int row) const;
  QString nameOf(int row) const;
  /// Whether the claim of a row holds for the job as it was described with it.
  bool isClaimed(int row) const;
  QString claimText(int row) const;
  QString toolTip(ShelfColumn column, int row) const;
  QVariant decoration(ShelfColumn column, int row) const;
  QVariant sortValue(ShelfColumn column, int row) const;
  std::optional<double> numberOf(ShelfColumn column, int row) const;
  std::optional<double> versus(int row) const;

  ScenarioDocument& m_document;
  NoiseCosts& m_costs;
  bool m_frameIsOpen = false;            ///< the scenario has changed, and the design comes within the frame
  ErrorUnit m_unit = ErrorUnit::Summed;  ///< that the headers state
  std::vector<int> m_ids;                ///< of the pinned designs, as in the shelf
};

}  // namespace noiseloom
