#include "ui/help/key_help.h"

#include <QWidget>

namespace noiseloom {
namespace {

constexpr const char* kKindProperty = "noiseloomKind";
constexpr const char* kKeysProperty = "noiseloomKeys";

}  // namespace

void describeKeys(QWidget& widget, const QString& kind, const QList<KeyHelp>& keys) {
  widget.setProperty(kKindProperty, kind);
  widget.setProperty(kKeysProperty, QVariant::fromValue(keys));
}

QString describedKind(const QWidget& widget) {
  return widget.property(kKindProperty).toString();
}

QList<KeyHelp> describedKeys(const QWidget& widget) {
  return widget.property(kKeysProperty).value<QList<KeyHelp>>();
}

}  // namespace noiseloom
