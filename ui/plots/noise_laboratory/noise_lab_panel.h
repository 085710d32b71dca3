#pragma once

#include <QTimer>
#include <optional>

#include "ui/jobs/newest_job.h"
#include "ui/plots/noise_laboratory/noise_lab_model.h"
#include "ui/plots/panel/line_panel.h"

class QSlider;
class QToolButton;

namespace noiseloom {

class SegmentedButtons;

/// The noise laboratory: one draw of the design's noise and its running sum against independent noise at the same
/// privacy, with spectrum and covariance; it can be stepped through by iterations. Computed only while visible.
class NoiseLabPanel : public LinePanel {
  Q_OBJECT

 public:
  explicit NoiseLabPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Picture> pictures() const override;
  bool hasTables() const override { return !m_data.isEmpty(); }
  bool isCurrent() const override;
  QString summary() const override;
  QJsonObject viewState() const override;
  void restoreView(const QJsonObject& state) override;
  void resetView() override;
  void cancelWork() override;

  const NoiseData& data() const { return m_data; }
  NoiseView view() const;
  /// The step that the draw is shown up to; nullopt: all of it.
  std::optional<Index> step() const { return m_until; }
  bool isPlaying() const { return m_play.isActive(); }
  bool isUpToDate() const;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  ChartModel chartModel() const override;
  QWidget* buildControls();
  void refresh();
  void showStale();
  void drawMany();
  void redraw();
  void goTo(std::optional<Index> step);
  void play(bool on);
  void advance();
  void point(const std::optional<ChartPoint>& point) override;
  void followBrush() override;

  SegmentedButtons* m_views;
  QWidget* m_controls = nullptr;
  QSlider* m_slider = nullptr;
  QToolButton* m_playButton = nullptr;
  QTimer m_play;  ///< runs only while playing
  NoiseData m_data;
  Index m_draw = 1;
  std::optional<Index> m_until;
  NewestJob m_stepJob;
  NewestJob m_manyJob;
  NewestJob m_job{QStringLiteral("draws of noise"), NewestJob::Urgency::Background};
};

}  // namespace noiseloom
