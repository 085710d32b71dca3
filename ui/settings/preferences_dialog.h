#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace noiseloom {

/// Edit > Preferences: every change takes effect at once, except where a restart is announced.
class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PreferencesDialog(QWidget* parent = nullptr);
  ~PreferencesDialog() override;

 signals:
  /// What changes at the next start should change now.
  void restartWanted();

 private:
  void build();
  void buildRestart();
  QWidget* folderRow();
  void refresh();
  void takeFolder();
  void browse();

  QComboBox* m_appearance;
  QCheckBox* m_presenter;
  QCheckBox* m_lessMotion;
  QComboBox* m_language;
  QCheckBox* m_point;
  QWidget* m_restart;
  QCheckBox* m_autosave;
  QSpinBox* m_autosaveSeconds;
  QLineEdit* m_folder;
  QLabel* m_folderProblem;
  QPushButton* m_reset;
};

}  // namespace noiseloom
