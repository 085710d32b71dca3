#pragma once

#include "ui/plots/panel/limits_popup.h"

namespace noiseloom {

class LinePlot;

/// Sets the view of a plot: buttons that zoom, pan and show everything, and the limits of both axes. Empty limits mean
/// those of the data. Follows the plot while it is open.
class AxisLimits : public LimitsPopup {
  Q_OBJECT

 public:
  explicit AxisLimits(LinePlot& plot, QWidget* parent = nullptr);

 private:
  void addButtons();
  void refresh();
  void take(bool ofX);

  LinePlot& m_plot;
};

}  // namespace noiseloom
