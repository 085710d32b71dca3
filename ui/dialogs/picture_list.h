#pragma once

#include <QListWidget>
#include <QStringList>
#include <vector>

#include "ui/jobs/newest_job.h"
#include "ui/plots/canvas/picture.h"

namespace noiseloom {

/// Pictures or tables to choose from, each with a check mark; pictures with a small picture that is made in the
/// background. Check marks stay with their names when the list is filled again.
class CheckList : public QListWidget {
  Q_OBJECT

 public:
  CheckList(const QString& name, const QString& objectName, QWidget* parent = nullptr);

  struct Entry {
    QString name;    ///< unique, of the file
    QString title;   ///< for people
    QString detail;  ///< below it: the file, its size
  };
  /// `checked`: of entries that were not there before.
  void setEntries(const std::vector<Entry>& entries, bool checked);
  QStringList checkedNames() const;
  void setAllChecked(bool checked);

 signals:
  void checkedChanged();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

/// A check list of pictures with previews.
class PictureList : public CheckList {
  Q_OBJECT

 public:
  PictureList(const QString& name, const QString& objectName, QWidget* parent = nullptr);

  /// `suffix` of the files, for the second line of each entry.
  void setPictures(std::vector<Picture> pictures, const QString& suffix, bool dark);
  /// Those of `pictures` that are checked.
  std::vector<Picture> checked(std::vector<Picture> pictures) const;
  /// Whether every preview is there.
  bool previewsReady() const { return m_next == m_pictures.size(); }

 private:
  void previewNext();
  void paintNext(const PictureStyle& style);

  std::vector<Picture> m_pictures;
  bool m_dark = false;
  std::size_t m_next = 0;
  int m_generation = 0;  ///< of the list of pictures
  NewestJob m_job;
};

}  // namespace noiseloom
