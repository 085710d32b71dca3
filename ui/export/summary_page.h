#pragma once

#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QRectF>
#include <vector>

#include "ui/export/report.h"
#include "ui/plots/canvas/picture.h"

namespace noiseloom {

/// A summary (makeSummary()) as one page: its text above, its tables beside each other, then its pictures, each in its
/// shape. Type is as large as fits; nothing is cut.

/// Where what stands, in dots of a device.
struct SummaryLayout {
  QRectF page;                   ///< inside the margins
  QRectF text;                   ///< claim and tables
  double pointSize = 0;          ///< of the text
  std::vector<QRectF> pictures;  ///< in the order of the report
  std::vector<QRectF> captions;  ///< below them
};
/// `inside`: the page without its margins, in dots.
SummaryLayout summaryLayout(const Report& report, QPaintDevice& device, const QSizeF& inside, double dotsPerMillimetre);
/// Paints the page, its inside at the origin.
void paintSummary(QPainter& painter, const Report& report, const QSizeF& inside, double dotsPerMillimetre);

/// The pictures of a summary, to be drawn in one style: the last of an odd number, which stands alone in its row and is
/// larger than the others, with type that is as large as theirs on paper.
std::vector<Picture> summaryPictures(std::vector<Picture> pictures);
/// How much larger it is: what usual texts leave of the page; longer ones make it smaller, and its type with it.
inline constexpr double kSummaryLoneRatio = 1.5;

/// A4, or Letter where that is usual.
QPageSize usualPageSize();
/// Margins of the page, for printers, too.
inline constexpr double kSummaryMarginMillimetres = 15;
/// PictureStyle::scale of its pictures, half a page wide: their type stays readable.
inline constexpr double kSummaryPictureScale = 4;
QByteArray summaryPdf(const Report& report, const QPageSize& size = usualPageSize());
/// The same page as a picture.
QImage summaryPicture(const Report& report, int dotsPerInch, const QPageSize& size = usualPageSize());

}  // namespace noiseloom
