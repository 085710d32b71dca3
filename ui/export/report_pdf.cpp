#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QImageReader>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextLayout>
#include <QTextStream>
#include <QTextTable>
#include <QUrl>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "ui/export/picture_file.h"
#include "ui/export/print_units.h"
#include "ui/export/report.h"

namespace noiseloom {
namespace {

constexpr QSizeF kA4(210, 297);
constexpr double kMarginMillimetres = 20;
constexpr double kFooterMillimetres = 10;
constexpr int kPictureWidth = 620;  // text width of A4 in the pixels of rich text, 96 to an inch

// Less than a third of the text height of A4: two pictures fit on a page with their captions.
constexpr int kPictureHeight = 400;

// A table of at most this share of a page moves as a whole; of a longer one at least so many rows stay before a break,
// with its header.
constexpr double kShortTable = 0.5;
constexpr int kLeastRows = 3;

// The CSS that QTextDocument supports; only margins in pixels scale with the device.
constexpr char kRichTextStyle[] =
    "body { font-family: 'Noto Sans', 'DejaVu Sans', sans-serif; font-size: 9pt; color: #1c2024; }"
    "h1 { font-size: 18pt; margin-top: 0px; margin-bottom: 4px; }"
    "h2 { font-size: 13pt; margin-top: 22px; margin-bottom: 4px; }"
    "h3 { font-size: 10pt; margin-top: 16px; margin-bottom: 4px; } p { margin-top: 3px; margin-bottom: 6px; }"
    ".quiet { color: #57606a; } .warning { color: #8c1d13; background-color: #fdecea; font-weight: bold; }"
    "th { text-align: left; font-weight: bold; border-bottom: 1px solid #8a939c; }"
    "td { border-bottom: 1px solid #d5dae0; } .wide { font-size: 7pt; } .whole { white-space: nowrap; } "
    ".widewhole { font-size: 7pt; white-space: nowrap; }"
    ".caption { color: #57606a; margin-top: 4px; margin-bottom: 4px; } .below { color: #57606a; margin-bottom: 18px; }"
    "pre { font-family: 'Noto Sans Mono', 'DejaVu Sans Mono', monospace; font-size: 8pt; background-color: #f4f6f8; }";

/// Prevents line breaks at a number's decimal sign or exponent.
QString unbroken(QString text) {
  return text.replace(QLatin1Char(' '), QChar(0xa0)).toHtmlEscaped();
}

struct RichTextWriter {
  QTextStream& out;

  void operator()(const ReportHeading& heading) const {
    out << QStringLiteral("<h%1>%2</h%1>").arg(QString::number(heading.level), heading.text.toHtmlEscaped());
  }
  void operator()(const ReportParagraph& paragraph) const {
    const char* kind = paragraph.tone == ReportParagraph::Tone::Warning ? "<p class=\"warning\">"
                       : paragraph.tone == ReportParagraph::Tone::Note  ? "<p class=\"quiet\">"
                                                                        : "<p>";
    out << kind << paragraph.text.toHtmlEscaped() << "</p>";
  }
  void operator()(const ReportTable& table) const {
    out << "<p class=\"caption\">" << table.caption.toHtmlEscaped()
        << "</p><table width=\"100%\" cellspacing=\"0\" cellpadding=\"3\" style=\"border-collapse: "
           "collapse; margin-bottom: 10px\"><thead><tr>";
    const bool wide = table.header.size() > 6;
    const auto cell = [&](const char* tag, qsizetype column, const QString& text) {
      const bool numeric = table.isNumeric(column);
      const bool value = numeric && QLatin1String(tag) == QLatin1String("td");
      // Rich text breaks words anywhere in a narrow column, and numbers at their decimal point.
      const bool whole = value || !text.contains(QLatin1Char(' '));
      // An inline style would remove the borders.
      static constexpr const char* kind[] = {"", " class=\"wide\"", " class=\"whole\"", " class=\"widewhole\""};
      out << '<' << tag << kind[(wide ? 1 : 0) + (whole ? 2 : 0)] << (numeric ? " align=\"right\"" : "") << '>'
          << (value ? unbroken(text) : text.toHtmlEscaped()) << "</" << tag << '>';
    };
    for (qsizetype i = 0; i < table.header.size(); ++i) cell("th", i, table.header[i]);
    out << "</tr></thead>";
    for (const QStringList& row : table.rows) {
      out << "<tr>";
      for (qsizetype i = 0; i < row.size(); ++i) cell("td", i, row[i]);
      out << "</tr>";
    }
    out << "</table>";
  }
  void operator()(const ReportPicture& picture) const {
    // Without a height, rich text scales only the width to the resolution, and pictures come out twice as high.
    QByteArray png = picture.png;
    QBuffer buffer(&png);
    QSize size = QImageReader(&buffer, "PNG").size();
    if (!size.isEmpty()) size = size.scaled(kPictureWidth, kPictureHeight, Qt::KeepAspectRatio);
    out << "<p><img src=\"picture:" << picture.name << "\" width=\"" << size.width() << "\" height=\"" << size.height()
        << "\"></p><p class=\"below\">" << picture.caption.toHtmlEscaped() << "</p>";
  }
  void operator()(const ReportCode& code) const {
    out << "<pre style=\"white-space: pre-wrap\">" << code.text.toHtmlEscaped() << "</pre>";
  }
};

/// The report laid out for pages of a device.
struct Pages {
  QTextDocument document;
  QSizeF body;        ///< page without its footer, in dots of the device
  double footer = 0;  ///< height of the footer

