#include "ui/export/summary_page.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QLocale>
#include <QPdfWriter>
#include <QTextDocument>
#include <QTextStream>
#include <algorithm>
#include <cmath>

#include "core/base/version.h"
#include "ui/export/picture_file.h"
#include "ui/export/print_units.h"

namespace noiseloom {
namespace {

constexpr double kGapMillimetres = 4;
constexpr double kCaptionMillimetres = 5;
constexpr double kSmallFooterMillimetres = 6;
constexpr double kLargestType = 9;
constexpr double kSmallestType = 6;  // smallest type size in points: below it, the text is scaled as a whole
constexpr double kTypeStep = 0.25;
constexpr double kLeastPictures = 0.36;  // smallest share of the page for pictures
constexpr double kCaptionType = 7;

/// Tables of more columns have the width of the page, others stand side by side.
constexpr qsizetype kNarrowTable = 3;

QString tableText(const ReportTable& table) {
  QString text;
  QTextStream out(&text);
  const bool wide = table.header.size() > kNarrowTable;
  out << "<table width=\"100%\" cellspacing=\"0\" cellpadding=\"" << (wide ? 4 : 2) << "\">";
  if (wide) {
    out << "<tr>";
    for (qsizetype i = 0; i < table.header.size(); ++i) {
      const bool numeric = table.isNumeric(i);
      QString title = table.header[i];
      if (numeric) title.replace(QLatin1Char(' '), QChar(0xa0));
      out << (numeric ? "<th align=\"right\">" : "<th align=\"left\">") << title.toHtmlEscaped() << "</th>";
    }
    out << "</tr>";
  }
  for (const QStringList& row : table.rows) {
    out << "<tr>";
    for (qsizetype i = 0; i < row.size(); ++i) {
      const bool numeric = table.isNumeric(i);
      // Prevents line breaks at a number's decimal sign.
      QString cell = row[i];
      if (numeric) cell.replace(QLatin1Char(' '), QChar(0xa0));
      out << (numeric ? "<td align=\"right\">" : "<td>") << cell.toHtmlEscaped() << "</td>";
    }
    out << "</tr>";
  }
  out << "</table>";
  out.flush();
  return text;
}

QString textOf(const Report& report, double pointSize) {
  QString text;
  QTextStream out(&text);
  out << "<html><head><style>body { font-family: 'Noto Sans', 'DejaVu Sans', sans-serif; font-size: "
      << QString::number(pointSize) << "pt; color: #1c2024; } h1 { font-size: " << QString::number(1.7 * pointSize)
      << "pt; margin: 0px; } .quiet { color: #57606a; } .warning { color: #8c1d13; background-color: #fdecea; "
         "font-weight: bold; } th { font-weight: bold; border-bottom: 1px solid #8a939c; } p { margin-top: 2px; "
         "margin-bottom: 4px; } td { border-bottom: 1px solid #d5dae0; }"
         "</style></head><body><h1>"
      << report.title.toHtmlEscaped() << "</h1><p class=\"quiet\">" << report.subtitle.toHtmlEscaped() << "</p>";
  std::vector<const ReportTable*> tables;
  for (const ReportBlock& block : report.blocks) {
    if (const auto* paragraph = std::get_if<ReportParagraph>(&block)) {
      const char* kind = paragraph->tone == ReportParagraph::Tone::Warning ? "<p class=\"warning\">"
                         : paragraph->tone == ReportParagraph::Tone::Note  ? "<p class=\"quiet\">"
                                                                           : "<p>";
      out << kind << paragraph->text.toHtmlEscaped() << "</p>";
    } else if (const auto* table = std::get_if<ReportTable>(&block); table && table->header.size() > kNarrowTable) {
      out << tableText(*table);
    } else if (table) {
      tables.push_back(table);
    }
  }
  out << "<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" style=\"margin-top: 6px\"><tr>";
  for (std::size_t i = 0; i < tables.size(); ++i) {
    out << "<td width=\"" << 100 / tables.size()
        << "%\" style=\"border: none; padding-right: " << (i + 1 < tables.size() ? 14 : 0) << "px\">"
        << tableText(*tables[i]) << "</td>";
  }
  out << "</tr></table></body></html>";
  out.flush();
  return text;
}

/// Lays the text out at a width; its height follows.
void setText(QTextDocument& document, const Report& report, QPaintDevice& device, double width, double pointSize) {
  document.setDocumentMargin(0);
  document.setUndoRedoEnabled(false);
  document.documentLayout()->setPaintDevice(&device);
  document.setHtml(textOf(report, pointSize));
  document.setTextWidth(width);
}

std::vector<const ReportPicture*> paintedPictures(const Report& report) {
  std::vector<const ReportPicture*> pictures;
  for (const ReportBlock& block : report.blocks) {
    if (const auto* picture = std::get_if<ReportPicture>(&block)) pictures.push_back(picture);
  }
  return pictures;
}

}  // namespace

SummaryLayout summaryLayout(const Report& report, QPaintDevice& device, const QSizeF& inside,
                            double dotsPerMillimetre) {
  SummaryLayout layout;
  layout.page = QRectF(QPointF(), inside);
  const double footer = kSmallFooterMillimetres * dotsPerMillimetre;
  const double gap = kGapMillimetres * dotsPerMillimetre;
  const double caption = kCaptionMillimetres * dotsPerMillimetre;
  const double bottom = inside.height() - footer;
  const auto pictures = paintedPictures(report);
  const double room = bottom - (pictures.empty() ? 0 : kLeastPictures * inside.height() + gap);
  QTextDocument document;
  layout.pointSize = kLargestType;
  for (;; layout.pointSize -= kTypeStep) {
    setText(document, report, device, inside.width(), layout.pointSize);
    if (document.size().height() <= room || layout.pointSize <= kSmallestType) break;
  }
  layout.text = QRectF(0, 0, inside.width(), std::min(room, document.size().height()));
  if (pictures.empty()) return layout;
  // Two pictures a row, an odd last one centred and that much larger (summaryPictures()); height that a row leaves over
  // goes to the next rows.
  const bool odd = pictures.size() % 2 == 1 && pictures.size() > 1;
  double top = layout.text.bottom() + gap;
  for (std::size_t first = 0; first < pictures.size(); first += 2) {
    const std::size_t inRow = std::min<std::size_t>(2, pictures.size() - first);
    const auto rowsLeft = static_cast<double>((pictures.size() - first + 1) / 2);
    const double lone = inRow == 1 && odd ? kSummaryLoneRatio : 1;
    const double shares = odd ? rowsLeft - 1 + kSummaryLoneRatio : rowsLeft;
    const double rowHeight = (bottom - top - (rowsLeft - 1) * gap - rowsLeft * caption) * lone / shares;
    const double cellWidth = inRow == 1 ? inside.width() : (inside.width() - gap) / 2;
    double used = 0;
    for (std::size_t i = 0; i < inRow; ++i) {
      const double left = static_cast<double>(i) * (cellWidth + gap);
      const QSizeF size = QSizeF(QImage::fromData(pictures[first + i]->png).size())
                              .scaled(QSizeF(cellWidth, rowHeight), Qt::KeepAspectRatio);
      layout.pictures.emplace_back(QPointF(left + (cellWidth - size.width()) / 2, top), size);
      layout.captions.emplace_back(left, top + size.height(), cellWidth, caption);
      used = std::max(used, size.height());
    }
    top += used + caption + gap;
  }
  return layout;
}

void paintSummary(QPainter& painter, const Report& report, const QSizeF& inside, double dotsPerMillimetre) {
  QPaintDevice& device = *painter.device();
  const SummaryLayout layout = summaryLayout(report, device, inside, dotsPerMillimetre);
  QTextDocument document;
  setText(document, report, device, inside.width(), layout.pointSize);
  painter.save();
  if (const double height = document.size().height(); height > layout.text.height()) {
    const double scale = layout.text.height() / height;
    painter.scale(scale, scale);
  }
  QAbstractTextDocumentLayout::PaintContext context;
  context.palette.setColor(QPalette::Text, QColor(0x1c, 0x20, 0x24));
  document.documentLayout()->draw(&painter, context);
  painter.restore();
  QFont small = document.defaultFont();
  small.setPointSizeF(kCaptionType);
  painter.setFont(small);
  painter.setPen(QColor(0x57, 0x60, 0x6a));
  const auto pictures = paintedPictures(report);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    painter.drawImage(layout.pictures[i], QImage::fromData(pictures[i]->png));
    const QFontMetricsF metrics(small, &device);
    painter.drawText(layout.captions[i], Qt::AlignHCenter | Qt::AlignVCenter,
                     metrics.elidedText(pictures[i]->caption, Qt::ElideMiddle, layout.captions[i].width()));
  }
  const QRectF line(0, 0, inside.width(), inside.height());
  painter.drawText(line, Qt::AlignLeft | Qt::AlignBottom, QStringLiteral("Noiseloom " NOISELOOM_VERSION));
  painter.drawText(line, Qt::AlignRight | Qt::AlignBottom,
                   QCoreApplication::translate("Report", "The full report says what each figure is."));
}

