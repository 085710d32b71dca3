#pragma once

#include <QTimer>
#include <memory>
#include <optional>

#include "core/base/run_control.h"
#include "core/train/noise_case.h"
#include "ui/jobs/mailbox.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/panel/line_panel.h"
#include "ui/plots/training/training_chart.h"

class QBoxLayout;
class QComboBox;
class QFrame;
class QPushButton;
class QToolButton;

namespace noiseloom {

class ElidedLabel;
class SegmentedButtons;
class TrainingControls;
class TrainingPicturesView;
struct TrainingPictures;

/// Live training: the current design, the pinned ones and training without noise learn the same points from one start.
/// Trains only while visible and after a request; pauses while a slider of the scenario moves.
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
  /// Plays as soon as the document's run is ready to start, unless the panel is hidden before.
  void playWhenReady();
  void pause();
  /// True if no start, steps or seeds are being computed.
  bool isAtRest() const {
    return !m_job.running() && !m_seedsJob.running() && !m_fileJob.running() && !m_caseJob.running() &&
           !m_play.isActive();
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
  /// Restarts if the document or the choices request another run.
  void refresh();
  void prepare(const TrainingRequest& request);
  /// Nothing trains, for this reason.
  void refuse(const QString& problem);
  /// True if the examples of the choice's file are loaded; otherwise starts to read them, unless they are being read or
  /// known to be unusable.
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
  /// What the button beside the progress does now.
  enum class Offer { None, OwnScenario, Recalibrate, FindCase, StopFinding, TakeExamples, Columns };
  Offer offer() const;
  void showOffer();
  void takeOffer();
  void findCase();
  void takeCase(const NoiseCase& found);

  SegmentedButtons* m_views;  ///< pictures or curves, if there is no space for both
  SegmentedButtons* m_measures;
  QWidget* m_body;
  QBoxLayout* m_across;   ///< the plots, and the controls if there is space for them
  QBoxLayout* m_content;  ///< pictures and curves
  QBoxLayout* m_column;   ///< the content and the bars below it
  QBoxLayout* m_bar;      ///< what plays, and the progress
  bool m_high = false;    ///< there is space for both
  TrainingPicturesView* m_pictures;
  TrainingControls* m_controls;
  QFrame* m_popup;  ///< holds the controls if there is no space beside the plots
  QToolButton* m_playButton = nullptr;
  QToolButton* m_stepButton = nullptr;
  QToolButton* m_restartButton = nullptr;
  QToolButton* m_controlsButton = nullptr;
  QPushButton* m_offer = nullptr;
  QComboBox* m_speed = nullptr;
  ElidedLabel* m_progress = nullptr;
  QTimer m_play;     ///< runs only while playing
  double m_due = 0;  ///< steps due, including a fraction
  TrainingData m_data;
  std::optional<TrainingRequest> m_asked;      ///< request of the race
  std::optional<TrainingRequest> m_preparing;  ///< request being prepared
  std::shared_ptr<TrainingRace> m_race;        ///< used by one worker at a time
  std::shared_ptr<TrainingSeedsOf> m_seedsOf;  ///< likewise
  bool m_unseen = false;                       ///< the document has changed while the panel was hidden
  bool m_started = false;                      ///< the user wants to see more than the start
  bool m_playWanted = false;                   ///< playWhenReady() was called
  std::shared_ptr<const OwnExamples> m_examples;
  struct FileRead {
    TrainingFile file;
    bool regression = false;
    QString problem;  ///< empty while it is being read
  };
  std::optional<FileRead> m_fileRead;  ///< the file whose examples are not loaded
  NewestJob m_job{QStringLiteral("training"), NewestJob::Urgency::Background};
  NewestJob m_seedsJob{QStringLiteral("seeds of training"), NewestJob::Urgency::Background};
  NewestJob m_fileJob{QStringLiteral("reading examples"), NewestJob::Urgency::Background};
  NewestJob m_caseJob{QStringLiteral("a case where noise matters"),
                      NewestJob::Urgency::Background};  ///< the search for a scenario in which the noise matters
  std::shared_ptr<Mailbox<Progress>> m_searched;
  QTimer m_searchTimer;  ///< runs only while searching: shows how far it is
};

}  // namespace noiseloom