  Pages(const Report& report, QPaintDevice& device, const QSizeF& page, double dotsPerMillimetre)
      : body(page.width(), page.height() - kFooterMillimetres * dotsPerMillimetre),
        footer(kFooterMillimetres * dotsPerMillimetre) {
    document.setDocumentMargin(0);
    document.setUndoRedoEnabled(false);
    for (const ReportBlock& block : report.blocks) {
      if (const auto* picture = std::get_if<ReportPicture>(&block)) {
        document.addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("picture:") + picture->name),
                             QImage::fromData(picture->png));
      }
    }
    document.documentLayout()->setPaintDevice(&device);
    document.setHtml(reportRichText(report));
    document.setPageSize(body);
    keepTogether();
  }

  /// The page of its first line: a block may begin at the end of a page whose next one has its lines.
  int pageOf(const QTextBlock& block) const {
    const double top = document.documentLayout()->blockBoundingRect(block).top();
    const double first = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).y() : 0;
    return static_cast<int>((top + first + 1) / body.height());
  }
  static bool isPicture(const QTextBlock& block) { return block.text() == QString(QChar::ObjectReplacementCharacter); }
  /// The block that must share a page with `block`: what follows the caption or first paragraph after a heading, the
  /// caption of the picture after it, or that of a picture.
  static QTextBlock companion(const QTextBlock& block) {
    if (isPicture(block)) return block.next();
    if (block.blockFormat().headingLevel() == 0) return {};
    QTextBlock content = block.next();
    while (content.isValid() && content.blockFormat().headingLevel() > 0) content = content.next();
    return content.isValid() ? content.next() : content;
  }
  /// Moves headings and pictures that would stand alone at the end of a page to the next page, and commands that would
  /// be broken by it.
  void keepTogether() {
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
      if (auto* table = qobject_cast<QTextTable*>(frame)) keepTogether(*table);
    }
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
      const QTextBlock content = companion(block);
      if (!content.isValid() || pageOf(content) == pageOf(block)) continue;
      // What comes along needs no break of its own, which would leave the heading alone on a page.
      for (QTextBlock after = block.next(); after.isValid() && after.position() <= content.position();
           after = after.next())
        setBreak(after, QTextFormat::PageBreak_Auto);
      breakBefore(block);
    }
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
      if (!isShaded(block) || isShaded(block.previous())) continue;
      QTextBlock last = block;
      while (isShaded(last.next())) last = last.next();
      if (lastPageOf(last) != pageOf(block)) breakBefore(block);
    }
  }
  /// True for lines of a command, and for a warning.
  static bool isShaded(const QTextBlock& block) {
    return block.isValid() && block.blockFormat().hasProperty(QTextFormat::BackgroundBrush);
  }
  /// The page of its last line.
  int lastPageOf(const QTextBlock& block) const {
    const double top = document.documentLayout()->blockBoundingRect(block).top();
    const int lines = block.layout()->lineCount();
    const double last = lines > 0 ? block.layout()->lineAt(lines - 1).y() : 0;
    return static_cast<int>((top + last + 1) / body.height());
  }
  static void setBreak(const QTextBlock& block, QTextFormat::PageBreakFlags policy) {
    QTextBlockFormat format = block.blockFormat();
    format.setPageBreakPolicy(policy);
    QTextCursor(block).setBlockFormat(format);
  }
  void breakBefore(const QTextBlock& block) {
    setBreak(block, QTextFormat::PageBreak_AlwaysBefore);
    // Resizing lays the document out anew: page positions change for everything below.
    document.setPageSize(body + QSizeF(0, 1));
    document.setPageSize(body);
  }
  /// Moves a short table to the next page that would leave a row or two behind, or send one ahead, alone.
  void keepTogether(QTextTable& table) {
    const auto pageOfRow = [&](int row) { return pageOf(table.cellAt(row, 0).firstCursorPosition().block()); };
    const int first = pageOfRow(0);
    const int last = pageOfRow(table.rows() - 1);
    const double height = document.documentLayout()->frameBoundingRect(&table).height();
    if (first == last || height > kShortTable * body.height()) return;
    int before = 0;
    int after = 0;
    for (int row = 0; row < table.rows(); ++row) {
      before += pageOfRow(row) == first ? 1 : 0;
      after += pageOfRow(row) == last ? 1 : 0;
    }
    if (before > kLeastRows && after > 1) return;
    // With its caption and headings.
    QTextBlock start = table.firstCursorPosition().block().previous();
    while (start.previous().isValid() && start.previous().blockFormat().headingLevel() > 0) start = start.previous();
    if (start.isValid()) breakBefore(start);
  }
};

