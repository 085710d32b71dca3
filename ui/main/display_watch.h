#pragma once

namespace noiseloom {

/// While one exists, a display that Qt cannot open ends the program by a sentence that says what to do, and by exit
/// code 2: Qt itself would abort. What Qt says of the platforms that it tries (qt.qpa.*) is printed at the end: once
/// the start succeeds, or before that sentence, but for a start without any display or QT_QPA_PLATFORM, where it says
/// nothing more. Everything else is printed as ever.
class DisplayWatch {
 public:
  DisplayWatch();
  ~DisplayWatch();
  DisplayWatch(const DisplayWatch&) = delete;
  DisplayWatch& operator=(const DisplayWatch&) = delete;
};

}  // namespace noiseloom
