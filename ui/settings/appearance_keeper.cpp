#include "ui/settings/appearance_keeper.h"

#include <QApplication>
#include <QEvent>
#include <QFocusFrame>
#include <QMenuBar>
#include <QPainter>
#include <QStyle>
#include <QTimer>
#include <QWindow>
#include <algorithm>

#include "ui/settings/preferences.h"
#include "ui/style/look.h"
#include "ui/style/own_focus.h"

namespace noiseloom {
namespace {

/// Fusion marks the focused widget with a thin line; this thick frame in the accent colour surrounds it.
class FocusMark : public QFocusFrame {
 public:
  FocusMark() { setObjectName(QStringLiteral("focusMark")); }

 protected:
  void paintEvent(QPaintEvent*) override {
    constexpr double kWidth = 3;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeOf(QApplication::palette()).accent, kWidth));
    // All four sides, also of a widget that is as wide as the area that it scrolls in. What is scrolled out of sight is
    // no edge.
    QRectF shown(rect());
    const double margin = style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this);
    const QRectF area = QRectF(parentWidget()->rect()).translated(-pos());
    if (area.left() <= margin) shown.setLeft(std::max(shown.left(), area.left()));
    if (area.top() <= margin) shown.setTop(std::max(shown.top(), area.top()));
    if (area.right() >= shown.right() - margin) shown.setRight(std::min(shown.right(), area.right()));
    if (area.bottom() >= shown.bottom() - margin) shown.setBottom(std::min(shown.bottom(), area.bottom()));
    painter.drawRoundedRect(shown.adjusted(kWidth / 2, kWidth / 2, -kWidth / 2, -kWidth / 2), 3, 3);
  }
};

/// True if the desktop's own palette is dark, without ours.
bool paletteOfDesktopIsDark() {
  const QPalette ours = QApplication::palette();
  QApplication::setPalette(QPalette());
  const bool dark = isDark(QApplication::palette());
  QApplication::setPalette(ours);
  return dark;
}

}  // namespace

AppearanceKeeper::AppearanceKeeper(QApplication& application, std::function<bool()> desktopIsDark)
    : m_application(application),
      m_desktopIsDark(desktopIsDark ? std::move(desktopIsDark) : paletteOfDesktopIsDark),
      m_saved(preferences().appearance.get()) {
  // Until our own palette is set, the application's is the desktop's.
  m_dark = m_desktopIsDark();
  apply();
  application.installEventFilter(this);
  connect(&application, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { markFocus(now); });
  connect(&preferences(), &Preferences::changed, this, [this] {
    const Appearance saved = preferences().appearance.get();
    if (saved != m_saved) {
      m_saved = saved;
      m_override.reset();
    }
    apply();
    emit appearanceChanged(appearance());
  });
}

AppearanceKeeper::~AppearanceKeeper() {
  delete m_focus;
}

void AppearanceKeeper::override(Appearance appearance) {
  m_override = appearance;
  apply();
  emit appearanceChanged(appearance);
}

Appearance AppearanceKeeper::appearance() const {
  return m_override.value_or(m_saved);
}

void AppearanceKeeper::apply() {
  applyAppearance(m_application, appearance(), m_dark);
  markFocus(QApplication::focusWidget());
}

void AppearanceKeeper::markFocus(QWidget* widget) {
  if (!highContrast()) {
    delete m_focus;
    return;
  }
  if (!m_focus) m_focus = new FocusMark;
  // The menu bar marks its current menu itself.
  const bool framed =
      widget && !widget->isWindow() && !qobject_cast<QMenuBar*>(widget) && !widget->property(kMarksOwnFocus).toBool();
  m_focus->setWidget(framed ? widget : nullptr);
}

bool AppearanceKeeper::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ThemeChange && !m_asking && qobject_cast<QWindow*>(watched)) {
    // Every window receives the event; the desktop is queried once, after all have.
    m_asking = true;
    QTimer::singleShot(0, this, [this] {
      const bool dark = m_desktopIsDark();
      m_asking = false;
      if (dark == m_dark) return;
      m_dark = dark;
      if (appearance() == Appearance::System) apply();
    });
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace noiseloom
