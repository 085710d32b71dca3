#pragma once

#include <QString>
#include <vector>

#include "core/design/design.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// One line of two designs side by side.
struct ComparedRow {
  QString name;
  QString left;
  QString right;
  QString ratio;         ///< right over left, of figures that are above 0; else empty
  bool differs = false;  ///< in more than what rounding tells
  bool input = true;     ///< a field of the scenario; else a figure
};

/// Two designs side by side: every input that means something to either, then the figures, errors in clip norms on the
/// summed gradient.
struct DesignComparison {
  QString leftName;
  QString rightName;
  QString standing;        ///< whether they compare, and why not or as what
  bool comparable = true;  ///< by claimDifferences(); errors of others must not be set against each other
  std::vector<ComparedRow> rows;
};
DesignComparison compareDesigns(const QString& leftName, const Design& left, const QString& rightName,
                                const Design& right);

/// The rows, or only those that differ, for the clipboard and for files.
DataTable comparisonTable(const DesignComparison& comparison, bool onlyDifferent);
/// The same as aligned text, with its standing above.
QString comparisonText(const DesignComparison& comparison, bool onlyDifferent);

}  // namespace noiseloom
