#pragma once

#include <QPointF>

#include "core/base/index.h"

namespace noiseloom {

/// The part of a matrix that a heat map shows, in matrix coordinates: entry (i, j) covers [i, i+1) x [j, j+1). It has
/// the proportions of the matrix, so that rows and columns zoom together, and always lies inside it. For a band, row
/// against lag, only the rows zoom until as many of them are in view as lags.
class MatrixWindow {
 public:
  MatrixWindow() = default;
  /// The whole of an n x n matrix, n >= 1.
  explicit MatrixWindow(Index size) : MatrixWindow(size, size) {}
  MatrixWindow(Index rows, Index columns, bool band = false);

  Index rows() const { return m_down.size; }
  Index columns() const { return m_across.size; }
  double row() const { return m_down.from; }       ///< first row in view, may be fractional
  double column() const { return m_across.from; }  ///< first column in view
  double rowSpan() const { return m_down.span; }   ///< rows in view
  double span() const { return m_across.span; }    ///< columns in view
  /// The zoomed extent: columns in view, or rows of a band.
  double zoomSpan() const { return m_band ? m_down.span : m_across.span; }
  bool isWhole() const { return zoomSpan() >= static_cast<double>(m_band ? m_down.size : m_across.size); }

  /// Rows and columns that the view touches: [begin, end).
  Index rowBegin() const { return m_down.begin(); }
  Index rowEnd() const { return m_down.end(); }
  Index columnBegin() const { return m_across.begin(); }
  Index columnEnd() const { return m_across.end(); }

  /// Zooms in by factor > 1 or out by factor < 1, keeping the matrix point under `anchor` in place (0..1 from the left
  /// and from the top of the view). At least four columns stay in view, for a band four rows.
  void zoom(double factor, QPointF anchor);
  /// Moves the view by a share of its size: positive shows later columns and rows.
  void pan(QPointF share);
  void reset();
  /// Puts a view of `span` columns (for a band, rows) with its upper left corner at (row, column), as far as possible.
  void place(double row, double column, double span);
  /// Moves the view as little as possible to include an entry, with a margin if there is space.
  void include(Index row, Index column);
  /// The same relative view of a matrix of another size.
  MatrixWindow adaptedTo(Index rows, Index columns) const;

  bool operator==(const MatrixWindow&) const = default;

 private:
  /// The rows or columns: their number, and the part in view.
  struct Side {
    Index size = 1;
    double from = 0;
    double span = 1;

    Index begin() const;
    Index end() const;
    /// Moves the view within bounds.
    void moveTo(double first);
    void include(Index index);
    bool operator==(const Side&) const = default;
  };
  void setSpan(double span);

  Side m_down;
  Side m_across;
  bool m_band = false;
};

}  // namespace noiseloom
