#pragma once

namespace noiseloom {

/// The display modes in use. May be read from any thread: worker threads paint pictures.
bool highContrast();
/// Large type, thick lines and markers, for a projector.
bool presenting();
/// The factor for line widths and marker sizes: 1, more in presenter mode and in high contrast.
double lineScale();
/// While it lives, lineScale() of this thread is `scale`: for figures with lines of their own. 0: nothing changes.
class OwnLineScale {
 public:
  explicit OwnLineScale(double scale);
  ~OwnLineScale();
  OwnLineScale(const OwnLineScale&) = delete;
  OwnLineScale& operator=(const OwnLineScale&) = delete;

 private:
  double m_before;
};
/// The factor of type in presenter mode.
constexpr double kPresenterType = 1.5;

/// Sets the contrast of palettes and pictures; part of applyAppearance(), which all other code calls.
void setHighContrast(bool strong);
/// Switches presenter mode: the application's font, fonts that widgets derived from it, and line widths. Every widget
/// receives QEvent::FontChange and QEvent::PaletteChange. Only from the window's thread.
void setPresenting(bool on);

}  // namespace noiseloom
