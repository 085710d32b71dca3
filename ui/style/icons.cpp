#include "ui/style/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

// Resources of a static library must be requested by name; the macro needs the global namespace.
static void initResources() {
  Q_INIT_RESOURCE(noiseloom);
  Q_INIT_RESOURCE(translations);
}

namespace noiseloom {
namespace {

class SymbolicIconEngine : public QIconEngine {
 public:
  explicit SymbolicIconEngine(QByteArray svg, QColor color = {}) : m_svg(std::move(svg)), m_color(std::move(color)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QByteArray svg = m_svg;
    svg.replace("currentColor", colorOf(mode).name().toLatin1());
    QSvgRenderer(svg).render(painter, rect);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    // A button requests its icon with every repaint; rendering the SVG would take as long as all the rest.
    const QString key =
        QStringLiteral("noiseloom %1 %2 %3 ").arg(colorOf(mode).name()).arg(size.width()).arg(size.height()) +
        QString::fromLatin1(m_svg);
    if (QPixmap known; QPixmapCache::find(key, &known)) return known;
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
  }
  QIconEngine* clone() const override { return new SymbolicIconEngine(m_svg, m_color); }

 private:
  QColor colorOf(QIcon::Mode mode) const {
    // A colour of its own would hardly be visible on a selection.
    if (m_color.isValid() && mode != QIcon::Selected) return m_color;
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
    return QApplication::palette().color(group, role);
  }

  QByteArray m_svg;
  QColor m_color;  ///< invalid: the palette's
};

}  // namespace

void ensureResources() {
  initResources();
}

QIcon symbolicIcon(const QString& name) {
  return symbolicIcon(name, QColor());
}

QIcon symbolicIcon(const QString& name, const QColor& color) {
  initResources();
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return QIcon(new SymbolicIconEngine(file.readAll(), color));
}

QIcon applicationIcon() {
  initResources();
  QSvgRenderer renderer(QStringLiteral(":/icons/noiseloom.svg"));
  QIcon icon;
  for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    icon.addPixmap(pixmap);
  }
  return icon;
}

}  // namespace noiseloom
