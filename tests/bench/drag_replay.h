#pragma once

#include <vector>

#include "tests/bench/paint_watch.h"
#include "ui/document/field.h"

namespace noiseloom {

class LiveSolver;
class MainWindow;

/// A slider that is dragged to and fro between two values, one position a frame at 60 frames a second.
struct SliderDrag {
  Field field = Field::Epsilon;
  double from = 0;
  double to = 0;
  /// About so many: the drag ends where it began, so that what its last quarter costs more than the first is growth,
  /// and not the work of other values.
  int frames = 120;
};

/// What the drag was like, one number a frame, in milliseconds by the clock.
struct DragTimes {
  /// From the slider's change until the heat map, the coefficients and the error plot have each been painted with that
  /// position's design, or with a newer one's where the position was passed over.
  std::vector<double> latencies;
  /// Processor time of the whole process over the same while: what of it other programs cannot have caused.
  std::vector<double> processor;
  /// Of the whole drag, a frame: processor time of the window's thread, which a frame has room for 16 ms of, and of all
  /// threads.
  double windowAFrame = 0;
  double allAFrame = 0;
  int frames = 0;    ///< positions of the drag
  int designs = 0;   ///< that came during the drag
  int pictures = 0;  ///< different positions that were painted during the drag; the others were skipped
  PaintWatch::Cost cost;
};

/// Waits for events, 2 ms at most, and handles them: asking for some without a wait would keep a core from the workers,
/// and count as processor time of their answers.
void handleEvents();

/// Replays a drag through the event loop of a window that is shown and solved. Throws std::runtime_error when the last
/// position is not painted within a minute.
DragTimes replayDrag(PaintWatch& application, MainWindow& window, LiveSolver& solver, const SliderDrag& drag);

}  // namespace noiseloom
