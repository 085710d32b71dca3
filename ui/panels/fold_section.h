#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>

class QVBoxLayout;

namespace noiseloom {

/// A titled group of rows that folds into its title and a one-line summary. It stays open while something in it is
/// unusable, since messages stand beside their fields; the user's choice is restored afterwards.
class FoldSection : public QWidget {
  Q_OBJECT

 public:
  FoldSection(const QString& name, const QString& title, bool folded, QWidget* parent = nullptr);

  /// The name as given; the object name is the same with "Section" appended.
  const QString& name() const { return m_name; }
  QString title() const { return m_header->text(); }
  QVBoxLayout& rows() { return *m_rows; }
  /// The text beside the title while the section is folded.
  void setSummary(const QString& summary);
  QString summary() const { return m_summary->text(); }
  /// The user's choice, which a problem may override.
  void setFolded(bool folded);
  bool isFolded() const { return m_folded; }
  void setForcedOpen(bool forced);
  bool isOpen() const { return !m_folded || m_forced; }
  QToolButton& header() { return *m_header; }

 signals:
  /// The user opened the section.
  void opened();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void toggle();
  void apply();
  void applyTheme();

  QString m_name;
  bool m_folded;
  bool m_forced = false;
  QToolButton* m_header = nullptr;
  QLabel* m_summary = nullptr;
  QWidget* m_body = nullptr;
  QVBoxLayout* m_rows = nullptr;
};

}  // namespace noiseloom
