#include "ui/style/look.h"

#include <QApplication>
#include <QEvent>
#include <QFont>
#include <QPointer>
#include <QWidget>
#include <atomic>
#include <vector>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

std::atomic<bool> strongContrast = false;
std::atomic<bool> presenterMode = false;
thread_local double ownLineScale = 0;  // 0: none

/// A widget with a font size of its own, which does not follow the application's.
struct OwnSize {
  QPointer<QWidget> widget;
  QFont font;
};

std::vector<OwnSize> ownSizes() {
  std::vector<OwnSize> found;
  for (QWidget* widget : QApplication::allWidgets()) {
    const bool own = widget->testAttribute(Qt::WA_SetFont) && (widget->font().resolveMask() & QFont::SizeResolved);
    if (own) found.push_back({widget, widget->font()});
  }
  return found;
}

}  // namespace

bool highContrast() {
  return strongContrast;
}
bool presenting() {
  return presenterMode;
}

OwnLineScale::OwnLineScale(double scale) : m_before(ownLineScale) {
  if (scale > 0) ownLineScale = scale;
}

OwnLineScale::~OwnLineScale() {
  ownLineScale = m_before;
}

double lineScale() {
  if (ownLineScale > 0) return ownLineScale;
  return (presenterMode ? 1.75 : 1.0) * (strongContrast ? 1.25 : 1.0);
}

void setHighContrast(bool strong) {
  strongContrast = strong;
}

void setPresenting(bool on) {
  if (on == presenterMode) return;
  const double factor = on ? kPresenterType : 1 / kPresenterType;
  // All sizes are read first: widgets that update their fonts themselves must not grow twice.
  const std::vector<OwnSize> before = ownSizes();
  presenterMode = on;
  QApplication::setFont(scaledFont(QApplication::font(), factor));
  for (const OwnSize& own : before) {
    if (!own.widget || own.widget->font().pointSizeF() != own.font.pointSizeF()) continue;
    own.widget->setFont(scaledFont(own.font, factor, own.font.weight()));
  }
  // Pens and markers are created when palettes are read.
  std::vector<QPointer<QWidget>> all;
  for (QWidget* widget : QApplication::allWidgets()) all.emplace_back(widget);
  for (const QPointer<QWidget>& widget : all) {
    // Handling the event may destroy other widgets.
    QEvent restyle(QEvent::PaletteChange);
    if (widget) QCoreApplication::sendEvent(widget, &restyle);
  }
}

}  // namespace noiseloom
