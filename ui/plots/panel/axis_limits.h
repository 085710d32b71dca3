#pragma once

#include <QFrame>
#include <array>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace noiseloom {

class LinePlot;

/// What is in view of a plot, to be set: buttons that zoom, move and show everything, and the limits of both axes to be
/// typed as expressions ("2^10", "1e-3"). An empty field is the limit of what there is to see. Opens below a button,
/// and follows the plot while it is open.
class AxisLimits : public QFrame {
  Q_OBJECT

 public:
  explicit AxisLimits(LinePlot& plot, QWidget* parent = nullptr);

  void openBelow(const QWidget& button);
  /// From and to of the horizontal axis, then of the vertical one.
  QLineEdit& limit(bool ofX, bool to) { return *m_limits[(ofX ? 0U : 2U) + (to ? 1U : 0U)]; }
  /// What is wrong with what is typed; empty when nothing is.
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
