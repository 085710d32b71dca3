#pragma once

namespace noiseloom {

/// While one exists, a display that Qt cannot open ends the program by a sentence that says what to do, and by exit
/// code 2: Qt itself would abort. Everything else that Qt says is printed as ever.
class DisplayWatch {
 public:
  DisplayWatch();
  ~DisplayWatch();
  DisplayWatch(const DisplayWatch&) = delete;
  DisplayWatch& operator=(const DisplayWatch&) = delete;
};

}  // namespace noiseloom
