#pragma once

#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QRectF>
#include <vector>

#include "ui/export/report.h"
#include "ui/plots/canvas/picture.h"

namespace noiseloom {

/// Lays out a summary (makeSummary()) on one page: text above, tables side by side, then pictures in their own
/// proportions. Type is as large as fits; nothing is cut.

/// The layout of the page, in dots of a device.
struct SummaryLayout {
  QRectF page;                   ///< inside the margins
  QRectF text;                   ///< claim and tables
  double pointSize = 0;          ///< type size of the text
  std::vector<QRectF> pictures;  ///< in the order of the report
  std::vector<QRectF> captions;  ///< the captions below them
};
/// `inside` is the page without its margins, in dots.
SummaryLayout summaryLayout(const Report& report, QPaintDevice& device, const QSizeF& inside, double dotsPerMillimetre);
/// Paints the page, its inside at the origin.
void paintSummary(QPainter& painter, const Report& report, const QSizeF& inside, double dotsPerMillimetre);

/// The pictures of a summary, to be drawn in one style: the last of an odd number has a row of its own and is larger,
/// while its type matches the others' on paper.
std::vector<Picture> summaryPictures(std::vector<Picture> pictures);
/// The usual enlargement of that picture; longer texts make it smaller, and its type with it.
inline constexpr double kSummaryLoneRatio = 1.5;

/// A4, or Letter in countries that use it.
QPageSize usualPageSize();
/// Margins of the page, for printers too.
inline constexpr double kSummaryMarginMillimetres = 15;
/// PictureStyle::scale of its pictures, half a page wide, which keeps their type readable.
inline constexpr double kSummaryPictureScale = 4;
QByteArray summaryPdf(const Report& report, const QPageSize& size = usualPageSize());
QImage summaryPicture(const Report& report, int dotsPerInch, const QPageSize& size = usualPageSize());

}  // namespace noiseloom
