#include "ui/plots/coefficients/coefficients_text.h"

#include <QCoreApplication>

#include "ui/style/core_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

bool fromDiagonal(const ColumnSeries& series) {
  return series.row == series.column;
}

}  // namespace

QString coefficientsTitle(const Strategy& strategy, const ColumnSeries& series, MatrixOf which) {
  const QString name = matrixName(which);
  return hasCoefficients(strategy) ? tr("Coefficients of %1").arg(name)
                                   : tr("Entries of %1, column %2").arg(name).arg(series.column);
}

QString lagTitle(const ColumnSeries& series, MatrixOf which) {
  if (fromDiagonal(series)) return tr("lag i − j (iterations)");
  return which == MatrixOf::Strategy ? tr("rows after row %1, the leaf's own").arg(series.row)
                                     : tr("iterations after %1, the leaf's own").arg(series.row);
}

QString entryTitle(const ColumnSeries& series, MatrixOf which) {
  const QString name = matrixName(which);
  return fromDiagonal(series) ? tr("%1[j + lag, j]").arg(name)
                              : QStringLiteral("%1[i, %2]").arg(name).arg(series.column);
}

QString coefficientsFormula(const Strategy& strategy, MatrixOf which) {
  const bool inverse = which == MatrixOf::StrategyInverse;
  if (strategy.as<IdentityStrategy>())
    return inverse ? tr("C⁻¹ = I: independent noise") : tr("C = I: independent noise");
  if (strategy.as<TreeStrategy>()) {
    return inverse ? tr("C⁻¹ = A⁻¹ D, where the decoder D adds up nodes: D C = A")
                   : tr("C[i, j] = 1 where node i of the tree lies above leaf j, else 0");
  }
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  if (toeplitz && toeplitz->scaling() == ColumnScaling::Normalized) {
    return inverse ? tr("C⁻¹[i, j] = g[i − j] / s[i], where g is the inverse series of c; s is 1 but for the last b − "
                        "1 rows")
                   : tr("C[i, j] = c[i − j] s[j], where s is 1 but for the last b − 1 columns");
  }
  if (strategy.as<BltStrategy>() && !inverse) return tr("C[i, j] = c[i − j], c[0] = 1, c[l] = Σ ω θˡ⁻¹");
  const auto* noising = strategy.as<InverseToeplitzStrategy>();
  if (noising && noising->scaling() == ColumnScaling::Normalized) {
    return inverse
               ? tr("C⁻¹[i, j] = g[i − j] / s[i], which ends after p values; s is above 1 in the last rows")
               : tr("C[i, j] = c[i − j] s[j], where c is the inverse series of g; s is above 1 in the last columns");
  }
  if (noising && inverse) return tr("C⁻¹[i, j] = g[i − j], which ends after p values");
  if (hasCoefficients(strategy)) {
    return inverse ? tr("C⁻¹[i, j] = g[i − j], where Σ c[l] g[m − l] is 1 for m = 0 and else 0")
                   : tr("C[i, j] = c[i − j]: every column holds the same");
  }
  return inverse ? tr("C⁻¹ C = I") : tr("C[i, j] = 0 unless 0 ≤ i − j < b");
}

QString coefficientsCitation(const Mechanism* mechanism) {
  QStringList sources;
  for (const auto& [key, place] : mechanism->sources) sources += cited(key, coreText(place));
  return sources.join(QStringLiteral("; "));
}

}  // namespace noiseloom
