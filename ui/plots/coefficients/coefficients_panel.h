#pragma once

#include <QTimer>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "ui/jobs/newest_job.h"
#include "ui/plots/coefficients/coefficients_model.h"
#include "ui/plots/coefficients/strategy_drawing.h"
#include "ui/plots/panel/line_panel.h"

namespace noiseloom {

class SegmentedButtons;

/// Coefficients of C (Toeplitz coefficients, or the middle column of a general banded strategy) and of C^-1, with
/// those of the pinned designs behind them. A coefficient is a lag: pointing at one highlights its diagonal
/// elsewhere, and vice versa. With drawing switched on, points (for a BLT its buffers) can be dragged, and the design
/// follows (StrategyDrawing).
class CoefficientsPanel : public LinePanel {
  Q_OBJECT

 public:
  explicit CoefficientsPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Picture> pictures() const override;
  std::vector<DataTable> tables() const override;
  bool isCurrent() const override;
  bool isOnScreen() const override { return !m_job.running() && LinePanel::isOnScreen(); }
  int currentPicture() const override;

  const ColumnSeries& series() const { return m_data.own; }
  const StrategyDrawing& drawing() const { return m_drawing; }

 private:
  // Drawing by hand (coefficients_drawing.cpp).
  void addDrawing();
  void refreshDrawing();
  void draw(const ChartPoint& point, QPointF to);
  void drawByKey(const ChartPoint& point, int across, int up);
  void moveBuffer(const Strategy& strategy, Index place, QPointF to);
  /// `reach`: first and last coefficient of the undo step.
  void setCoefficients(const Strategy& strategy, const std::map<Index, double>& values, std::pair<Index, Index> reach);
  /// Draws on a frame's turn, and says why nothing could be drawn.
  void stroke(const std::function<void(const Strategy&)>& drawOn);
  MatrixOf which() const;
  /// The data to show for a matrix, with the columns known so far.
  std::optional<CoefficientsData> wanted(MatrixOf which) const;
  void showDesign(bool force);
  void show(CoefficientsData data);
  void computeOther();
  ChartModel chartModel() const override { return coefficientsModel(m_data); }
  void point(const std::optional<ChartPoint>& point) override;
  void followBrush() override;
  void showPoint();

  StrategyDrawing m_drawing;
  SegmentedButtons* m_matrix;
  QToolButton* m_draw = nullptr;
  bool m_held = false;                              ///< a point is held
  QString m_refusal;                                ///< why the last stroke failed
  QTimer m_keys;                                    ///< runs while keys follow each other closely
  QString m_lastKeyed;                              ///< the point that the keys move
  std::map<Index, double> m_stroke;                 ///< coefficients drawn since the last frame
  std::optional<std::pair<Index, double>> m_penAt;  ///< where the stroke has come to
  std::pair<Index, Index> m_reach;                  ///< first and last coefficient of the whole stroke
  QPoint m_nudge;                                   ///< steps not drawn yet
  std::optional<Strategy> m_shown;                  ///< requested last
  CoefficientsData m_data;
  std::optional<CoefficientsData> m_other;  ///< the matrix that is not on show
  QTimer m_later;
  NewestJob m_otherJob{QStringLiteral("coefficients, other matrix"), NewestJob::Urgency::Background};
  NewestJob m_job{QStringLiteral("coefficients")};
};

}  // namespace noiseloom
