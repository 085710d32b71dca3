#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>

class QVBoxLayout;

namespace noiseloom {

/// A titled group of rows that folds into its title and a summary of one line. While something in it cannot be used it
/// stays open, since messages stand beside their fields; what the person chose comes back afterwards.
class FoldSection : public QWidget {
  Q_OBJECT

 public:
  FoldSection(const QString& name, const QString& title, bool folded, QWidget* parent = nullptr);

  /// `name` as given; the object name is that with "Section" behind it.
  const QString& name() const { return m_name; }
  QString title() const { return m_header->text(); }
  /// Where the rows go.
  QVBoxLayout& rows() { return *m_rows; }
  /// What stands beside the title while the section is folded.
  void setSummary(const QString& summary);
  QString summary() const { return m_summary->text(); }
  /// What the person chose, whatever is on show.
  void setFolded(bool folded);
  bool isFolded() const { return m_folded; }
  void setForcedOpen(bool forced);
  bool isOpen() const { return !m_folded || m_forced; }
  QToolButton& header() { return *m_header; }

 signals:
  /// By the person, who wants to see it.
  void opened();

 protected:
  void changeEvent(QEvent* event) override;
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
