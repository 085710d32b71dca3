#pragma once

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QString>
#include <QStringList>
#include <string>
#include <variant>
#include <vector>

namespace noiseloom {

// A report between its content and the formats it is written in. Text is plain, never markup.

struct ReportHeading {
  int level = 2;  ///< 2 or 3: the title is 1
  QString text;
};
struct ReportParagraph {
  enum class Tone { Plain, Warning, Note };
  QString text;
  Tone tone = Tone::Plain;
};
struct ReportTable {
  QString caption;                ///< what it is; above it
  QStringList header;             ///< with units
  std::vector<QStringList> rows;  ///< a cell a column
  std::vector<int> numeric = {};  ///< columns that are set flush right
};
struct ReportPicture {
  QString name;     ///< file name without suffix
  QString caption;  ///< below it
  QString spoken;   ///< for those who do not see it
  QByteArray png;
};
struct ReportCode {
  QString text;
};
using ReportBlock = std::variant<ReportHeading, ReportParagraph, ReportTable, ReportPicture, ReportCode>;

struct Report {
  QString title;
  QString subtitle;
  std::vector<ReportBlock> blocks;
  std::string scenario;  ///< JSON that HTML and PDF carry
};

/// Summary: one page of PDF (summary_page.h).
enum class ReportFormat { Html, Pdf, Markdown, Summary };
/// ".html", ".pdf", ".md".
QString reportSuffix(ReportFormat format);

// The writers, all for worker threads. Pictures stand in the document; only Markdown has them beside it.

/// A page of its own: no scripts, nothing to fetch.
QByteArray reportHtml(const Report& report);
/// A4 pages with numbers.
QByteArray reportPdf(const Report& report);
/// The same pages as pictures.
QList<QImage> reportPages(const Report& report, int dotsPerInch);
/// Pictures as `folder`/name.png, relative to the document.
QByteArray reportMarkdown(const Report& report, const QString& folder);
/// HTML of the part that rich-text engines understand, pictures as "picture:name": what the PDF is set from.
QString reportRichText(const Report& report);

/// Writes the report: everything or nothing. Markdown's pictures go to a folder "name_files" beside it. Throws IoError.
/// Returns what was written.
QStringList writeReport(const Report& report, ReportFormat format, const QString& path);
/// What writeReport() would write.
QStringList reportPaths(const Report& report, ReportFormat format, const QString& path);

}  // namespace noiseloom
