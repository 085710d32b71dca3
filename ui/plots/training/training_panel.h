#pragma once

#include <QTimer>
#include <memory>
#include <optional>

#include "ui/jobs/newest_job.h"
#include "ui/plots/panel/line_panel.h"
#include "ui/plots/training/training_chart.h"

class QBoxLayout;
class QComboBox;
class QFrame;
class QToolButton;

namespace noiseloom {

class ElidedLabel;
class SegmentedButtons;
class TrainingControls;
class TrainingPicturesView;
struct TrainingPictures;

/// See it learn: the current design, the pinned ones and training without noise learn the same points from one start,
/// while one looks. Trains only while it is on screen and somebody has asked for it; while a slider of the scenario
/// moves it stands still.
class TrainingPanel : public LinePanel {
  Q_OBJECT

 public:
  explicit TrainingPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Picture> pictures() const override;
  bool isCurrent() const override { return !m_data.isEmpty() && !m_data.stale; }
  QString summary() const override;
  QJsonObject viewState() const override;
  void restoreView(const QJsonObject& state) override;
  void cancelWork() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

  const TrainingData& data() const { return m_data; }
  TrainingMeasure measure() const;
  bool isPlaying() const { return m_play.isActive(); }
  /// Plays as soon as what the document asks for stands at its start, unless it leaves the screen before.
  void playWhenReady();
  /// Stands still until somebody plays it again.
  void pause();
  /// Nothing is on its way: neither a start nor steps nor seeds.
  bool isAtRest() const {
    return !m_job.running() && !m_seedsJob.running() && !m_fileJob.running() && !m_play.isActive();
  }
  TrainingControls& controls() { return *m_controls; }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  ChartModel chartModel() const override;
  void listen();
  QWidget* buildBar();
  void arrange();
  void openControls();
  /// Starts anew where something else is asked for.
  void refresh();
  void prepare(const TrainingRequest& request);
  /// Nothing trains, and this is why.
  void refuse(const QString& problem);
  /// Whether the examples of the choice's file are there; begins to read them where they are neither there nor on
  /// their way nor known to be unusable.
  bool haveExamples();
  void readFile(const TrainingFile& file, bool regression);
  void showNote(const WantedTraining& wanted);
  void showStale();
  void redraw();
  TrainingPictures shownPictures() const;
  void play(bool on);
  void tick();
  void advanceTo(Index step);
  void restart();
  void nextSeed();
  void show(TrainingFrame frame);

  SegmentedButtons* m_views;  ///< pictures or curves, where there is no room for both
  SegmentedButtons* m_measures;
  QWidget* m_body;
  QBoxLayout* m_across;   ///< what is drawn, and the controls where there is room for them
  QBoxLayout* m_content;  ///< pictures and curves
  bool m_high = false;    ///< there is room for both
  TrainingPicturesView* m_pictures;
  TrainingControls* m_controls;
  QFrame* m_popup;  ///< of the controls, elsewhere
  QToolButton* m_playButton = nullptr;
  QToolButton* m_stepButton = nullptr;
  QToolButton* m_restartButton = nullptr;
  QToolButton* m_controlsButton = nullptr;
  QComboBox* m_speed = nullptr;
  ElidedLabel* m_progress = nullptr;
  QTimer m_play;     ///< runs only while playing
  double m_due = 0;  ///< steps that are due, whole ones and a part
  TrainingData m_data;
  std::optional<TrainingRequest> m_asked;      ///< what the race is of
  std::optional<TrainingRequest> m_preparing;  ///< what is on its way
  std::shared_ptr<TrainingRace> m_race;        ///< one worker at a time
  std::shared_ptr<TrainingSeedsOf> m_seedsOf;  ///< likewise
  bool m_unseen = false;                       ///< the document has changed while the panel was not on screen
  bool m_started = false;                      ///< somebody wants to see more than the start
  bool m_playWanted = false;                   ///< playWhenReady()
  std::shared_ptr<const OwnExamples> m_examples;
  struct FileRead {
    TrainingFile file;
    bool regression = false;
    QString problem;  ///< empty while it is being read
  };
  std::optional<FileRead> m_fileRead;  ///< that the examples are not there of
  NewestJob m_job;
  NewestJob m_seedsJob;
  NewestJob m_fileJob;
};

}  // namespace noiseloom
