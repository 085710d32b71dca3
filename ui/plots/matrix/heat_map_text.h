#pragma once

#include <QString>

#include "ui/plots/matrix/heat_map_raster.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// "C", "C⁻¹", "A C⁻¹" or "CᵀC".
QString matrixName(MatrixOf which);
/// The same with indices: "C[i, j]", "(A C⁻¹)[i, j]".
QString entryName(MatrixOf which, const QString& row = QStringLiteral("i"),
                  const QString& column = QStringLiteral("j"));
/// For people: "Strategy matrix C".
QString matrixTitle(MatrixOf which);
/// What the matrix is, with formula and source: for tool tips.
QString matrixExplanation(MatrixOf which);
/// Stable and untranslated: for sessions and file names.
QString matrixKey(MatrixOf which);
/// Names of what rows and columns count.
QString rowAxisName(const Strategy& strategy, MatrixOf which);
QString columnAxisName(const Strategy& strategy, MatrixOf which, MatrixLayout layout = MatrixLayout::ByColumn);
/// "each pixel the largest of 7 × 7 entries"; empty where each entry has a pixel of its own.
QString pixelText(const Raster& raster);

/// What a raster shows, as a table: one row a row of cells, entries as they are or, where there are more than 64 a
/// side, the one of largest magnitude of each cell.
DataTable heatMapTable(const Raster& raster, MatrixOf which, const QString& name);
/// In two sentences.
QString heatMapSummary(const Raster& raster, const MatrixWindow& window, MatrixOf which);

}  // namespace noiseloom
