#pragma once

#include <QWidget>
#include <vector>

class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;
class QSlider;
class QVBoxLayout;

namespace noiseloom {

class LessonPlayer;
struct LessonQuestion;

/// A question of a lesson: its options, or a number to guess on a logarithmic slider, and a button to reveal.
class LessonQuestionBox : public QWidget {
  Q_OBJECT

 public:
  explicit LessonQuestionBox(LessonPlayer& player, QWidget* parent = nullptr);

  /// Builds the question of the player's current step, which must have one.
  void showQuestion();
  void refresh();

  QPushButton& revealButton() { return *m_reveal; }
  const std::vector<QRadioButton*>& options() const { return m_options; }
  QSlider& slider() { return *m_slider; }
  QLineEdit& entry() { return *m_entry; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitSlider();
  const LessonQuestion* asked() const;
  void showNumber(double value);
  void takeSlider(int position);
  void takeEntry();
  /// Breaks the options' texts into lines that fit.
  void breakOptions();

  LessonPlayer& m_player;
  QLabel* m_prompt;
  QWidget* m_choice;
  QVBoxLayout* m_choiceRows;
  QButtonGroup* m_group;
  std::vector<QRadioButton*> m_options;
  std::vector<QString> m_texts;  ///< texts of the options, without line breaks
  QWidget* m_number;
  QSlider* m_slider;
  QLineEdit* m_entry;
  QLabel* m_unit;
  QLabel* m_message;
  QPushButton* m_reveal;
};

}  // namespace noiseloom
