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

 private:
  void build();
  QWidget* folderRow();
  void refresh();
  void takeFolder();
  void browse();

  QComboBox* m_appearance;
  QCheckBox* m_presenter;
  QCheckBox* m_lessMotion;
  QComboBox* m_language;
  QLabel* m_restart;
  QCheckBox* m_autosave;
  QSpinBox* m_autosaveSeconds;
  QLineEdit* m_folder;
  QLabel* m_folderProblem;
  QPushButton* m_reset;
};

}  // namespace noiseloom
