#pragma once

#include <QObject>
#include <QPointer>
#include <functional>
#include <optional>

#include "ui/style/theme.h"

class QApplication;
class QFocusFrame;

namespace noiseloom {

/// Keeps the look of the program as the preferences say: the appearance, which follows the desktop while it is System,
/// and a thick frame around what has the keyboard in high contrast.
class AppearanceKeeper : public QObject {
  Q_OBJECT

 public:
  /// `desktopIsDark` is asked at the start and whenever the desktop changed its theme.
  explicit AppearanceKeeper(QApplication& application, std::function<bool()> desktopIsDark = {});
  ~AppearanceKeeper() override;

  /// For this run, whatever the preferences say (command line), until a person chooses another.
  void override(Appearance appearance);
  Appearance appearance() const;

 signals:
  /// Chosen anew, by whatever way.
  void appearanceChanged(noiseloom::Appearance appearance);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void apply();
  void markFocus(QWidget* widget);

  QApplication& m_application;
  std::function<bool()> m_desktopIsDark;
  bool m_dark = false;
  bool m_asking = false;  ///< the desktop is being asked: its own palette is in place for a moment
  std::optional<Appearance> m_override;
  Appearance m_saved;
  QPointer<QFocusFrame> m_focus;
};

}  // namespace noiseloom
