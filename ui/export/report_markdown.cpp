#include <QTextStream>

#include "ui/export/markdown.h"
#include "ui/export/report.h"

namespace noiseloom {
namespace {

QString row(const QStringList& cells) {
  QStringList parts;
  for (const QString& cell : cells) parts += markdownCell(cell);
  return markdownRow(parts);
}

struct MarkdownWriter {
  QTextStream& out;
  const QString& folder;

  void operator()(const ReportHeading& heading) const {
    out << QString(heading.level, QLatin1Char('#')) << ' ' << escapedMarkdown(heading.text) << "\n\n";
  }
  void operator()(const ReportParagraph& paragraph) const {
    const bool warning = paragraph.tone == ReportParagraph::Tone::Warning;
    out << (warning ? "**" : "") << escapedMarkdown(paragraph.text) << (warning ? "**" : "") << "\n\n";
  }
  void operator()(const ReportTable& table) const {
    out << escapedMarkdown(table.caption) << "\n\n" << row(table.header) << '|';
    for (qsizetype i = 0; i < table.header.size(); ++i) out << (table.isNumeric(i) ? " ---: |" : " --- |");
    out << '\n';
    for (const QStringList& cells : table.rows) out << row(cells);
    out << '\n';
  }
  void operator()(const ReportPicture& picture) const {
    // Spaces and brackets would otherwise end the address.
    out << "![" << escapedMarkdown(picture.spoken) << "](<" << folder << '/' << picture.name << ".png>)\n\n*"
        << escapedMarkdown(picture.caption) << "*\n\n";
  }
  void operator()(const ReportCode& code) const { out << "```sh\n" << code.text << "\n```\n\n"; }
};

}  // namespace

QByteArray reportMarkdown(const Report& report, const QString& folder) {
  QString text;
  QTextStream out(&text);
  out << "# " << escapedMarkdown(report.title) << "\n\n" << escapedMarkdown(report.subtitle) << "\n\n";
  for (const ReportBlock& block : report.blocks) std::visit(MarkdownWriter{out, folder}, block);
  out.flush();
  return text.trimmed().append(QLatin1Char('\n')).toUtf8();
}

}  // namespace noiseloom
