#pragma once

#include <QObject>

namespace noiseloom {

/// Keeps the dialogs that it watches within their screen, together with their title bars, when they are shown.
class DialogFit : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace noiseloom
