#include <QTextStream>
#include <algorithm>

#include "ui/export/report.h"

namespace noiseloom {
namespace {

// Escapes characters that could start markup; those inside a word rarely do.
QString escaped(QString text) {
  for (const char c : {'\\', '`', '*', '_', '<', '#', '[', ']'}) {
    text.replace(QLatin1Char(c), QStringLiteral("\\%1").arg(QLatin1Char(c)));
  }
  return text.replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString row(const QStringList& cells) {
  QStringList parts;
  for (const QString& cell : cells) parts += escaped(cell).replace(QLatin1Char('|'), QStringLiteral("\\|"));
  return QStringLiteral("| ") + parts.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

struct MarkdownWriter {
  QTextStream& out;
  const QString& folder;

  void operator()(const ReportHeading& heading) const {
    out << QString(heading.level, QLatin1Char('#')) << ' ' << escaped(heading.text) << "\n\n";
  }
  void operator()(const ReportParagraph& paragraph) const {
    const bool warning = paragraph.tone == ReportParagraph::Tone::Warning;
    out << (warning ? "**" : "") << escaped(paragraph.text) << (warning ? "**" : "") << "\n\n";
  }
  void operator()(const ReportTable& table) const {
    out << escaped(table.caption) << "\n\n" << row(table.header) << '|';
    for (qsizetype i = 0; i < table.header.size(); ++i) {
      const bool numeric =
          std::find(table.numeric.begin(), table.numeric.end(), static_cast<int>(i)) != table.numeric.end();
      out << (numeric ? " ---: |" : " --- |");
    }
    out << '\n';
    for (const QStringList& cells : table.rows) out << row(cells);
    out << '\n';
  }
  void operator()(const ReportPicture& picture) const {
    // Spaces and brackets would otherwise end the address.
    out << "![" << escaped(picture.spoken) << "](<" << folder << '/' << picture.name << ".png>)\n\n*"
        << escaped(picture.caption) << "*\n\n";
  }
  void operator()(const ReportCode& code) const { out << "```sh\n" << code.text << "\n```\n\n"; }
};

}  // namespace

QByteArray reportMarkdown(const Report& report, const QString& folder) {
  QString text;
  QTextStream out(&text);
  out << "# " << escaped(report.title) << "\n\n" << escaped(report.subtitle) << "\n\n";
  for (const ReportBlock& block : report.blocks) std::visit(MarkdownWriter{out, folder}, block);
  out.flush();
  return text.trimmed().append(QLatin1Char('\n')).toUtf8();
}

}  // namespace noiseloom
