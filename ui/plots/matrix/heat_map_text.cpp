#include "ui/plots/matrix/heat_map_text.h"

#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"

namespace noiseloom {
QString matrixName(MatrixOf which) {
  switch (which) {
    case MatrixOf::Strategy: return QStringLiteral("C");
    case MatrixOf::StrategyInverse: return QStringLiteral("C⁻¹");
    case MatrixOf::ErrorFactor: return QStringLiteral("A C⁻¹");
    case MatrixOf::Gram: return QStringLiteral("CᵀC");
  }
  return {};
}

QString entryName(MatrixOf which, const QString& row, const QString& column) {
  const bool product = which == MatrixOf::ErrorFactor || which == MatrixOf::Gram;
  return (product ? QStringLiteral("(%1)[%2, %3]") : QStringLiteral("%1[%2, %3]")).arg(matrixName(which), row, column);
}

QString matrixTitle(MatrixOf which) {
  switch (which) {
    case MatrixOf::Strategy: return tr("Strategy matrix C");
    case MatrixOf::StrategyInverse: return tr("Noising matrix C⁻¹");
    case MatrixOf::ErrorFactor: return tr("Error factor A C⁻¹");
    case MatrixOf::Gram: return tr("Gram matrix CᵀC");
  }
  return {};
}

QString matrixExplanation(MatrixOf which) {
  const QString source = cited("scaling-bandmf", tr("section 2"));
  switch (which) {
    case MatrixOf::Strategy:
      return tr("The strategy matrix C: what one example adds to C G, over all steps it takes part in, is the "
                "sensitivity (%1)")
          .arg(source);
    case MatrixOf::StrategyInverse:
      return tr("The noising matrix C⁻¹: the noise of step i is the sum over j of C⁻¹[i, j] zⱼ with independent zⱼ "
                "(%1)")
          .arg(source);
    case MatrixOf::ErrorFactor:
      return tr("The error factor A C⁻¹ of the workload A: row i makes the error of iterate i, rmse = σ sens "
                "√(‖A C⁻¹‖² / n) (%1)")
          .arg(source);
    case MatrixOf::Gram:
      return tr("The Gram matrix CᵀC: inner products of the columns, whose sums over the steps of one example make "
                "the squared sensitivity; 0 beyond the bands (%1)")
          .arg(source);
  }
  return {};
}

QString matrixKey(MatrixOf which) {
  switch (which) {
    case MatrixOf::Strategy: return QStringLiteral("strategy");
    case MatrixOf::StrategyInverse: return QStringLiteral("strategy_inverse");
    case MatrixOf::ErrorFactor: return QStringLiteral("error_factor");
    case MatrixOf::Gram: return QStringLiteral("gram");
  }
  return {};
}

QString rowAxisName(const Strategy& strategy, MatrixOf which) {
  const bool node = !strategy.rowsAreSteps() && which == MatrixOf::Strategy;
  return node ? tr("row i (a node of the tree)") : tr("row i");
}

QString columnAxisName(const Strategy& strategy, MatrixOf which, MatrixLayout layout) {
  if (layout == MatrixLayout::ByLag) return tr("lag i − j");
  const bool node = !strategy.rowsAreSteps() && (which == MatrixOf::StrategyInverse || which == MatrixOf::ErrorFactor);
  return node ? tr("column j (a node of the tree)") : tr("column j");
}

QString pixelText(const Raster& raster) {
  const double down = raster.rowsAPixel();
  const double across = raster.columnsAPixel();
  if (down <= 1 && across <= 1) return {};
  return tr("each pixel shows the largest of %1 × %2 entries").arg(resultText(down, 2), resultText(across, 2));
}

DataTable heatMapTable(const Raster& raster, MatrixOf which, const QString& name) {
  const MatrixPicture& cells = raster.cells;
  const auto label = [](Index begin, Index end, Index count, Index cell) {
    const Index first = begin + cell * (end - begin) / count;
    const Index last = begin + (cell + 1) * (end - begin) / count - 1;
    return first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last);
  };
  DataTable table;
  table.name = name;
  table.title = raster.sampled ? tr("%1 in view, sampled: the largest of the entries that were looked at in each "
                                    "cell of rows and columns")
                                     .arg(matrixName(which))
                : raster.showsEntries() ? tr("Entries of %1 in view").arg(matrixName(which))
                                        : tr("%1 in view, pooled: the entry of largest magnitude of each cell of rows "
                                             "and columns")
                                              .arg(matrixName(which));
  table.header.append(tr("row i"));
  for (Index x = 0; x < cells.width; ++x)
    table.header.append((raster.layout == MatrixLayout::ByLag ? tr("lag %1") : tr("j = %1"))
                            .arg(label(raster.columnBegin, raster.columnEnd, cells.width, x)));
  for (Index y = 0; y < cells.height; ++y) {
    std::vector<DataTable::Cell> row{label(raster.rowBegin, raster.rowEnd, cells.height, y)};
    for (Index x = 0; x < cells.width; ++x) row.push_back(cells.values[y * cells.width + x]);
    table.rows.push_back(std::move(row));
  }
  return table;
}

QString heatMapSummary(const Raster& raster, const MatrixWindow& window, MatrixOf which) {
  const bool byLag = raster.layout == MatrixLayout::ByLag;
  const QString size =
      (byLag ? tr("Heat map of %1 by lag, %2 rows and %3 lags.") : tr("Heat map of %1, %2 rows and %3 columns."))
          .arg(matrixTitle(which))
          .arg(countText(window.rows()), countText(window.columns()));
  const QString view = (byLag ? tr("In view are rows %1 to %2 and lags %3 to %4, with values from %5 to %6.")
                              : tr("In view are rows %1 to %2 and columns %3 to %4, with values from %5 to %6."))
                           .arg(countText(raster.rowBegin), countText(raster.rowEnd - 1), countText(raster.columnBegin),
                                countText(raster.columnEnd - 1))
                           .arg(resultText(raster.seen.first), resultText(raster.seen.second));
  if (!raster.sampled) return QStringLiteral("%1 %2").arg(size, view);
  return QStringLiteral("%1 %2 %3").arg(size, view, tr("It is sampled: not every entry in view was looked at."));
}

}  // namespace noiseloom
