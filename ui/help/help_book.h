#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <vector>

namespace noiseloom {

/// A part of a page, from its heading to the next one. A topic is "page#anchor".
struct HelpSection {
  QString anchor;
  QString title;
  int level = 1;  ///< of the heading, 1 to 3
  QString text;   ///< its own text without the heading, for searching
};

struct HelpPage {
  QString name;
  QString title;
  QString markdown;                   ///< without the marks of anchors
  std::vector<HelpSection> sections;  ///< one a heading, in the order of the page
};

/// The help inside the program: the pages of resources/help, and which topic explains which widget. A heading of a page
/// carries its anchor behind it: "## Epsilon {#epsilon}". Papers are cited as withCitations() reads them.
class HelpBook {
 public:
  /// In the language of the window, page by page: what is not translated is English.
  static const HelpBook& instance();
  /// For tests: any map (as in resources/help/map.json) and the text of each page by its name.
  HelpBook(const QByteArray& map, const QHash<QString, QString>& pages);

  const std::vector<HelpPage>& pages() const { return m_pages; }
  const HelpPage* page(const QString& name) const;
  /// Whether there is such a page, and such an anchor on it where the topic names one.
  bool has(const QString& topic) const;
  /// "Epsilon" for "scenario#epsilon".
  QString titleOf(const QString& topic) const;
  /// What explains a widget of this object name; empty when nothing does.
  QString topicOf(const QString& objectName) const { return m_topics.value(objectName); }
  QStringList explainedObjects() const { return m_topics.keys(); }
  /// Topics in which every word of the query occurs, those with a word in their title first.
  QStringList find(const QString& query) const;

 private:
  std::vector<HelpPage> m_pages;
  QHash<QString, QString> m_topics;
};

/// The parts of "page#anchor".
QString pageOf(const QString& topic);
QString anchorOf(const QString& topic);

}  // namespace noiseloom
