#include <QCoreApplication>
#include <QTextStream>

#include "core/base/version.h"
#include "ui/export/report.h"

namespace noiseloom {
namespace {

constexpr char kStyle[] = R"css(
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; color: #1c2024; background: #fff; max-width: 60rem;
  margin: 2.5rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid #d5dae0; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
.subtitle, .note, caption, figcaption { color: #57606a; }
.warning { border-left: 4px solid #b42318; background: #fdecea; color: #8c1d13; padding: .75rem 1rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; font-size: .93rem; }
caption { text-align: left; padding: 0 0 .35rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #e4e8ec;
  overflow-wrap: anywhere; }
th { font-weight: 600; border-bottom-color: #aeb6bf; overflow-wrap: normal; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
picture { margin: 1.25rem 0; break-inside: avoid; }
img { max-width: 100%; height: auto; border: 1px solid #e4e8ec; }
pre { background: #f4f6f8; padding: .75rem 1rem; overflow-x: auto; white-space: pre-wrap; font-size: .87rem; }
@media print { body { margin: 0; max-width: none; } h2, h3 { break-after: avoid; } tr { break-inside: avoid; } }
)css";

struct HtmlWriter {
  QTextStream& out;

  void operator()(const ReportHeading& heading) const {
    out << QStringLiteral("<h%1>%2</h%1>\n").arg(QString::number(heading.level), heading.text.toHtmlEscaped());
  }
  void operator()(const ReportParagraph& paragraph) const {
    const QString kind = paragraph.tone == ReportParagraph::Tone::Warning ? QStringLiteral(" class=\"warning\"")
                         : paragraph.tone == ReportParagraph::Tone::Note  ? QStringLiteral(" class=\"note\"")
                                                                          : QString();
    out << "<p" << kind << '>' << paragraph.text.toHtmlEscaped() << "</p>\n";
  }
  void operator()(const ReportTable& table) const {
    out << "<table>\n<caption>" << table.caption.toHtmlEscaped() << "</caption>\n<thead><tr>";
    for (qsizetype i = 0; i < table.header.size(); ++i) {
      out << (table.isNumeric(i) ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">")
          << table.header[i].toHtmlEscaped() << "</th>";
    }
    out << "</tr></thead>\n<tbody>\n";
    for (const QStringList& row : table.rows) {
      out << "<tr>";
      for (qsizetype i = 0; i < row.size(); ++i)
        out << (table.isNumeric(i) ? "<td class=\"number\">" : "<td>") << row[i].toHtmlEscaped() << "</td>";
      out << "</tr>\n";
    }
    out << "</tbody>\n</table>\n";
  }
  void operator()(const ReportPicture& picture) const {
    out << "<figure><img alt=\"" << picture.spoken.toHtmlEscaped() << "\" src=\"data:image/png;base64,"
        << QString::fromLatin1(picture.png.toBase64()) << "\"><figcaption>" << picture.caption.toHtmlEscaped()
        << "</figcaption></figure>\n";
  }
  void operator()(const ReportCode& code) const { out << "<pre>" << code.text.toHtmlEscaped() << "</pre>\n"; }
};

}  // namespace

QByteArray reportHtml(const Report& report) {
  QString text;
  QTextStream out(&text);
  out << "<!DOCTYPE html>\n<html lang=\""
      << (QCoreApplication::translate("Report", "en", "the code of the language of these texts, as in <html lang>"))
             .toHtmlEscaped()
      << "\">\n<head>\n<meta charset=\"utf-8\">\n"
      << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" "
         "content=\"Noiseloom "
      << NOISELOOM_VERSION << "\">\n<title>" << report.title.toHtmlEscaped() << " — " << report.subtitle.toHtmlEscaped()
      << "</title>\n<style>" << kStyle << "</style>\n";
  if (!report.scenario.empty()) {
    // The script element holds data, not a program; "</" would end it.
    out << "<script type=\"application/json\" id=\"noiseloom-scenario\">"
        << QString::fromStdString(report.scenario).replace(QStringLiteral("</"), QStringLiteral("<\\/"))
        << "</script>\n";
  }
  out << "</head>\n<body>\n<h1>" << report.title.toHtmlEscaped() << "</h1>\n<p class=\"subtitle\">"
      << report.subtitle.toHtmlEscaped() << "</p>\n";
  for (const ReportBlock& block : report.blocks) std::visit(HtmlWriter{out}, block);
  out << "</body>\n</html>\n";
  out.flush();
  return text.toUtf8();
}

}  // namespace noiseloom
