#include <algorithm>
#include <span>
#include <utility>

#include "core/strategy/picture/matrix_picture_parts.h"

namespace noiseloom {
namespace {

// C or C^-1 of the kinds with a table of coefficients; scaling is null but for column-normalised ones.
class SeriesSource : public PictureSource {
 public:
  SeriesSource(std::vector<double> series, std::optional<ToeplitzStrategy> scaling, bool inverse, bool whole)
      : m_largest(std::move(series)), m_scaling(std::move(scaling)), m_inverse(inverse), m_whole(whole) {}

  void draw(const PictureCanvas& canvas) const override {
    canvas.picture.sampled = !m_whole;
    drawDiagonals(canvas, std::cref(m_largest));
    if (!m_scaling) return;
    const auto& [rows, columns, control, picture] = canvas;
    // C = T diag(s), C^-1 = diag(1/s) T^-1; over a cell of several columns the scale of its first.
    const auto axisScales = [&](const PictureAxis& axis) {
      std::vector<double> scales;
      for (Index cell = 0; cell < axis.cells; ++cell) scales.push_back(m_scaling->columnScale(axis.first(cell)));
      return scales;
    };
    const std::vector<double> scales = axisScales(m_inverse ? rows : columns);
    for (Index y = 0; y < rows.cells; ++y) {
      for (Index x = 0; x < columns.cells; ++x) {
        double& cell = canvas.cell(y, x);
        cell = m_inverse ? cell / scales[y] : cell * scales[x];
      }
    }
  }
  double entry(Index row, Index column) const override {
    const double value = m_largest.at(row - column);
    if (!m_scaling) return value;
    return m_inverse ? value / m_scaling->columnScale(row) : value * m_scaling->columnScale(column);
  }
  Index alikeBefore() const override {
    // Only the last columns are scaled.
    return m_scaling ? m_scaling->iterations() - m_scaling->bands() + 1 : kNoLimit;
  }

 private:
  LargestInRange m_largest;
  std::optional<ToeplitzStrategy> m_scaling;
  bool m_inverse;
  bool m_whole;
};

// A sum of exponentials c_t = sum_i scale_i decay_i^(t-1), c_0 = 1, without a table of n.
class BltSource : public PictureSource {
 public:
  BltSource(BltStrategy blt, bool inverse) : m_blt(std::move(blt)), m_inverse(inverse) {
    const auto& scales = inverse ? m_blt.parameters().inverseOmega : m_blt.parameters().omega;
    m_falls = std::all_of(scales.begin(), scales.end(), [](double s) { return s >= 0; }) ||
              std::all_of(scales.begin(), scales.end(), [](double s) { return s <= 0; });
  }

  void draw(const PictureCanvas& canvas) const override {
    canvas.picture.sampled = !m_falls && canvas.pooled();
    drawDiagonals(canvas, [this](Index least, Index most) { return largest(least, most); });
  }
  double entry(Index row, Index column) const override { return row < column ? 0 : at(row - column); }

 private:
  double largest(Index least, Index most) const {
    if (most < 0) return 0;
    double found = least <= 0 ? 1 : 0;
    least = std::max<Index>(least, 1);
    if (least > most) return found;
    // With scales of both signs the magnitude may rise again.
    keepLarger(found, m_falls ? at(least) : largestOfSome([this](Index lag) { return at(lag); }, least, most));
    return found;
  }
  double at(Index lag) const { return m_inverse ? m_blt.inverseCoefficient(lag) : m_blt.coefficient(lag); }

  BltStrategy m_blt;
  bool m_inverse;
  bool m_falls;  // magnitudes fall with the lag from 1 on
};

}  // namespace

std::optional<ToeplitzStrategy> columnScalingOf(const Strategy& strategy) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>())
    return toeplitz->scaling() == ColumnScaling::Normalized ? std::optional(*toeplitz) : std::nullopt;
  const auto* inverse = strategy.as<InverseToeplitzStrategy>();
  if (!inverse || inverse->scaling() == ColumnScaling::None) return std::nullopt;
  const auto c = inverse->strategyCoefficients();
  return ToeplitzStrategy(inverse->iterations(), {c.begin(), c.end()}, ColumnScaling::Normalized);
}

SourcePointer seriesSource(const Strategy& strategy, bool inverse, const RunControl& control) {
  const auto copy = [](std::span<const double> values) { return std::vector<double>(values.begin(), values.end()); };
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
    InverseTerms series{copy(toeplitz->coefficients()), true};
    if (inverse) series = inverseTerms(*toeplitz, control);
    if (control.stopRequested()) return nullptr;
    return std::make_shared<SeriesSource>(std::move(series.terms), columnScalingOf(strategy), inverse, series.whole);
  }
  if (const auto* noising = strategy.as<InverseToeplitzStrategy>()) {
    return std::make_shared<SeriesSource>(
        copy(inverse ? noising->noisingCoefficients() : noising->strategyCoefficients()), columnScalingOf(strategy),
        inverse, true);
  }
  if (const auto* blt = strategy.as<BltStrategy>()) return std::make_shared<BltSource>(*blt, inverse);
  return std::make_shared<SeriesSource>(std::vector<double>{1.0}, std::nullopt, inverse, true);
}

}  // namespace noiseloom
