#pragma once

#include <QString>
#include <QStringList>
#include <variant>
#include <vector>

namespace noiseloom {

/// The data of a plot as rows: for the table view, CSV files and screen readers.
struct DataTable {
  using Cell = std::variant<double, QString>;  ///< a number in full, or a name

  QString name = {};                         ///< file name without suffix: "rmse_against_bands"
  QString title = {};                        ///< displayed title
  QStringList header = {};                   ///< column titles with units: "rmse (clip norms)"
  std::vector<std::vector<Cell>> rows = {};  ///< one cell per column
};

}  // namespace noiseloom
