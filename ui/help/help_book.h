#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <vector>

namespace noiseloom {

/// The part of a page from a heading to the next one. A topic is "page#anchor".
struct HelpSection {
  QString anchor;
  QString title;
  int level = 1;  ///< level of the heading, 1 to 3
  QString text;   ///< text without the heading, for searching
};

struct HelpPage {
  QString name;
  QString title;
  QString markdown;                   ///< without the anchor marks
  std::vector<HelpSection> sections;  ///< one for each heading, in page order
};

/// The built-in help: the pages of resources/help, and the topic that explains each widget. A heading of a page ends
/// with its anchor: "## Epsilon {#epsilon}". Papers are cited as withCitations() reads them.
class HelpBook {
 public:
  /// The help in the window's language; pages without a translation are English.
  static const HelpBook& instance();
  /// For tests: a map as in resources/help/map.json, and the text of each page by its name.
  HelpBook(const QByteArray& map, const QHash<QString, QString>& pages);

  const std::vector<HelpPage>& pages() const { return m_pages; }
  const HelpPage* page(const QString& name) const;
  /// True if the page exists and, if the topic names an anchor, has that anchor.
  bool has(const QString& topic) const;
  /// The heading of a topic: "Epsilon" for "scenario#epsilon".
  QString titleOf(const QString& topic) const;
  /// The topic that explains the widget with this object name; empty if there is none.
  QString topicOf(const QString& objectName) const { return m_topics.value(objectName); }
  QStringList explainedObjects() const { return m_topics.keys(); }
  /// Topics that contain every word of the query, those with a word in the title first.
  QStringList find(const QString& query) const;

 private:
  std::vector<HelpPage> m_pages;
  QHash<QString, QString> m_topics;
};

/// The two parts of "page#anchor".
QString pageOf(const QString& topic);
QString anchorOf(const QString& topic);

}  // namespace noiseloom
