#pragma once

#include <QListWidget>
#include <QStringList>
#include <functional>
#include <vector>

#include "ui/jobs/newest_job.h"
#include "ui/plots/canvas/picture.h"

namespace noiseloom {

/// A check list of pictures or tables; pictures have previews, which are made in the background. Check marks stay with
/// their names when the list is refilled.
class CheckList : public QListWidget {
  Q_OBJECT

 public:
  CheckList(const QString& name, const QString& objectName, QWidget* parent = nullptr);

  struct Entry {
    QString name;    ///< the unique name of the file
    QString title;   ///< for people
    QString detail;  ///< shown below the title: file name and size
  };
  /// `checked` says which entries are checked that are new to the list.
  void setEntries(const std::vector<Entry>& entries, const std::function<bool(const QString& name)>& checked);
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

  /// `suffix` is that of the files, for the second line of each entry; `usual` are the names of those that are checked
  /// at first, all where empty.
  void setPictures(std::vector<Picture> pictures, const QString& suffix, bool dark, const QStringList& usual = {});
  /// The checked ones among `pictures`.
  std::vector<Picture> checked(std::vector<Picture> pictures) const;
  /// True once every preview is made.
  bool previewsReady() const { return m_next == m_pictures.size(); }

 private:
  void previewNext();
  void paintNext(const PictureStyle& style);

  std::vector<Picture> m_pictures;
  bool m_dark = false;
  std::size_t m_next = 0;
  int m_generation = 0;  ///< counts the lists of pictures set so far
  NewestJob m_job;
};

}  // namespace noiseloom