void paintPage(QPainter& painter, const Pages& pages, const Report& report, int page) {
  const QSizeF body = pages.body;
  painter.save();
  painter.translate(0, -page * body.height());
  QAbstractTextDocumentLayout::PaintContext context;
  context.clip = QRectF(0, page * body.height(), body.width(), body.height());
  context.palette.setColor(QPalette::Text, QColor(0x1c, 0x20, 0x24));
  painter.setClipRect(context.clip);
  pages.document.documentLayout()->draw(&painter, context);
  painter.restore();
  QFont small = pages.document.defaultFont();
  small.setPointSizeF(7.5);
  painter.setFont(small);
  painter.setPen(QColor(0x57, 0x60, 0x6a));
  const QRectF line(0, body.height(), body.width(), pages.footer);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignBottom, QStringLiteral("%1 — %2").arg(report.title, report.subtitle));
  painter.drawText(
      line, Qt::AlignRight | Qt::AlignBottom,
      QCoreApplication::translate("Report", "Page %1 of %2").arg(page + 1).arg(pages.document.pageCount()));
}

}  // namespace

QString reportRichText(const Report& report) {
  QString text;
  QTextStream out(&text);
  out << "<html><head><style>" << kRichTextStyle << "</style></head><body><h1>" << report.title.toHtmlEscaped()
      << "</h1><p class=\"quiet\">" << report.subtitle.toHtmlEscaped() << "</p>";
  for (const ReportBlock& block : report.blocks) std::visit(RichTextWriter{out}, block);
  out << "</body></html>";
  out.flush();
  return text;
}

QByteArray pdfOf(const Report& report, const QPageSize& size, double marginMillimetres, const PaintPdf& paint) {
  const QByteArray bytes = pdfPages({report.title, report.scenario, size, marginMillimetres, kPdfResolution}, paint);
  if (bytes.isEmpty())
    throw std::runtime_error(QCoreApplication::translate("Report", "The pages cannot be drawn").toStdString());
  return bytes;
}

QByteArray reportPdf(const Report& report) {
  return pdfOf(report, QPageSize(QPageSize::A4), kMarginMillimetres, [&](QPainter& painter, QPdfWriter& writer) {
    const Pages pages(report, writer, QSizeF(writer.width(), writer.height()), kPdfResolution / kMillimetresPerInch);
    for (int page = 0; page < pages.document.pageCount(); ++page) {
      if (page > 0) writer.newPage();
      paintPage(painter, pages, report, page);
    }
  });
}

QImage sheetOf(const QSizeF& millimetres, double dots) {
  QImage sheet((millimetres * dots).toSize(), QImage::Format_RGB32);
  sheet.setDotsPerMeterX(static_cast<int>(std::lround(dots * 1000)));
  sheet.setDotsPerMeterY(sheet.dotsPerMeterX());
  sheet.fill(Qt::white);
  return sheet;
}

QList<QImage> reportPages(const Report& report, int dotsPerInch) {
  const double dots = dotsPerInch / kMillimetresPerInch;
  QImage sheet = sheetOf(kA4, dots);
  const QSizeF inside = (kA4 - 2 * QSizeF(kMarginMillimetres, kMarginMillimetres)) * dots;
  const Pages pages(report, sheet, inside, dots);
  QList<QImage> pictures;
  for (int page = 0; page < pages.document.pageCount(); ++page) {
    sheet.fill(Qt::white);
    QPainter painter(&sheet);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
    painter.translate(kMarginMillimetres * dots, kMarginMillimetres * dots);
    paintPage(painter, pages, report, page);
    painter.end();
    pictures += sheet;
  }
  return pictures;
}

}  // namespace noiseloom
