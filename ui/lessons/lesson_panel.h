#pragma once

#include <QFrame>
#include <QLabel>
#include <QWidget>

class QPushButton;
class QScrollArea;
class QToolButton;

namespace noiseloom {

class LessonPlayer;
class LessonQuestionBox;
class LessonStage;
class ProgressDots;

/// One dot per step of a lesson: past, current and later ones.
class ProgressDots : public QWidget {
  Q_OBJECT

 public:
  explicit ProgressDots(QWidget* parent = nullptr);

  /// 0 <= current < count.
  void setProgress(int current, int count);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int dot() const;

  int m_current = 0;
  int m_count = 0;
};

/// Shows the lesson being played: text, question and navigation. A strip below the plots, so that everything the steps
/// refer to stays visible; hidden if there is no lesson.
class LessonPanel : public QFrame {
  Q_OBJECT

 public:
  LessonPanel(LessonPlayer& player, LessonStage& stage, QWidget* parent = nullptr);

  /// The displayed text, and the verdict on the answer.
  QString text() const { return m_text->text(); }
  QString verdict() const { return m_verdict->text(); }
  LessonQuestionBox& question() { return *m_question; }
  QPushButton& nextButton() { return *m_next; }
  QToolButton& restartButton() { return *m_restart; }
  QToolButton& closeButton() { return *m_close; }
  QPushButton& resetButton() { return *m_reset; }
  /// True if the whole step can be read without scrolling.
  bool fits() const;

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* buildBar();
  QWidget* buildStep();
  void showStep();
  /// Shows the title, or the part before its colon if there is no space for all of it.
  void showTitle();
  void showPicture();
  void refresh();
  void applyTheme();
  void announce();
  void setColumns();
  QString verdictText() const;

  LessonPlayer& m_player;
  LessonStage& m_stage;
  QLabel* m_lesson;
  ProgressDots* m_dots;
  QLabel* m_solving;
  QPushButton* m_reset;
  QPushButton* m_back;
  QPushButton* m_next;
  QToolButton* m_restart;
  QToolButton* m_help;
  QToolButton* m_close;
  QScrollArea* m_scroll;
  QWidget* m_body;
  QLabel* m_title;
  QLabel* m_text;
  QLabel* m_verdict;
  QLabel* m_citation;
  QLabel* m_picture;
  LessonQuestionBox* m_question = nullptr;
};

}  // namespace noiseloom
