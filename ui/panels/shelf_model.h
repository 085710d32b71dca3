#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <vector>

#include "ui/document/shelf.h"
#include "ui/panels/shelf_columns.h"

namespace noiseloom {

class BestBaselines;
class NoiseCosts;
class ScenarioDocument;

/// The rows of the designs shelf: the document's current design, then the pinned ones in the order of pinning. Only
/// names can be edited.
class ShelfModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { SortRole = Qt::UserRole, IdRole };
  /// The IdRole of the current design, which is not pinned.
  static constexpr int kCurrent = 0;

  ShelfModel(ScenarioDocument& document, NoiseCosts& costs, BestBaselines& baselines, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  int idOf(int row) const { return row == 0 ? kCurrent : m_ids[row - 1]; }
  /// The row's design; nullptr while there is no current design.
  std::shared_ptr<const Design> designOf(int row) const;
  /// Fields that make a row incomparable with the current scenario; empty if comparable, and for the current design.
  std::vector<Field> differencesOf(int row) const;
  /// Fields in which its job differs from that of the current scenario, while it stays comparable.
  std::vector<Field> jobDifferencesOf(int row) const;
  /// Updates colours from the palette.
  void restyle();

 private:
  void readPins();
  void refreshRows(int first, int last);
  void refreshErrors();
  const PinnedDesign* pinOf(int row) const;
  QString textOf(ShelfColumn column, int row) const;
  QString nameOf(int row) const;
  /// True if the claim of a row holds for the job described with it.
  bool isClaimed(int row) const;
  QString claimText(int row) const;
  QString toolTip(ShelfColumn column, int row) const;
  QVariant decoration(ShelfColumn column, int row) const;
  QVariant sortValue(ShelfColumn column, int row) const;
  std::optional<double> numberOf(ShelfColumn column, int row) const;
  /// The excess over the pinned baseline, or over the best DP-SGD of the design's job.
  std::optional<double> versus(int row) const;

  ScenarioDocument& m_document;
  NoiseCosts& m_costs;
  BestBaselines& m_bestBaselines;
  bool m_frameIsOpen = false;            ///< the scenario has changed, and its design comes within the frame
  ErrorUnit m_unit = ErrorUnit::Summed;  ///< unit stated in the headers
  std::vector<int> m_ids;                ///< numbers of the pinned designs, as in the shelf
};

}  // namespace noiseloom
