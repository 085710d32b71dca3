#pragma once

#include <QObject>
#include <QPointer>
#include <functional>
#include <optional>

#include "ui/style/theme.h"

class QApplication;
class QFocusFrame;

namespace noiseloom {

/// Applies the preferred appearance, which follows the desktop while it is System, and in high contrast a thick frame
/// around the focused widget.
class AppearanceKeeper : public QObject {
  Q_OBJECT

 public:
  /// `desktopIsDark` is called at the start and whenever the desktop's theme has changed.
  explicit AppearanceKeeper(QApplication& application, std::function<bool()> desktopIsDark = {});
  ~AppearanceKeeper() override;

  /// Overrides the preferences for this run (command line), until the user chooses another.
  void override(Appearance appearance);
  Appearance appearance() const;

 signals:
  /// The appearance was chosen anew, by any means.
  void appearanceChanged(noiseloom::Appearance appearance);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void apply();
  void markFocus(QWidget* widget);

  QApplication& m_application;
  std::function<bool()> m_desktopIsDark;
  bool m_dark = false;
  bool m_asking = false;  ///< the desktop is being queried: its own palette is set for a moment
  std::optional<Appearance> m_override;
  Appearance m_saved;
  QPointer<QFocusFrame> m_focus;
};

}  // namespace noiseloom
