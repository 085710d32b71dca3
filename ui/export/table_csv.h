#pragma once

#include <string>

#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// The table as a CSV file (RFC 4180, UTF-8, no comments): a header, then numbers with a decimal point in every locale
/// that read back as the same doubles. Cells that are not finite are empty. For worker threads.
std::string csvText(const DataTable& table);

}  // namespace noiseloom
