#include "core/strategy/strategy.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/strategy/strategy_body.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

void checkPosition(Index rows, Index columns, Index row, Index column) {
  checkInteger("row", row, 0, rows - 1);
  checkInteger("column", column, 0, columns - 1);
}

}  // namespace

Strategy::Strategy(const Strategy&) = default;
Strategy& Strategy::operator=(const Strategy&) = default;
Strategy::~Strategy() = default;

std::string_view Strategy::kindName() const {
  return m_kind->id;
}

Index Strategy::iterations() const {
  return m_body->iterations;
}

Index Strategy::rows() const {
  return m_body->rows;
}

bool Strategy::rowsAreSteps() const {
  return m_body->rowsAreSteps();
}

Index Strategy::ownRow(Index step) const {
  return m_body->ownRow(step);
}

Index Strategy::noiseRows() const {
  return m_body->noiseRows();
}

Index Strategy::bands() const {
  return m_body->bands();
}

double Strategy::entry(Index row, Index column) const {
  checkPosition(rows(), iterations(), row, column);
  return m_body->entry(row, column);
}

double Strategy::inverseEntry(Index row, Index column) const {
  checkPosition(iterations(), rows(), row, column);
  return m_body->inverseEntry(row, column);
}

double Strategy::columnNormSquared(Index column) const {
  checkPosition(rows(), iterations(), 0, column);
  return m_body->columnNormSquared(column);
}

std::vector<double> Strategy::block(Index rowBegin, Index rowEnd, Index columnBegin, Index columnEnd) const {
  checkInteger("row_begin", rowBegin, 0, rows());
  checkInteger("row_end", rowEnd, rowBegin, rows());
  checkInteger("column_begin", columnBegin, 0, iterations());
  checkInteger("column_end", columnEnd, columnBegin, iterations());
  std::vector<double> out;
  out.reserve((rowEnd - rowBegin) * (columnEnd - columnBegin));
  m_body->addBlock(rowBegin, rowEnd, columnBegin, columnEnd, out);
  return out;
}

std::vector<double> Strategy::column(Index column) const {
  checkPosition(rows(), iterations(), 0, column);
  if (!rowsAreSteps()) return block(ownRow(column), rows(), column, column + 1);
  return block(column, std::min(iterations(), column + bands()), column, column + 1);
}

void Strategy::multiply(std::span<const double> x, std::span<double> out) const {
  checkSize("x", std::ssize(x), iterations());
  checkSize("out", std::ssize(out), rows());
  m_body->multiply(x, out);
}

void Strategy::solve(std::span<const double> z, std::span<double> out) const {
  checkSize("z", std::ssize(z), rows());
  checkSize("out", std::ssize(out), iterations());
  m_body->solve(z, out);
}

void Strategy::bandRow(Index row, std::span<double> out) const {
  checkPosition(iterations(), iterations(), row, row);
  if (!rowsAreSteps())
    throw InvalidArgument("strategy", kindName(), Core::tr("a strategy whose rows are those of the steps"));
  checkSize("out", std::ssize(out), bands());
  m_body->bandRow(row, out);
}

Strategy Strategy::withIterations(Index iterations) const {
  checkInteger("iterations", iterations, 1, kNoLimit);
  if (iterations == this->iterations()) return *this;
  if (auto other = m_body->withIterations(iterations)) return *other;
  throw InvalidArgument("iterations", iterations,
                        {Core::tr("%1, those of the strategy: one that is %2 has entries of its own for each step"),
                         this->iterations(), kindName()});
}

Index Strategy::memoryBytes() const {
  return m_body->memoryBytes();
}

}  // namespace noiseloom
