#pragma once

#include <QString>
#include <vector>

#include "core/design/design.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

struct ComparedRow {
  QString name = {};
  QString left = {};
  QString right = {};
  QString ratio = {};    ///< right over left, for figures above 0; else empty
  bool differs = false;  ///< by more than rounding explains
  bool input = true;     ///< a field of the scenario; otherwise a figure
};

/// Two designs side by side: every input that applies to either, then the figures, with errors in clip norms on the
/// summed gradient.
struct DesignComparison {
  QString leftName;
  QString rightName;
  QString standing;        ///< how the two compare: not at all and why, or with a caution
  bool comparable = true;  ///< by claimDifferences(); otherwise errors must not be set against each other
  std::vector<ComparedRow> rows;
};
DesignComparison compareDesigns(const QString& leftName, const Design& left, const QString& rightName,
                                const Design& right);

/// The rows, or only those that differ, for the clipboard and for files.
DataTable comparisonTable(const DesignComparison& comparison, bool onlyDifferent);
/// The same table as aligned text, with `standing` above it.
QString comparisonText(const DesignComparison& comparison, bool onlyDifferent);

}  // namespace noiseloom
