#include "ui/export/table_csv.h"

#include "core/io/csv.h"

namespace noiseloom {

std::string csvText(const DataTable& table) {
  std::vector<std::string> header;
  for (const QString& title : table.header) header.push_back(title.toStdString());
  CsvTable csv(std::move(header), CsvLines::Rfc4180);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const DataTable::Cell& cell : row) {
      const auto* number = std::get_if<double>(&cell);
      cells.push_back(number ? csvNumber(*number) : std::get<QString>(cell).toStdString());
    }
    csv.row(std::move(cells));
  }
  return csv.text();
}

}  // namespace noiseloom
