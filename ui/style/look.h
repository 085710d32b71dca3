#pragma once

namespace noiseloom {

/// What of the look is in use while the program runs. May be read from any thread: pictures are painted in workers.
bool highContrast();
/// Large type, thick lines and markers, for a projector.
bool presenting();
/// By what widths of lines and sizes of markers are multiplied: 1, more in presenter mode and in high contrast.
double lineScale();
/// How much larger type is in presenter mode.
constexpr double kPresenterType = 1.5;

/// The contrast of palettes and pictures; part of applyAppearance(), which is what everybody else calls.
void setHighContrast(bool strong);
/// Switches presenter mode: the application's font, the fonts that widgets made from it for themselves, and the width
/// of lines. Every widget hears of it by QEvent::FontChange and QEvent::PaletteChange. From the window's thread only.
void setPresenting(bool on);

}  // namespace noiseloom
