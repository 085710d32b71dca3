#pragma once

#include <QEvent>
#include <functional>
#include <initializer_list>

class QWidget;

namespace noiseloom {

/// Calls `then` whenever something of the widget has changed, such as QEvent::FontChange or QEvent::PaletteChange:
/// before its own changeEvent(). To be called once the widget has all that `then` uses: a constructor's setFont() and
/// setStyle() send such events too.
void onChange(QWidget& widget, std::initializer_list<QEvent::Type> what, std::function<void()> then);

}  // namespace noiseloom
