#pragma once

#include <QString>
#include <QStringList>

namespace noiseloom {

/// Escapes characters that could start markup; those inside a word rarely do. One line.
QString escapedMarkdown(QString text);
/// The same for a cell of a table.
QString markdownCell(const QString& text);
/// A line of a table, of cells that are escaped.
QString markdownRow(const QStringList& cells);

}  // namespace noiseloom
