#pragma once

#include <QFrame>
#include <array>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace noiseloom {

class LinePlot;

/// Sets the view of a plot: buttons that zoom, pan and show everything, and fields for the limits of both axes, typed
/// as expressions ("2^10", "1e-3"). An empty field means the limit of the data. Opens below a button, and follows the
/// plot while it is open.
class AxisLimits : public QFrame {
  Q_OBJECT

 public:
  explicit AxisLimits(LinePlot& plot, QWidget* parent = nullptr);

  void openBelow(const QWidget& button);
  /// The limits of the horizontal axis, from and to, then of the vertical one.
  QLineEdit& limit(bool ofX, bool to) { return *m_limits[(ofX ? 0U : 2U) + (to ? 1U : 0U)]; }
  /// The error in the typed limits; empty if there is none.
  QString message() const;

 private:
  void build();
  void showLimits();
  void take(bool ofX);

  LinePlot& m_plot;
  std::array<QLineEdit*, 4> m_limits{};
  std::array<QLabel*, 2> m_names{};
  QLabel* m_message;
};

}  // namespace noiseloom
