#pragma once

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <functional>
#include <string>
#include <variant>
#include <vector>

class QPageSize;
class QPainter;
class QPdfWriter;
class QSizeF;

namespace noiseloom {

// A report between its content and its output formats. Text is plain, never markup.

struct ReportHeading {
  int level = 2;  ///< 2 or 3: the title has level 1
  QString text;
};
struct ReportParagraph {
  enum class Tone { Plain, Warning, Note };
  QString text;
  Tone tone = Tone::Plain;
};
struct ReportTable {
  QString caption;                ///< above the table
  QStringList header;             ///< column titles with units
  std::vector<QStringList> rows;  ///< one cell per column
  std::vector<int> numeric = {};  ///< right-aligned columns

  bool isNumeric(qsizetype column) const { return std::ranges::find(numeric, column) != numeric.end(); }
};
struct ReportPicture {
  QString name;     ///< file name without suffix
  QString caption;  ///< below the picture
  QString spoken;   ///< description for screen readers
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
  std::string scenario;  ///< JSON embedded in HTML and PDF
};

/// Summary: one page of PDF (summary_page.h).
enum class ReportFormat { Html, Pdf, Markdown, Summary };
/// ".html", ".pdf", ".md".
QString reportSuffix(ReportFormat format);

// The writers, all for worker threads. Pictures are embedded in the document; only Markdown keeps them beside it.

/// A self-contained page: no scripts, nothing to fetch.
QByteArray reportHtml(const Report& report);
/// A PDF of the report's title and scenario, with what `paint` paints. Throws std::runtime_error.
QByteArray pdfOf(const Report& report, const QPageSize& size, double marginMillimetres,
                 const std::function<void(QPainter&, QPdfWriter&)>& paint);
/// A white sheet of that size, with so many dots a millimetre.
QImage sheetOf(const QSizeF& millimetres, double dots);
/// Numbered A4 pages.
QByteArray reportPdf(const Report& report);
/// The pages of the PDF as pictures.
QList<QImage> reportPages(const Report& report, int dotsPerInch);
/// Markdown whose pictures are `folder`/name.png, relative to the document.
QByteArray reportMarkdown(const Report& report, const QString& folder);
/// The subset of HTML that Qt's rich text supports, with pictures as "picture:name": the source of the PDF.
QString reportRichText(const Report& report);

/// Writes the report, everything or nothing, and returns the paths written. The pictures of Markdown go to a folder
/// "name_files" beside it. Throws IoError.
QStringList writeReport(const Report& report, ReportFormat format, const QString& path);
/// The paths that writeReport() would write.
QStringList reportPaths(const Report& report, ReportFormat format, const QString& path);

}  // namespace noiseloom
