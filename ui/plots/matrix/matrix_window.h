#pragma once

#include <QPointF>

#include "core/base/index.h"

namespace noiseloom {

/// The part of a matrix that a heat map shows, in matrix coordinates: entry (i, j) covers [i, i+1) x [j, j+1). It has
/// the proportions of the matrix, so that rows and columns zoom together, and is always inside it.
class MatrixWindow {
 public:
  MatrixWindow() = default;
  /// All of an n x n matrix, n >= 1.
  explicit MatrixWindow(Index size) : MatrixWindow(size, size) {}
  MatrixWindow(Index rows, Index columns);

  Index rows() const { return m_rows; }
  Index columns() const { return m_columns; }
  double row() const { return m_row; }          ///< first row in view, may be fractional
  double column() const { return m_column; }    ///< first column in view
  double rowSpan() const { return m_rowSpan; }  ///< rows in view
  double span() const { return m_columnSpan; }  ///< columns in view
  bool isWhole() const { return m_columnSpan >= static_cast<double>(m_columns); }

  /// Whole rows and columns that the view touches: [begin, end).
  Index rowBegin() const;
  Index rowEnd() const;
  Index columnBegin() const;
  Index columnEnd() const;

  /// Zooms in by factor > 1 or out by factor < 1, keeping the matrix point under `anchor` where it is (0..1 from the
  /// left and from the top of the view). At least four columns stay in view.
  void zoom(double factor, QPointF anchor);
  /// Moves the view by a share of its own size: positive shows later columns and rows.
  void pan(QPointF share);
  void reset();
  /// Puts a view of `span` columns with its upper left corner at (row, column), as far as that fits.
  void place(double row, double column, double span);
  /// Moves the view as little as it takes to have an entry in it, with a margin where there is room for one.
  void include(Index row, Index column);
  /// Same relative view of a matrix of another size.
  MatrixWindow adaptedTo(Index rows, Index columns) const;

  bool operator==(const MatrixWindow&) const = default;

 private:
  void setColumnSpan(double span);
  void clamp();

  Index m_rows = 1;
  Index m_columns = 1;
  double m_row = 0;
  double m_column = 0;
  double m_rowSpan = 1;
  double m_columnSpan = 1;
};

}  // namespace noiseloom
