#pragma once

#include <QString>

#include "ui/plots/matrix/heat_map_raster.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// "C", "C⁻¹", "A C⁻¹" or "CᵀC".
QString matrixName(MatrixOf which);
/// The name with indices: "C[i, j]", "(A C⁻¹)[i, j]".
QString entryName(MatrixOf which, const QString& row = QStringLiteral("i"),
                  const QString& column = QStringLiteral("j"));
/// The displayed title: "Strategy matrix C".
QString matrixTitle(MatrixOf which);
/// A description with formula and source, for tool tips.
QString matrixExplanation(MatrixOf which);
/// A stable, untranslated key, for sessions and file names.
QString matrixKey(MatrixOf which);
/// The quantities that rows and columns count.
QString rowAxisName(const Strategy& strategy, MatrixOf which);
QString columnAxisName(const Strategy& strategy, MatrixOf which, MatrixLayout layout = MatrixLayout::ByColumn);
/// "each pixel shows the largest of 7 × 7 entries"; empty if each entry has a pixel of its own.
QString pixelText(const Raster& raster);

/// The content of a raster as a table, one row per row of cells: single entries or, beyond 64 a side, the entry of
/// largest magnitude in each cell.
DataTable heatMapTable(const Raster& raster, MatrixOf which, const QString& name);
/// A summary in two sentences.
QString heatMapSummary(const Raster& raster, const MatrixWindow& window, MatrixOf which);

}  // namespace noiseloom
