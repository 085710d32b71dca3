#include "ui/plots/plot_picture.h"

#include <QChartView>
#include <QGraphicsScene>
#include <QPainter>
#include <chrono>
#include <utility>

#include "ui/plots/chart_curves.h"
#include "ui/plots/line_chart.h"
#include "ui/plots/turns.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// While a slider moves, pictures that are nearly done are still worth showing.
constexpr std::chrono::milliseconds kPatience{500};

}  // namespace

PlotPicture::PlotPicture(QChartView& view, LineChart& chart) : m_view(view), m_chart(chart) {
  // The view would draw the whole scene again with everything that changes in it.
  view.setViewportUpdateMode(QGraphicsView::NoViewportUpdate);
  connect(view.scene(), &QGraphicsScene::changed, this, [this] { renew(); });
}

void PlotPicture::paint(QPainter& painter) const {
  const QRect all = m_view.viewport()->rect();
  if (m_picture.isNull()) {
    painter.fillRect(all, themeOf(m_view.palette()).plot);
    return;
  }
  const bool fits = m_picture.size() == (QSizeF(all.size()) * m_picture.devicePixelRatio()).toSize();
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  if (fits) {
    painter.drawImage(QPointF(0, 0), m_picture);
  } else {
    painter.drawImage(QRectF(all), m_picture);
  }
}

void PlotPicture::shown() {
  if (m_stale) renew();
}

void PlotPicture::renew() {
  m_stale = true;
  if (!m_view.isVisible()) {
    m_picture = QImage();
    return;
  }
  inTurn(*m_view.viewport(), [this] {
    if (m_view.isVisible()) draw();
  });
}

void PlotPicture::draw() {
  m_stale = false;
  const QSize size = m_view.viewport()->size();
  const double ratio = m_view.devicePixelRatioF();
  QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_RGB32);
  if (image.isNull()) return;
  image.setDevicePixelRatio(ratio);
  image.fill(themeOf(m_view.palette()).plot);
  const QRectF all(QPointF(0, 0), size);
  m_chart.curves().leaveOut(true);
  {
    QPainter painter(&image);
    painter.setRenderHints(m_view.renderHints());
    m_view.scene()->render(&painter, all, all);
  }
  m_chart.curves().leaveOut(false);
  m_job.start(
      [this, image = std::move(image), curves = m_chart.curves().curves(),
       area = m_chart.chart().plotArea()](const std::stop_token&) -> NewestJob::Delivery {
        QImage picture = image;
        QPainter painter(&picture);
        paintCurves(painter, *curves, area);
        painter.end();
        return [this, picture] {
          m_picture = picture;
          m_view.viewport()->update();
        };
      },
      kPatience);
}

}  // namespace noiseloom
