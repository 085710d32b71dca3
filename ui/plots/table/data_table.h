#pragma once

#include <QString>
#include <QStringList>
#include <variant>
#include <vector>

namespace noiseloom {

/// What stands behind a plot, as rows: for the table view, for CSV files and for screen readers.
struct DataTable {
  using Cell = std::variant<double, QString>;  ///< a number in full, or a name

  QString name;                         ///< file name without suffix: "rmse_against_bands"
  QString title;                        ///< for people
  QStringList header;                   ///< column titles with units: "rmse (clip norms)"
  std::vector<std::vector<Cell>> rows;  ///< one cell a column
};

}  // namespace noiseloom
