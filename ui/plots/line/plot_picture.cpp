#include "ui/plots/line/plot_picture.h"

#include <QPainter>
#include <QWidget>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "ui/jobs/frame_pacer.h"
#include "ui/plots/canvas/deferred_work.h"
#include "ui/plots/line/line_chart.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// While a slider moves, pictures that are nearly finished are still worth showing.
constexpr std::chrono::milliseconds kPicturePatience{500};

}  // namespace

PlotPicture::PlotPicture(QWidget& view, LineChart& chart) : m_view(view), m_chart(chart) {
  connect(&FramePacer::instance(), &FramePacer::rested, this, [this] {
    if (m_coarse) renew();
  });
}

bool PlotPicture::paint(QPainter& painter) {
  const QRectF all = m_view.rect();
  m_painted = true;
  if (m_picture.isNull()) {
    painter.fillRect(all, themeOf(m_view.palette()).plot);
    return false;
  }
  // Without scaling if the size matches: Qt then copies whole rows.
  const double ratio = painter.device()->devicePixelRatio();
  // The window has moved to another screen.
  if (std::exchange(m_screenRatio, ratio) != ratio && m_drawnRatio != ratio) renew();
  // With fractional scaling the picture may end one pixel short.
  if (ratio != std::floor(ratio)) painter.fillRect(all, themeOf(m_view.palette()).plot);
  painter.save();
  painter.scale(1 / ratio, 1 / ratio);
  const QSizeF pixels = all.size() * ratio;
  if (m_picture.size() == pixels.toSize()) {
    painter.drawImage(0, 0, m_picture);
  } else {
    painter.drawImage(QRectF(QPointF(0, 0), pixels), m_picture);
  }
  painter.restore();
  return true;
}

void PlotPicture::shown() {
  if (m_outdated) forget();
  if (m_stale) renew();
}

void PlotPicture::outdate() {
  if (!m_view.isVisible()) return forget();
  m_outdated = true;
  renew();
}

void PlotPicture::forget() {
  m_stale = true;
  m_outdated = false;
  m_picture = QImage();
  ++m_forgotten;
}

void PlotPicture::renew() {
  m_stale = true;
  if (!m_view.isVisible()) return;
  defer(m_view, [this] {
    if (m_view.isVisible()) draw();
  });
}

QImage PlotPicture::blank(QSize pixels) {
  // Allocating memory costs more than drawing into it.
  return m_spare.size() == pixels ? std::exchange(m_spare, {}) : QImage(pixels, QImage::Format_RGB32);
}

const QImage& PlotPicture::frame(QSize pixels, double ratio) {
  if (m_frame.size() == pixels && m_frame.devicePixelRatio() == ratio && m_framed == m_chart.frame()) return m_frame;
  m_framed = m_chart.frame();
  if (m_frame.size() != pixels) m_frame = QImage(pixels, QImage::Format_RGB32);
  if (m_frame.isNull()) return m_frame;
  m_frame.fill(themeOf(m_view.palette()).plot);
  m_frame.setDevicePixelRatio(ratio);
  QPainter painter(&m_frame);
  m_chart.paintFrame(painter);
  return m_frame;
}

void PlotPicture::draw() {
  m_stale = false;
  m_outdated = false;
  m_coarse = FramePacer::instance().moving();
  const double ratio = m_view.devicePixelRatioF();
  const QSize pixels = (QSizeF(m_view.size()) * ratio).toSize();
  const QImage& axes = frame(pixels, ratio);
  const auto image = std::make_shared<QImage>(blank(pixels));
  if (image->isNull() || axes.isNull()) return;
  std::copy_n(axes.constBits(), axes.sizeInBytes(), image->bits());
  image->setDevicePixelRatio(ratio);
  m_drawnRatio = ratio;
  {
    QPainter painter(image.get());
    m_chart.legend().paint(painter);
  }
  m_job.start(
      [this, image, curves = m_chart.curves(), area = m_chart.plotArea(), forgotten = m_forgotten,
       smooth = !m_coarse](const std::stop_token&) -> NewestJob::Delivery {
        // From here on the image has no other owner.
        QPainter painter(image.get());
        paintCurves(painter, *curves, area, smooth);
        painter.end();
        image->setDevicePixelRatio(1);
        return [this, image, forgotten] {
          if (forgotten != m_forgotten) return;
          m_spare = std::exchange(m_picture, std::move(*image));
          m_painted = false;
          m_view.update();
        };
      },
      kPicturePatience);
}

}  // namespace noiseloom
