#pragma once

#include <QTimer>
#include <memory>
#include <optional>

#include "ui/jobs/newest_job.h"
#include "ui/plots/coefficients/coefficients_model.h"
#include "ui/plots/panel/line_panel.h"

namespace noiseloom {

class SegmentedButtons;

/// Coefficients of C (the Toeplitz coefficients, or the middle column of a general banded strategy) and of C^-1, with
/// those of the pinned designs behind them. A coefficient is a lag: pointing at one lights up its diagonal elsewhere,
/// and the other way round.
class CoefficientsPanel : public LinePanel {
  Q_OBJECT

 public:
  explicit CoefficientsPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Picture> pictures() const override;
  std::vector<DataTable> tables() const override;
  bool isCurrent() const override;
  int currentPicture() const override;

  /// What the chart shows of the design at the moment.
  const ColumnSeries& series() const { return m_series; }

 private:
  /// Everything that a job needs to make a model, and what it may use of the last one.
  struct Request {
    Strategy strategy;
    const Mechanism* mechanism = &baselineMechanism();
    MatrixOf which = MatrixOf::Strategy;
    std::vector<CoefficientsOverlay> overlays;  ///< without values, or with those that are known
  };
  struct Answer {
    ColumnSeries own;
    std::vector<CoefficientsOverlay> overlays;
    ChartModel model;
  };
  static Answer answer(const Request& request, const std::stop_token& stop);

  MatrixOf which() const;
  std::optional<Request> request(MatrixOf which) const;
  void showDesign(bool force);
  void show(const Request& request, Answer answer);
  void computeOther();
  void point(const std::optional<ChartPoint>& point) override;
  void followBrush() override;
  void showPoint();

  SegmentedButtons* m_matrix;
  std::optional<Strategy> m_shown;  ///< asked for last
  std::optional<Strategy> m_drawn;  ///< what the series are of
  ColumnSeries m_series;
  std::vector<CoefficientsOverlay> m_overlays;
  MatrixOf m_shownMatrix = MatrixOf::Strategy;
  std::optional<Answer> m_other;  ///< of the matrix that is not on show
  const Mechanism* m_drawnMechanism = &baselineMechanism();
  QTimer m_later;
  NewestJob m_otherJob;
  NewestJob m_job;
};

}  // namespace noiseloom
