#pragma once

#include <QPointF>

#include "core/base/index.h"

namespace noiseloom {

/// The square part of an n x n matrix that a heat map shows, in matrix coordinates: entry (i, j) covers
/// [i, i+1) x [j, j+1). Always inside the matrix.
class MatrixWindow {
 public:
  MatrixWindow() = default;
  /// All of an n x n matrix, n >= 1.
  explicit MatrixWindow(Index size);

  Index size() const { return m_size; }
  double row() const { return m_row; }        ///< first row in view, may be fractional
  double column() const { return m_column; }  ///< first column in view
  double span() const { return m_span; }      ///< rows and columns in view
  bool isWhole() const { return m_span >= static_cast<double>(m_size); }

  /// Whole rows and columns that the view touches: [begin, end).
  Index rowBegin() const;
  Index rowEnd() const;
  Index columnBegin() const;
  Index columnEnd() const;

  /// Zooms in by factor > 1 or out by factor < 1, keeping the matrix point under `anchor` where it is (0..1 from the
  /// left and from the top of the view). At least four entries stay in view.
  void zoom(double factor, QPointF anchor);
  /// Moves the view by a share of its own size: positive shows later columns and rows.
  void pan(QPointF share);
  void reset();
  /// Same relative view of a matrix of another size.
  MatrixWindow adaptedTo(Index size) const;

  bool operator==(const MatrixWindow&) const = default;

 private:
  void clamp();

  Index m_size = 1;
  double m_row = 0;
  double m_column = 0;
  double m_span = 1;
};

}  // namespace noiseloom