std::vector<Picture> summaryPictures(std::vector<Picture> pictures) {
  if (pictures.size() % 2 == 0 || pictures.size() < 2) return pictures;
  Picture& lone = pictures.back();
  const auto wider = [](PictureStyle style) {
    style.scale = pictureScale(style) / kSummaryLoneRatio;
    return style;
  };
  lone.prepare = [prepare = std::move(lone.prepare), wider](const PictureStyle& style, const std::stop_token& stop) {
    prepare(wider(style), stop);
  };
  lone.paint = [paint = std::move(lone.paint), wider](QPainter& painter, const PictureStyle& style) {
    painter.save();
    painter.scale(1 / kSummaryLoneRatio, 1 / kSummaryLoneRatio);
    paint(painter, wider(style));
    painter.restore();
  };
  return pictures;
}

QPageSize usualPageSize() {
  const bool letter = QLocale::system().measurementSystem() == QLocale::ImperialUSSystem;
  return QPageSize(letter ? QPageSize::Letter : QPageSize::A4);
}

QByteArray summaryPdf(const Report& report, const QPageSize& size) {
  return pdfOf(report, size, kSummaryMarginMillimetres, [&](QPainter& painter, const QPdfWriter& writer) {
    paintSummary(painter, report, QSizeF(writer.width(), writer.height()), kPdfResolution / kMillimetresPerInch);
  });
}

QImage summaryPicture(const Report& report, int dotsPerInch, const QPageSize& size) {
  const double dots = dotsPerInch / kMillimetresPerInch;
  const QSizeF paper = size.size(QPageSize::Millimeter);
  QImage sheet = sheetOf(paper, dots);
  QPainter painter(&sheet);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
  painter.translate(kSummaryMarginMillimetres * dots, kSummaryMarginMillimetres * dots);
  paintSummary(painter, report, (paper - 2 * QSizeF(kSummaryMarginMillimetres, kSummaryMarginMillimetres)) * dots,
               dots);
  return sheet;
}

}  // namespace noiseloom
