#include "ui/plots/matrix/matrix_window.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kFewest = 4;

}  // namespace

MatrixWindow::MatrixWindow(Index rows, Index columns)
    : m_rows(rows),
      m_columns(columns),
      m_rowSpan(static_cast<double>(rows)),
      m_columnSpan(static_cast<double>(columns)) {
  checkInteger("rows", rows, 1, kNoLimit);
  checkInteger("columns", columns, 1, kNoLimit);
}

Index MatrixWindow::rowBegin() const {
  return static_cast<Index>(std::floor(m_row));
}
Index MatrixWindow::columnBegin() const {
  return static_cast<Index>(std::floor(m_column));
}
Index MatrixWindow::rowEnd() const {
  return std::min(m_rows, static_cast<Index>(std::ceil(m_row + m_rowSpan)));
}
Index MatrixWindow::columnEnd() const {
  return std::min(m_columns, static_cast<Index>(std::ceil(m_column + m_columnSpan)));
}

void MatrixWindow::zoom(double factor, QPointF anchor) {
  checkPositive("factor", factor);
  const double columns = m_columnSpan;
  const double rows = m_rowSpan;
  setColumnSpan(m_columnSpan / factor);
  m_column += anchor.x() * (columns - m_columnSpan);
  m_row += anchor.y() * (rows - m_rowSpan);
  clamp();
}

void MatrixWindow::pan(QPointF share) {
  m_column += share.x() * m_columnSpan;
  m_row += share.y() * m_rowSpan;
  clamp();
}

void MatrixWindow::reset() {
  *this = MatrixWindow(m_rows, m_columns);
}

void MatrixWindow::place(double row, double column, double span) {
  checkFinite("row", row);
  checkFinite("column", column);
  checkPositive("span", span);
  setColumnSpan(span);
  m_row = row;
  m_column = column;
  clamp();
}

void MatrixWindow::include(Index row, Index column) {
  const auto shift = [](double first, double span, Index index) {
    const double margin = std::min(1.0, std::max(0.0, (span - 1) / 2));
    const auto at = static_cast<double>(index);
    return std::clamp(first, at + 1 + margin - span, at - margin);
  };
  m_row = shift(m_row, m_rowSpan, row);
  m_column = shift(m_column, m_columnSpan, column);
  clamp();
}

MatrixWindow MatrixWindow::adaptedTo(Index rows, Index columns) const {
  MatrixWindow adapted(rows, columns);
  if (isWhole()) return adapted;
  const double across = static_cast<double>(columns) / static_cast<double>(m_columns);
  const double down = static_cast<double>(rows) / static_cast<double>(m_rows);
  adapted.setColumnSpan(m_columnSpan * across);
  adapted.m_row = m_row * down;
  adapted.m_column = m_column * across;
  adapted.clamp();
  return adapted;
}

void MatrixWindow::setColumnSpan(double span) {
  const double whole = static_cast<double>(m_columns);
  m_columnSpan = std::clamp(span, std::min(kFewest, whole), whole);
  m_rowSpan = m_rows == m_columns ? m_columnSpan : static_cast<double>(m_rows) * (m_columnSpan / whole);
}

void MatrixWindow::clamp() {
  m_row = std::clamp(m_row, 0.0, std::max(0.0, static_cast<double>(m_rows) - m_rowSpan));
  m_column = std::clamp(m_column, 0.0, std::max(0.0, static_cast<double>(m_columns) - m_columnSpan));
}

}  // namespace noiseloom
